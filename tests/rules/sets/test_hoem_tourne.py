"""The rule set hoem: the tourné in hand, turned and priced (seed 003, 7.1, 9 and 10)."""

from itertools import combinations, permutations
from pathlib import Path
from re import findall

import pytest

from rules import Outcome, Said, Suit
from rules.cards import NAMES, mask_of
from rules.deal.exchange import Item
from rules.errors import Breach
from rules.result.tourne import hand_values
from tests.rules.deal.stepping import (
    ALONE,
    FOREHAND,
    MIDDLEHAND,
    breach,
    cards,
    laying,
    led,
    refusal,
)
from tests.rules.sets.test_hoem import HOEM, framed, how, refused, shown
from tests.rules.sets.test_hoem_auction import TOURNE_CARDS, chosen, opened

IN_PRINT = {
    "♠": "S", "♥": "H", "♦": "D", "♣": "C", "Es": "A", "Kn": "J", "Ko": "K", "**": "",
}  # fmt: skip
"""How the pages, English and Danish, write suits and ranks."""
PAGES = Path(__file__).resolve().parents[3] / "docs" / "rules"
TOGETHER = ("SA", "CA", "HA", "DA", "H7", "D7")
"""The cards that are added."""
PLAIN = tuple(name for name in NAMES if name not in TOURNE_CARDS)


def value(laid, turned):
    """What a won tourné with these cards brings; None where they cannot be so."""
    game = framed("tourne", outcome="won", tourne=shown(laid, turned))
    try:
        return how(**game)[1]
    except ValueError:
        return None


def tourne(laid, turned, hand=""):
    """Forehand, who holds the cards laid, plays a tourné with them."""
    says = {"tourne": laying(laid, turned)}
    return chosen("tourne", {FOREHAND: hand or laid}, turned, **says)


def may_follow(laid, turned):
    """Whether one more card may be turned."""
    return value(laid, f"{turned} C6") is not None


# --- 6. the tourné: what it is worth in hand ------------------------------------------------


@pytest.mark.parametrize(("card", "worth"), TOURNE_CARDS.items())
def test_hoem_6_1_the_tourne_cards(card, worth):
    asked = {n: opened(f"tourne, more {n}", {FOREHAND: card}) for n in (worth - 1, worth)}
    assert [deal.legal_calls() for deal in asked.values()] == [("yes",), ("no",)]


def test_hoem_6_1_one_must_have_been_dealt():
    assert refusal(opened(""), "tourne") is Breach.TOURNE_INVALID
    for card in set(NAMES) - set(TOURNE_CARDS):
        assert hand_values(HOEM.tourne_cards, [card]) == set()
    drawn = {"tourne": laying("D7", "H7")}
    late = Said(contract="tourne", **drawn)
    assert breach(opened("tourne" + ALONE, {FOREHAND: "SA"}, "H7 D7").choose, late) is (
        Breach.TOURNE_INVALID
    )


@pytest.mark.parametrize("laid", ("SA", "H7", "SA H7", "CA", "SA CA H7"))
def test_hoem_6_2_he_lays_those_that_he_wants_counted(laid):
    says = {"tourne": laying(laid, "C5")}
    deal = chosen("tourne", {FOREHAND: "SA CA H7"}, "C5", **says)
    assert deal.said.tourne == laying(laid, "C5")
    assert deal.hands[FOREHAND] & mask_of(cards(laid)) == mask_of(cards(laid))
    after = led(deal.buy(Item(FOREHAND, cards(laid))))  # and may lay them away when he buys
    assert not after.hands[FOREHAND] & mask_of(cards(laid))


SUMS = (
    ("SA", 2), ("CA", 2), ("SA CA", 12), ("SA HA", 10), ("CA SA DA", 23), ("HA DA H7", 34),
    ("D7 SA CA", 22),
)  # fmt: skip


@pytest.mark.parametrize(("laid", "worth"), SUMS)
def test_hoem_6_3_the_values_are_added(laid, worth):
    assert how("tourne", outcome="won", tourne=shown(laid)) == (Outcome.WON, worth)


@pytest.mark.parametrize("alone", ("HJ", "DK"))
def test_hoem_6_3_but_the_jack_and_the_king_are_laid_alone(alone):
    assert how("tourne", outcome="won", tourne=shown(alone))[1] == TOURNE_CARDS[alone]
    game = {"players": 3, "dealer": 0, "declarer": 0, "contract": "tourne", "outcome": "won"}
    for other in set(TOURNE_CARDS) - {alone}:
        assert refused(**game, tourne=shown(f"{alone} {other}")) == ["tourne_invalid"]
        assert refused(**game, tourne=shown(f"{other} {alone}")) == ["tourne_invalid"]


def test_hoem_6_4_the_highest_in_hand_is_56():
    everything = [card for card in TOURNE_CARDS if card not in {"HJ", "DK"}]
    assert max(hand_values(HOEM.tourne_cards, NAMES)) == 56
    assert how("tourne", outcome="won", tourne=shown(" ".join(everything)))[1] == 56


