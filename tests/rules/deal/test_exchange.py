"""Who buys, in which order, how many cards, and what he then holds."""

from dataclasses import replace
from typing import Any

import pytest

from rules.cards import cards_of, mask_of
from rules.deal.exchange import Buyer, Exchange, Item, open_exchange
from rules.errors import Breach, BreachError
from rules.rulesets import RULESETS

PACK = tuple(range(40))
HANDS = {0: PACK[:9], 1: PACK[9:18], 3: PACK[18:27]}
TALON = PACK[27:]
DECLARER, RIGHT, LEFT, FOURTH = 1, 3, 0, 2
"""Seat 0 deals at a table of four: 1 is forehand, 2 sits out."""


def opened(ruleset, contract, /, **changes):
    """An exchange of the deal above, also of a contract that is an option."""
    rules = RULESETS[ruleset]
    terms = next(terms for terms in rules.contracts if terms.contract == contract)
    given = {
        "defenders": (RIGHT, LEFT),
        "joined": (),
        "fourth": None,
        "hands": {seat: mask_of(hand) for seat, hand in HANDS.items()},
        "talon": TALON,
    }
    declarer = FOURTH if contract == "mort" else DECLARER
    return open_exchange(rules, terms, declarer, **{**given, **changes})


def refused(exchange, item):
    """What ``item`` breaks; it must be the fault of the seat that did it."""
    with pytest.raises(BreachError) as caught:
        exchange.step(item)
    assert caught.value.seat == item.seat
    return caught.value.breach


def order(exchange):
    """Who has an item, from first to last."""
    return tuple(buyer.seat for buyer in exchange.ahead)


# --- who buys ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "contract", "seats"),
    (
        ("dlu", "spil", (1, 3, 0)),
        ("dlu", "bedre_spil", (1, 3, 0)),
        ("dlu", "tourne", (1, 3, 0)),
        ("dlu", "tourne_respekt", (1, 3, 0)),
        ("dlu", "koebe_nolo", (1,)),
        ("dlu", "solo", (3, 0)),
        ("dlu", "solo_spar", (3, 0)),
        ("dlu", "ren_nolo", ()),
        ("dlu", "nolo_ouvert", ()),
        ("klub", "spil", (1, 3, 0)),
        ("familie", "grand", (1, 3, 0)),
        ("familie", "grandissimo", (3, 0)),
        ("familie", "kaske", (1, 3, 0)),
        ("familie", "mort", (2,)),
        ("lomber", "kaske", (1, 3, 0)),
        ("lomber", "koebe_nolo", (1,)),
        ("hoem", "tourne", (1, 3, 0)),
        ("hoem", "koebe_nolo_ouvert", (1,)),
    ),
)
def test_who_buys_and_in_which_order(ruleset, contract, seats):
    assert order(opened(ruleset, contract)) == seats


def test_further_declarers_buy_after_the_first_and_the_fourth_last():
    joined = opened("hoem", "koebe_nolo", defenders=(LEFT,), joined=(RIGHT,), fourth=FOURTH)
    assert order(joined) == (1, 3, 2)
    assert order(opened("hoem", "ren_nolo", joined=(RIGHT,), fourth=FOURTH)) == (2,)


def terms(rules, contract):
    found = rules.terms(contract)
    assert found is not None
    return found


def test_defenders_of_a_koebe_nolo_buy_where_that_is_played():
    rules = replace(RULESETS["familie"], nolo_defenders_buy=True)
    given: dict[str, Any] = {
        "hands": {},
        "talon": TALON,
        "defenders": (RIGHT, LEFT),
        "joined": (),
        "fourth": 2,
    }
    nolo, pure = terms(rules, "koebe_nolo"), terms(rules, "ren_nolo")
    assert order(open_exchange(rules, nolo, DECLARER, **given)) == (1, 3, 0, 2)
    assert order(open_exchange(rules, pure, DECLARER, **given)) == (2,)


