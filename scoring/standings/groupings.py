"""The same lines as the tables of players, substitutes, pairs, teams and divisions."""

from collections.abc import Iterable, Mapping

from scoring.standings.lines import StandingsLine, gathered, with_handicap


def by_place(lines: Iterable[StandingsLine]) -> tuple[StandingsLine, ...]:
    """One line for each place: it keeps the points, whoever played in it."""
    return gathered(lines, lambda line: line.key)


def by_player(lines: Iterable[StandingsLine]) -> tuple[StandingsLine, ...]:
    """One line for each who played: a substitute has what he did for others and for himself."""
    return gathered(lines, lambda line: line.player or line.key)


def by_team(
    lines: Iterable[StandingsLine],
    members: Mapping[str, str],
    given: Mapping[str, int] | None = None,
) -> tuple[StandingsLine, ...]:
    """The sums of pairs or teams, also of one that has not played, as the members name them.

    ``members`` says by place in which team it is; who is in none counts for none.

    A handicap of a team itself is in ``given``; that of a member is in his line.
    """
    inside = (line for line in lines if line.key in members)
    teams = gathered(inside, lambda line: members[line.key], members.values())
    return with_handicap(teams, given or {})


def divisions(
    lines: Iterable[StandingsLine], of: Mapping[str, str]
) -> Mapping[str, tuple[StandingsLine, ...]]:
    """The lines of each division, to be ranked by itself; '' holds those who are in none."""
    parted: dict[str, tuple[StandingsLine, ...]] = {}
    for line in lines:
        division = of.get(line.key, "")
        parted[division] = (*parted.get(division, ()), line)
    return parted
