"""What the check-in learns from the plan: who is let into tonight's event has come.

Who leaves stays as he is marked: he was here, and the check-in says after which round he plays no
more.
"""

from lhombre_club.members.domain import mark
from lhombre_club.members.models import Attendance, Membership
from lhombre_club.members.queries import attendance, evening
from tournaments.models import Event, Participant
from tournaments.seating.queries.tonight import plays_too

State = Attendance.State


def came(participant: Participant, event: Event, actor: str) -> None:
    """Mark as here who is let into an event of this evening; who is late has still to come."""
    _mark(participant, event, State.HERE, actor, unless=(State.LATE,))


def never_came(participant: Participant, event: Event, actor: str) -> None:
    """Mark as away who is taken out of all that is played this evening before he played."""
    if participant.person is not None and not plays_too(participant.person, event):
        _mark(participant, event, State.AWAY, actor, unless=(None, State.FREE))


def _mark(
    participant: Participant,
    event: Event,
    state: State,
    actor: str,
    *,
    unless: tuple[State | None, ...],
) -> None:
    """Mark him, where the event is played now and the club knows who he is."""
    person = participant.person
    if person is None or event.date != evening():
        return
    known = attendance(event.club, event.date).states.get(person.pk)
    is_member = Membership.objects.filter(club=event.club, person=person).exists()
    if is_member and known not in unless:
        mark(club=event.club, person=person, date=event.date, state=state, actor=actor)
