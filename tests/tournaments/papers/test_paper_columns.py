"""Points and balances of a filled sheet stand beside one another, however long they are."""

from fractions import Fraction
from itertools import pairwise

import pytest
from django.utils import translation

from tests import make
from tests.tournaments.book.correcting import make_correction
from tests.tournaments.papers.documents import scene
from tournaments.book.changes import Change
from tournaments.models import Table
from tournaments.papers.score_sheet import columns as paper_columns
from tournaments.papers.score_sheet import drawing, grid
from tournaments.papers.score_sheet.columns import Texts, placed
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.sheets.queries import sheet
from tournaments.words.figures import short, signed

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


@pytest.mark.django_db
def test_a_filled_sheet_has_a_line_for_what_a_player_was_fined_and_one_to_write_on_has_none(club):
    make.make_released_event(club, tables=1, deals=40)
    table = Table.objects.get()
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    for points in (3, 4):
        fine = Penalty(id=make.new_id(), seat=1, points=points, reason="Late")
        penalise(table=table, penalty=fine, actor="system:test")
    found = sheet(table)

    def ends(kind, *, filled, at=0):
        with translation.override("en"):
            every = drawing.columns(found, filled=filled)
        lines = [each.strong.split("\n") for each in every if each.kind == kind][at]
        return lines[len(grid.rows(40)) - 1 :]

    fined = f"Penalty, {short(found.names[1])}"
    assert ends("result", filled=True) == ["After 40", fined, "Total"]
    assert ends("points", filled=True, at=1) == ["", signed(-7)]
    total, last = found.totals[1], found.final[1]
    assert last == total - 7
    assert ends("balance", filled=True, at=1) == [signed(total), "", signed(last)]
    assert ends("result", filled=False) == ["Total"]
    lower, higher = (float(drawing.ruling(found, filled=each).row) for each in (True, False))
    assert lower < higher  # there are more of them


def test_a_deal_without_a_result_says_why_and_one_to_come_says_nothing(club):
    event = make.make_released_event(club, tables=1, deals=5)
    table = Table.objects.get(round__event=event)
    for deal in (1, 2, 3):
        make.enter(table, deal, {"passed": True})
    make_correction(event, Change(table, 2, 1, None, ruling="annulled"), reason="a card too many")
    make_correction(event, Change(table, 4, 0, None, ruling="not_played"), reason="no time")
    make.enter(table, 3, None, base=1)
    with translation.override("en"):
        filled = drawing.columns(sheet(table), filled=True)
        blank = drawing.columns(sheet(table), filled=False)
    (contracts,) = (each.text for each in filled if each.kind == "contract")
    assert contracts.split("\n") == ["All passed", "Annulled", "Taken back", "Not played"]
    assert not any(each.text for each in blank if each.kind == "contract")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("options", ({}, {"tagged": True}))
def test_a_filled_sheet_says_before_which_deals_the_pot_was_filled_again(club, options):
    event = make.make_released_event(
        club, tables=1, ruleset="lomber", accounting="pott", ante=3, deals=8, language="en"
    )
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    assert "after an ante" not in scene.text(scene.pdf("filled-sheet", event, **options))
    for deal in range(2, 9):
        won = {"declarer": deal % 4, "contract": "nolo_ouvert", "outcome": "won"}
        make.enter(table, deal, won)
    found = [str(line.deal) for line in sheet(table).lines if line.ante]
    text = scene.text(scene.pdf("filled-sheet", event, **options))
    assert f"Deals {', '.join(found)}: after an ante of 3 each" in text
