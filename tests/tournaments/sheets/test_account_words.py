"""The sentences by which an account is kept by hand say what the program does."""

import pytest
from django.utils import translation

from rules import RULESETS, RuleSet, read_result, settle
from scoring.ledger import Entry
from scoring.sequence import KINDS, SETTINGS, account_rules, move, opening
from tournaments.models import Event
from tournaments.sheets import account_words
from tournaments.sheets.account_words import of_account, of_tout

LOMBER = RULESETS["lomber"]
HELD = 20
SOLO = {"declarer": 1, "contract": "solo"}
SPIL = {"declarer": 1, "contract": "spil"}
PASSED: dict[str, object] = {"passed": True}


def said(ruleset: RuleSet = LOMBER, **kwargs: object) -> str:
    event = Event(ruleset=ruleset.to_json(), **kwargs)
    with translation.override("en"):
        return " ".join([*of_account(event, ruleset), *of_tout(event, ruleset)])


def deal(
    accounting: str, dealt: dict[str, object], held: int = HELD, cap: int | None = None
) -> Entry:
    """What a deal moves at a table of four, which seat 0 deals; the ante is 3."""
    rules = account_rules(players=4, accounting=accounting, ante=3, pot_cap=cap, sitter_pays=True)
    record = read_result({"players": 4, "dealer": 0, **dealt}, LOMBER)
    return move(rules, settle(record, LOMBER), held).entry


def test_a_pott_is_told_as_it_is_settled():
    text, pott = said(accounting="pott", ante=3, sitter_pays=True), "pott"
    assert "puts 3 into its pot, and so begins with −3." in text
    assert opening(account_rules(players=4, accounting=pott, ante=3)) == Entry((-3,) * 4 + (0,), 12)
    assert "When all pass, everybody, also who sits out, puts 1 into the pot." in text
    assert deal(pott, PASSED) == Entry((-1, -1, -1, -1, 0), 4)
    assert "What the declarer wins is taken from the pot" in text
    assert deal(pott, SOLO | {"outcome": "won"}) == Entry((0, 2, 0, 0, 0), -2)
    assert "A kodille costs 1 more than a bet in every game." in text
    assert deal(pott, SOLO | {"outcome": "kodille"}) == Entry((0, -3, 0, 0, 0), 3)
    assert "At remis everybody, also who sits out, puts in what a bet costs." in text
    assert deal(pott, SOLO | {"outcome": "remis"}) == Entry((-2, -2, -2, -2, 0), 8)
    assert "everybody first puts in 3 again, as often as it takes." in text
    assert deal(pott, SOLO | {"outcome": "won"}, held=1) == Entry((-3, -1, -3, -3, 0), 10)
    assert "Tout: +1 from the pot when made, as much into it when not." in text
    assert deal(pott, SOLO | {"outcome": "won", "tout": "made"}).pot == -3
    assert "Who sits out pays" not in text


def test_a_mixed_account_is_told_as_it_is_settled():
    text, mixed = said(accounting="mixed", pot_cap=12, sitter_pays=True), "mixed"
    assert "puts 1 into its pot, and so begins with −1." in text
    assert opening(account_rules(players=4, accounting=mixed)) == Entry((-1,) * 4 + (0,), 4)
    assert deal(mixed, PASSED) == Entry((-1, -1, -1, -1, 0), 4)
    assert "a kodille or a remis, also goes into the pot once." in text
    for outcome, costs in (("bet", 1), ("kodille", 2), ("remis", 1)):
        assert deal(mixed, SPIL | {"outcome": outcome}).pot == costs
    assert deal(mixed, SPIL | {"outcome": "won"}) == Entry((-1, 3, -1, -1, 0))
    assert "Sóló, spaðasóló, hrein, hrein yfir are also played for the pot" in text
    assert "what it holds beyond one for each player." in text
    assert deal(mixed, SOLO | {"outcome": "won"}).pot == -(HELD - 4)
    assert "puts in as much as it holds, instead of what the game costs." in text
    assert deal(mixed, SOLO | {"outcome": "bet"}).pot == HELD
    assert deal(mixed, SOLO | {"outcome": "remis"}).pot == 2
    assert "Such a game takes or puts in 12 at most." in text
    capped = [deal(mixed, SOLO | {"outcome": each}, cap=12).pot for each in ("won", "bet")]
    assert capped == [-12, 12]
    assert "when not, as much to each, and as much into the pot." in text
    assert deal(mixed, SPIL | {"outcome": "bet", "tout": "failed"}) == Entry((2, -8, 2, 2, 0), 2)
    assert deal(mixed, SPIL | {"outcome": "won", "tout": "made"}).pot == 0
    assert "at most" not in said(accounting="mixed")


@pytest.mark.parametrize(
    ("customs", "words", "moved"),
    (
        ({"remis_pays": "players"}, "each of the three who played puts in what a bet costs.",
         Entry((-2, -2, 0, -2, 0), 6)),
        ({"remis_price": "one"}, "At remis everybody, also who sits out, puts in 1.",
         Entry((-1, -1, -1, -1, 0), 4)),
        ({"remis_pays": "players", "remis_price": "one"},
         "At remis each of the three who played puts in 1.", Entry((-1, -1, 0, -1, 0), 3)),
    ),
)  # fmt: skip
def test_the_customs_at_remis_are_told_as_they_are_settled(customs, words, moved):
    assert words in said(accounting="pott", account_settings=customs)
    rules = account_rules(players=4, accounting="pott", **customs)
    record = read_result({"players": 4, "dealer": 0, **SOLO, "outcome": "remis"}, LOMBER)
    assert move(rules, settle(record, LOMBER), HELD).entry == moved


def test_there_are_words_for_every_kind_and_setting():
    assert account_words.KINDS.keys() == KINDS.keys()
    assert account_words.SETTINGS.keys() == SETTINGS.keys()
    for key, setting in SETTINGS.items():
        words = getattr(setting, "words", ())
        assert set(account_words.SETTINGS[key].choices) == set(words)


@pytest.mark.parametrize(("ruleset", "joins"), (("dlu", False), ("hoem", True)))
def test_a_pot_is_told_as_it_is_settled(ruleset, joins):
    text = said(RULESETS[ruleset], accounting="pot", start=20, sitter_pays=True)
    assert (
        "The pot begins with nothing and may go below it. When all pass, nothing is paid." in text
    )
    assert ("Who joins a nolo" in text) == joins
    assert "always make +20 for each player." in text
    assert deal("pot", SPIL | {"outcome": "won"}, held=0) == Entry((0, 1, 0, 0, 0), -1)
    assert "Who sits out pays" not in text


def test_a_rule_set_in_which_a_pass_costs_nothing_says_so():
    free = LOMBER.changed({"pass_pays": False})
    assert "When all pass, nothing is paid." in said(free, accounting="pott")


def test_in_pairs_nobody_who_sits_out_pays():
    words = "Who sits out pays and is paid as well."
    assert words in said(accounting="rasle", sitter_pays=True)
    assert words not in said(accounting="rasle", sitter_pays=True, kind="pairs")