def test_the_wrong_seat_is_told_why():
    spil = opened("dlu", "spil")
    assert spil.turn == DECLARER
    assert refused(spil, Item(RIGHT)) is Breach.OUT_OF_TURN
    assert refused(spil, Item(FOURTH)) is Breach.EXCHANGE_NOT_ALLOWED
    bought = spil.step(Item(DECLARER, discards=(9,)))
    assert bought.turn == RIGHT
    assert refused(bought, Item(LEFT)) is Breach.OUT_OF_TURN
    assert refused(bought, Item(DECLARER)) is Breach.EXCHANGE_NOT_ALLOWED
    done = bought.step(Item(RIGHT)).step(Item(LEFT))
    assert (done.turn, done.least, done.most) == (None, 0, 0)
    assert refused(done, Item(LEFT)) is Breach.EXCHANGE_NOT_ALLOWED
    assert refused(opened("dlu", "ren_nolo"), Item(DECLARER)) is Breach.EXCHANGE_NOT_ALLOWED


def test_everyone_who_may_buy_has_an_item():
    exchange = opened("dlu", "solo").step(Item(RIGHT))
    with pytest.raises(BreachError) as caught:
        exchange.finish()
    assert (caught.value.breach, caught.value.seat) == (Breach.EXCHANGE_TOO_FEW, LEFT)
    exchange.step(Item(LEFT)).finish()
    opened("dlu", "nolo_ouvert").finish()


# --- laying away and drawing ------------------------------------------------------------------


def test_he_lays_away_and_draws_as_many_from_the_top():
    bought = opened("dlu", "spil").step(Item(DECLARER, discards=(9, 17)))
    assert bought == opened("dlu", "spil").step(Item(DECLARER, discards=(9, 17), hand=()))
    assert cards_of(bought.hands[DECLARER]) == (*PACK[10:17], 27, 28)
    assert bought.talon == TALON[2:]
    assert bought.laid == mask_of((9, 17))
    then = bought.step(Item(RIGHT, discards=(18,)))
    assert cards_of(then.hands[RIGHT]) == (*PACK[19:27], 29)
    assert then.hands[LEFT] == mask_of(HANDS[LEFT])
    assert then.laid == mask_of((9, 17, 18))


@pytest.mark.parametrize(
    ("ruleset", "contract", "least"),
    (
        ("dlu", "spil", 1),
        ("dlu", "tourne", 2),
        ("dlu", "tourne_respekt", 2),
        ("familie", "spil", 0),
        ("familie", "tourne", 0),
        ("familie", "grand", 5),
        ("lomber", "tourne_respekt", 0),
        ("hoem", "koebe_nolo", 1),
        ("hoem", "grand", 5),
    ),
)
def test_the_least_a_declarer_buys(ruleset, contract, least):
    exchange = opened(ruleset, contract)
    assert (exchange.least, exchange.most) == (least, 9)
    exchange.step(Item(DECLARER, discards=HANDS[DECLARER][:least]))
    if least:
        few = Item(DECLARER, discards=HANDS[DECLARER][: least - 1])
        assert refused(exchange, few) is Breach.EXCHANGE_TOO_FEW


def test_the_talon_may_run_empty_and_items_are_still_asked_for():
    exchange = opened("dlu", "spil").step(Item(DECLARER, discards=HANDS[DECLARER]))
    assert (exchange.least, exchange.most) == (0, 4)
    assert refused(exchange, Item(RIGHT, discards=HANDS[RIGHT][:5])) is Breach.EXCHANGE_TOO_MANY
    exchange = exchange.step(Item(RIGHT, discards=HANDS[RIGHT][:4]))
    assert (exchange.talon, exchange.turn, exchange.most) == ((), LEFT, 0)
    assert refused(exchange, Item(LEFT, discards=(0,))) is Breach.EXCHANGE_TOO_MANY
    exchange.step(Item(LEFT)).finish()


@pytest.mark.parametrize("discards", ((0,), (9, 9), (27,)), ids=["another's", "twice", "talon's"])
def test_only_cards_in_hand_are_laid_away(discards):
    spil = opened("dlu", "spil")
    assert refused(spil, Item(DECLARER, discards=discards)) is Breach.CARD_NOT_HELD


