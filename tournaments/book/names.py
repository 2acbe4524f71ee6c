"""Under what names those who play in an event are shown: nobody under another's."""

from collections.abc import Sequence
from copy import copy
from typing import Final

from django.db.models import QuerySet

from lhombre_club.members import shown
from lhombre_club.members.models import Person
from lhombre_club.members.namesakes import LONGEST, told_apart
from tournaments.book.expiry import refuse_over
from tournaments.book.stakes import key_of
from tournaments.models import Event, Participant, Seat

VERSION: Final = "names_version"


def named_apart(event: Event, participants: Sequence[Participant]) -> tuple[Participant, ...]:
    """Return the participants of an event, those renamed who have another's name; not stored."""
    names = told_apart(event.club_id, {key_of(one): one.name for one in participants})
    return tuple(_renamed(one, names[key_of(one)]) for one in participants)


def sitter_name(event: Event, person: Person | None, name: str) -> str:
    """Return under what name somebody sits in for another, who may have a participant's name."""
    said = (name.strip() or (person.name if person else ""))[:LONGEST]
    own = str(person.pk) if person else ""
    names = {own: said, **{key_of(one): one.name for one in event.participants.all()}}
    return told_apart(event.club_id, names)[own] if said else ""


def tell_everybody(event: Event) -> None:
    """Say everything from now on as everybody may read it who looks at ``event``.

    Refused where its time is over for everybody.
    """
    refuse_over(event)
    version = vars(event).get(VERSION)
    shown.tell_everybody(event.club, lambda: _called(event), version)


def with_version(events: QuerySet[Event]) -> QuerySet[Event]:
    """Let the query of events bring along what ``shown.state`` would ask for."""
    return events.annotate(**{VERSION: shown.version()})


def _called(event: Event) -> list[shown.Called]:
    """Return who is named in an event, and under what name; one query."""
    players = event.participants.order_by().values_list("name", "person_id")
    helpers = Seat.objects.filter(round__event=event).exclude(substitute_name="").order_by()
    return list(players.union(helpers.values_list("substitute_name", "substitute_id")))


def _renamed(participant: Participant, name: str) -> Participant:
    if participant.name == name:
        return participant
    changed = copy(participant)
    changed.name = name
    return changed
