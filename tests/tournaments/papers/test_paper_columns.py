"""Points and balances of a filled sheet stand beside one another, however long they are."""

from fractions import Fraction
from itertools import pairwise

import pytest

from tournaments.papers.score_sheet import columns as paper_columns
from tournaments.papers.score_sheet import grid
from tournaments.papers.score_sheet.columns import Texts, placed

EVERY_BOX = grid.fixed_columns(extras=["cards", "tricks", "pot"])


def left_and_right(column, text, size):
    """Where a text begins and ends, in millimetres."""
    right = float(column.x)
    return right - len(text) * float(paper_columns.FIGURE) * float(size), right


@pytest.mark.parametrize("large", (False, True))
@pytest.mark.parametrize("players", (3, 4, 5))
@pytest.mark.parametrize(
    ("points", "balance"), (("+50", "+65"), ("+120", "−100"), ("+6", "+1.234"))
)
def test_no_figure_is_printed_over_another(players, points, balance, large):
    seat = [Texts("points", (points, "")), Texts("balance", (balance, ""), ("", balance))]
    columns = placed(seat * players, EVERY_BOX, players=players, large=large)
    spans = [
        left_and_right(column, text, column.size)
        for column, text in zip(columns, [points, balance] * players, strict=True)
    ]
    assert all(end < start for (_, end), (start, _) in pairwise(spans))
    sums = [left_and_right(each, balance, each.sums_size) for each in columns[1::2]]
    assert all(end < start for (_, end), (start, _) in pairwise(sums))


def test_all_seats_are_written_in_one_size():
    few, many = Texts("balance", ("+1",)), Texts("balance", ("+1.234",))
    columns = placed(
        [Texts("points"), few, Texts("points"), many], EVERY_BOX, players=5, large=False
    )
    assert columns[1].size == columns[3].size < mm_of(9)


def mm_of(points):
    return grid.mm(points * grid.POINT)


def test_short_figures_in_wide_seats_keep_their_size():
    seat = [Texts("points", ("+120",)), Texts("balance", ("+1.234",))]
    points, balance = placed(seat, grid.PLAIN, players=4, large=False)
    assert (points.size, balance.size) == (mm_of(8), mm_of(9))


def test_the_hatching_of_a_narrow_seat_leaves_the_balance_free():
    ruling = grid.grid(players=5, sitters=[[0]], trumps=[""], narrow=True, columns=EVERY_BOX)
    seat = grid.seat_width(5, EVERY_BOX)
    end = sum(EVERY_BOX.values()) + grid.points_width(seat)
    for stroke in ruling.hatch.split("M")[1:]:
        start, run = stroke.split("l")
        assert float(start.split()[0]) + float(run.split()[0]) <= end + Fraction(1, 100)
