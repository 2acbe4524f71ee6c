"""What a line might be instead: the rare entries of the rule sets, each found again."""

from typing import Any

import pytest

from rules import RULESETS, derive
from scoring.whichline import Kind, Stated, Verdict, which_line
from scoring.whichline.lines import tourne_prices
from tests.scoring.whichline.test_whichline_any import corrected, judge
from tests.scoring.whichline.whichline_sheets import make_sheet, settled, spil, totals

HOEM, FAMILIE, LOMBER = RULESETS["hoem"], RULESETS["familie"], RULESETS["lomber"]
RICH = derive(
    FAMILIE, "rich", first_five=True, nolo_buy_again=True, nolo_extra_card=True,
    several_nolo=True, kaske=True, mort=True, mort_nolo=True,
)  # fmt: skip
NOLO = {"declarer": 1, "contract": "koebe_nolo"}


def tourne(laid, outcome="won", **more):
    return {
        "declarer": 1, "contract": "tourne", "outcome": outcome,
        "tourne": {"laid": laid, "turned": ["C5"]}, **more,
    }  # fmt: skip


FOUND = (
    (HOEM, Kind.CARDS, tourne(["SA"], trump="C"), tourne(["HA"])),
    (HOEM, Kind.CONTRACT, spil(1, contract="solo", trump="H"), tourne(["D7"])),
    (HOEM, Kind.CONTRACT, tourne(["D7"], trump="C"), spil(1, contract="ren_nolo")),
    (HOEM, Kind.EXTRA, spil(1, "bet", contract="koebe_nolo"),
     spil(1, "bet", contract="koebe_nolo", extra_card=True)),
    (HOEM, Kind.EXTRA, spil(1, "bet", contract="koebe_nolo", extra_card=True),
     spil(1, "bet", contract="koebe_nolo")),
    (HOEM, Kind.EXTRA, spil(1, contract="ren_nolo"), spil(1, contract="ren_nolo", peeked=[2])),
    (HOEM, Kind.EXTRA, spil(1, contract="ren_nolo", peeked=[2]), spil(1, contract="ren_nolo")),
    (HOEM, Kind.EXTRA, spil(1, contract="ren_nolo"),
     {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
      "tricks": [None, 0, None, 1]}),
    (HOEM, Kind.EXTRA,
     {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
      "tricks": [8, 0, None, 1]}, spil(1, contract="ren_nolo")),
    (HOEM, Kind.OUTCOME,
     {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
      "tricks": [None, 0, None, 1]},
     {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
      "tricks": [None, 1, None, 1]}),
    (HOEM, Kind.SEAT,
     {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
      "tricks": [None, 0, None, 1]},
     {"declarer": 0, "contract": "ren_nolo", "joined": [{"seat": 3}],
      "tricks": [0, None, None, 1]}),
    (RICH, Kind.EXTRA, {**NOLO, "outcome": "won"},
     {**NOLO, "outcome": "won", "bought_again": True}),
    (RICH, Kind.EXTRA, {**NOLO, "outcome": "won", "bought_again": True},
     {**NOLO, "outcome": "won"}),
    (RICH, Kind.EXTRA, spil(1, first_five="made"), spil(1, first_five="failed")),
    (RICH, Kind.EXTRA, spil(1, first_five="made"), spil(1)),
    (RICH, Kind.OUTCOME, {**NOLO, "tricks": [None, 3, None, None]},
     {**NOLO, "tricks": [None, 5, None, None]}),
    (RICH, Kind.OUTCOME, {**NOLO, "tricks": [None, 3, None, None]},
     {**NOLO, "tricks": [None, 9, None, None]}),
    (RICH, Kind.OUTCOME, {**NOLO, "tricks": [None, 3, None, None]},
     {**NOLO, "tricks": [None, 2, None, None]}),
    (RICH, Kind.OUTCOME, {**NOLO, "tricks": [None, 3, None, None]}, {**NOLO, "outcome": "bet"}),
    (RICH, Kind.SEAT, {**NOLO, "tricks": [2, 3, None, 4]},
     {**NOLO, "declarer": 0, "tricks": [3, None, None, None]}),
    (RICH, Kind.OUTCOME, {**NOLO, "joined": [{"seat": 3}], "tricks": [None, 3, None, 0]},
     {**NOLO, "joined": [{"seat": 3}], "tricks": [None, 3, None, 4]}),
    (RICH, Kind.OUTCOME, spil(1, "bet"), spil(1)),
    (RICH, Kind.OUTCOME, {"declarer": 1, "contract": "spil", "abandoned": True}, spil(1)),
    (RICH, Kind.OUTCOME, {"declarer": 1, "contract": "spil", "tricks": [2, 5, None, 2]},
     spil(1, "bet")),
    (RICH, Kind.CONTRACT, {"declarer": 2, "contract": "mort", "outcome": "won", "nolo": True},
     None),
    (LOMBER, Kind.OUTCOME, spil(1), spil(1, "remis")),
)  # fmt: skip


