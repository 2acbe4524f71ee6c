"""What a table gained on the others with the same cards, in each role; no query."""

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum, unique
from fractions import Fraction

from tournaments.folders.queries.compared import Played

Points = Mapping["Role", Fraction]
"""By role; a role that nobody had is left out."""


@unique
class Role(StrEnum):
    """What a player is in a deal."""

    DECLARER = "declarer"
    """Who declares, alone or with others who joined him."""
    DEFENDER = "defender"
    SITTER = "sitter"
    """Who is dealt no cards, or in pairs hands his over."""


def by_role(played: Played) -> Points:
    """Return what each of those in a role got, on average; nothing where all passed."""
    if not played.declarers:
        return {}
    got: dict[Role, list[int]] = {}
    for seat, points in enumerate(played.points):
        got.setdefault(_role(played, seat), []).append(points)
    return {role: Fraction(sum(each), len(each)) for role, each in got.items()}


def averages(tables: Iterable[Played]) -> Points:
    """Return what a role got on average at the tables that had it."""
    return _means(by_role(each) for each in tables)


def gains(played: Played, average: Points) -> Points:
    """Return how much more than ``average`` each role of a table got."""
    return {role: points - average[role] for role, points in by_role(played).items()}


def by_table(folders: Iterable[Sequence[Played]]) -> dict[tuple[int, int], Points]:
    """Return what each table gained in all folders together, by its round and number."""
    summed: dict[tuple[int, int], dict[Role, Fraction]] = {}
    for there in folders:
        average = averages(there)
        for each in there:
            own = summed.setdefault((each.round, each.table), {})
            for role, gain in gains(each, average).items():
                own[role] = own.get(role, Fraction()) + gain
    return dict(sorted(summed.items()))


def _role(played: Played, seat: int) -> Role:
    if seat in played.declarers:
        return Role.DECLARER
    return Role.SITTER if seat in played.sitters else Role.DEFENDER


def _means(found: Iterable[Points]) -> Points:
    got: dict[Role, list[Fraction]] = {}
    for points in found:
        for role, each in points.items():
            got.setdefault(role, []).append(each)
    return {role: sum(each, Fraction()) / len(each) for role, each in got.items()}
