"""Events as the director sees them: how far each table is."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.db.models import Count, Q
from django.utils import timezone

from tournaments.book.accounts import deals_at
from tournaments.models import SITTER, Event, Participant, Revision, Round, Seat, Sitter, Table
from tournaments.review.domain.rounds import protests_until
from tournaments.words.figures import Progress

Seated: TypeAlias = tuple[UUID, str, str]
"""A participant, his name, and who sits there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableState:
    """A table of a round: who sits there, and how many deals are in."""

    id: UUID
    number: int
    first_dealer: int
    names: tuple[str, ...]
    """By seat, in playing order."""
    players: tuple[UUID, ...]
    """Keys of the participants, by seat: two of them may have the same name."""
    at_table: tuple[str, ...]
    """Names of who plays there, by seat: a substitute where there is one."""
    progress: Progress

    @property
    def entered(self) -> int:
        """Deals that leave nothing to enter."""
        return self.progress.settled

    @property
    def deals(self) -> int:
        """Deals that there are."""
        return self.progress.deals

    @property
    def is_complete(self) -> bool:
        """Whether no deal is left to enter."""
        return self.entered >= self.deals


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """A round and its tables."""

    id: UUID
    number: int
    is_released: bool
    """The room may see it: it is released, or closed since."""
    is_final: bool
    """It is closed: what was played is corrected, not entered."""
    protests_until: dt.datetime | None
    """While it is provisional: until when protests are received."""
    tables: tuple[TableState, ...]
    byes: tuple[str, ...] = ()
    """Names of those who play in the event and have no chair of their own in it."""
    out: tuple[str, ...] = ()
    """Of those, who sit it out: not who plays for somebody else, or is in no pair or team."""

    @property
    def is_complete(self) -> bool:
        """Whether every sheet is in."""
        return all(table.is_complete for table in self.tables)

    @property
    def is_over(self) -> bool:
        """Whether no sheet is awaited: all are in, or it was closed as far as it was played."""
        return self.is_final or self.is_complete

    @property
    def waits_for_closing(self) -> bool:
        """Whether nothing is left of it but to close it: it is full, and takes no protests."""
        until = self.protests_until
        over = until is None or until <= timezone.now()
        return self.is_released and self.is_complete and not self.is_final and over

    @property
    def progress(self) -> Progress:
        """How far its tables are together."""
        return sum((table.progress for table in self.tables), Progress())

    @property
    def entered(self) -> int:
        """Deals that leave nothing to enter."""
        return self.progress.settled

    @property
    def deals(self) -> int:
        """Deals that there are."""
        return self.progress.deals


@dataclass(frozen=True, slots=True)
class Meetings:
    """What a plan promises about who meets whom."""

    repeated: int
    """Meetings beyond the first, summed over all pairs of players."""
    unavoidable: int
    """No plan of so many tables and rounds has fewer."""
    stands: bool = False
    """Whether that is known only of the plans that keep what is played or locked."""
    stand_ins: bool = False
    """Whether somebody plays on the chair of another, whom no meeting counts."""

    @property
    def are_proved_best(self) -> bool:
        """Whether no other plan has fewer repeated meetings."""
        return self.repeated == self.unavoidable


def rounds(event: Event, *, named: bool = True) -> list[RoundState]:
    """The event's rounds with their tables; five queries, however many there are.

    Without names it is only said how far they are, and none of the seats is read.
    """
    known = _known(Q(table__round__event=event))
    seats, helping = _seated(event) if named else ({}, {})
    tables: dict[UUID, list[TableState]] = defaultdict(list)
    of_event = Table.objects.filter(round__event=event).order_by("number")
    for table in of_event.annotate(chairs=Count("seats")):
        done = known.get(table.pk, Progress()) + Progress(deals=deals_at(event, table.chairs))
        tables[table.round_id].append(_state(table, seats.get(table.pk, []), done))
    everybody = list(event.participants.all()) if named else []
    in_turn = [one for one in everybody if one.takes_turns]
    return [
        RoundState(
            id=round_.pk,
            number=round_.number,
            is_released=round_.state in Round.SHOWN,
            is_final=round_.state == Round.State.FINAL,
            protests_until=_protests_until(event, round_),
            tables=tuple(tables[round_.pk]),
            byes=_without_seat(round_.number, everybody, tables[round_.pk]),
            out=_without_seat(
                round_.number,
                [one for one in in_turn if one.person_id not in helping.get(round_.pk, ())],
                tables[round_.pk],
            ),
        )
        for round_ in event.rounds.all()
    ]