def test_the_turned_card_is_drawn_first_and_cannot_be_laid_away():
    tourne = opened("dlu", "tourne")
    item = Item(DECLARER, discards=(9, TALON[0]))
    assert refused(tourne, item) is Breach.CARD_NOT_HELD
    bought = tourne.step(Item(DECLARER, discards=(9, 10)))
    assert bought.hands[DECLARER] >> TALON[0] & 1
    left = opened("familie", "tourne").step(Item(DECLARER)).step(Item(RIGHT, discards=(18,)))
    assert left.hands[RIGHT] >> TALON[0] & 1


@pytest.mark.parametrize(
    ("ruleset", "contract", "seat", "field"),
    (
        ("dlu", "spil", DECLARER, {"takes": (27,)}),
        ("dlu", "tourne", DECLARER, {"takes": (27,)}),
        ("dlu", "spil", DECLARER, {"extra_discard": 10}),
        ("hoem", "koebe_nolo", DECLARER, {"extra_discard": 10}),
        ("dlu", "spil", DECLARER, {"keeps": 0}),
        ("dlu", "spil", DECLARER, {"hand": TALON[:9]}),
        ("dlu", "solo", RIGHT, {"hand": TALON[:9]}),
        ("familie", "kaske", DECLARER, {"discards": (9,)}),
        ("familie", "kaske", DECLARER, {"extra_discard": 0}),
        ("familie", "mort", FOURTH, {"discards": (27,)}),
        ("familie", "mort", FOURTH, {"takes": (27,)}),
        ("familie", "mort", FOURTH, {"keeps": 0}),
    ),
)
def test_a_field_of_another_game_is_not_allowed(ruleset, contract, seat, field):
    exchange = opened(ruleset, contract)
    assert refused(exchange, Item(seat, **field)) is Breach.EXCHANGE_NOT_ALLOWED


# --- what only some rule sets have ------------------------------------------------------------


def test_a_tourne_by_cards_takes_what_it_likes_of_the_turned():
    tourne = opened("hoem", "tourne", turned=3)
    assert (tourne.least, tourne.most) == (0, 9)
    bought = tourne.step(Item(DECLARER, discards=(9, 10), takes=(29,)))
    assert cards_of(bought.hands[DECLARER]) == (*PACK[11:18], 29, 30)
    assert bought.talon == TALON[4:]
    assert bought.laid == mask_of((9, 10, 27, 28))
    none = tourne.step(Item(DECLARER))
    assert none.hands[DECLARER] == mask_of(HANDS[DECLARER])
    assert (none.talon, none.laid) == (TALON[3:], mask_of(TALON[:3]))


def test_a_tourne_by_cards_lays_away_at_least_what_it_takes():
    tourne = opened("hoem", "tourne", turned=3)
    item = Item(DECLARER, discards=(9,), takes=(27, 28))
    assert refused(tourne, item) is Breach.EXCHANGE_TOO_FEW
    tourne.step(Item(DECLARER, discards=(9, 10), takes=(27, 28)))


@pytest.mark.parametrize(
    "item",
    (
        Item(DECLARER, discards=(9, 10), takes=(30,)),
        Item(DECLARER, discards=(9, 10), takes=(27, 27)),
        Item(DECLARER, discards=(9, 27), takes=(27,)),
    ),
    ids=["not turned", "twice", "laid away again"],
)
def test_a_tourne_by_cards_takes_turned_cards_only(item):
    assert refused(opened("hoem", "tourne", turned=3), item) is Breach.CARD_NOT_HELD


def test_a_tourne_by_cards_draws_no_more_than_lies_under_the_turned():
    tourne = opened("hoem", "tourne", turned=6)
    item = Item(DECLARER, discards=HANDS[DECLARER], takes=(27,))
    assert refused(tourne, item) is Breach.EXCHANGE_TOO_MANY
    tourne.step(replace(item, takes=(27, 28)))