@pytest.mark.parametrize(("ruleset", "kind", "entered", "meant"), FOUND)
def test_a_rare_entry_is_found(ruleset, kind, entered, meant):
    table = {"ruleset": ruleset, "sitter_pays": ruleset.sitter_pays}
    rest = [spil(0, contract="solo"), {"passed": True}]
    sheet = make_sheet([entered, *rest], **table)
    if meant is None:
        assert which_line(sheet, totals(sheet, (1,))).verdict is Verdict.AGREES
        return
    right = make_sheet([meant, *rest], **table)
    stated = totals(right, (1, 3))
    answer = which_line(sheet, stated)
    assert answer.verdict is Verdict.LINE
    judge(sheet, stated, answer)
    assert settled(right) in corrected(right, sheet, answer)
    assert kind in {suspect.mistakes[0].kind for suspect in answer.suspects}


def test_pairs_and_options_hold_for_a_line_that_was_not_entered():
    """With partners the sitter-out takes over a hand; a kaske is there by an option."""
    shared = {"pairs": True, "options": {"kaske": True}}
    lines = [spil(1, **shared), spil(0, "bet", **shared), spil(3, contract="kaske", **shared)]
    table = {"ruleset": FAMILIE, "sitter_pays": True}
    right = make_sheet(lines, **table)
    stated = totals(right, (1, 2, 3))
    for entered in ([*lines[:2], {"passed": True}], [*lines[:2], None]):
        sheet = make_sheet(entered, **table)
        answer = which_line(sheet, stated)
        judge(sheet, stated, answer)
        assert settled(right) in corrected(right, sheet, answer)


def test_a_line_typed_twice_is_none_if_the_rules_refuse_what_would_follow():
    """Vest, who sits out in the row above, cannot have declared there."""
    lines = [spil(1), spil(1), spil(3)]
    sheet = make_sheet(lines, ruleset=RULESETS["dlu"])
    stated = totals(make_sheet([spil(1), spil(1, "bet"), spil(3)]), (2, 3))
    kinds = {one.mistakes[0].kind for one in which_line(sheet, stated).suspects}
    assert Kind.OUTCOME in kinds
    assert Kind.DOUBLED not in kinds


def test_a_deal_that_does_not_go_with_the_account_is_refused():
    joined = {"declarer": 1, "contract": "ren_nolo", "joined": [{"seat": 3}],
              "tricks": [None, 0, None, 1]}  # fmt: skip
    sheet = make_sheet([joined], ruleset=HOEM, accounting="pott")
    with pytest.raises(ValueError, match="one declarer"):
        which_line(sheet, [Stated(1, (0, 0, 0, 0))])


def test_other_cards_of_a_tourne_are_not_the_same_ones():
    """The price of spadille alone is no other's; forty are, with a kodille that costs or not."""
    unseen = {}
    prices: Any = tourne_prices(HOEM.tourne_cards)
    for price in prices:
        sheet = make_sheet([spil(1, contract="tourne", **price)], ruleset=HOEM)
        kinds = {one.kind for one in which_line(sheet, totals(sheet, (1,))).unseen}
        unseen[tuple(price["tourne"]["laid"])] = Kind.CARDS in kinds
    assert not unseen["SA",]
    assert unseen["DK",]


def test_a_huge_figure_on_the_paper_is_no_riddle():
    sheet = make_sheet([spil(1), spil(0)])
    huge = 10**40
    answer = which_line(sheet, [Stated(2, (huge, -huge, 0, 0))])
    assert (answer.verdict, answer.suspects) == (Verdict.UNEXPLAINED, ())
