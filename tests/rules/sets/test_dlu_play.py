"""The rule set dlu: the exchange and the play in ``docs/rules/dlu.md``, 14 to 18."""

import pytest

from rules import RULESETS, Contract, Suit, Trump
from rules.cards import CARDS, NAMES, cards_of, mask_of, name_of
from rules.deal.checking import bid, check, exchange
from rules.deal.exchange import Item
from rules.deal.play import legal, winner
from rules.deal.trumps import table_of
from rules.deal.wholerecord import read_whole
from tests.rules.deal.whole import HANDS, PLAY, SOLO, SPIL, TALON, changed, outcome, said_in
from tests.scoring.make import entry_in

DLU = RULESETS["dlu"]
FOREHAND, MIDDLEHAND, BACKHAND = SEATS = (1, 3, 0)
TRUMPS = {suit: table_of(Trump.NAMED, suit) for suit in Suit}


def may(hand, led, table):
    """What of ``hand`` may be played to ``led``."""
    mask = mask_of(CARDS[name] for name in hand.split())
    return {name_of(card) for card in cards_of(legal(mask, CARDS[led], table))}


def before(data, items=None):
    """The deal after ``items`` of the exchange."""
    record = read_whole(data, DLU)
    deal = bid(record, DLU).choose(said_in(record))
    for item in record.items if items is None else items:
        deal = deal.buy(item)
    return deal


def played(data, tricks=9):
    """The record with the first legal card at every turn, up to so many tricks."""
    record = read_whole(changed(data, play=[], tout_before_trick=None), DLU)
    deal = exchange(record, bid(record, DLU).choose(said_in(record)))
    cards: list[str] = []
    while len(cards) < 3 * tricks:
        cards.append(deal.legal_cards()[0])
        deal = deal.card(CARDS[cards[-1]])
    return changed(data, play=[cards[start : start + 3] for start in range(0, len(cards), 3)])


def dealt(hands, contract, *, declarer=FOREHAND, **keys):
    """A deal whose other cards fill up the hands; the two others bid nothing and buy nothing."""
    rest = [card for card in NAMES if card not in " ".join(hands.values())]
    full: list[list[str] | None] = [None] * 4
    for seat in SEATS:
        mine = hands.get(seat, "").split()
        full[seat], rest = mine + rest[: 9 - len(mine)], rest[9 - len(mine) :]
    defenders = [seat % 4 for seat in range(declarer + 1, declarer + 4) if seat % 4 != 2]
    buy = contract not in {"ren_nolo", "nolo_ouvert"}
    return changed(
        SOLO,
        hands=full,
        talon=rest,
        auction=[[seat, contract if seat == declarer else "pass"] for seat in SEATS],
        contract=contract,
        trump="S" if contract == "solo" else None,
        exchanges=[{"seat": seat} for seat in defenders] if buy else None,
        **keys,
    )


@pytest.mark.parametrize(
    ("declarer", "order"), ((FOREHAND, (1, 3, 0)), (MIDDLEHAND, (3, 0, 1)), (BACKHAND, (0, 1, 3)))
)
def test_dlu_14_1_the_declarer_buys_first(declarer, order):
    data = dealt({}, "spil", declarer=declarer) | {"trump": "H", "exchanges": []}
    deal = before(data)
    for seat in order:
        assert deal.turn == seat
        deal = deal.buy(Item(seat, cards_of(deal.hands[seat])[:1]))
    assert deal.turn is None
    for seat in order[1:]:
        swapped = outcome(changed(data, exchanges=[{"seat": seat}]))
        assert swapped == ("out_of_turn", "exchange 1", seat)


