"""Which line is wrong: each kind of mistake, the paper's own, and what sums cannot see."""

from dataclasses import replace

import pytest

from rules import RULESETS, Contract, RefusedError
from scoring.whichline import Blind, Kind, Slip, Stated, Verdict, which_line
from tests.scoring.whichline.whichline_sheets import make_sheet, spil, totals

PASS = {"passed": True}
RIGHT = [
    spil(1), spil(0, "bet"), spil(3, contract="solo"), PASS, spil(1, contract="tourne"),
    spil(1, "kodille"), spil(2), spil(3, contract="ren_nolo"), spil(0), spil(1, "bet"),
    spil(3), spil(2, contract="solo_spar"),
]  # fmt: skip
"""Dealers 0 1 2 3 0 1 2 3 0 1 2 3."""
HALF = (6, 12)


def asked(lines, right=RIGHT, ends=HALF, **frame):
    """The answer for these lines when the paper has the right ones."""
    return which_line(make_sheet(lines, **frame), totals(make_sheet(right, **frame), ends))


def with_line(deal, record, lines=RIGHT):
    return [*lines[: deal - 1], record, *lines[deal:]]


def first(answer):
    """The likeliest mistake: its kind, and what the lines should be."""
    (mistake,) = answer.suspects[0].mistakes
    return mistake.kind, {change.deal: change.after for change in mistake.changes}


def test_a_right_sheet_is_not_suspected():
    answer = asked(RIGHT)
    assert (answer.verdict, answer.suspects, answer.slips) == (Verdict.AGREES, (), ())
    assert [one.agrees for one in answer.checked] == [True, True]


@pytest.mark.parametrize(
    ("kind", "deal", "entered"),
    (
        (Kind.OUTCOME, 1, spil(1, "bet")),
        (Kind.SEAT, 3, spil(2, contract="solo")),
        (Kind.CONTRACT, 5, spil(1, contract="solo")),
        (Kind.TOUT, 7, spil(2, tout="made")),
        (Kind.PASSED, 4, spil(3)),
    ),
)
def test_one_entry_of_a_line(kind, deal, entered):
    answer = asked(with_line(deal, entered))
    assert answer.verdict is Verdict.LINE
    assert first(answer)[0] is kind
    after = first(answer)[1]
    right = RIGHT[deal - 1]
    assert {key: after[deal][key] for key in right} == right
    assert answer.suspects[0].deals == (deal,)


def test_two_lines_that_explain_as_much_are_told_beside_the_one():
    """A tourné that was right explained it alone; the errors were two spil, bet entered as won."""
    between = [*[PASS] * 3, spil(1, contract="tourne"), *[PASS] * 3]
    right = [spil(1, "bet"), *between, spil(1, "bet")]
    answer = asked([spil(1), *between, spil(1)], right, ends=(9,))
    assert answer.verdict is Verdict.LINE
    assert [suspect.deals for suspect in answer.suspects] == [(5,)]
    both = next(pair for pair in answer.pairs if pair.deals == (1, 9))
    assert [mistake.changes[0].after["outcome"] for mistake in both.mistakes] == ["bet", "bet"]
    assert sum(pair.weight for pair in answer.pairs) == 1


def test_each_subtotal_is_compared():
    answer = asked(with_line(8, spil(3, "bet", contract="ren_nolo")))
    assert [one.agrees for one in answer.checked] == [True, False]
    assert answer.checked[1].differences == (-8, 0, -8, 16)
    assert [one.off for one in answer.checked] == [0, 0]


def test_a_pass_that_was_a_game():
    answer = asked(with_line(11, PASS))
    assert first(answer) == (
        Kind.PASSED, {11: {"dealer": 2, **spil(3)}},
    )  # fmt: skip


def test_two_neighbours_swapped_show_between_two_subtotals():
    lines = [*RIGHT[:5], RIGHT[6], RIGHT[5], *RIGHT[7:]]
    answer = asked(lines)
    kinds = {suspect.mistakes[0].kind for suspect in answer.suspects}
    assert answer.verdict is Verdict.LINE
    assert Kind.SWAPPED in kinds
    assert first(asked(lines, ends=(6, 7, 8, 12)))[0] is Kind.SWAPPED


