"""What a line and a mistake weigh, worked out by hand from the page's tables."""

from fractions import Fraction

import pytest

from rules import RULESETS
from scoring.whichline import Kind
from scoring.whichline.courses import Keeper
from scoring.whichline.lines import Reader
from scoring.whichline.priors import frequency, odds
from tests.scoring.whichline.whichline_sheets import make_sheet, spil

GAME = Fraction(92, 100) / 3
SPIL_WON = GAME * Fraction(57, 100) * Fraction(62, 100)
PASS = {"passed": True}


def line(record, ruleset="dlu"):
    sheet = make_sheet([record], ruleset=RULESETS[ruleset])
    found = Reader(sheet, Keeper(sheet.rules)).entered(1)
    assert found is not None
    return found


JOINED = {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
          "tricks": [None, 0, None, 1], "peeked": [2]}  # fmt: skip


@pytest.mark.parametrize(
    ("record", "ruleset", "often"),
    (
        (PASS, "dlu", Fraction(8, 100)),
        (spil(1), "dlu", SPIL_WON),
        (spil(1, tout="made"), "dlu", SPIL_WON / 100),
        (spil(1, "bet", contract="solo"), "dlu", GAME * Fraction(10 * 23, 10000)),
        ({"declarer": 1, "contract": "koebe_nolo", "tricks": [None, 3, None, None]}, "familie",
         GAME * Fraction(8 * 15, 10000) / 8),
        (JOINED, "hoem", GAME * Fraction(3 * 62, 10000) / 50 / 50),
        (spil(1, "bet", contract="koebe_nolo", extra_card=True), "hoem",
         GAME * Fraction(8 * 23, 10000) / 50),
        (spil(1, contract="tourne", tourne={"laid": ["SA"], "turned": ["C5"]}), "hoem",
         GAME * Fraction(10 * 62, 10000) / 50),
    ),
)  # fmt: skip
def test_how_often_a_line_is_just_so(record, ruleset, often):
    assert frequency(line(record, ruleset)) == often


def test_a_sheet_is_one_deal_short_in_one_of_twenty():
    assert frequency(None) == Fraction(1, 20)


def test_a_mistake_weighs_what_was_meant_against_what_was_entered():
    won, bet, passed = line(spil(1)), line(spil(1, "bet")), line(PASS)
    assert odds(Kind.OUTCOME, won, bet) == 200 * Fraction(23, 62)
    assert odds(Kind.SEAT, won, line(spil(0))) == 120
    assert odds(Kind.PASSED, won, passed) == 20 * Fraction(8, 100)
    assert odds(Kind.PASSED, passed, won) == 20 * SPIL_WON / Fraction(8, 100)
    assert odds(Kind.LINE, bet, won) == 30 * SPIL_WON
    assert odds(Kind.DEALER, won, bet) == 5
    assert odds(Kind.SWAPPED, won, bet) == 30
    assert odds(Kind.SKIPPED, None, won) == 30 * SPIL_WON * 20
    assert odds(Kind.DOUBLED, won, None) == 20 * Fraction(1, 20) / SPIL_WON