def test_dlu_14_2_he_lays_away_and_draws_as_many_from_the_top():
    items = [{"seat": 1, "discards": ["C4", "D2"]}, {"seat": 3, "discards": ["H6"]}, {"seat": 0}]
    deal = before(changed(SPIL, exchanges=items))
    kept = [card for card in HANDS[1] or () if card not in {"C4", "D2"}]
    assert {name_of(card) for card in cards_of(deal.hands[1])} == {*kept, *TALON[:2]}
    assert deal.hands[3] >> CARDS[TALON[2]] & 1
    assert [deal.hands[seat].bit_count() for seat in SEATS] == [9, 9, 9]
    items[0] = {"seat": 1, "discards": ["C4", "S6"]}
    assert outcome(changed(SPIL, exchanges=items)) == ("card_not_held", "exchange 1", 1)


def test_dlu_14_3_the_turned_card_is_drawn_first():
    record = changed(SPIL, contract="tourne", trump=None)
    record["exchanges"][0]["discards"] = ["C4", "D2"]
    deal = before(record)
    assert deal.trump == TALON[0][0]
    assert deal.hands[1] >> CARDS[TALON[0]] & 1
    record["exchanges"][0]["discards"] = ["C4", TALON[0]]
    assert outcome(record) == ("card_not_held", "exchange 1", 1)
    record["exchanges"][0]["discards"] = ["C4"]
    assert outcome(record) == ("exchange_too_few", "exchange 1", 1)


def test_dlu_14_4_how_many():
    def buys(*counts):
        items = [
            {"seat": seat, "discards": (HANDS[seat] or [])[:count]}
            for seat, count in zip(SEATS, counts, strict=True)
        ]
        return outcome(changed(SPIL, exchanges=items))

    assert buys(0, 0, 0) == ("exchange_too_few", "exchange 1", 1)
    for counts in ((1, 0, 0), (9, 0, 0), (9, 4, 0), (9, 0, 4), (1, 9, 3), (4, 4, 5)):
        assert buys(*counts)["ok"]
    assert buys(9, 5, 0) == ("exchange_too_many", "exchange 2", 3)
    assert buys(9, 4, 1) == ("exchange_too_many", "exchange 3", 0)


@pytest.mark.parametrize("declarer", SEATS)
def test_dlu_15_1_forehand_leads_first_and_then_who_took_the_trick(declarer):
    data = dealt({}, "solo", declarer=declarer)
    deal = before(data).lead()
    assert deal.turn == FOREHAND
    for _ in range(9):
        leader, trick = deal.required_play().leader, []
        for _ in SEATS:
            trick.append(CARDS[deal.legal_cards()[0]])
            deal = deal.card(trick[-1])
        taker = (leader + winner(trick, TRUMPS[Suit.SPADES])) % 3
        assert deal.required_play().leader == taker


def test_dlu_15_1_another_has_not_the_lead():
    for card in ("HK", "D7"):
        taken = changed(SOLO, play=[PLAY[0], [card]])
        assert outcome(taken) == ("card_not_held", "play 2.1", FOREHAND)


def test_dlu_15_2_the_suit_led_is_followed():
    clubs = TRUMPS[Suit.CLUBS]
    assert may("H2 H5 C4 S3", "HK", clubs) == {"H2", "H5"}
    assert may("C4 S3 SA", "HK", clubs) == {"C4", "S3", "SA"}
    tricks = [["H2", "CA", "D3"]]
    assert outcome(changed(SOLO, play=tricks)) == ("must_follow_suit", "play 1.2", MIDDLEHAND)


def test_dlu_15_3_the_trumps_are_one_suit():
    hearts = TRUMPS[Suit.HEARTS]
    assert may("SA S3 C4", "SK", hearts) == {"S3"}
    assert may("SA C4 D2", "SK", hearts) == {"SA", "C4", "D2"}
    assert may("CA H3 C4", "H2", hearts) == {"CA", "H3"}
    assert may("H3 SK D2", "SA", hearts) == {"H3"}
    tricks = [["SA", "HK", "D3"]]
    assert outcome(changed(SOLO, play=tricks)) == ("must_follow_suit", "play 1.2", MIDDLEHAND)