def test_a_dealer_who_was_forgotten():
    """In the third deal the deal went round one seat further than the sheet says."""
    entered = make_sheet([spil(3), spil(0), spil(0, "bet"), spil(2)], first_dealer=2)
    right = {
        deal: {**record, "dealer": (record["dealer"] + (deal > 2)) % 4}
        for deal, record in entered.records.items()
    }
    answer = which_line(entered, totals(entered, (2, 3, 4), right))
    kind, changes = first(answer)
    assert (kind, changes[3]["dealer"], changes[4]["dealer"]) == (Kind.DEALER, 1, 2)


def test_a_skipped_line_moves_the_others_down_again():
    right = [spil(1), spil(1, "bet"), spil(1, contract="solo"), spil(1), spil(1)]
    players = {"players": 3, "deals": 5}
    answer = asked([*right[:2], *right[3:]], right, (2, 3, 5), **players)
    kind, changes = first(answer)
    assert kind is Kind.SKIPPED
    assert changes[3]["contract"] == "solo"
    assert changes[5] == {"dealer": 1, **spil(1)}


def test_a_hole_in_the_middle_is_filled():
    answer = asked(with_line(9, None))
    assert first(answer) == (Kind.SKIPPED, {9: {"dealer": 0, **spil(0)}})


def test_lines_below_the_last_subtotal_may_be_empty():
    answer = asked([*with_line(2, spil(0))[:6]], ends=(6,), deals=40)
    assert answer.suspects[0].deals == (2,)


def test_a_sheet_that_is_hardly_entered_is_not_searched_for_skipped_lines():
    empty = {3, 5, 7, 9}
    lines = [None if deal in empty else line for deal, line in enumerate(RIGHT, 1)]
    answer = asked(lines)
    assert answer.verdict is Verdict.UNEXPLAINED or Kind.SKIPPED not in {
        mistake.kind for suspect in answer.suspects for mistake in suspect.mistakes
        if mistake.deal > 5
    }  # fmt: skip


def test_a_doubled_line_is_taken_out():
    right = [spil(1), spil(1, contract="solo"), spil(2), spil(0), spil(2, "bet")]
    doubled = [right[0], right[1], *right[1:]]
    table = {"players": 3, "deals": 7}
    answer = asked(doubled, right, (2, 4, 6), **table)
    kind, changes = first(answer)
    assert kind is Kind.DOUBLED
    assert changes[6] is None
    assert {key: changes[3][key] for key in right[2]} == right[2]


def test_the_first_line_may_be_doubled():
    right = [spil(1, contract="solo"), spil(2), spil(0)]
    answer = asked([right[0], *right], right, (1, 2, 3, 4), players=3, deals=5)
    kind, changes = first(answer)
    assert (kind, min(changes), changes[4]) == (Kind.DOUBLED, 2, None)


def test_what_had_no_room_when_a_line_was_doubled_is_found_too():
    right = [spil(1), spil(1, contract="solo"), spil(2), spil(0), spil(2, contract="ren_nolo")]
    doubled = [right[0], right[1], *right[1:4]]
    answer = asked(doubled, right, (2, 3, 5), players=3)
    kind, changes = first(answer)
    assert kind is Kind.DOUBLED
    assert changes[5]["declarer"] == 2
    assert changes[5]["contract"] in {"ren_nolo", "solo_spar"}


def test_several_entries_of_a_line_only_if_no_single_one_does():
    answer = asked(with_line(10, spil(0, "won", contract="ren_nolo")))
    assert answer.verdict is Verdict.LINE
    assert {suspect.mistakes[0].kind for suspect in answer.suspects} == {Kind.LINE}
    assert first(answer)[1][10]["declarer"] == 1


def test_two_lines_only_if_no_single_one_does():
    lines = with_line(8, spil(3, "kodille", contract="ren_nolo"), with_line(1, spil(1, "bet")))
    answer = asked(lines)
    assert answer.verdict is Verdict.TWO_LINES
    assert answer.suspects[0].deals == (1, 8)
    assert all(len(suspect.mistakes) == 2 for suspect in answer.suspects)