def test_the_defenders_take_no_turned_card():
    after = opened("hoem", "tourne", turned=1).step(Item(DECLARER))
    assert refused(after, Item(RIGHT, takes=(28,))) is Breach.EXCHANGE_NOT_ALLOWED


def test_who_bought_an_extra_card_lays_one_of_the_ten_away():
    nolo = opened("hoem", "koebe_nolo", extra_card=frozenset({DECLARER}))
    bought = nolo.step(Item(DECLARER, discards=(9, 10), extra_discard=29))
    assert cards_of(bought.hands[DECLARER]) == (*PACK[11:18], 27, 28)
    assert (bought.talon, bought.laid) == (TALON[3:], mask_of((9, 10, 29)))
    item = Item(DECLARER, discards=(9,))
    assert refused(nolo, item) is Breach.EXCHANGE_TOO_FEW
    assert refused(nolo, replace(item, extra_discard=9)) is Breach.CARD_NOT_HELD
    nolo.step(replace(item, extra_discard=10))
    assert refused(nolo, Item(DECLARER, extra_discard=10)) is Breach.EXCHANGE_TOO_FEW


def test_an_extra_card_is_for_him_who_bought_it():
    both = opened(
        "hoem", "koebe_nolo", defenders=(LEFT,), joined=(RIGHT,), extra_card=frozenset({RIGHT})
    )
    both = both.step(Item(DECLARER, discards=HANDS[DECLARER]))
    assert (both.least, both.most) == (1, 3)
    assert refused(both, Item(RIGHT, discards=HANDS[RIGHT][:4], extra_discard=36)) is (
        Breach.EXCHANGE_TOO_MANY
    )
    both.step(Item(RIGHT, discards=HANDS[RIGHT][:3], extra_discard=36)).finish()


def test_three_declarers_may_leave_the_last_nothing_to_buy():
    three = {"defenders": (), "joined": (RIGHT, LEFT)}
    extra = frozenset({RIGHT})
    nolo = opened("hoem", "koebe_nolo", **three, extra_card=extra)
    nolo = nolo.step(Item(DECLARER, discards=HANDS[DECLARER]))
    nolo = nolo.step(Item(RIGHT, discards=HANDS[RIGHT][:3], extra_discard=36))
    assert (nolo.least, nolo.most) == (0, 0)
    nolo.step(Item(LEFT)).finish()
    nolo = replace(nolo, ahead=(replace(nolo.ahead[0], extra=True),))
    assert (nolo.least, nolo.most) == (0, -1)
    assert refused(nolo, Item(LEFT, extra_discard=0)) is Breach.EXCHANGE_TOO_MANY


def test_who_bid_to_buy_three_buys_three():
    nolo = opened("familie", "koebe_nolo", promised=3)
    assert nolo.least == 3
    assert refused(nolo, Item(DECLARER, discards=(9, 10))) is Breach.EXCHANGE_TOO_FEW
    nolo.step(Item(DECLARER, discards=(9, 10, 11))).finish()


def test_buying_again_is_a_second_item_without_the_promise():
    nolo = opened("familie", "koebe_nolo", promised=3, bought_again=True)
    once = nolo.step(Item(DECLARER, discards=(9, 10, 11)))
    assert (once.turn, once.least) == (DECLARER, 0)
    with pytest.raises(BreachError):
        once.finish()
    twice = once.step(Item(DECLARER, discards=(27, 12)))
    assert cards_of(twice.hands[DECLARER]) == (*PACK[13:18], 28, 29, 30, 31)
    twice.finish()


def test_kaske_takes_eight_and_a_card_of_his_own():
    kaske = opened("lomber", "kaske")
    assert (kaske.least, kaske.most) == (0, 0)
    taken = kaske.step(Item(DECLARER, keeps=17))
    assert cards_of(taken.hands[DECLARER]) == (17, *TALON[:8])
    assert (taken.talon, taken.laid) == (TALON[8:], mask_of(PACK[9:17]))
    assert taken.most == 5
    assert refused(kaske, Item(DECLARER, keeps=0)) is Breach.CARD_NOT_HELD


