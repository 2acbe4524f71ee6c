"""The worked tables of the page on the wrong line are what the program works out."""

import json
import re
from fractions import Fraction

from rules import RULESETS
from scoring.sequence import fold
from scoring.whichline import Stated, Verdict, which_line
from scoring.whichline.priors import CONTRACTS, OTHERS, OUTCOMES, RATES
from tests.scoring.docs.test_docs_algorithms import NUMBER, SEATS, WORDS, signed, text_of
from tests.scoring.docs.test_docs_standings import the_table
from tests.scoring.whichline.whichline_sheets import make_sheet, settled, totals

PAGE = "which-line"
EXAMPLE = re.compile(r"```json\n(.+?)\n```\n\n((?:\|[^\n]*\n)+)\n((?:\|[^\n]*\n)+)", re.DOTALL)
SAID = {
    Verdict.LINE: "one line", Verdict.TWO_LINES: "two lines", Verdict.PAPER: "the paper",
    Verdict.PAPER_AND_LINE: "the paper, and one line",
}  # fmt: skip


def examples():
    return [
        (json.loads(typed), sheet.splitlines(), answer.splitlines())
        for typed, sheet, answer in EXAMPLE.findall(text_of(PAGE))
    ]


def asked(typed):
    sheet = make_sheet(
        typed["deals"],
        ruleset=RULESETS[typed["ruleset"]],
        players=typed["players"],
        accounting=typed["accounting"],
    )
    stated = [Stated(int(deal), tuple(seats)) for deal, seats in typed["paper"].items()]
    return sheet, which_line(sheet, stated)


def game(record):
    """What was played, in words."""
    if record is None:
        return "nothing"
    if record.get("passed"):
        return "all pass"
    tout = f", tout {record['tout']}" if "tout" in record else ""
    who, what = SEATS[record["declarer"]], WORDS[record["contract"]]
    return f"{who}: {what}, {record['outcome']}{tout}"


def row(*cells):
    return f"|{'|'.join(f' {signed(cell)} ' if cell != '' else ' ' for cell in cells)}|"


def the_sheet(typed):
    """The lines as entered, what they move, and each subtotal beside the paper's."""
    sheet, answer = asked(typed)
    yield row("deal", "dealer", "entered", *SEATS)
    yield row(*["---"] * 7)
    checked = {one.stated.deal: one for one in answer.checked}
    for account in fold(sheet.rules, settled(sheet)):
        record = sheet.records[account.deal]
        moved = account.entry.seats[: len(SEATS)]
        yield row(account.deal, SEATS[record["dealer"]], game(record), *moved)
        if account.deal in checked:
            one = checked[account.deal]
            yield row("", "", "by what was entered", *one.entered)
            yield row("", "", "on the paper", *one.stated.balances)
            yield row("", "", "difference", *one.differences)


def the_answer(typed):
    """What is said of it, a line for each suspect."""
    _, answer = asked(typed)
    yield row("wrong", "share", "line", "kind", "entered", "should be")
    yield row(*["---"] * 6)
    for slip in answer.slips if not answer.suspects else ():
        high = f"{SEATS[slip.seat]} {slip.amount} too high"
        yield row(SAID[answer.verdict], "", f"subtotal {slip.deal}", "", high, "")
    for suspect in answer.suspects:
        share = f"{round(100 * suspect.weight)} %"
        told = [(mistake, change) for mistake in suspect.mistakes for change in mistake.changes]
        for place, (mistake, change) in enumerate(told):
            before, after = game(change.before), game(change.after)
            head = ("", "") if place else (SAID[answer.verdict], share)
            yield row(*head, change.deal, mistake.kind, before, after)


def test_every_sheet_and_every_answer_is_worked_out_again():
    found = examples()
    assert {asked(typed)[1].verdict for typed, _, _ in found} == {
        Verdict.LINE, Verdict.TWO_LINES, Verdict.PAPER,
    }  # fmt: skip
    for typed, sheet, answer in found:
        assert sheet == list(the_sheet(typed))
        assert answer == list(the_answer(typed))


def test_no_number_in_a_worked_table_can_be_changed_unseen():
    for typed, sheet, answer in examples():
        for lines, right in ((sheet, [*the_sheet(typed)]), (answer, [*the_answer(typed)])):
            for number, line in enumerate(lines):
                for digits in NUMBER.finditer(line):
                    bent = line[: digits.start()] + f"1{digits[0]}" + line[digits.end() :]
                    assert [*lines[:number], bent, *lines[number + 1 :]] != right


def test_the_rates_are_those_of_the_program():
    _, rows = the_table(f"{PAGE}.md", "What may have gone wrong")
    assert [(kind, int(rate), int(ways)) for kind, _, rate, ways in rows] == [
        (kind, rate, OTHERS.get(kind, 1)) for kind, rate in RATES.items()
    ]


def test_the_mix_is_that_of_the_program():
    _, rows = the_table(f"{PAGE}.md", "Which is likelier")
    told = {
        word: int(often)
        for names, often in rows
        for word, often in zip(names.split(", "), often.split(", "), strict=True)
    }
    kept = {WORDS.get(contract, contract.replace("_", " ")): n for contract, n in CONTRACTS.items()}
    assert told == kept | {outcome.value: often for outcome, often in OUTCOMES.items()}


def test_the_odds_of_the_first_example_follow_from_the_tables():
    """Rate by ways, times what is meant by what was entered, each from the page by hand."""
    _, answer = asked(examples()[0][0])
    weights = [
        Fraction(240, 8) * Fraction(57, 10),
        Fraction(240, 8) * Fraction(5, 10),
        Fraction(400, 2) * Fraction(23, 62),
        Fraction(20 * 8, 100),
    ]
    assert [suspect.weight for suspect in answer.suspects] == [
        weight / sum(weights) for weight in weights
    ]


def test_one_more_subtotal_would_clear_the_ninth_line():
    typed = examples()[0][0]
    right = [{**typed["deals"][0], "contract": "spil"}, *typed["deals"][1:]]
    more = totals(make_sheet(right), (5, 10))
    assert list(more[1].balances) == typed["paper"]["10"]
    lines = {suspect.deals for suspect in which_line(make_sheet(typed["deals"]), more).suspects}
    assert lines == {(1,), (5,)}
