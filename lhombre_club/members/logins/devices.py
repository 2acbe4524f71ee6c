"""What a browser and its device are called, by what the browser says of itself."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

BROWSERS: Final = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)  # fmt: skip
"""The first that is named: most call themselves Safari too."""
SYSTEMS: Final = (
    ("iPhone", gettext_lazy("an iPhone")),
    ("iPad", gettext_lazy("an iPad")),
    ("Android", gettext_lazy("an Android device")),
    ("Windows", gettext_lazy("a computer with Windows")),
    ("CrOS", gettext_lazy("a Chromebook")),
    ("Macintosh", gettext_lazy("a Mac")),
    ("Linux", gettext_lazy("a computer with Linux")),
)


def words(agent: str) -> str:
    """Name the browser and the device."""
    browser = next((name for mark, name in BROWSERS if mark in agent), "")
    system = next((str(name) for mark, name in SYSTEMS if mark in agent), "")
    if browser and system:
        return _("%(browser)s on %(device)s") % {"browser": browser, "device": system}
    return browser or system or _("an unknown device")
