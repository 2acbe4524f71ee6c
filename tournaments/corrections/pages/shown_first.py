"""A change that is shown before it is done, and done only as it was shown.

What a director asks for is plain JSON. Its digest stands in the page that shows what it would do,
and comes back when he says yes; whatever differs by then is shown first again.
"""

import hashlib
import json
from typing import Any, Final, Protocol

from django.http import HttpRequest

from tournaments.corrections.pages.effects import shown
from tournaments.corrections.preview import Effect

SEEN: Final = "seen"
"""Name of the hidden field."""


class Asking(Protocol):
    """A form that was filled in."""

    def asked(self) -> object:
        """Return what it asks for, as JSON, and what of the sheet it was asked about."""


def mark(form: Asking) -> str:
    """Return by what that which is asked for is known again."""
    return hashlib.sha256(json.dumps(form.asked(), sort_keys=True).encode()).hexdigest()


def confirmed(request: HttpRequest, form: Asking) -> bool:
    """Return whether just this was shown and is to be done now."""
    return request.POST.get(SEEN) == mark(form)


def preview_of(form: Asking, effect: Effect | None) -> dict[str, Any]:
    """Return the form and what it would change, for ``corrections/shown_first.html``.

    Without an ``effect`` there is only the form yet.
    """
    if effect is None:
        return {"form": form}
    return {"form": form, "effect": shown(effect), "seen": mark(form)}
