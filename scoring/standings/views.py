"""The same lines as the tables of players, substitutes, pairs, teams and divisions."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.standings.lines import Line, gathered, with_handicap


def by_place(lines: Iterable[Line]) -> tuple[Line, ...]:
    """One line for each place: it keeps the points, whoever played in it."""
    return gathered(lines, lambda line: line.key)


def by_player(lines: Iterable[Line]) -> tuple[Line, ...]:
    """One line for each who played: a substitute has what he did for others and for himself."""
    return gathered(lines, lambda line: line.player or line.key)


@dataclass(frozen=True, slots=True)
class Teams:
    """The lines of pairs or teams."""

    lines: tuple[Line, ...]
    """Every team, in the order in which the members name them; also one that has not played."""
    strays: tuple[Line, ...]
    """Lines of those who are in no team: they count for none, and are shown apart."""


def by_team(
    lines: Iterable[Line], members: Mapping[str, str], given: Mapping[str, int] | None = None
) -> Teams:
    """The sums of pairs or teams; ``members`` says by place in which team it is.

    A handicap of a team itself is in ``given``; that of a member is in his line.
    """
    known = list(lines)
    inside = (line for line in known if line.key in members)
    teams = gathered(inside, lambda line: members[line.key], members.values())
    return Teams(
        lines=with_handicap(teams, given or {}),
        strays=by_place(line for line in known if line.key not in members),
    )


def divisions(lines: Iterable[Line], of: Mapping[str, str]) -> Mapping[str, tuple[Line, ...]]:
    """The lines of each division, to be ranked by itself; '' holds those who are in none."""
    parted: dict[str, tuple[Line, ...]] = {}
    for line in lines:
        division = of.get(line.key, "")
        parted[division] = (*parted.get(division, ()), line)
    return parted
