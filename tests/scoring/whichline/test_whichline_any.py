"""What must hold of every answer, for any sheet of any rule set and any single mistake."""

from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rules import read_result
from scoring.sequence import KINDS
from scoring.whichline import Kind, Stated, Verdict, which_line
from tests.scoring.whichline.mistakes import make_mistake
from tests.scoring.whichline.whichline_sheets import papers, settled, sheets, totals
from tests.sizes import examples

MADE = (
    Kind.OUTCOME, Kind.SEAT, Kind.CONTRACT, Kind.TOUT, Kind.PASSED, Kind.SWAPPED, Kind.DEALER,
    Kind.SKIPPED, Kind.DOUBLED,
)  # fmt: skip


@st.composite
def mistaken(draw):
    """A right sheet, one with a single mistake, and a right paper.

    Of a line that was not entered nothing is known, and only plain games are looked for.
    """
    kind = draw(st.sampled_from(MADE))
    right = draw(sheets(alone=kind in {Kind.PASSED, Kind.SKIPPED, Kind.DOUBLED}))
    made = make_mistake(right, kind, draw(st.randoms(use_true_random=False)))
    assume(made is not None)
    return right, made[0], draw(papers(right))


def said(stated, balances):
    """What a paper with these subtotals would say where the real one says anything."""
    return [
        tuple(None if said is None else amount for said, amount in zip(
            one.balances, other.balances, strict=True))
        for one, other in zip(stated, balances, strict=True)
    ]  # fmt: skip


def without(slips, stated):
    """The paper as it would be without its slips."""
    put_right = []
    for one in stated:
        balances = list(one.balances)
        for slip in slips:
            if one.deal == slip.deal or (slip.carried and one.deal > slip.deal):
                balances[slip.seat] -= slip.amount
        put_right.append(Stated(one.deal, tuple(balances)))
    return put_right


def mended(suspect, records):
    """The sheet as it would be without the mistakes."""
    changes = {change.deal: change.after for one in suspect.mistakes for change in one.changes}
    whole = {**records, **changes}
    return {deal: record for deal, record in sorted(whole.items()) if record is not None}


def judge(sheet, stated, answer):
    """Every suspect is legal, changes something, and explains exactly what is stated."""
    ends = [one.deal for one in stated]
    assert sum(suspect.weight for suspect in answer.suspects) in {0, 1}
    told = []
    for suspect in answer.suspects:
        put_right = mended(suspect, sheet.records)
        for deal, record in put_right.items():
            assert 1 <= deal <= sheet.deals
            read_result(record, sheet.ruleset, sheet.rules.players)
        paper = without(suspect.slips, stated)
        assert said(paper, totals(sheet, ends, put_right)) == [one.balances for one in paper]
        assert suspect.weight > 0
        changes = [change for mistake in suspect.mistakes for change in mistake.changes]
        for change in changes:
            assert change.before != change.after
            assert change.before == sheet.records.get(change.deal)
        told.append(repr((put_right, suspect.slips)))
    assert len(set(told)) == len(told)


def corrected(right, entered, answer):
    """The sheets that the suspects lead to, line by line in what they are worth."""
    return [settled(right, mended(suspect, entered.records)) for suspect in answer.suspects]


@pytest.mark.strict
@settings(max_examples=examples(100))
@given(mistaken())
def test_the_true_mistake_is_among_those_that_explain_the_paper(case):
    right, entered, stated = case
    assume(totals(entered, [one.deal for one in stated]) != stated)
    answer = which_line(entered, stated)
    assert answer.verdict is Verdict.LINE
    judge(entered, stated, answer)
    assert settled(right) in corrected(right, entered, answer)


@settings(max_examples=examples(30))
@given(mistaken(), st.data())
def test_with_seats_missing_too(case, data):
    right, entered, stated = case
    holes = data.draw(st.sets(st.tuples(st.integers(0, 2), st.integers(0, 4)), max_size=4))
    stated = [
        Stated(one.deal, tuple(
            None if (place, seat) in holes else amount
            for seat, amount in enumerate(one.balances)))
        for place, one in enumerate(stated)
    ]  # fmt: skip
    shown = said(stated, totals(entered, [one.deal for one in stated]))
    assume(shown != [one.balances for one in stated])
    answer = which_line(entered, stated)
    judge(entered, stated, answer)
    assert settled(right) in corrected(right, entered, answer)


@settings(max_examples=examples(30))
@given(sheets(), st.data())
def test_when_all_agrees_nothing_is_suspected(sheet, data):
    answer = which_line(sheet, data.draw(papers(sheet)))
    assert answer.verdict is Verdict.AGREES
    assert (answer.suspects, answer.slips) == ((), ())
    assert all(one.agrees for one in answer.checked)


@settings(max_examples=examples(30))
@given(sheets(), st.data())
def test_what_sums_cannot_see_is_what_changes_no_sum(sheet, data):
    """A mistake that no subtotal shows is among those that are told to be unseen."""
    stated = data.draw(papers(sheet))
    kind = data.draw(st.sampled_from([Kind.OUTCOME, Kind.CONTRACT, Kind.SEAT, Kind.TOUT]))
    made = make_mistake(sheet, kind, data.draw(st.randoms(use_true_random=False)))
    assume(made is not None)
    entered, deal = made
    if totals(entered, [one.deal for one in stated]) == stated:
        unseen = which_line(entered, stated).unseen
        assert [one for one in unseen if one.kind is kind and deal in one.deals]


@settings(max_examples=examples(30))
@given(mistaken(), st.data())
def test_a_wrong_column_and_a_wrong_line(case, data):
    """In a rasle account the sum proves the paper wrong, and the line is found all the same."""
    right, entered, stated = case
    right, entered = (
        replace(one, rules=replace(one.rules, kind=KINDS["rasle"])) for one in (right, entered)
    )
    ends = [one.deal for one in stated]
    stated = totals(right, ends)
    seat = data.draw(st.integers(0, right.rules.players - 1))
    amount = data.draw(st.integers(-9, 9).filter(bool))
    at = data.draw(st.sampled_from(ends))
    balances = [list(one.balances) for one in stated]
    for place, end in enumerate(ends):
        if end >= at:
            balances[place][seat] += amount
    wrong = [Stated(end, tuple(one)) for end, one in zip(ends, balances, strict=True)]
    answer = which_line(entered, wrong)
    assert answer.slips
    assert all(slip.certain for slip in answer.slips)
    judge(entered, wrong, answer)
    if totals(entered, ends) == stated:
        assert answer.verdict is Verdict.PAPER
        assert [(slip.deal, slip.seat, slip.amount) for slip in answer.slips] == [
            (at, seat, amount)
        ]
    elif answer.verdict is not Verdict.PAPER:
        assert answer.verdict is Verdict.PAPER_AND_LINE
        assert settled(right) in corrected(right, entered, answer)


@pytest.mark.strict
@settings(max_examples=examples(30))
@given(mistaken(), st.data())
def test_two_mistakes_are_explained_if_at_all(case, data):
    _, once, stated = case
    kind = data.draw(st.sampled_from([Kind.OUTCOME, Kind.CONTRACT, Kind.SEAT]))
    made = make_mistake(once, kind, data.draw(st.randoms(use_true_random=False)))
    assume(made is not None)
    answer = which_line(made[0], stated)
    judge(made[0], stated, answer)
    if answer.verdict is Verdict.TWO_LINES:
        assert all(len(suspect.mistakes) == 2 for suspect in answer.suspects)