@pytest.mark.parametrize(
    ("calls", "hand", "laid", "true"),
    (
        ("tourne, more 14, yes, pass, pass", "HA H7", "H7", True),
        ("tourne, more 14, yes, pass, pass", "HA H7", "HA", False),
        ("tourne, more 10, yes, pass, pass", "D7 H7", "D7", False),
        ("tourne, more 9, yes, pass, pass", "D7 H7", "D7", True),
        ("tourne, more 14, yes, pass, more 20, yes, pass", "HA H7", "H7", False),
        ("tourne, more 14, yes, pass, more 20, yes, pass", "HA H7", "H7 HA", True),
        ("tourne, pass, pass", "HA H7", "HA", True),
    ),
)
def test_hoem_6_5_the_cards_bear_out_every_answer(calls, hand, laid, true):
    choice = Said(contract="tourne", tourne=laying(laid, "C5"))
    wrong = None if true else Breach.TOURNE_INVALID
    assert breach(opened(calls, {FOREHAND: hand}, "C5").choose, choice) is wrong


@pytest.mark.parametrize(
    ("calls", "laid", "enough"),
    (
        ("solo, tourne, pass", "H7", False),
        ("solo, tourne, pass", "H7 CA", True),
        ("tourne, more 14, no, tourne, pass", "CA", False),
        ("tourne, more 14, no, tourne, pass", "H7", True),
        ("tourne, more 15, no, tourne, pass", "H7", False),
    ),
)
def test_hoem_6_5_and_are_worth_more_than_what_was_overbid(calls, laid, enough):
    deal = opened(calls, {FOREHAND: "SA", MIDDLEHAND: "H7 CA"}, "C5")
    choice = Said(contract="tourne", tourne=laying(laid, "C5"))
    assert breach(deal.choose, choice) is (None if enough else Breach.TOURNE_INVALID)


# --- 7. the tourné: turning and the final value ---------------------------------------------


@pytest.mark.parametrize("laid", ("SA", "HA H7", "SA CA", "DA"))
def test_hoem_7_1_one_card_and_one_more_for_each_tourne_card(laid):
    more = [card for card in TOGETHER if card not in laid.split()]
    for card in (*PLAIN, "HJ", "DK"):
        assert value(laid, card) is not None
        assert card == "C6" or not may_follow(laid, card)
    for size in range(1, len(more) + 1):
        for turned in permutations(more, size):
            assert may_follow(laid, " ".join(turned))
            assert not may_follow(laid, " ".join((*turned, "C5")))


@pytest.mark.parametrize("laid", ("D7", "D7 H7", "SA D7"))
def test_hoem_7_2_three_cards_whatever_they_are(laid):
    more = [card for card in TOGETHER if card not in laid.split()]
    for turned in ("C2", "C2 C3", "HJ", "HJ DK", "DK C3", *more):
        assert may_follow(laid, turned)
    for third in (*PLAIN, "HJ", "DK"):
        if third not in {"C2", "C3", "C6"}:
            assert not may_follow(laid, f"C2 C3 {third}")
    for third in more:
        assert may_follow(laid, f"C2 C3 {third}")
        assert may_follow(laid, f"{third} C2")
        assert not may_follow(laid, f"{third} C2 C3")
        assert not may_follow(laid, f"C2 C3 {third} C4")
        for fourth in set(more) - {third}:
            assert may_follow(laid, f"C2 C3 {third} {fourth}")


def test_hoem_7_3_the_second_turn_and_the_third_add_ten():
    assert [value("D7", turned) for turned in ("C2", "C2 C3", "C2 C3 C4")] == [10, 20, 30]
    assert value("D7", "C2 C3 HA C4") == 30 + 8
    assert value("D7", "C2 C3 HA H7 C4") == 30 + 8 + 15
    assert value("HA", "D7 C2") == 8 + 10  # turned, it adds its own ten and no more


@pytest.mark.parametrize(("laid", "worth"), (("HJ", 30), ("DK", 40)))
def test_hoem_7_4_one_card_and_a_fixed_price(laid, worth):
    for turned in set(NAMES) - {laid}:
        assert value(laid, turned) == worth
    for turned in set(TOURNE_CARDS) - {laid}:
        assert not may_follow(laid, turned)


def test_hoem_7_5_a_right_is_no_duty():
    for turned in TOGETHER[1:]:
        assert tourne("SA", turned).trump == turned[0]
    for turned in ("C2", "C2 C3", "C2 C3 SA", "C2 C3 SA CA"):
        assert tourne("D7", turned).trump == turned[-2]


