"""The ruled lines of a score sheet, as SVG paths in millimetres.

A sheet has hundreds of cells, and a box for each would cost more than all else together. So the
ruling is one drawing, and each column is one block of lines above it.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

POINT: Final = Fraction(254, 720)
"""Of type, in millimetres."""
WIDTH: Final = 186
"""Between the margins of A4."""
HEADING: Final = Fraction(25)
"""Height of what stands above the lines: the event, round and table, the code."""
FRAME: Final = Fraction(3, 10)
"""Width of the line around all."""
FOOT: Final = Fraction(3, 2)
"""Between the last line and the foot of the page."""
HEAD: Final = Fraction(12)
"""Height of the heading row, with two lines for a name."""
MOST_HEIGHT: Final = Fraction(229)
"""What the heading of the page and the crib leave for the lines."""
TALLEST_ROW: Final = Fraction(13, 2)
LARGE_ROW: Final = Fraction(21, 2)
BLOCK: Final = 10
"""Deals to a subtotal."""
PLAIN: Final = {"deal": 8, "dealer": 10, "declarer": 14, "contract": 31, "result": 23}
"""The columns left of the seats, and their widths; the seats share the rest."""
WITH_FOLDERS: Final = {
    "deal": 8, "folder": 9, "dealer": 9, "declarer": 12, "contract": 28, "result": 20,
}  # fmt: skip
"""The same with a column for the folder beside the deal; as wide together."""
EXTRAS: Final = {"cards": 18, "tricks": 11, "pot": 11}
"""Boxes that some rules want: what was laid and turned, the declarer's tricks, the pot."""
TRUMP: Final = Fraction(9, 2)
"""How far left of the end of the contract’s column the suit of a trump stands."""
SUIT: Final = Fraction(14, 5)
NARROW: Final = Fraction(10)
"""Width of the points in a filled sheet; the balance stands beside them."""
ROOMY: Final = 20
"""Narrower seats share their width, so that a balance keeps the larger part."""
HATCH: Final = Fraction(2)
"""Distance of the strokes in the cell of whoever sits out."""


@dataclass(frozen=True, slots=True)
class Suit:
    """A trump, drawn in its line."""

    id: str
    """S, H, D or C."""
    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Grid:
    """One sheet's ruling; every path is an SVG ``d``, every length text in millimetres."""

    inner_width: str
    inner_height: str
    """Of the frame, which lies inside."""
    row: str
    head: str
    below: str
    """Where the foot of the page begins, from the top margin."""
    subtotals: str
    """Ground of the rows that hold a subtotal."""
    total: str
    """Ground of the last row."""
    thin: str
    """Between deals and between columns."""
    firm: str
    """Around each block of ten, and between the seats."""
    hatch: str
    """In the cells of those who sit out."""
    suits: tuple[Suit, ...]


def sums(deals: int) -> list[int]:
    """Return after which deals a sum stands: every tenth, and the last.

    >>> sums(25)
    [10, 20, 25]
    """
    return [*range(BLOCK, deals, BLOCK), deals]


def rows(deals: int, *, opens: bool = False, beside: int = 0) -> list[int | None]:
    """Return what stands in each row from the top: a deal's number, or None for a sum.

    With ``opens`` what everybody begins with stands above all deals, as a sum does below ten. So
    many penalties as are ``beside`` the deals stand below them, and then one sum of all.

    >>> rows(12)
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, None, 11, 12, None]
    """
    ends = set(sums(deals))
    below = [
        row for deal in range(1, deals + 1) for row in ((deal, None) if deal in ends else (deal,))
    ]
    after = [None] * (beside + 1) if beside else []
    return [*([None] if opens else []), *below, *after]


def fixed_columns(*, folders: bool = False, extras: Collection[str] = ()) -> dict[str, int]:
    """Return the columns left of the seats, and their widths; extras make the others narrower.

    >>> fixed_columns(extras=["pot"])
    {'deal': 8, 'dealer': 9, 'declarer': 12, 'contract': 28, 'result': 20, 'pot': 11}
    """
    kinds = WITH_FOLDERS if folders or extras else PLAIN
    if not folders:
        kinds = {kind: width for kind, width in kinds.items() if kind != "folder"}
    return kinds | {kind: width for kind, width in EXTRAS.items() if kind in extras}


