"""What is the same in every rule set, since the cards do not know by which one they are played.

The docstring of a test names the paragraphs of the rule pages that it is the test of.
"""

from itertools import combinations

import pytest

from rules import RULESETS, Aim, Suit, Trump
from rules.cards import BASTA, CARDS, SPADILLE, mask_of, name_of
from rules.deal.play import PlayState, winner
from rules.deal.trumps import MATADORS, table_of
from tests.rules.deal.stepping import cards, falls, may, suited

BLACK = "SC"
TRUMPS = {suit: table_of(Trump.NAMED, suit) for suit in Suit}
SPADES = TRUMPS[Suit.SPADES]


def side(trump):
    """A card of another suit."""
    return "DK" if trump is Suit.HEARTS else "HK"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_a_nolo_has_no_trump_and_every_other_game_has(ruleset):
    """dlu 2.2"""
    for terms in ruleset.contracts:
        assert (terms.aim is Aim.NO_TRICKS) == (terms.trump is Trump.NONE)


@pytest.mark.parametrize("suit", Suit)
def test_the_suits_in_a_nolo(suit):
    """dlu 9.1, 9.2; klub 2.1; familie 2.1; hoem 2.1; lomber 2.1"""
    ranks = "K Q J 7 6 5 4 3 2 A" if suit in BLACK else "K Q J A 2 3 4 5 6 7"
    assert falls(suited(suit, ranks), table_of(Trump.NONE))


@pytest.mark.parametrize("found", (Trump.NAMED, Trump.SPADES, Trump.TURNED))
@pytest.mark.parametrize(("trump", "suit"), [(t, s) for t in Suit for s in Suit if t != s])
def test_the_suits_that_are_not_trump(trump, suit, found):
    """dlu 9.3; klub 2.2; familie 2.2; hoem 2.2; lomber 2.2"""
    ranks = "K Q J 7 6 5 4 3 2" if suit in BLACK else "K Q J A 2 3 4 5 6 7"
    table = table_of(found, trump)
    assert falls(suited(suit, ranks), table)
    assert table.suit[CARDS[f"{suit}K"]] == mask_of(CARDS[name] for name in suited(suit, ranks))
    assert {SPADILLE, BASTA} < set(table.trumps)


@pytest.mark.parametrize("trump", Suit)
def test_the_matadors(trump):
    """dlu 9.4; klub 2.3; familie 2.3; hoem 2.3; lomber 2.3"""
    manille = f"{trump}2" if trump in BLACK else f"{trump}7"
    table = TRUMPS[trump]
    assert [name_of(card) for card in table.trumps[:MATADORS]] == ["SA", manille, "CA"]
    assert falls(["SA", manille, "CA", f"{trump}K"], table)


@pytest.mark.parametrize(
    ("trump", "number", "manille", "below"),
    (
        ("S", 11, "2", "K Q J 7 6 5 4 3"),
        ("C", 11, "2", "K Q J 7 6 5 4 3"),
        ("H", 12, "7", "A K Q J 2 3 4 5 6"),
        ("D", 12, "7", "A K Q J 2 3 4 5 6"),
    ),
)
def test_ponto_and_the_trumps_below(trump, number, manille, below):
    """dlu 9.5, 9.6, 9.7; klub 2.4, 2.5; familie 2.4, 2.5; hoem 2.4; lomber 2.4, 2.6"""
    table = TRUMPS[Suit(trump)]
    names = ["SA", f"{trump}{manille}", "CA", *suited(trump, below)]
    assert [name_of(card) for card in table.trumps] == names
    assert len(names) == number
    assert falls([*names, side(Suit(trump))], table)


@pytest.mark.parametrize(
    ("hand", "lead", "trump", "allowed"),
    (
        ("H2 H5 C4 S3", "HK", "C", "H2 H5"),
        ("C4 S3 SA", "HK", "C", "C4 S3 SA"),
        ("H2 H5 C4", "HK", "S", "H2 H5"),
        ("C4 S3 SA", "HK", "S", "C4 S3 SA"),
        ("C4 SA", "HK", "S", "C4 SA"),
    ),
)
def test_the_suit_led_is_followed(hand, lead, trump, allowed):
    """dlu 15.2; klub 8.2; familie 7.2; hoem 9.2; lomber 7.2"""
    assert may(hand, lead, TRUMPS[Suit(trump)]) == allowed


