"""The seating as a director sees it: every round, who sits out, and what the evening costs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from lhombre_club.members.models import Person
from tournaments.book.accounts import deals_at
from tournaments.models import Event, Participant, Round
from tournaments.plans import Cost, Name, costs, total
from tournaments.plans.costs import ANY_SEAT, at_threes, both, returns
from tournaments.plans.plan import Rounds, meetings
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.domain.evening import EveningField, RoundField, TableField, read
from tournaments.seating.domain.facts import (
    Dealt,
    Wished,
    as_stored,
    dealt_of,
    meetings_of,
    wished_of,
)
from tournaments.seating.domain.options import free_people


class RoundStage(StrEnum):
    """How far a round is."""

    PLANNED = "planned"
    """It has no tables yet."""
    DRAFT = "draft"
    RELEASED = "released"
    BEGUN = "begun"
    FINAL = "final"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedTable:
    """A table of a round."""

    id: UUID
    number: int
    locked: bool
    first_dealer: int
    """The seat that deals first."""
    deals: int
    players: tuple[Participant, ...]
    """By seat, in playing order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatedRound:
    """A round: its tables, and who plays in it without a seat."""

    id: UUID | None
    """None: it is planned, and not drawn."""
    number: int
    stage: RoundStage
    tables: tuple[SeatedTable, ...]
    byes: tuple[Participant, ...]

    @property
    def is_open(self) -> bool:
        """Whether it may be seated otherwise."""
        return self.stage in {RoundStage.PLANNED, RoundStage.DRAFT, RoundStage.RELEASED}


@dataclass(frozen=True, slots=True)
class Concern:
    """Whom one of the costs concerns."""

    name: Name
    names: tuple[str, ...]
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The whole evening."""

    rounds: tuple[SeatedRound, ...]
    costs: tuple[Cost, ...]
    """A cost of nothing too."""
    total: int
    concerns: tuple[Concern, ...]
    """Whom the costs concern, in the order of the costs; not every cost concerns somebody."""
    meetings: Meetings
    deals: Dealt
    participants: tuple[Participant, ...]
    late: tuple[Participant, ...]
    """They play from a round that is not the first."""
    free: tuple[Person, ...]
    """They are here, and play only where somebody is missing."""
    wished: tuple[Wished, ...]
    """Each wish, and whether it is kept."""
    mark: str
    """By what this plan is known again."""


def seating_of(event: Event) -> Seating:
    """Return the seating of an event; six queries, however many play."""
    field = read(event)
    rounds, byes = field.whole()
    asked = field.asked()
    listed = costs(rounds, asked, byes)
    return Seating(
        rounds=tuple(_round(field, one) for one in field.rounds),
        costs=listed,
        total=total(listed),
        concerns=tuple(_concerns(field)),
        meetings=meetings_of(field, as_stored(field)),
        deals=dealt_of(field, as_stored(field)),
        participants=field.participants,
        late=tuple(one for one in field.participants if one.from_round > 1),
        free=tuple(free_people(field)),
        wished=wished_of(field, as_stored(field)),
        mark=field.mark,
    )


def _round(field: EveningField, one: RoundField) -> SeatedRound:
    return SeatedRound(
        id=one.id,
        number=one.number,
        stage=_stage(one),
        tables=tuple(_table(field, table) for table in one.tables),
        byes=tuple(field.participants[player] for player in field.byes(one.number)),
    )


def _table(field: EveningField, table: TableField) -> SeatedTable:
    return SeatedTable(
        id=table.id,
        number=table.number,
        locked=table.locked,
        first_dealer=table.first_dealer,
        deals=deals_at(field.event, len(table.players)),
        players=tuple(field.participants[player] for player in table.players),
    )


def _stage(one: RoundField) -> RoundStage:
    if one.state == Round.State.FINAL:
        return RoundStage.FINAL
    if one.begun:
        return RoundStage.BEGUN
    if not one.tables:
        return RoundStage.PLANNED
    return RoundStage(one.state)


def _concerns(field: EveningField) -> Iterable[Concern]:
    """Say of each cost whom it concerns, where it concerns somebody."""
    rounds, byes = field.whole()
    asked = field.asked()
    met, first = meetings(rounds), meetings(rounds[:1])
    out = Counter(player for here in byes for player in here)
    threes, share = at_threes(rounds, byes)
    away: dict[tuple[int, ...], int] = {
        (player,): both(rounds, byes, player, player) - _at_home(rounds, player, *own)
        for player, own in asked.seats.items()
    }
    counted: tuple[tuple[Name, Mapping[tuple[int, ...], int]], ...] = (
        (Name.REPEATS, {pair: times for pair, times in sorted(met.items()) if times > 1}),
        (
            Name.SAME_TABLE,
            {(player,): times for player, times in sorted(returns(rounds, asked.seats).items())},
        ),
        (Name.APART, {pair: met[pair] for pair in sorted(asked.apart)}),
        (
            Name.TOGETHER,
            {pair: both(rounds, byes, *pair) - met[pair] for pair in sorted(asked.together)},
        ),
        (Name.FIXED_SEAT, away),
        (Name.FIRST_ROUND, {pair: first[pair] for pair in sorted(asked.first_round)}),
        (
            Name.THREES,
            {(player,): times for player, times in sorted(threes.items()) if times > share},
        ),
        (Name.BYES, {(player,): times for player, times in sorted(out.items())}),
    )
    return (
        Concern(name, field.names(players), times)
        for name, found in counted
        for players, times in found.items()
        if times
    )


def _at_home(rounds: Rounds, player: int, table: int, seat: int) -> int:
    """Return in how many rounds somebody is at his own seat."""
    there = (tables[table] for tables in rounds if table < len(tables))
    return sum(player in players and seat in {ANY_SEAT, players.index(player)} for players in there)