def grid(  # noqa: PLR0913 -- each by its name, and half of them seldom
    *,
    players: int,
    sitters: Sequence[Sequence[int]],
    trumps: Sequence[str],
    narrow: bool,
    columns: Mapping[str, int] = PLAIN,
    tallest: Fraction = TALLEST_ROW,
    opens: bool = False,
    beside: int = 0,
) -> Grid:
    """Return the ruling; for each deal, ``sitters`` has who sits out and ``trumps`` a suit.

    With ``narrow`` only the left of a sitter's cell is hatched. ``opens`` and ``beside``: see
    ``rows``.
    """
    kinds = rows(len(sitters), opens=opens, beside=beside)
    widths = tuple(columns.values())
    height = min(tallest, MOST_HEIGHT / len(kinds))
    tops = [HEAD + height * row for row in range(len(kinds) + 1)]
    summed, deals = _parted(tops, kinds)
    edges = {HEAD, *summed, *(top + height for top in summed)}
    left, seat = sum(widths), seat_width(players, columns)
    return Grid(
        inner_width=mm(WIDTH - FRAME),
        inner_height=mm(tops[-1] - FRAME),
        row=mm(height),
        head=mm(HEAD),
        below=mm(HEADING + tops[-1] + FOOT),
        subtotals="".join(_band(top, height) for top in summed[:-1]),
        total=_band(summed[-1], height),
        thin="".join([*_level(set(tops[1:]) - edges), *_uprights(widths, summed, height)]),
        firm="".join([*_level(edges), *_between_seats(left, seat, players, tops[-1])]),
        hatch="".join(
            _hatched(left + seat * sitter, top, points_width(seat) if narrow else seat, height)
            for top, deal in deals
            for sitter in sitters[deal]
        ),
        suits=_suits(deals, trumps, mm(_end_of("contract", columns) - TRUMP), height),
    )


def _suits(
    deals: Sequence[tuple[Fraction, int]], trumps: Sequence[str], left: str, height: Fraction
) -> tuple[Suit, ...]:
    """Return the suit of each deal that has one, in the middle of its row."""
    known = ((top, trumps[deal]) for top, deal in deals if trumps[deal])
    return tuple(Suit(suit, left, mm(top + (height - SUIT) / 2)) for top, suit in known)


def seat_width(players: int, columns: Mapping[str, int] = PLAIN) -> Fraction:
    """Return the width of a seat's column.

    >>> seat_width(4)
    Fraction(25, 1)
    """
    return Fraction(WIDTH - sum(columns.values()), players)


def points_width(seat: Fraction) -> Fraction:
    """Return the width of the points beside the balance of a filled sheet.

    >>> points_width(Fraction(25)), points_width(Fraction(16))
    (Fraction(10, 1), Fraction(7, 1))
    """
    return NARROW if seat >= ROOMY else seat * Fraction(7, 16)


def _end_of(kind: str, columns: Mapping[str, int]) -> int:
    kinds = list(columns)
    return sum(columns[each] for each in kinds[: kinds.index(kind) + 1])


def mm(length: Fraction | int) -> str:
    """Return a length as SVG and CSS want it, whatever the language's decimal mark.

    >>> mm(Fraction(229, 44)), mm(186)
    ('5.2', '186')
    """
    return f"{float(length):.2f}".rstrip("0").rstrip(".")


def _parted(
    tops: Sequence[Fraction], kinds: Sequence[int | None]
) -> tuple[list[Fraction], list[tuple[Fraction, int]]]:
    """Return where the sums stand, and where each deal, counted from 0."""
    placed = list(zip(tops, kinds, strict=False))  # the last top is the foot
    sums_ = [top for top, kind in placed if kind is None]
    return sums_, [(top, kind - 1) for top, kind in placed if kind is not None]


def _band(top: Fraction, height: Fraction) -> str:
    return f"M0 {mm(top)}h{WIDTH}v{mm(height)}h-{WIDTH}z"


def _level(tops: set[Fraction]) -> Iterator[str]:
    """Lines from margin to margin."""
    return (f"M0 {mm(top)}h{WIDTH}" for top in sorted(tops))


def _uprights(fixed: Sequence[int], summed: Sequence[Fraction], height: Fraction) -> Iterator[str]:
    """Lines between the fixed columns, which leave the rows of the sums free."""
    starts = [Fraction(0), *(top + height for top in summed[:-1])]
    for count in range(1, len(fixed)):
        x = sum(fixed[:count])
        for start, end in zip(starts, summed, strict=True):
            yield f"M{x} {mm(start)}V{mm(end)}"


def _between_seats(first: int, seat: Fraction, players: int, bottom: Fraction) -> Iterator[str]:
    """Lines left of each seat's column, from top to bottom."""
    return (f"M{mm(first + seat * number)} 0V{mm(bottom)}" for number in range(players))


def _hatched(left: Fraction, top: Fraction, width: Fraction, height: Fraction) -> str:
    """Rising strokes that fill a cell and end at its edges."""
    strokes = []
    foot = HATCH / 2 - height  # where a stroke would meet the bottom line
    while foot < width:
        start, end = max(Fraction(0), -foot), min(height, width - foot)
        run = mm(end - start)
        strokes.append(f"M{mm(left + foot + start)} {mm(top + height - start)}l{run} -{run}")
        foot += HATCH
    return "".join(strokes)
