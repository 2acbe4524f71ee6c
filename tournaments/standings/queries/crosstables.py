"""What pairs and teams have won from each other, and what follows for the next season."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from tournaments.models import Event, Team
from tournaments.plans.leagues import exchanged
from tournaments.standings.queries.standings import standings
from tournaments.teams.queries import LeagueRound


@dataclass(frozen=True, slots=True)
class Meeting:
    """What one team has won from another so far, over all tables at which they met."""

    points: int


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One team against all others of its division."""

    team: Team
    meetings: tuple[Meeting | None, ...]
    """By the order of the rows; None where they have not met, and for the team itself."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Who has won how much from whom in one division."""

    division: str
    rows: tuple[CrossRow, ...]


@dataclass(frozen=True, slots=True)
class Mover:
    """A team in the next season."""

    name: str
    moved: int
    """1: it goes a division down; -1: up; 0: it stays."""


@dataclass(frozen=True, slots=True)
class NextDivision:
    """A division of the next season."""

    name: str
    teams: tuple[Mover, ...]


def crosstables(event: Event, drawn: Sequence[LeagueRound]) -> list[Crosstable]:
    """Return who has won how much from whom, division by division; one query."""
    met = _meetings(drawn)
    divisions: dict[str, list[Team]] = defaultdict(list)
    for team in event.teams.all():
        divisions[team.division].append(team)
    return [
        Crosstable(
            division,
            tuple(
                CrossRow(one, tuple(met.get((one.pk, other.pk)) for other in inside))
                for one in inside
            ),
        )
        for division, inside in sorted(divisions.items())
    ]


def most_moving(event: Event) -> int:
    """Return how many can go up and down: half of the smallest division, or it is none any more."""
    sizes = Counter(event.teams.values_list("division", flat=True))
    return min(sizes.values(), default=0) // 2


def next_divisions(event: Event, moving: int) -> list[NextDivision] | None:
    """Return the divisions of the next season, the highest first, if so many change places.

    The divisions stand in the order of their names. None where more than ``most_moving`` would.
    """
    found = standings(event)
    rows = found.team_divisions or {"": found.teams}
    now = [[row.number for row in inside] for inside in rows.values()]
    if len(now) > 1 and not 0 <= moving <= most_moving(event):
        return None
    following = exchanged(now, moving if len(now) > 1 else 0)
    names = {row.number: row.name for inside in rows.values() for row in inside}
    was = {number: place for place, inside in enumerate(now) for number in inside}
    return [
        NextDivision(
            name,
            tuple(Mover(names[number], place - was[number]) for number in inside),
        )
        for place, (name, inside) in enumerate(zip(rows, following, strict=True))
    ]


def _meetings(drawn: Sequence[LeagueRound]) -> Mapping[tuple[UUID, UUID], Meeting]:
    met: dict[tuple[UUID, UUID], Meeting] = {}
    for match in (match for round_ in drawn if round_.is_released for match in round_.matches):
        for table in match.tables:
            if table.state.entered:
                for one, other in ((match.home, match.away), (match.away, match.home)):
                    before = met.get((one.pk, other.pk), Meeting(0))
                    met[one.pk, other.pk] = Meeting(before.points + table.points(one.pk))
    return met