def test_kaske_keeps_the_first_card_of_the_pack_too():
    hands = {seat: mask_of(hand) for seat, hand in HANDS.items()}
    swapped = {**hands, DECLARER: hands[LEFT], LEFT: hands[DECLARER]}
    taken = opened("familie", "kaske", hands=swapped).step(Item(DECLARER, keeps=0))
    assert cards_of(taken.hands[DECLARER]) == (0, *TALON[:8])


def test_kaske_takes_nine_and_keeps_none():
    taken = opened("familie", "kaske").step(Item(DECLARER))
    assert cards_of(taken.hands[DECLARER]) == TALON[:9]
    assert (taken.talon, taken.laid) == (TALON[9:], mask_of(HANDS[DECLARER]))


def test_mort_chooses_nine_of_the_thirteen():
    mort = opened("lomber", "mort")
    assert (mort.turn, mort.least, mort.most) == (FOURTH, 0, 0)
    assert mort.choice == mask_of(TALON)
    chosen = mort.step(Item(FOURTH, hand=TALON[4:]))
    assert cards_of(chosen.hands[FOURTH]) == TALON[4:]
    assert (chosen.talon, chosen.laid) == ((), mask_of(TALON[:4]))
    chosen.finish()


@pytest.mark.parametrize(
    ("hand", "breach"),
    (
        (None, Breach.EXCHANGE_TOO_FEW),
        ((), Breach.EXCHANGE_TOO_FEW),
        (TALON[:8], Breach.EXCHANGE_TOO_FEW),
        (TALON[:10], Breach.EXCHANGE_TOO_MANY),
        ((0, *TALON[:8]), Breach.CARD_NOT_HELD),
        ((*TALON[:8], TALON[0]), Breach.CARD_NOT_HELD),
    ),
)
def test_a_hand_chosen_wrong(hand, breach):
    assert refused(opened("familie", "mort"), Item(FOURTH, hand=hand)) is breach


def test_the_fourth_chooses_of_the_talon_and_what_the_declarers_laid_away():
    nolo = opened("hoem", "koebe_nolo", defenders=(LEFT,), joined=(RIGHT,), fourth=FOURTH)
    nolo = nolo.step(Item(DECLARER, discards=(9, 10))).step(Item(RIGHT, discards=(18,)))
    assert nolo.choice == mask_of((9, 10, 18, *TALON[3:]))
    done = nolo.step(Item(FOURTH, hand=(9, 18, *TALON[6:])))
    assert cards_of(done.hands[FOURTH]) == (9, 18, *TALON[6:])
    assert (done.talon, done.laid) == ((), mask_of((10, *TALON[3:6])))


def test_the_fourth_may_not_have_what_a_defender_laid_away():
    rules = replace(RULESETS["familie"], nolo_defenders_buy=True)
    nolo = open_exchange(
        rules,
        terms(rules, "koebe_nolo"),
        DECLARER,
        defenders=(RIGHT, LEFT),
        joined=(),
        fourth=FOURTH,
        hands={seat: mask_of(hand) for seat, hand in HANDS.items()},
        talon=TALON,
    )
    nolo = nolo.step(Item(DECLARER, discards=(9,))).step(Item(RIGHT, discards=(18,)))
    nolo = nolo.step(Item(LEFT))
    assert nolo.choice == mask_of((9, *TALON[2:]))
    item = Item(FOURTH, hand=(18, *TALON[5:]))
    assert refused(nolo, item) is Breach.CARD_NOT_HELD
    nolo.step(replace(item, hand=(9, *TALON[5:]))).finish()


def test_a_state_is_a_value():
    buyer = Buyer(DECLARER)
    exchange = Exchange((buyer,), {DECLARER: mask_of(HANDS[DECLARER])}, TALON)
    again = exchange.step(Item(DECLARER, discards=(9,)))
    assert exchange.turn == DECLARER
    assert again.turn is None
    assert again == exchange.step(Item(DECLARER, discards=(9,)))
