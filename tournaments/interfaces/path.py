"""An evening as a path of four steps, of which one comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.queries.events import RoundState
from tournaments.models import Event

STEPS = (
    (gettext_lazy("Seats"), "seating", ""),
    (gettext_lazy("Score sheets"), "papers", ""),
    (gettext_lazy("Deals"), "event", "#tables"),
    (gettext_lazy("Standings"), "standings", ""),
)


@dataclass(frozen=True, slots=True)
class Step:
    """One step: where it is done, and how far it is."""

    title: Promise
    says: str
    address: str
    state: str
    """``done``, ``next``, or ``later``."""


def path(event: Event, plan: Sequence[RoundState]) -> list[Step]:
    """Return the steps of an event whose rounds are ``plan``.

    Sheets count as printed once a deal is in: nobody writes one down without a sheet.
    """
    entered = sum(round_.entered for round_ in plan)
    deals = sum(round_.deals for round_ in plan)
    released = all(round_.is_released for round_ in plan)
    complete = released and entered >= deals
    says = (
        _("released") if released else _("drawn, not released"),
        _("print more") if entered else _("print them"),
        _("%(entered)d of %(deals)d are in") % {"entered": entered, "deals": deals},
        _("final") if complete else _("as far as they go"),
    )
    ahead = (released, released and entered > 0, complete, False).index(False)
    return [
        Step(
            title=title,
            says=said,
            address=reverse(f"tournaments:{name}", args=[event.pk]) + fragment,
            state="done" if place < ahead else "next" if place == ahead else "later",
        )
        for place, ((title, name, fragment), said) in enumerate(zip(STEPS, says, strict=True))
    ]
