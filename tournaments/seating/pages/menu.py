"""What else can be said of a member at the check-in, by how he plays tonight.

Nothing is offered that cannot be: who has played does not come later, and who plays in an event is
taken out of it where it is seated anew.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _

from lhombre_club.members.models import Attendance
from lhombre_club.members.views.tonight import OTHERS
from tournaments.models import Event
from tournaments.seating.queries.tonight import Stay, Tonight

State = Attendance.State


@dataclass(frozen=True, slots=True)
class Choice:
    """A thing to say of somebody."""

    words: str
    key: str = ""
    """The state that he is marked with; empty: it leads somewhere else."""
    address: str = ""


def choices(playing: Tonight, person: object, state: State | None) -> list[Choice]:
    """Return what can be said of somebody who is in a state tonight; None: nothing is known."""
    stay = playing.stays.get(person)
    if stay is None:
        found = _of_no_event(playing, person)
    elif stay.event.kind != Event.Kind.INDIVIDUAL:
        found = _of_team(stay)
    elif stay.left:
        found = _of_left(stay)
    else:
        found = _of_player(stay)
    return [each for each in found if not each.key or each.key != state]


def _mark(state: State, words: object = "") -> Choice:
    return Choice(str(words or OTHERS[state]), state)


def _of_no_event(playing: Tonight, person: object) -> Iterable[Choice]:
    """Who plays in nothing that is not over."""
    waits = playing.is_prepared or not (playing.running or playing.finished)
    if waits:
        yield _mark(State.LATE)
    elif any(one.is_open and one.rounds for one in playing.running):
        yield _mark(State.LATE, _("Comes later"))
    yield _mark(State.FREE)
    if waits:
        yield _mark(State.EXPECTED)
    yield _mark(State.AWAY, _("Has gone home") if person in playing.finished else "")


def _of_team(stay: Stay) -> Iterable[Choice]:
    """Whose chair needs a substitute, which the check-in says once he is marked."""
    if stay.rounds:
        says = _("Gone home after round %(number)d") % {"number": stay.after}
        yield _mark(State.AWAY, says if stay.after else "")


def _of_left(stay: Stay) -> Iterable[Choice]:
    if stay.rounds:
        yield _page(stay, _("Comes back"))


def _of_player(stay: Stay) -> Iterable[Choice]:
    """Who plays to the end of an event."""
    if not stay.rounds:
        yield _page(stay, _("Somebody else plays on this chair"), "#chair")
    elif stay.after:
        words = {"number": stay.after, "next": stay.rounds[0]}
        says = _("Gone home after round %(number)d, out from round %(next)d")
        yield _page(stay, says % words)
    else:
        second = stay.rounds[0] == 1 < len(stay.rounds) and stay.first <= stay.rounds[1]
        if second or stay.first > 1:
            yield _mark(State.LATE, "" if second else _("Comes later"))
        if stay.first > stay.rounds[0]:
            yield _page(stay, _("Comes at another time"), "#when")
        yield _mark(State.AWAY)


def _page(stay: Stay, words: str, part: str = "") -> Choice:
    address = reverse("tournaments:participant", args=[stay.event.pk, stay.player])
    return Choice(words, address=f"{address}{part}")
