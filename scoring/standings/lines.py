"""What a player brings to the standings: figures that add up."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

PARTS: Final = 60
"""Into so many parts every number of seats and of opponents divides a point: sums stay whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsLine:
    """The figures of one player, pair or team: of one seat at one table, or a sum of such.

    What depends on the table (the last three) is filled in by ``at_table``; without it they are
    nothing.
    """

    key: str
    """Opaque: whose line it is, and who keeps the points."""
    player: str = ""
    """Opaque: the substitute who played in the place; empty if nobody did."""
    points: int = 0
    """All that the account moved, penalties included."""
    penalties: int = 0
    """The part of ``points`` that penalties are: never above nothing."""
    handicap: int = 0
    """Points given beside what was played; no account has them."""
    won: int = 0
    """Games won as declarer."""
    kodille: int = 0
    """Games lost as declarer with fewer tricks than a defender."""
    highest: int = 0
    """Value of the highest contract won as declarer, points per opponent; 0 if none was won."""
    deals: int = 0
    """Deals in which cards were held."""
    parts_per_opponent: int = 0
    """See ``per_opponent``; sixtieths of a point."""
    parts_beside_mean: int = 0
    """See ``deviation``; sixtieths of a point."""
    sizes: frozenset[int] = frozenset()
    """How many sat at the tables."""
    has_games: bool = True
    """False: only the points and the deals are known; no figure of a game, none of the table."""

    @property
    def played(self) -> int:
        """What the account moved beside penalties."""
        return self.points - self.penalties

    @property
    def total(self) -> int:
        """What counts when points are compared as they are: the account and the handicap."""
        return self.points + self.handicap

    @property
    def per_opponent(self) -> Fraction:
        """Points for each opponent with whom a game is settled; penalties count whole."""
        return Fraction(self.parts_per_opponent, PARTS)

    @property
    def deviation(self) -> Fraction:
        """Points beside the mean of the table; penalties count whole, and are nobody's gain."""
        return Fraction(self.parts_beside_mean, PARTS)

    @property
    def per_active_deal(self) -> Fraction:
        """``total`` for each deal in which cards were held; 0 without deals."""
        return Fraction(self.total, self.deals) if self.deals else Fraction(0)


def at_table(seats: Sequence[StandingsLine], *, opponents: int) -> tuple[StandingsLine, ...]:
    """The lines of one table's seats, with what only the whole table can say.

    ``opponents`` is with how many a declarer settles: 2, or where the sitters pay as well one
    fewer than sit there; in a pot account 1, the pot. In a table of three it is 2 in any case.
    Raises ``ValueError`` if a point does not part among so many evenly in sixtieths.

    >>> seats = [
    ...     StandingsLine(key=key, points=points)
    ...     for key, points in (("a", 6), ("b", -2), ("c", -1))
    ... ]
    >>> [str(line.deviation) for line in at_table(seats, opponents=2)]
    ['5', '-3', '-2']
    """
    size = len(seats)
    if PARTS % opponents or PARTS % size:
        message = f"no table has {size} seats and {opponents} opponents"
        raise ValueError(message)
    mean = PARTS // size * sum(seat.points - seat.penalties for seat in seats)
    for_each, sizes = PARTS // opponents, frozenset({size})
    return tuple(
        replace(
            seat,
            parts_per_opponent=for_each * (seat.points - seat.penalties) + PARTS * seat.penalties,
            parts_beside_mean=PARTS * seat.points - mean,
            sizes=sizes,
        )
        for seat in seats
    )


def summed(key: str, lines: Iterable[StandingsLine]) -> StandingsLine:
    """The sum of ``lines``, as the line of ``key``; a line of noughts if there are none."""
    points = penalties = handicap = won = kodille = highest = deals = 0
    per_opponent = beside_mean = 0
    sizes: frozenset[int] = frozenset()
    has_games = True
    for line in lines:
        points += line.points
        penalties += line.penalties
        handicap += line.handicap
        won += line.won
        kodille += line.kodille
        highest = max(highest, line.highest)
        deals += line.deals
        per_opponent += line.parts_per_opponent
        beside_mean += line.parts_beside_mean
        sizes |= line.sizes
        has_games &= line.has_games
    return StandingsLine(
        key=key,
        points=points,
        penalties=penalties,
        handicap=handicap,
        won=won,
        kodille=kodille,
        highest=highest,
        deals=deals,
        parts_per_opponent=per_opponent,
        parts_beside_mean=beside_mean,
        sizes=sizes,
        has_games=has_games,
    )


def gathered(
    lines: Iterable[StandingsLine], whose: Callable[[StandingsLine], str], keys: Iterable[str] = ()
) -> tuple[StandingsLine, ...]:
    """One sum for each key that ``whose`` gives, those of ``keys`` first, even without a line."""
    parts: dict[str, list[StandingsLine]] = {key: [] for key in keys}
    for line in lines:
        parts.setdefault(whose(line), []).append(line)
    return tuple(summed(key, own) for key, own in parts.items())


def with_handicap(
    lines: Iterable[StandingsLine], given: Mapping[str, int]
) -> tuple[StandingsLine, ...]:
    """``lines``, each with the points that ``given`` has for its key.

    Given to the lines of a round it is a handicap for each round, given to those of an event one
    for the event.
    """
    return tuple(replace(line, handicap=line.handicap + given.get(line.key, 0)) for line in lines)