@pytest.mark.parametrize("turned", sorted(set(NAMES) - {"H7"}))
def test_hoem_7_6_the_last_card_turned_is_trump_and_counts_nothing(turned):
    assert tourne("H7", turned).trump == Suit(turned[0])
    assert value("H7", turned) == 15
    assert value("D7", f"C2 C3 {turned}") == 30 or turned in {"D7", "C2", "C3"}
    other = "S" if turned[0] != "S" else "H"
    game = framed("tourne", outcome="won", tourne=shown("H7", turned))
    assert refused(**game, trump=other) == ["trump_contradicts_tourne"]
    choice = Said(contract="tourne", tourne=laying("H7", turned), trump=Suit(other))
    deal = opened("tourne" + ALONE, {FOREHAND: "H7"}, turned)
    assert breach(deal.choose, choice) is Breach.TRUMP_NOT_TURNED


@pytest.mark.parametrize(
    ("laid", "turned", "worth"),
    (
        ("SA", "CA C5", 12), ("SA", "CA", 2), ("HA", "SA CA C5", 8 + 12), ("HA", "SA CA", 8 + 2),
        ("HA", "DA H7 C5", 8 + 11 + 15), ("D7", "HJ DK C5", 30), ("D7", "HJ C5", 20),
    ),
)  # fmt: skip
def test_hoem_7_7_the_others_count_as_in_hand(laid, turned, worth):
    assert value(laid, turned) == worth


@pytest.mark.parametrize("laid", TOGETHER)
def test_hoem_7_7_each_with_its_own_value(laid):
    for turned in set(TOGETHER) - {laid}:
        both = 8 if {laid, turned} == {"SA", "CA"} else 0
        ten = 10 if laid == "D7" else 0
        assert value(laid, f"{turned} C5") == TOURNE_CARDS[laid] + TOURNE_CARDS[turned] + both + ten


def test_hoem_7_8_the_highest_value_is_76():
    ways = [
        (laid, (*order, "C2", "C3")[:end])
        for size in range(1, len(TOGETHER) + 1)
        for laid in combinations(TOGETHER, size)
        for order in permutations([card for card in TOGETHER if card not in laid])
        for end in range(1, len(order) + 3)
    ]
    values = {value(" ".join(laid), " ".join(turned)) for laid, turned in ways}
    assert max(values - {None}) == 76


WORKED = (
    ("SA H7", 17, "C5", "C", 0, 0, 17),
    ("SA H7 CA", 27, "DA D7 S2", "S", 21, 0, 48),
    ("CA DA", 13, "SA", "S", 0, 0, 13),
    ("D7 SA", 12, "S4 D2", "D", 0, 10, 22),
    ("D7 SA", 12, "S5 DK CA DA", "D", 10, 20, 42),
    ("D7 SA HA DA", 31, "H7 CA D5", "D", 25, 20, 76),
    ("HJ", 30, "D7", "D", 0, 0, 30),
    ("HJ", 30, "SA", "S", 0, 0, 30),
    ("DK", 40, "S6", "S", 0, 0, 40),
    ("DK", 40, "HJ", "H", 0, 0, 40),
)
"""Laid, worth in hand, turned, trump, what the turned cards and the turns add, worth of the
game (seed 003, 10)."""


@pytest.mark.parametrize(
    ("laid", "in_hand", "turned", "trump", "by_cards", "by_turns", "worth"), WORKED
)
def test_hoem_7_9_the_worked_cases(laid, in_hand, turned, trump, by_cards, by_turns, worth):
    assert in_hand + by_cards + by_turns == worth
    answers = [opened(f"tourne, more {n}", {FOREHAND: laid}) for n in (in_hand - 1, in_hand)]
    assert ["yes" in deal.legal_calls() for deal in answers] == [True, False]
    deal = tourne(laid, turned)
    assert deal.trump == trump
    ended = {"tourne": shown(laid, turned), "trump": trump}
    assert how("tourne", outcome="won", **ended) == (Outcome.WON, worth)
    assert how("tourne", outcome="bet", **ended) == (Outcome.BET, -worth)
    assert how("tourne", outcome="kodille", **ended)[1] == -worth - (0 if laid == "DK" else 5)


@pytest.mark.parametrize("name", ("hoem.md", "da/hoem.md"))
def test_hoem_7_9_stand_so_on_the_page(name):
    text = (PAGES / name).read_text(encoding="utf-8")
    for shown_as, letter in IN_PRINT.items():
        text = text.replace(shown_as, letter)
    rows = [[cell.replace(" ", "") for cell in line.split("|")[1:-1]] for line in text.split("\n")]
    of_cards = [row[1:] for row in rows if len(row) == len(WORKED[0]) + 1 and row[0].isdigit()]
    assert [sorted(findall(r"[SHDC].", laid)) for laid, *_ in of_cards] == [
        sorted(laid.split()) for laid, *_ in WORKED
    ]
    assert [row[1:] for row in of_cards] == [
        [str(part).replace(" ", "") for part in case[1:]] for case in WORKED
    ]