def test_many_pairs_are_counted_and_not_told():
    lines = with_line(8, spil(3, "kodille", contract="ren_nolo"), with_line(1, spil(1, "bet")))
    answer = asked(lines, ends=(12,), accounting="pot")
    assert answer.verdict in {Verdict.TWO_LINES, Verdict.LINE}
    more = asked(with_line(9, spil(1, "kodille"), lines), ends=(12,), accounting="pot")
    assert more.left_out == 0 or len(more.suspects) == 20


def bent(stated, deal, seat, amount, *, carried):
    """The paper with one balance wrong, or with a column that goes on being wrong."""
    return [
        Stated(one.deal, tuple(
            points + amount if place == seat and (
                one.deal == deal or (carried and one.deal > deal)) else points
            for place, points in enumerate(one.balances)))
        for one in stated
    ]  # fmt: skip


@pytest.mark.parametrize("carried", (True, False))
def test_the_sum_proves_the_papers_own_addition_wrong(carried):
    sheet = make_sheet(RIGHT)
    paper = bent(totals(sheet, (4, 8, 12)), 8, 2, 3, carried=carried)
    answer = which_line(sheet, paper)
    assert (answer.verdict, answer.suspects) == (Verdict.PAPER, ())
    assert answer.slips == (Slip(8, 2, 3, carried=carried, certain=True),)
    assert [one.off for one in answer.checked] == [0, 3, 3 if carried else 0]


def test_a_wrong_sum_and_a_wrong_line():
    sheet = make_sheet(with_line(3, spil(2, contract="solo")))
    paper = bent(totals(make_sheet(RIGHT), (4, 8, 12)), 8, 2, 3, carried=True)
    answer = which_line(sheet, paper)
    assert answer.verdict is Verdict.PAPER_AND_LINE
    assert answer.slips == (Slip(8, None, 3, carried=True, certain=True),)
    assert answer.suspects[0].deals == (3,)
    assert answer.suspects[0].slips == (Slip(8, 2, 3, carried=True, certain=True),)


def test_a_wrong_sum_and_too_much_besides():
    lines = with_line(8, spil(3, "kodille", contract="ren_nolo"), with_line(1, spil(1, "bet")))
    paper = bent(totals(make_sheet(RIGHT), (4, 12)), 4, 2, 3, carried=True)
    answer = which_line(make_sheet(lines), paper)
    assert (answer.verdict, answer.suspects) == (Verdict.UNEXPLAINED, ())
    assert [slip.seat for slip in answer.slips] == [None]


def test_a_paper_wrong_all_over_explains_nothing():
    sheet = make_sheet(RIGHT)
    paper = totals(sheet, (3, 6, 9, 12))
    for deal, amount in ((3, 1), (6, 2), (9, 5)):
        paper = bent(paper, deal, 0, amount, carried=True)
    answer = which_line(sheet, paper)
    assert answer.verdict is Verdict.UNEXPLAINED
    assert [(slip.deal, slip.amount) for slip in answer.slips] == [(3, 1), (6, 2), (9, 5)]


def test_a_subtotal_that_a_later_one_contradicts_is_the_papers_own():
    """What was entered agrees in the end: two balances were written in each other's place."""
    sheet = make_sheet(RIGHT)
    paper = bent(bent(totals(sheet, HALF), 6, 0, 5, carried=False), 6, 1, -5, carried=False)
    answer = which_line(sheet, paper)
    assert answer.verdict is Verdict.PAPER
    assert [(slip.seat, slip.amount, slip.certain) for slip in answer.slips] == [
        (0, 5, False), (1, -5, False),
    ]  # fmt: skip


def test_a_contradicted_subtotal_and_a_wrong_line_below_it():
    sheet = make_sheet(with_line(11, spil(3, "bet")))
    paper = totals(make_sheet(RIGHT), (4, 8, 12))
    paper = bent(bent(paper, 4, 0, 5, carried=False), 4, 1, -5, carried=False)
    answer = which_line(sheet, paper)
    assert answer.verdict is Verdict.PAPER_AND_LINE
    assert answer.suspects[0].deals == (11,)
    assert len(answer.suspects[0].slips) == 2