@pytest.mark.parametrize(
    ("hand", "lead", "trump", "allowed"),
    (
        ("SA S3 C4", "SK", "H", "S3"),
        ("SA S3 C4", "SK", "D", "S3"),
        ("SA C4 D2", "SK", "H", "C4 D2 SA"),
        ("CA H3 C4", "H2", "H", "CA H3"),
        ("CA D3 C4", "D2", "D", "CA D3"),
        ("H3 SK D2", "SA", "H", "H3"),
        ("D3 SK CK", "SA", "D", "D3"),
        ("CA C3 S4", "S5", "S", "CA S4"),
        ("CA C3 H4", "CK", "S", "C3"),
        ("SA S3 H4", "S5", "S", "S3 SA"),
    ),
)
def test_the_trumps_are_one_suit(hand, lead, trump, allowed):
    """dlu 15.3; klub 8.3; familie 7.2; hoem 9.2; lomber 7.2"""
    assert may(hand, lead, TRUMPS[Suit(trump)]) == allowed


@pytest.mark.parametrize("trump", Suit)
def test_a_matador_is_drawn_by_a_higher_one_alone(trump):
    """dlu 15.4; klub 8.4, 8.5; familie 7.3, 7.4; hoem 9.3; lomber 7.3"""
    table, other = TRUMPS[trump], side(trump)
    matadors = [name_of(card) for card in table.trumps[:MATADORS]]
    drawn = {(lower, higher) for higher, lower in combinations(matadors, 2)}
    for lead in map(name_of, table.trumps):
        for matador in matadors:
            if lead != matador:
                free = {matador} if (matador, lead) in drawn else {matador, other}
                assert may(f"{matador} {other}", lead, table) == " ".join(sorted(free))
    for lead in map(name_of, table.trumps[3:]):
        every = [*matadors, other]
        assert may(" ".join(every), lead, table) == " ".join(sorted(every))


@pytest.mark.parametrize("trump", Suit)
def test_who_must_follow_may_play_any_trump(trump):
    """dlu 15.5; klub 8.4; familie 7.3; hoem 9.3; lomber 7.3"""
    table, other = TRUMPS[trump], side(trump)
    for matador in (name_of(card) for card in table.trumps[:MATADORS]):
        follows = " ".join(sorted([matador, f"{trump}5"]))
        for lead in {*map(name_of, table.trumps)} - {matador, f"{trump}5"}:
            assert may(f"{matador} {trump}5 {other}", lead, table) == follows
    assert may("SA SK S4 H2", "S2", SPADES) == "S4 SA SK"
    assert may("S2 CA H2", "SA", SPADES) == "CA S2"


@pytest.mark.parametrize(
    ("lead", "added", "hand", "allowed"),
    (
        ("SA", "S5", "CA H4", "CA"),
        ("S5", "SA", "CA H4", "CA H4"),
        ("SK", "SA", "CA H4", "CA H4"),
        ("HK", "SA", "CA H4", "H4"),
        ("HK", "SA", "CA C4", "C4 CA"),
    ),
)
def test_only_the_card_led_counts(lead, added, hand, allowed):
    """dlu 15.5; klub 8.5; familie 7.4; hoem 9.4; lomber 7.3"""
    hands = tuple(mask_of(cards(own)) for own in (f"{lead} D2", f"{added} D3", hand))
    state = PlayState(hands=hands, table=SPADES).play(CARDS[lead]).play(CARDS[added])
    assert state.legal() == mask_of(cards(allowed))


@pytest.mark.parametrize(
    ("trick", "trump", "taker"),
    (
        ("HK H2 HQ", "S", 0),
        ("H2 HK CK", "S", 1),
        ("HK S3 CA", "S", 2),
        ("HK S3 S4", "S", 2),
        ("H2 CK DK", "S", 0),
        ("DK SK S2", "S", 2),
        ("H2 HK SK", "D", 1),
        ("D7 SA DA", "D", 1),
        ("HK S3 H2", "S", 1),
        ("SK SA S2", "S", 1),
        ("C2 CK CA", "H", 2),
    ),
)
def test_who_takes_the_trick(trick, trump, taker):
    """dlu 15.6; klub 8.6; familie 7.5; hoem 9.6; lomber 7.5"""
    assert winner(cards(trick), TRUMPS[Suit(trump)]) == taker
