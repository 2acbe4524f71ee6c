"""An evening as a path of four steps, of which one comes next."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.queries.events import RoundState
from tournaments.models import Event

STEPS = (
    (gettext_lazy("Seats"), "", ""),
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


@dataclass(frozen=True, slots=True)
class _Far:
    """How far an event is."""

    drawn: bool
    released: bool
    printed: bool
    """Nobody writes a deal down without a sheet, so that they count as printed once one is in."""
    complete: bool
    final: bool
    """Every round is closed."""
    entered: int
    deals: int


def path(event: Event, plan: Sequence[RoundState]) -> list[Step]:
    """Return the steps of an event whose rounds are ``plan``."""
    of_teams = event.kind != Event.Kind.INDIVIDUAL
    far = _far(event, plan)
    says = (
        _seats(far),
        _("print more") if far.printed else _("print them"),
        _("%(entered)d of %(deals)d are in") % {"entered": far.entered, "deals": far.deals},
        _standings(far),
    )
    ahead = (far.released, far.released and far.printed, far.complete, False).index(False)
    seats = ("matches" if far.drawn else "teams") if of_teams else "seating"
    return [
        Step(
            title=title,
            says=said,
            address=reverse(f"tournaments:{name or seats}", args=[event.pk]) + fragment,
            state="done" if place < ahead else "next" if place == ahead else "later",
        )
        for place, ((title, name, fragment), said) in enumerate(zip(STEPS, says, strict=True))
    ]


def _far(event: Event, plan: Sequence[RoundState]) -> _Far:
    some = any(round_.is_released for round_ in plan)
    one_by_one = some and not all(round_.is_released for round_ in plan)
    if one_by_one or event.kind != Event.Kind.INDIVIDUAL:
        return _round_by_round(plan)
    return _all_at_once(plan)


def _all_at_once(plan: Sequence[RoundState]) -> _Far:
    entered = sum(round_.entered for round_ in plan)
    deals = sum(round_.deals for round_ in plan)
    released = bool(plan) and all(round_.is_released for round_ in plan)
    complete = released and entered >= deals
    final = complete and all(round_.is_final for round_ in plan)
    return _Far(bool(plan), released, entered > 0, complete, final, entered, deals)


def _round_by_round(plan: Sequence[RoundState]) -> _Far:
    """Of a league, or where not all is released: when a round is in, the next one comes."""
    shown = [round_ for round_ in plan if round_.is_released]
    now = [round_ for round_ in shown if not round_.is_complete]
    complete = bool(plan) and len(shown) == len(plan) and not now
    return _Far(
        drawn=bool(plan),
        released=complete or bool(now),
        printed=complete or any(round_.entered for round_ in now),
        complete=complete,
        final=complete and all(round_.is_final for round_ in plan),
        entered=sum(round_.entered for round_ in shown),
        deals=sum(round_.deals for round_ in shown),
    )


def ending(event: Event, plan: Sequence[RoundState]) -> str:
    """Return what is left to do once every sheet is in; empty while one is missing."""
    far = _far(event, plan)
    if not far.complete:
        return ""
    if far.final:
        return _("Every round is final. Print the final standings.")
    first = next(round_ for round_ in plan if not round_.is_final)
    if first.protests_until is None:
        says = _("Every sheet is in. The standings are final when round %(round)d is closed too.")
        return says % {"round": first.number}
    if first.protests_until <= timezone.now():
        says = _("The time for protests is over. Close round %(round)d: then it is final.")
        return says % {"round": first.number}
    until = time_format(timezone.localtime(first.protests_until), "H:i")
    says = _("Every sheet is in. Round %(round)d is provisional until %(time)s, and not final yet.")
    return says % {"round": first.number, "time": until}


def _standings(far: _Far) -> str:
    if far.final:
        return _("final")
    return _("provisional") if far.complete else _("as far as they go")


def _seats(far: _Far) -> str:
    if far.released:
        return _("released")
    if not far.drawn:
        return _("not drawn yet")
    return _("release the next round") if far.entered else _("drawn, not released")
