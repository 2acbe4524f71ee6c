"""How a field divides into tables, and who must sit out."""

from dataclasses import dataclass
from itertools import count

THREES_AND_FOURS = (3, 4)
FOURS_AND_FIVES = (4, 5)
SIZES = frozenset({3, 4, 5})
FULL = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of one round: their sizes, and how many players have none."""

    sizes: tuple[int, ...]
    """Tables of four first."""
    byes: int = 0

    @property
    def players(self) -> int:
        """Everybody, those sitting out included."""
        return sum(self.sizes) + self.byes

    @property
    def pairs(self) -> int:
        """How many pairs meet in a round."""
        return sum(size * (size - 1) // 2 for size in self.sizes)

    def odd(self, size: int) -> int:
        """Return how many tables have ``size`` players."""
        return self.sizes.count(size)


def layout(players: int, tables_of: tuple[int, ...]) -> Layout:
    """Return the tables for ``players``: fewest byes first, then most tables of four.

    >>> layout(11, (3, 4)).sizes, layout(5, (3, 4)), layout(13, (4, 5)).sizes
    ((4, 4, 3), Layout(sizes=(4,), byes=1), (4, 4, 5))
    """
    if not tables_of or not SIZES.issuperset(tables_of):
        raise ValueError(f"tables of {tables_of} are not among those of 3, 4 and 5")
    divided = (_divide(players - byes, tables_of) for byes in count())
    sizes = next(sizes for sizes in divided if sizes is not None)
    return Layout(sizes, players - sum(sizes))


def _divide(seated: int, tables_of: tuple[int, ...]) -> tuple[int, ...] | None:
    most = {size: seated // size if size in tables_of else 0 for size in SIZES}
    ways = [
        (threes + fives, threes, fives, (seated - 3 * threes - 5 * fives) // FULL)
        for threes in range(most[3] + 1)
        for fives in range(most[5] + 1)
        if 3 * threes + 5 * fives <= seated and (seated - 3 * threes - 5 * fives) % FULL == 0
    ]
    ways = [way for way in ways if FULL in tables_of or not way[3]]
    if not ways:
        return None
    _odd, threes, fives, fours = min(ways)
    return (FULL,) * fours + (3,) * threes + (5,) * fives