def test_dlu_15_4_in_a_record():
    for led in ("SK", "S7"):
        follows = changed(SOLO, play=[[led, "HK", "D3"]])
        assert outcome(follows)[0] == "play_undecided"
    follows = changed(SOLO, play=[["S2", "HK", "D3"]])
    assert outcome(follows) == ("must_follow_suit", "play 1.2", MIDDLEHAND)


LOW = {FOREHAND: "SA S2 S3 S4 S5 CA C2 C3 C4"}
"""No trick, in a nolo."""
LOSES = {FOREHAND: "HK HQ S2 S3 S4 S5 CA C2 C3", MIDDLEHAND: "HJ H2", BACKHAND: "HA H3"}
LOST = [["HK", "HJ", "H3"], ["HQ", "H2", "HA"], ["S2"]]
"""The declarer takes two, and leads."""


def test_dlu_15_7_a_nolo_ouvert_is_played_like_a_pure_one():
    assert [one.contract for one in DLU.contracts if one.ouvert] == [Contract.NOLO_OUVERT]
    for contract, worth in (("ren_nolo", 4), ("nolo_ouvert", 6)):
        answer = outcome(played(dealt(LOW, contract)))
        assert (answer["outcome"], answer["value"]) == ("won", worth)


@pytest.mark.parametrize("tricks", range(9))
def test_dlu_16_1_a_nolo_not_lost_is_recorded_to_the_end(tricks):
    record = played(dealt(LOW, "ren_nolo"), tricks)
    assert outcome(record)[:2] == ("play_undecided", f"play {tricks + 1}.1")


def test_dlu_16_1_a_lost_nolo_may_stop():
    answer = outcome(dealt(LOSES, "ren_nolo", play=LOST[:2]))
    assert (answer["outcome"], answer["tricks"]) == ("kodille", [0, 2, None, 0])


def test_dlu_16_1_one_trick_may_still_become_a_kodille():
    record = dealt(LOSES, "ren_nolo", play=LOST[:1])
    assert outcome(record) == ("play_undecided", "play 2.1", FOREHAND)


STOPPED = [*PLAY[:4], ["H2", "HJ", "DJ"], ["HQ", "DA", "SJ"]]
"""Of the solo: five tricks for the declarer, one for middlehand."""


@pytest.mark.parametrize("short", ([], ["S7"], ["S7", "HK"]))
def test_dlu_16_2_a_trick_broken_off_counts_for_nobody(short):
    answer = outcome(changed(SOLO, play=[*STOPPED, short]))
    assert (answer["tricks"], answer["value"]) == ([0, 5, None, 1], 3)


def test_dlu_16_2_in_a_nolo_too():
    assert outcome(dealt(LOSES, "ren_nolo", play=LOST))["tricks"] == [0, 2, None, 0]


NINE = {FOREHAND: "SA S2 CA SK SQ SJ S7 S6 S5"}


def test_dlu_16_3_a_tout_goes_on_until_it_is_made_or_lost():
    record = played(dealt(NINE, "solo", tout_before_trick=2))
    assert outcome(record)["value"] == 4
    for tricks in range(3, 9):
        stopped = changed(record, play=record["play"][:tricks])
        assert outcome(stopped) == ("play_undecided", f"play {tricks + 1}.1", FOREHAND)
    assert outcome(changed(SOLO, play=PLAY[:6]))[:2] == ("play_undecided", "play 7.1")
    assert outcome(changed(SOLO, play=PLAY[:7]))["value"] == 2


def test_dlu_16_3_five_tricks_announce_nothing():
    assert outcome(changed(SOLO, play=PLAY[:5]))["value"] == 3
    led = changed(SOLO, play=[*PLAY[:5], PLAY[5][:1]])
    assert outcome(led)[:2] == ("play_undecided", "play 6.2")