def _state(table: Table, seats: Sequence[Seated], progress: Progress) -> TableState:
    return TableState(
        id=table.pk,
        number=table.number,
        first_dealer=table.first_dealer,
        names=tuple(name for _, name, _ in seats),
        players=tuple(player for player, _, _ in seats),
        at_table=tuple(sits for _, _, sits in seats),
        progress=progress,
    )


def _seated(event: Event) -> tuple[dict[UUID, list[Seated]], dict[UUID, set[UUID]]]:
    """Return the seats of each table, and who plays for another in each round; one query."""
    seats: dict[UUID, list[Seated]] = defaultdict(list)
    helping: dict[UUID, set[UUID]] = defaultdict(set)
    rows = Seat.objects.filter(round__event=event).order_by("seat")
    columns = ("round_id", "table_id", "substitute_id", "participant_id", *SITTER)
    for in_round, at, helper, player, *facts in rows.values_list(*columns):
        sitter = Sitter(*facts)
        helping[in_round] |= {helper} - {None}
        seats[at].append((player, sitter.player, str(sitter)))
    return seats, helping


def is_final(event: Event, plan: Sequence[RoundState]) -> bool:
    """Whether every planned round of an event is closed, so that only a correction moves it.

    Of an evening that was broken off, every round that the room has seen.
    """
    shown = [round_ for round_ in plan if round_.is_released]
    over = event.abandoned or len(shown) == len(plan) >= event.planned_rounds
    return bool(shown) and over and all(round_.is_final for round_ in shown)


def next_missing(table: Table) -> UUID | None:
    """Return the next table of the round that lacks a deal, by its number and around.

    ``table`` comes with its round and event. The number of queries does not grow with the tables.
    """
    states = next(each for each in rounds(table.round.event) if each.id == table.round_id).tables
    behind = sorted(states, key=lambda each: (each.number <= table.number, each.number))
    return next((each.id for each in behind if not each.is_complete), None)


def played_before(table: Table) -> int | None:
    """Return the round that those at ``table`` still play before its own, on the same day.

    None where they play none. ``table`` comes with its round and event; two queries at most.
    """
    event, here = table.round.event, table.round
    if here.number == 1:
        return None
    theirs = Seat.objects.filter(
        participant__in=table.seats.values("participant"),
        round__number__lt=here.number,
        round__state=Round.State.RELEASED,
    )
    found = Table.objects.filter(pk__in=theirs.values("table")).annotate(chairs=Count("seats"))
    tables = list(found.select_related("round").order_by("round__number"))
    known = _known(Q(table__in=tables)) if tables else {}
    lacking = (
        each.round.number
        for each in tables
        if known.get(each.pk, Progress()).settled < deals_at(event, each.chairs)
        and (each.round.date or event.date) == (here.date or event.date)
    )
    return next(lacking, None)


def _protests_until(event: Event, round_: Round) -> dt.datetime | None:
    round_.event = event
    return protests_until(round_)


def _without_seat(
    number: int, everybody: Iterable[Participant], tables: Iterable[TableState]
) -> tuple[str, ...]:
    """Return who plays in a round and has no seat; not who comes later, or has left."""
    seated = {player for table in tables for player in table.players}
    return tuple(
        one.name
        for one in everybody
        if one.pk not in seated
        and one.from_round <= number
        and (one.to_round is None or number <= one.to_round)
    )


def _known(asked: Q) -> dict[UUID, Progress]:
    """What is known of the deals of each table, by its latest revisions; ``asked`` says of which.

    A deal that a player has taken back is not known; one that a director has ruled out leaves
    nothing to enter, and was not played for all that.
    """
    bare = Q(record__isnull=True)
    counted = (
        Revision.objects.newest()
        .filter(asked)
        .order_by("table")
        .values_list("table")
        .annotate(
            played=Count("deal", filter=~bare),
            unplayed=Count("deal", filter=bare & Q(ruling=Revision.Ruling.NOT_PLAYED)),
            annulled=Count("deal", filter=bare & Q(ruling=Revision.Ruling.ANNULLED)),
        )
    )
    return {table: Progress(*figures) for table, *figures in counted}
