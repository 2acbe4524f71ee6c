"""A correction that is shown before it is made."""

from typing import Any, Protocol

from lhombre_club.web.shown_first import mark
from tournaments.corrections.pages.effects import shown
from tournaments.corrections.preview import Effect


class Asking(Protocol):
    """A form that was filled in."""

    def asked(self) -> object:
        """Return what it asks for, as JSON, and what of the sheet it was asked about."""


def preview_of(form: Asking, effect: Effect | None) -> dict[str, Any]:
    """Return the form and what it would change, for ``corrections/shown_first.html``.

    Without an ``effect`` there is only the form yet.
    """
    if effect is None:
        return {"form": form}
    return {"form": form, "effect": shown(effect), "seen": mark(form.asked())}
