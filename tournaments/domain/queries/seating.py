"""The seating as a director sees it: every round, who sits out, and what the evening costs."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from lhombre_club.members.models import Person
from tournaments.domain.accounts import deals_at
from tournaments.domain.queries.events import Meetings
from tournaments.domain.seating_field import EveningField, RoundField, TableField, read
from tournaments.domain.seating_plans import free_people
from tournaments.models import Event, Participant, Round, Wish
from tournaments.seating import Cost, Name, costs, total
from tournaments.seating.bounds import least_repeats
from tournaments.seating.costs import ANY_SEAT
from tournaments.seating.layout import Layout
from tournaments.seating.plan import Rounds, meetings, repeats


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
    participants: tuple[Participant, ...]
    late: tuple[Participant, ...]
    """They play from a round that is not the first."""
    withdrawn: tuple[Participant, ...]
    """They do not play to the end."""
    free: tuple[Person, ...]
    """They are here, and play only where somebody is missing."""
    wishes: tuple[Wish, ...]


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
        meetings=_meetings(field),
        participants=field.participants,
        late=tuple(one for one in field.participants if one.from_round > 1),
        withdrawn=tuple(one for one in field.participants if one.to_round is not None),
        free=tuple(free_people(field)),
        wishes=field.wishes,
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


def _meetings(field: EveningField) -> Meetings:
    """Count repeated meetings; the bound holds where all rounds are alike, else by counting."""
    rounds, byes = field.whole()
    sizes = {tuple(sorted(map(len, tables), reverse=True)) for tables in rounds}
    out = {len(here) for here in byes}
    if len(sizes) == len(out) == 1:
        full = tuple(size for size in sizes.pop() if size)
        return Meetings(repeats(rounds), least_repeats(Layout(full, out.pop()), len(rounds)))
    players = len({player for tables in rounds for table in tables for player in table})
    pairs = sum(meetings(rounds).values())
    return Meetings(repeats(rounds), max(0, pairs - players * (players - 1) // 2))


def _concerns(field: EveningField) -> Iterable[Concern]:
    """Say of each cost whom it concerns, where it concerns somebody."""
    rounds, byes = field.whole()
    asked = field.asked()
    met, first = meetings(rounds), meetings(rounds[:1])
    out = Counter(player for here in byes for player in here)
    away: dict[tuple[int, ...], int] = {
        (player,): _away(rounds, player, *own) for player, own in asked.seats.items()
    }
    counted: tuple[tuple[Name, Mapping[tuple[int, ...], int]], ...] = (
        (Name.REPEATS, {pair: times for pair, times in sorted(met.items()) if times > 1}),
        (Name.APART, {pair: met[pair] for pair in sorted(asked.apart)}),
        (Name.TOGETHER, {pair: len(rounds) - met[pair] for pair in sorted(asked.together)}),
        (Name.FIXED_SEAT, away),
        (Name.FIRST_ROUND, {pair: first[pair] for pair in sorted(asked.first_round)}),
        (Name.BYES, {(player,): times for player, times in sorted(out.items())}),
    )
    return (
        Concern(name, field.names(players), times)
        for name, found in counted
        for players, times in found.items()
        if times
    )


def _away(rounds: Rounds, player: int, table: int, seat: int) -> int:
    """Return in how many rounds somebody is not at his own seat."""
    there = (tables[table] for tables in rounds if table < len(tables))
    return len(rounds) - sum(
        player in players and seat in {ANY_SEAT, players.index(player)} for players in there
    )