def test_dlu_16_3_no_tout_after_a_lost_trick():
    record = changed(SOLO, play=STOPPED, tout_before_trick=6)
    assert outcome(record) == ("tout_not_allowed", "tout", FOREHAND)


def thrown_in(declarer, cards):
    """A spil given up by ``declarer`` after so many cards of the first trick."""
    order = {FOREHAND: (1, 3, 0), MIDDLEHAND: (3, 0, 1), BACKHAND: (0, 1, 3)}[declarer]
    items = [{"seat": seat, "discards": []} for seat in order]
    items[0]["discards"] = (HANDS[declarer] or [])[-1:]
    auction = [[seat, "spil" if seat == declarer else "pass"] for seat in SEATS]
    play = [PLAY[0][:cards]] if cards else []
    return outcome(changed(SPIL, auction=auction, exchanges=items, play=play))


@pytest.mark.parametrize("place", range(3))
def test_dlu_17_1_he_may_see_the_cards_before_his_own(place):
    declarer = SEATS[place]
    for cards in range(place + 1):
        answer = thrown_in(declarer, cards)
        assert (answer["declarer"], answer["outcome"], answer["value"]) == (declarer, "bet", -1)
    assert thrown_in(declarer, place + 1) == ("abandon_too_late", f"play 1.{place + 1}", declarer)


@pytest.mark.parametrize("items", range(4))
def test_dlu_17_2_he_may_give_up_at_any_step_of_the_exchange(items):
    record = changed(SPIL, exchanges=SPIL["exchanges"][:items])
    answer = outcome(record)
    assert (answer["outcome"], answer["tricks"]) == ("bet", None)


def test_dlu_17_2_not_before_he_has_said_what_he_plays():
    assert outcome(changed(SPIL, contract=None))[:2] == ("malformed", "deal")
    unfinished = changed(SPIL, auction=SPIL["auction"][:2], exchanges=[])
    assert outcome(unfinished) == ("auction_unfinished", "auction 3", BACKHAND)


def test_dlu_18_1_the_sitter_out_takes_over_the_partners_hand():
    items = [{"seat": 2}, {"seat": 0}]
    answer = outcome(changed(SOLO, pairs=True, exchanges=items))
    assert answer["tricks"] == [0, 5, 0, None]
    record = changed(SOLO, pairs=True, exchanges=items)
    deal = before(record)
    assert (deal.seats, set(deal.hands)) == ((1, 2, 0), {0, 1, 2})
    assert {name_of(card) for card in cards_of(deal.hands[2])} == set(HANDS[3] or ())
    wrong = changed(SOLO, pairs=True)
    assert outcome(wrong) == ("exchange_not_allowed", "exchange 1", MIDDLEHAND)


def test_dlu_18_1_a_partner_who_sits_out_anyway():
    auction = [[1, "pass"], [3, "pass"], [0, "solo"]]
    items = [{"seat": 1}, {"seat": 3}]
    answer = outcome(changed(SOLO, pairs=True, auction=auction, exchanges=items))
    assert (answer["declarer"], answer["tricks"]) == (BACKHAND, [0, 5, None, 0])


@pytest.mark.parametrize("sitter_pays", (True, False))
def test_dlu_18_2_the_pair_gets_the_value_twice(sitter_pays):
    items = [{"seat": 2}, {"seat": 0}]
    checked = check(changed(SOLO, pairs=True, exchanges=items), DLU)
    assert [one.value for one in checked.settlement.declarers] == [3]
    entry = entry_in("rasle", checked.settlement, sitter_pays=sitter_pays)
    assert entry.seats == (-3, 6, -3, 0, 0)


def test_dlu_18_3_who_has_no_cards_is_no_declarer_in_pairs():
    record = changed(SOLO, pairs=True, auction=[[1, "pass"], [3, "pass"], [2, "solo"]])
    assert outcome(record) == ("out_of_turn", "auction 3", 2)
