"""The worked tables of the pages on accounts are what the program works out."""

import json
import re
from pathlib import Path

import pytest

from rules import RULESETS, Outcome
from tests.scoring.docs.test_docs_standings import the_table
from tests.scoring.lomber_tables import answered

PAGES = Path(__file__).resolve().parents[3] / "docs" / "algorithms"
ACCOUNTS = ("rasle", "pot", "pott", "mixed")
SEATS = ("Nord", "Vest", "Syd", "Øst")
WORDS = {
    "spil": "spil", "bedre_spil": "bedre spil", "tourne": "tourné", "koebe_nolo": "købe nolo",
    "tourne_respekt": "tourné-respekt", "grandissimo": "grandissimo", "solo": "solo",
    "solo_spar": "solo spar", "ren_nolo": "ren nolo", "nolo_ouvert": "nolo ouvert",
}  # fmt: skip
EXAMPLE = re.compile(r"```json\n(.+?)\n```\n\n((?:\|[^\n]*\n)+)", re.DOTALL)
NUMBER = re.compile(r"\d+(\.\d+)?")


def text_of(slug):
    return (PAGES / f"{slug}.md").read_text(encoding="utf-8")


def examples(text):
    """The tables of the page: each as it is typed, and the lines worked out below it."""
    return [(json.loads(typed), lines.splitlines()) for typed, lines in EXAMPLE.findall(text)]


def worked_out(typed):
    """The lines that should stand below the table, as the program has them."""
    kept = answered(typed)
    players, with_pot = typed["players"], typed["accounting"] != "rasle"
    seats = [*SEATS[:players], *(["pot"] if with_pot else [])]
    rows = [["deal", "what was played", *seats], ["---"] * (2 + len(seats))]
    deals = iter(enumerate(typed["deals"], start=1))
    for line in kept["deals"]:
        what = ("", "the antes") if line.get("ante") else named(*next(deals))
        rows.append([*what, *line["changes"], *([line["pot"]] if with_pot else [])])
    last = [kept["pot"]] if with_pot else []
    rows.append(["", "balance", *kept["balances"], *last])
    if "unit" in typed:
        rows.append(["", "beside the mean", *kept["deviation"], *[""] * len(last)])
        rows.append(["", "kroner", *kept["money"], *[""] * len(last)])
    return [
        f"|{'|'.join(f' {signed(cell)} ' if cell != '' else ' ' for cell in row)}|" for row in rows
    ]


def signed(cell):
    """As it is printed: a true minus."""
    return re.sub(r"^-(?=\d)", "−", str(cell))


def named(number, deal):
    """The number of the deal and what was played in it, in words."""
    if deal.get("passed"):
        return number, "all pass"
    end = deal.get("outcome") or f"{deal['tricks'][deal['declarer']]} tricks"
    tout = f", tout {deal['tout']}" if "tout" in deal else ""
    return number, f"{SEATS[deal['declarer']]}: {WORDS[deal['contract']]}, {end}{tout}"


@pytest.mark.parametrize("slug", ACCOUNTS)
def test_every_line_is_worked_out_again(slug):
    found = examples(text_of(slug))
    assert found
    for typed, lines in found:
        assert typed["accounting"] == slug
        assert lines == worked_out(typed)


@pytest.mark.parametrize("slug", ACCOUNTS)
def test_no_number_in_a_worked_table_can_be_changed_unseen(slug):
    for typed, lines in examples(text_of(slug)):
        right = worked_out(typed)
        for number, line in enumerate(lines):
            for digits in NUMBER.finditer(line):
                bent = line[: digits.start()] + f"1{digits[0]}" + line[digits.end() :]
                assert [*lines[:number], bent, *lines[number + 1 :]] != right


def test_every_page_has_at_least_one_table_and_mixed_has_its_limit():
    assert [len(examples(text_of(slug))) for slug in ACCOUNTS] == [2, 1, 2, 2]
    assert "pot_cap" in examples(text_of("mixed"))[1][0]


PAID = ("won", "bet", "kodille", "remis")


def prices(*, pott):
    """The table of payments of lomber by contract: won, bet, kodille, remis."""
    lomber = RULESETS["lomber"]
    for terms in lomber.played:
        costs = []
        for outcome in map(Outcome, PAID):
            if outcome not in lomber.outcomes(terms):
                costs.append("–")
            elif outcome is Outcome.KODILLE and pott:
                costs.append(str(terms.bet + 1))
            elif outcome is Outcome.KODILLE and terms.kodille_per_trick:
                costs.append("1 + tricks")
            else:
                costs.append(str(abs(terms.value(outcome))))
        starred = terms.for_pot and not pott
        yield [WORDS[terms.contract], *costs, *([] if pott else ["yes" if starred else ""])]


@pytest.mark.parametrize("slug", ("pott", "mixed"))
def test_the_prices_are_those_of_lomber(slug):
    _, rows = the_table(f"{slug}.md", "What a game costs")
    assert rows == list(prices(pott=slug == "pott"))