def test_one_column_that_no_line_explains_is_told_as_the_papers():
    """In a pot account nothing must sum up; but no game moves a balance by forty."""
    sheet = make_sheet(RIGHT, accounting="pot")
    paper = bent(totals(sheet, HALF), 6, 1, 40, carried=True)
    answer = which_line(sheet, paper)
    assert answer.verdict is Verdict.PAPER
    assert answer.slips == (Slip(6, 1, 40, carried=True, certain=False),)
    assert answer.checked[0].off is None


def test_what_nobody_can_explain():
    sheet = make_sheet(RIGHT)
    paper = bent(bent(totals(sheet, HALF), 6, 0, 70, carried=True), 6, 1, -70, carried=True)
    answer = which_line(sheet, paper)
    assert (answer.verdict, answer.suspects, answer.slips) == (Verdict.UNEXPLAINED, (), ())


def test_a_missing_seat_is_no_proof_and_no_obstacle():
    paper = [Stated(one.deal, (None, *one.balances[1:])) for one in totals(make_sheet(RIGHT), HALF)]
    answer = which_line(make_sheet(with_line(3, spil(2, contract="solo"))), paper)
    assert answer.checked[0].differences[0] is None
    assert answer.checked[0].off is None
    assert answer.suspects[0].deals == (3,)


def test_a_stake_stands_in_every_subtotal():
    answer = asked(with_line(1, spil(1, "bet")), start=100)
    assert sum(answer.checked[0].entered) == 400
    assert first(answer)[0] is Kind.OUTCOME


def test_what_sums_cannot_see():
    lines = [spil(1, trump="H"), spil(0, contract="solo"), PASS, spil(3)]
    answer = asked(lines, lines, (2,))
    told = {(one.blind, one.kind, one.contracts): one.deals for one in answer.unseen}
    equal = (Blind.EQUAL, Kind.CONTRACT)
    assert told[*equal, (Contract.SPIL, Contract.BEDRE_SPIL)] == (1,)
    assert told[*equal, (Contract.TOURNE_RESPEKT, Contract.SOLO)] == (2,)
    assert told[Blind.TRUMP, None, ()] == (1,)
    assert told[Blind.AFTER, None, ()] == (3, 4)
    assert told[Blind.CANCEL, None, ()] == (1, 2)


def test_a_single_line_cannot_cancel_out():
    blinds = {one.blind for one in asked([spil(1)], [spil(1)], (1,)).unseen}
    assert Blind.CANCEL not in blinds
    assert not blinds & {Blind.TRUMP, Blind.AFTER}


@pytest.mark.parametrize(
    ("ends", "message"),
    (
        ((), "ascending"), ((0,), "ascending"), ((13,), "ascending"), ((6, 6), "ascending"),
        ((9, 6), "ascending"),
    ),
)  # fmt: skip
def test_subtotals_are_those_of_the_sheet(ends, message):
    stated = [Stated(end, (0, 0, 0, 0)) for end in ends]
    with pytest.raises(ValueError, match=message):
        which_line(make_sheet(RIGHT), stated)


def test_other_questions_that_are_none():
    sheet = make_sheet(RIGHT)
    with pytest.raises(ValueError, match="has 4 seats"):
        which_line(sheet, [Stated(6, (0, 0, 0))])
    with pytest.raises(ValueError, match="nothing is stated"):
        which_line(sheet, [Stated(6, (None,) * 4)])
    with pytest.raises(ValueError, match="no deal 13"):
        which_line(replace(sheet, records={13: PASS}), [Stated(6, (0,) * 4)])
    with pytest.raises(RefusedError):
        which_line(make_sheet([spil(2)]), [Stated(1, (0,) * 4)])


def test_pott_and_mixed_play_on_from_what_the_pot_then_holds():
    lomber = RULESETS["lomber"]
    right = [spil(1, contract="solo"), spil(0, "bet"), spil(3, contract="solo"), PASS,
             spil(1, "kodille", contract="solo_spar"), spil(2, contract="nolo_ouvert")]  # fmt: skip
    for accounting in ("pott", "mixed"):
        answer = asked(
            with_line(2, spil(0), right), right, (3, 6), ruleset=lomber, accounting=accounting
        )
        assert 2 in {suspect.mistakes[0].deal for suspect in answer.suspects}
        assert answer.verdict is Verdict.LINE
