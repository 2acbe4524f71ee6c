"""The worked tables on rounding, payments and explaining are what the program works out."""

import datetime as dt
import re
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from math import floor

import pytest

from rules import RULESETS, read_result, settle
from scoring.money import deviations, kroner
from scoring.payments import MOST_PROVED, payments, reference
from scoring.sequence import account_rules, fold
from scoring.transfers import POT, beside
from tests.scoring.docs import test_docs_standings
from tests.scoring.docs.test_docs_standings import PAGES, number, tables, the_table, whole

SEATS = ("Nord", "Vest", "Syd", "Øst")
NUMBER = re.compile(r"\d+")


def said(amount):
    return str(amount).replace("-", "−")


def rounded(rows, unit, smallest):
    """The rows of a table on rounding, worked out from the names and points alone."""
    apart = deviations([whole(row[1]) for row in rows])
    money = kroner(apart, unit, smallest)
    for (seat, points, *_), part, amount in zip(rows, apart, money, strict=True):
        exact = part * unit / smallest
        down = floor(exact)
        yield [seat, points, *map(said, (part, exact, down, exact - down, amount))]


ROUNDED = (("Four at 25 øre", Fraction(1)), ("The same in 50 øre", Fraction(1, 2)))


@pytest.mark.parametrize(("heading", "smallest"), ROUNDED)
def test_the_tables_on_rounding(heading, smallest):
    _, rows = the_table("rounding.md", heading)
    assert [row[0] for row in rows] == list(SEATS)
    assert rows == list(rounded(rows, Fraction(1, 4), smallest))
    assert sum(number(row[-1]) for row in rows) == 0


def settled(owed):
    """The payments of a table of names and kroner."""
    names = [name for name, _ in owed]
    found = payments([whole(amount) for _, amount in owed])
    assert found.fewest
    return [[names[each.payer], names[each.payee], str(each.amount)] for each in found.payments]


SETTLED = ("A table of five", "An evening of fifteen")


@pytest.mark.parametrize("heading", SETTLED)
def test_the_tables_of_payments(heading):
    (_, owed), (_, made) = tables("fewest-payments.md", heading)
    assert made == settled(owed)


def test_the_page_says_up_to_how_many_it_is_proved():
    text = (PAGES / "fewest-payments.md").read_text(encoding="utf-8")
    assert re.findall(r"(?:[Uu]p to|If|until) (\d+)", text) == [str(MOST_PROVED)] * 3


def test_the_references():
    _, rows = the_table("fewest-payments.md", "The reference of a payment")
    assert rows == [
        [day, count, reference(dt.date.fromisoformat(day), int(count))] for day, count, _ in rows
    ]


def typed(text):
    """A deal as the page has it: ``pass``, or declarer, contract and how it ended."""
    if text == "pass":
        return {"passed": True}
    who, contract, outcome, *tout = text.split()
    deal = {"declarer": SEATS.index(who), "contract": contract, "outcome": outcome}
    return deal | ({"tout": tout[1]} if tout else {})


def explained(rules, accounting, players, deals):
    """The payments of the last deal, in the words of the page."""
    ruleset, count = RULESETS[rules], int(players)
    reads = [
        read_result({"players": count, "dealer": place % count, **typed(deal)}, ruleset)
        for place, deal in enumerate(deals.split("; "))
    ]
    kept = account_rules(players=count, accounting=accounting, sitter_pays=ruleset.sitter_pays)
    settled = {number: settle(read, ruleset) for number, read in enumerate(reads, start=1)}
    told = {
        number: beside(read.game, ruleset, settled[number].price)
        for number, read in enumerate(reads, start=1)
    }
    for each in fold(kept, settled.items(), told)[-1].transfers:
        sides = ("pot" if side is POT else SEATS[side] for side in (each.payer, each.payee))
        parts = ", ".join(f"{part.reason.name.lower()} {said(part.amount)}" for part in each.parts)
        yield [*sides, str(each.amount), parts]


def test_the_deals_explained():
    _, rows = the_table("explain.md", "Deals explained")
    told = list(dict.fromkeys(tuple(row[:4]) for row in rows))
    assert len(told) >= 6
    assert rows == [[*deal, *paid] for deal in told for paid in explained(*deal)]


CHECKS: dict[str, list[Callable[[], None]]] = {
    "rounding.md": [partial(test_the_tables_on_rounding, *each) for each in ROUNDED],
    "fewest-payments.md": [
        *(partial(test_the_tables_of_payments, each) for each in SETTLED),
        test_the_references,
    ],
    "explain.md": [test_the_deals_explained],
}


def seen(page):
    """Whether a test above objects to the page."""
    try:
        for check in CHECKS[page]:
            check()
    except (AssertionError, KeyError, ValueError):
        return True
    return False


@pytest.mark.parametrize("page", CHECKS)
def test_no_number_in_a_table_can_be_changed_unseen(page, tmp_path, monkeypatch):
    """The twin of the tests above: they are tried with every number of a table one digit longer."""
    lines = (PAGES / page).read_text(encoding="utf-8").splitlines()
    assert not seen(page)
    monkeypatch.setattr(test_docs_standings, "PAGES", tmp_path)
    tried = 0
    for place, line in enumerate(lines):
        for digits in NUMBER.finditer(line if line.startswith("|") else ""):
            bent = f"{line[: digits.start()]}1{line[digits.start() :]}"
            text = "\n".join([*lines[:place], bent, *lines[place + 1 :]])
            (tmp_path / page).write_text(text, encoding="utf-8")
            assert seen(page), bent
            tried += 1
    assert tried > 40
