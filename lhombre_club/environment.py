"""How a setting is read from the environment; what cannot be understood stops the start."""

from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import Final

from django.core.exceptions import ImproperlyConfigured

SESSION_HOURS: Final = 48
"""Hours for which a browser keeps a session."""
SWITCHES: Final = {
    **dict.fromkeys(("on", "1", "true", "yes"), True),
    **dict.fromkeys(("off", "0", "false", "no", ""), False),
}


def switch(text: str) -> bool:
    """Return whether ``text`` says on; a typing error must not switch HTTPS off unseen."""
    word = text.strip().lower()
    if word not in SWITCHES:
        raise ImproperlyConfigured(
            f"DEBUG and SITE_TLS are one of {', '.join(SWITCHES)}; {text!r} is not."
        )
    return SWITCHES[word]


def networks(texts: list[str]) -> list[IPv4Network | IPv6Network]:
    """Return the addresses and networks; one that is misread would let anybody name visitors."""
    try:
        return [ip_network(text.strip()) for text in texts]
    except ValueError as error:
        raise ImproperlyConfigured(
            f"TRUSTED_PROXIES are addresses or networks, separated by commas: {error}."
        ) from error


def hours(text: str) -> float:
    """Return the hours; none would let nobody in."""
    try:
        read = float(text.strip())
    except ValueError:
        read = 0
    if not 0 < read <= SESSION_HOURS:
        raise ImproperlyConfigured(
            f"SESSION_IDLE_HOURS is a number of hours, {SESSION_HOURS} at most; {text!r} is not."
        )
    return read


def seconds(text: str) -> int:
    """Return the whole seconds; none are some too."""
    if not (text.isascii() and text.strip().isdecimal()):
        raise ImproperlyConfigured(f"HSTS_SECONDS is a number of seconds; {text!r} is not.")
    return int(text)
