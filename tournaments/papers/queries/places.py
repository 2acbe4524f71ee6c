"""Who sits where, round by round: for the wall, for the table and for each player."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from tournaments.models import Event, Participant, Round, Seat, Sitter


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat in a round, and who has it."""

    round: int
    table: int
    table_id: UUID
    seat: int
    participant: UUID
    sitter: Sitter
    """Who sits there in which deal."""
    helper: UUID | None = None
    """The person who plays there for the participant; None: nobody, or none that is known."""


def places(event: Event, round_: Round | None = None) -> list[Place]:
    """Return every seat of a round, or of all rounds that are shown; one query."""
    seats = Seat.objects.filter(round__event=event, round__state__in=Round.SHOWN)
    if round_ is not None:
        seats = seats.filter(round=round_)
    return [_place(seat) for seat in _in_order(seats)]


def free_in(
    number: int, found: Iterable[Place], everybody: Iterable[Participant]
) -> list[Participant]:
    """Return who of ``everybody`` sits out the round of this number, of which ``found`` has places.

    Who plays there for somebody else is not free, nor who is in no pair or team.
    """
    there = [place for place in found if place.round == number]
    seated = {place.participant for place in there}
    helping = {place.helper for place in there if place.helper}
    return [
        player
        for player in everybody
        if player.takes_turns
        and player.pk not in seated
        and player.person_id not in helping
        and player.plays_in(number)
    ]


def by_participant(found: Iterable[Place]) -> dict[UUID, dict[int, Place]]:
    """Return the place of each participant in each round."""
    own: dict[UUID, dict[int, Place]] = defaultdict(dict)
    for place in found:
        own[place.participant][place.round] = place
    return own


def by_table(found: Iterable[Place]) -> dict[tuple[int, int], list[Place]]:
    """Return who sits at each table, by round and number of the table, in playing order."""
    tables: dict[tuple[int, int], list[Place]] = defaultdict(list)
    for place in found:
        tables[place.round, place.table].append(place)
    return tables


def _in_order(seats: QuerySet[Seat]) -> QuerySet[Seat]:
    return seats.select_related("round", "table", "participant", "substitute").order_by(
        "round__number", "table__number", "seat"
    )


def _place(seat: Seat) -> Place:
    own, other, since = seat.sitter
    if seat.substitute and not other:
        other = seat.substitute.name
    return Place(
        round=seat.round.number,
        table=seat.table.number,
        table_id=seat.table_id,
        seat=seat.seat,
        participant=seat.participant_id,
        sitter=Sitter(own, other, since),
        helper=seat.substitute_id,
    )
