"""Plans by number for the emergency pack: for as many as are expected, some fewer, some more."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import Final

from tournaments.models import Event
from tournaments.plans import FieldError, Plan, plan
from tournaments.plans.leagues import FEWEST_TEAMS, LeagueError, LeagueRound, round_robin
from tournaments.plans.matches import PAIRED, team_tables
from tournaments.plans.planner import FEWEST_PLAYERS
from tournaments.teams.pages.teams import division_title
from tournaments.teams.queries import settings_of
from tournaments.words.figures import short_pair, signed

MORE_OR_FEWER: Final = 3
"""How many may stay away, or come unannounced, and still find a plan."""
MORE_OR_FEWER_TEAMS: Final = 1
PAIR_NAMES: Final = "ab"


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of a plan: the numbers that sit there in each round."""

    number: int
    rounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Numbered:
    """A number to be given; the name is empty for those who come unannounced."""

    number: int
    name: str
    handicap: str = ""
    """Empty where none is given."""


@dataclass(frozen=True, slots=True)
class Group:
    """Those who get numbers of one row: everybody, or a division."""

    title: str
    """Empty where there is only one."""
    numbered: tuple[Numbered, ...]

    @property
    def handicapped(self) -> bool:
        """Whether anybody is given points beside what is played."""
        return any(each.handicap for each in self.numbered)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberPlan:
    """Who sits where, by numbers, if so many come."""

    group: str
    count: int
    lines: tuple[TableLine, ...]
    byes: tuple[str, ...]
    """Of each round; empty where nobody ever sits out."""
    sheets: Mapping[int, int]
    """By size of table, how many sheets the evening needs."""

    @property
    def rounds(self) -> int:
        """How many are played."""
        return len(self.lines[0].rounds)


def groups(event: Event) -> list[Group]:
    """Return who has which number, with some lines for those who come unannounced."""
    if event.kind == Event.Kind.INDIVIDUAL:
        names = [(player.name, 0) for player in event.participants.playing()]
        return [_group("", names, MORE_OR_FEWER)]
    teams = event.teams.order_by("division", "number")
    parts = [(each, list(found)) for each, found in groupby(teams, key=lambda one: one.division)]
    return [
        _group(
            division_title(division) if len(parts) > 1 else "",
            [(team.name, team.handicap) for team in found],
            MORE_OR_FEWER_TEAMS,
        )
        for division, found in parts
    ]


def plans(event: Event) -> list[NumberPlan]:
    """Return the plans; where so few or so many have none, it is left out: see ``without``."""
    if event.kind == Event.Kind.INDIVIDUAL:
        return list(_individual(event))
    return [each for group in groups(event) for each in _matches(event, group)]


def without(event: Event, found: Sequence[NumberPlan]) -> list[int]:
    """Return the numbers among those that may come for which there is no plan, ascending.

    So few that nobody could play are not among them.
    """
    fewest = FEWEST_PLAYERS if event.kind == Event.Kind.INDIVIDUAL else FEWEST_TEAMS
    planned = {(each.group, each.count) for each in found}
    asked = {(group.title, count) for group in groups(event) for count in _counts(event, group)}
    return sorted({count for _group, count in asked - planned if count >= fewest})


def _counts(event: Event, group: Group) -> range:
    """Return how many of a group may come, for all that is known."""
    more = MORE_OR_FEWER if event.kind == Event.Kind.INDIVIDUAL else MORE_OR_FEWER_TEAMS
    most = len(group.numbered)
    return range(most - 2 * more, most + 1)


def sheets(found: Sequence[NumberPlan]) -> Counter[int]:
    """Return how many sheets for each size of table are enough, whichever plan is taken."""
    needed: dict[str, Counter[int]] = {}
    for each in found:
        needed[each.group] = needed.get(each.group, Counter()) | Counter(each.sheets)
    return sum(needed.values(), Counter())


def _group(title: str, known: Sequence[tuple[str, int]], more: int) -> Group:
    """Return the known by name and handicap, and below them some lines without a name."""
    every = enumerate([*known, *[("", 0)] * more], start=1)
    lines = (
        Numbered(n, short_pair(name), signed(given) if given else "") for n, (name, given) in every
    )
    return Group(title, tuple(lines))


def _individual(event: Event) -> Iterator[NumberPlan]:
    (group,) = groups(event)
    for players in _counts(event, group):
        found = _plan(players, event.planned_rounds, event.seed, tuple(event.tables_of))
        if found is not None:
            yield NumberPlan(
                group="",
                count=players,
                lines=tuple(
                    TableLine(number, tuple(_numbers(table) for table in seated))
                    for number, seated in enumerate(zip(*found.rounds, strict=True), start=1)
                ),
                byes=tuple(_numbers(away) for away in found.byes),
                sheets=Counter(len(table) for tables in found.rounds for table in tables),
            )


@lru_cache(maxsize=4 * MORE_OR_FEWER)
def _plan(players: int, rounds: int, seed: int, tables_of: tuple[int, ...]) -> Plan | None:
    """Return a plan, which takes a moment; None where so few or so many have none."""
    try:
        return plan(players, rounds, seed, tables_of=tables_of)
    except FieldError:
        return None


def _matches(event: Event, group: Group) -> Iterator[NumberPlan]:
    drawn = settings_of(event)
    for count in _counts(event, group):
        try:
            schedule = round_robin(
                count,
                byes_on_purpose=bool(drawn["byes_on_purpose"]),
                times=int(str(drawn["times"])),
            )
        except LeagueError:
            continue
        seated = [list(_tables(each, teams=event.kind == Event.Kind.TEAMS)) for each in schedule]
        evening = seated[:1] if drawn["days"] else seated
        yield NumberPlan(
            group=group.title,
            count=count,
            lines=tuple(
                TableLine(number, tuple(row))
                for number, row in enumerate(zip_longest(*seated, fillvalue="–"), start=1)
            ),
            byes=tuple(_numbers(each.byes) for each in schedule) if schedule[0].byes else (),
            sheets={PAIRED: max(map(len, evening)) * len(evening)},
        )


def _tables(each: LeagueRound, *, teams: bool) -> Iterator[str]:
    for match in each.matches:
        if not teams:
            yield f"{match[0] + 1} – {match[1] + 1}"
            continue
        for (one, first), (other, second) in team_tables(match):
            yield f"{one + 1}{PAIR_NAMES[first]} – {other + 1}{PAIR_NAMES[second]}"


def _numbers(which: Sequence[int]) -> str:
    return " ".join(str(each + 1) for each in which)
