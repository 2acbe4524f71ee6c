"""The naive check against the shared deals of dlu, and against deals by hand for the other sets."""

from typing import Any

import pytest

from tests.rules.naive.checking import check
from tests.rules.naive.checking_frame import PACK
from tests.shared import shared_lines


def dealt(ruleset, hands, talon="", players=4, dealer=0, **keys):
    """A deal in which the cards not named fill up the hands and the talon in the pack's order."""
    seats = [(dealer + step) % players for step in (1, -1, 0)]
    named = {seat: hands.get(seat, "").split() for seat in seats}
    top = talon.split()
    rest = [card for card in PACK if card not in " ".join([talon, *hands.values()])]
    full = [None] * players
    for seat in seats:
        missing = 9 - len(named[seat])
        full[seat], rest = named[seat] + rest[:missing], rest[missing:]
    return {
        "ruleset": ruleset, "players": players, "dealer": dealer,
        "hands": full, "talon": top + rest, **keys,
    }  # fmt: skip


def bid(*calls):
    """Calls such as ``1 spil``."""
    return [[int(call[0]), call[2:]] for call in calls]


def bought(*seats):
    return [{"seat": seat, "discards": []} for seat in seats]


def breach(record):
    answer = check(record)
    return None if answer["ok"] else tuple(answer["violation"].values())


def played(record):
    """The record with the first legal card at every turn, until play may stop."""
    record = {**record, "play": []}
    while (found := breach(record)) and found[0] == "play_undecided":
        trick, place = (int(number) for number in found[1][5:].split("."))
        before = record["play"][: trick - 1]
        trick_so_far = record["play"][trick - 1] if place > 1 else []
        for card in PACK:
            tried = {**record, "play": [*before, [*trick_so_far, card]]}
            now = breach(tried)
            if now is None or now[1] != found[1]:
                record = tried
                break
    return record


def test_the_shared_deals():
    answers = shared_lines("deals-dlu.answers.jsonl")
    for line, answer in zip(shared_lines("deals-dlu.jsonl"), answers, strict=True):
        assert check(line) == answer


SPADES = "SA S2 CA SK SQ SJ S7 S6 S5"


def klub(*calls, **keys):
    return dealt("klub", {1: SPADES}, auction=bid(*calls), **keys)


@pytest.mark.parametrize(
    ("record", "expected"),
    (
        (klub("1 tourne"), ("bid_not_lowest", "auction 1", 1)),
        (klub("1 spil", "3 tourne", "1 tourne_respekt", "3 pass", "0 pass"), None),
        (klub("1 spil", "3 tourne", "1 koebe_nolo", "3 pass", "0 pass"), None),
        (klub("1 spil", "3 solo_spar"), ("bid_not_lowest", "auction 2", 3)),
        (klub("1 spil", "3 pass", "0 solo", "1 self"), ("auction_unfinished", "auction 5", 0)),
        (klub("1 spil", "3 self"), ("self_not_allowed", "auction 2", 3)),
        (klub("1 spil", "3 tourne_respekt"), ("aces_not_held", "auction 2", 3)),
        (klub("1 spil", "3 spil"), ("bid_too_low", "auction 2", 3)),
        (klub("1 kaske"), ("bid_unknown", "auction 1", 1)),
        (klub("3 spil"), ("out_of_turn", "auction 1", 3)),
        (klub("1 pass", "3 pass", "0 pass", "1 pass"), ("auction_over", "auction 4", 1)),
    ),
)  # fmt: skip
def test_the_auction_of_klub(record, expected):
    if expected is None:
        record["contract"] = record["auction"][-3][1]
        assert breach(record)[1] == "exchange 1"
    else:
        assert breach(record) == expected


def test_what_a_won_spil_may_become():
    for ruleset, contract, expected in [
        ("dlu", "tourne_respekt", "exchange_too_few"),
        ("klub", "tourne_respekt", "exchange_too_few"),
        ("familie", "tourne_respekt", "contract_not_allowed"),
        ("lomber", "tourne_respekt", "exchange_too_few"),
        ("dlu", "solo", "contract_not_allowed"),
    ]:
        record = dealt(ruleset, {1: SPADES}, auction=bid("1 spil", "3 pass", "0 pass"))
        assert breach({**record, "contract": contract})[0] == expected


def test_a_game_of_nine_trumps_is_a_tout():
    record = dealt("dlu", {1: SPADES}, auction=bid("1 solo", "3 pass", "0 pass"))
    record |= {"contract": "solo_spar", "exchanges": bought(3, 0)}
    record = played(record)
    assert check(record)["value"] == 4
    assert check({**record, "tout_before_trick": 5})["ok"] is False
    six = {**record, "play": [*record["play"], [record["hands"][1][5]]]}
    assert breach(six)[0] == "play_undecided"
    for code, before in [("tout_too_late", 7), ("tout_too_late", 0)]:
        assert breach({**record, "tout_before_trick": before}) == (code, "tout", 1)


def pass_all(ruleset, *more, **options):
    options = {"dealer_must_bid": False, "spadille_must_bid": False, **options}
    if ruleset == "lomber":
        options = {name: on for name, on in options.items() if name[-8:] != "must_bid"}
    calls = bid("1 pass", "3 pass", "0 pass", *more)
    return dealt(ruleset, {1: SPADES}, auction=calls, options=options)


def test_washed_out():
    assert check(pass_all("familie")) == {"ok": True, "passed": True}
    assert breach(pass_all("familie", spadille_must_bid=True)) == ("must_bid", "auction 1", 1)
    assert breach(pass_all("familie", dealer_must_bid=True)) == ("must_bid", "auction 3", 0)
    assert breach({**pass_all("familie"), "play": [["SA"]]}) == ("malformed", "deal", None)
    assert breach({**pass_all("familie"), "contract": "solo"}) == ("malformed", "deal", None)


def test_kaske():
    assert breach(pass_all("familie", kaske=True)) == ("auction_unfinished", "auction 4", 1)
    assert check(pass_all("lomber", "1 pass", kaske=True))["ok"]
    must = {"kaske": True, "spadille_must_kaske": True}
    assert breach(pass_all("lomber", "1 pass", **must)) == ("must_bid", "auction 4", 1)
    record = pass_all("familie", "1 pass", "3 kaske", kaske=True)
    record |= {"contract": "kaske", "trump": "H"}
    mine = record["hands"][3][0]
    items = [{"seat": 3, "keeps": mine}, *bought(0, 1)]
    kept = played({**record, "exchanges": items})
    assert check(kept)["declarer"] == 3
    none = {**record, "exchanges": [{"seat": 3, "keeps": None}, *bought(0, 1)]}
    assert check(played(none))["ok"]
    items[1] = {"seat": 0, "discards": record["hands"][0][:6]}
    assert breach({**record, "exchanges": items}) == ("exchange_too_many", "exchange 2", 0)
    items[0] = {"seat": 3, "discards": [mine]}
    assert breach({**record, "exchanges": items}) == ("exchange_not_allowed", "exchange 1", 3)


def test_mort():
    calls = [f"{seat} pass" for seat in (1, 3, 0)]
    record = pass_all("familie", *calls, "2 mort", kaske=True, mort=True)
    record |= {"contract": "mort", "trump": "H"}
    item = {"seat": 2, "hand": record["talon"][:9]}
    answer = check(played({**record, "exchanges": [item]}))
    assert answer["declarer"] == 2
    assert None not in answer["tricks"]
    eight = {"seat": 2, "hand": record["talon"][:8]}
    assert breach({**record, "exchanges": [eight]}) == ("exchange_too_few", "exchange 1", 2)
    other = {"seat": 2, "hand": [record["hands"][1][0], *record["talon"][:8]]}
    assert breach({**record, "exchanges": [other]}) == ("card_not_held", "exchange 1", 2)
    assert breach({**record, "nolo": True}) == ("malformed", "deal", None)
    tout = played({**record, "exchanges": [item]}) | {"tout_before_trick": 1}
    assert breach(tout) == ("tout_not_allowed", "tout", 2)


def kuepp(**keys):
    """A koebe_nolo of the family game, at a table of four."""
    record = dealt("familie", {0: "SA"}, auction=bid("1 koebe_nolo", "3 pass", "0 pass"))
    return record | {"contract": "koebe_nolo", "exchanges": bought(1), **keys}


def test_the_fourth_joins():
    record = kuepp()
    assert check(played(record))["declarer"] == 1
    joined = {**record, "joined": [{"seat": 2}]}
    assert breach(joined) == ("exchange_too_few", "exchange 2", 2)
    joined["exchanges"] = [*bought(1), {"seat": 2, "hand": record["talon"][2:11]}]
    answer = check(played(joined))
    assert [one["seat"] for one in answer["declarers"]] == [1, 2]
    assert None not in answer["tricks"]
    gone = check(played({**record, "joined": [{"seat": 2, "abandoned": True}]}))
    assert gone["declarers"][1] == {"seat": 2, "outcome": "bet", "value": -2}
    assert breach({**record, "joined": [{"seat": 3}]}) == ("join_not_allowed", "contract", 3)
    no_fourth = {**joined, "options": {"fourth_joins_nolo": False}}
    assert breach(no_fourth) == ("join_not_allowed", "contract", 2)


def test_more_ways_to_buy_in_a_nolo():
    record = kuepp(joined=[{"seat": 3}], options={"several_nolo": True})
    assert breach(record) == ("exchange_too_few", "exchange 2", 3)
    answer = check(played({**record, "exchanges": bought(1, 3)}))
    assert [one["seat"] for one in answer["declarers"]] == [1, 3]
    assert breach(kuepp(exchanges=bought(1, 3))) == ("exchange_not_allowed", "exchange 2", 3)
    defenders = kuepp(options={"nolo_defenders_buy": True}, exchanges=bought(1, 3, 0))
    assert check(played(defenders))["ok"]
    again = kuepp(options={"nolo_buy_again": True}, bought_again=True, exchanges=bought(1, 1))
    once = check(played({**again, "bought_again": False, "exchanges": bought(1)}))["value"]
    assert check(played(again))["value"] == once - 2
    extra = kuepp(options={"nolo_extra_card": True}, extra_card=True)
    assert breach(extra) == ("exchange_too_few", "exchange 1", 1)
    extra["exchanges"] = [{"seat": 1, "discards": [], "extra_discard": extra["talon"][0]}]
    assert check(played(extra))["ok"]
    assert breach({**extra, "extra_card": False}) == ("exchange_not_allowed", "exchange 1", 1)


def test_a_nolo_bid_by_cards():
    calls = bid("1 koebe_nolo", "3 koebe_nolo 3", "1 self", "3 pass", "0 pass")
    record = kuepp(auction=calls)
    assert breach(record) == ("bid_unknown", "auction 2", 3)
    record["options"] = {"nolo_bid_by_cards": True}
    assert breach(record) == ("exchange_too_few", "exchange 1", 1)
    record["exchanges"] = [{"seat": 1, "discards": record["hands"][1][:3]}]
    assert check(played(record))["ok"]
    record["auction"] = bid("1 koebe_nolo 3", "3 koebe_nolo 2")
    assert breach(record) == ("bid_too_low", "auction 2", 3)


def test_offers_of_lomber():
    start = dealt("lomber", {1: "SA"}, auction=[])
    taken = bid("1 spil", "3 offer tourne", "1 take", "3 pass", "0 pass")
    record = {**start, "auction": taken, "contract": "tourne", "exchanges": bought(1, 3, 0)}
    assert check(played(record))["trump"] == record["talon"][0][0]
    given = bid("1 spil", "3 offer koebe_nolo", "1 give_up", "0 pass")
    record = {**start, "auction": given, "contract": "koebe_nolo", "exchanges": bought(3)}
    assert check(played(record))["declarer"] == 3
    assert breach({**record, "abandoned": True}) == ("abandon_not_allowed", "contract", 3)
    for calls, place, seat in [
        (["1 spil", "3 bedre_spil", "1 offer tourne"], 3, 1),
        (["1 bedre_spil", "3 offer tourne"], 2, 3),
        (["1 spil", "3 offer tourne", "1 pass"], 3, 1),
        (["1 take"], 1, 1),
        (["1 spil", "3 offer solo"], 2, 3),
    ]:
        found = breach({**start, "auction": bid(*calls)})
        assert found == ("bid_unknown", f"auction {place}", seat)


def test_throwing_in():
    record = dealt("lomber", {1: "SA", 3: "C7"}, auction=bid("1 pass", "3 spil", "0 pass"))
    record |= {"contract": "spil", "trump": "C", "exchanges": bought(3, 0, 1), "abandoned": True}
    assert breach(record) == ("abandon_not_allowed", "play 1.1", 3)
    record["play"] = [["SA"]]
    assert check(record)["tricks"] is None
    record["play"] = [["SA", "C7"]]
    assert breach(record) == ("abandon_too_late", "play 1.2", 3)
    early = {**record, "ruleset": "familie", "exchanges": bought(3), "play": []}
    early["options"] = {"spadille_must_bid": False}
    assert check(early)["value"] == -1
    assert breach({**early, "play": [["SA"]]}) == ("play_after_end", "play 1.1", None)


def hoem(*calls, hands=None, **keys):
    hands = hands or {1: "SA H7 C2", 3: "D7 DA C3", 0: "DK C4"}
    return dealt("hoem", hands, "C5 C6 HA S3", auction=bid(*calls), **keys)


@pytest.mark.parametrize(
    ("calls", "expected"),
    (
        (["1 pass"], ("must_bid", "auction 1", 1)),
        (["1 tourne", "3 solo"], ("bid_too_low", "auction 2", 3)),
        (["1 tourne", "3 more 76"], ("bid_unknown", "auction 2", 3)),
        (["1 tourne", "3 more 17", "1 yes"], ("tourne_invalid", "auction 3", 1)),
        (["1 tourne", "3 more 1", "1 no"], ("tourne_invalid", "auction 3", 1)),
        (["1 tourne", "3 more 15", "1 yes", "3 grand"], ("bid_too_low", "auction 4", 3)),
        (["1 tourne", "3 more 16", "1 no", "3 pass"], ("must_bid", "auction 4", 3)),
        (["1 tourne", "3 more 16", "1 no", "3 solo_spar"], ("bid_too_low", "auction 4", 3)),
        (["1 tourne", "3 more 25", "1 no", "3 tourne"], ("bid_too_low", "auction 4", 3)),
        (["1 tourne", "3 more 20", "1 no", "3 tourne", "0 more 30", "3 yes"],
         ("tourne_invalid", "auction 6", 3)),
        (["1 tourne", "3 pass", "0 more 14", "3 no"], ("out_of_turn", "auction 4", 3)),
        (["1 tourne", "3 pass", "0 more 14", "1 pass"], ("bid_unknown", "auction 4", 1)),
        (["1 koebe_nolo", "3 solo"], ("bid_too_low", "auction 2", 3)),
        (["1 koebe_nolo", "3 self"], ("bid_unknown", "auction 2", 3)),
        (["1 koebe_nolo", "3 more 3"], ("bid_unknown", "auction 2", 3)),
        (["1 spil"], ("bid_unknown", "auction 1", 1)),
        (["1 nolo_ouvert", "3 pass", "0 tourne"], ("bid_too_low", "auction 3", 0)),
    ),
)  # fmt: skip
def test_the_auction_of_hoem(calls, expected):
    assert breach(hoem(*calls)) == expected


def turned(laid, cards, **keys):
    calls = ["1 tourne", "3 more 16", "1 yes", "3 pass", "0 pass"]
    tourne = {"laid": laid.split(), "turned": cards.split()}
    return hoem(*calls, contract="tourne", tourne=tourne, **keys)


def test_a_tourne_of_hoem():
    record = turned("SA H7", "C5", exchanges=bought(1, 3, 0))
    answer = check(played(record))
    assert (answer["trump"], abs(answer["value"]) in [17, 22]) == ("C", True)
    item = {"seat": 1, "discards": ["C2"], "takes": ["C5"]}
    assert check(played({**record, "exchanges": [item, *bought(3, 0)]}))["ok"]
    changes: list[dict[str, Any]] = [{"discards": []}, {"discards": ["C5"]}, {"takes": ["C6"]}]
    for change, code in zip(changes, ["exchange_too_few", *2 * ["card_not_held"]], strict=True):
        items = [{**item, **change}, *bought(3, 0)]
        assert breach({**record, "exchanges": items}) == (code, "exchange 1", 1)
    for laid, cards in [
        ("H7", "C5"),
        ("SA H7", "C6"),
        ("SA H7", "C5 C6"),
        ("DA", "C5"),
        ("", "C5"),
    ]:
        found = breach({**turned(laid, cards), "exchanges": bought(1, 3, 0)})
        assert found == ("tourne_invalid", "contract", 1)
    assert breach({**record, "trump": "H"}) == ("trump_not_turned", "contract", 1)


def test_the_seven_of_diamonds_turns_three():
    calls = ["1 tourne", "3 more 16", "1 no", "3 tourne", "0 more 30", "3 no", "0 nolo_ouvert"]
    record = hoem(*calls, contract="nolo_ouvert")
    assert check(played(record))["declarer"] == 0
    record = hoem(*calls[:4], "0 pass", contract="tourne", exchanges=bought(3, 0, 1))
    for cards, right in [("C5 C6 HA S3", True), ("C5 C6", True), ("C5 C6 HA", True)]:
        tourne = {"laid": ["D7", "DA"], "turned": cards.split()}
        assert check(played({**record, "tourne": tourne}))["ok"] is right
    five = {"laid": ["D7", "DA"], "turned": record["talon"][:5]}
    assert breach({**record, "tourne": five}) == ("tourne_invalid", "contract", 3)


def test_several_in_a_nolo_of_hoem():
    record = hoem("1 koebe_nolo", "3 pass", "0 koebe_nolo", contract="koebe_nolo")
    first = record["hands"][1][:2]
    items = [
        {"seat": 1, "discards": first[:1]},
        {"seat": 0, "discards": ["DK"], "extra_discard": "C4"},
        {"seat": 2, "hand": [*first[:1], "DK", "C4", *record["talon"][3:9]]},
    ]
    joined = [{"seat": 0, "extra_card": True}, {"seat": 2}]
    record = played({**record, "joined": joined, "exchanges": items})
    answer = check(record)
    assert [one["seat"] for one in answer["declarers"]] == [1, 0, 2]
    assert breach({**record, "abandoned": True}) == ("abandon_not_allowed", "contract", 1)
    swept = ["1 koebe_nolo", "3 koebe_nolo", "0 nolo_ouvert"]
    swept_away = hoem(*swept, contract="nolo_ouvert", joined=[{"seat": 3}])
    assert breach(swept_away) == ("join_not_allowed", "contract", 3)
    peeked = check(played(hoem(*swept, contract="nolo_ouvert", peeked=[2])))
    assert peeked["peeked"] == [{"seat": 2, "value": -5}]


def test_five_at_the_table():
    record = hoem("1 ren_nolo", "4 pass", "0 pass", players=5, contract="ren_nolo")
    record["hands"] = dealt("hoem", {}, players=5)["hands"]
    record["talon"] = dealt("hoem", {}, players=5)["talon"]
    assert check(played(record))["tricks"][2:4] == [None, None]
    other = {**record, "joined": [{"seat": 3}]}
    assert breach(other) == ("join_not_allowed", "contract", 3)


def test_the_backhand_of_hoem_throws_in_before_middlehand():
    record = hoem("1 koebe_nolo", "3 pass", "0 koebe_nolo_ouvert", contract="koebe_nolo_ouvert")
    record |= {"exchanges": [{"seat": 0, "discards": ["DK"]}], "abandoned": True}
    assert check({**record, "play": [["SA"]]})["value"] == -25
    assert breach({**record, "play": [["SA", "C3"]]}) == ("abandon_too_late", "play 1.2", 0)


def test_pairs():
    record = dealt("dlu", {1: SPADES}, auction=bid("1 solo", "3 pass", "0 pass"))
    record |= {"contract": "solo", "trump": "S", "pairs": True, "exchanges": bought(2, 0)}
    assert check(played(record))["tricks"][3] is None


@pytest.mark.parametrize(
    "change",
    (
        {"ruleset": "whist"}, {"players": 5}, {"dealer": 4}, {"trump": "X"}, {"declarer": 1},
        {"hands": []}, {"talon": ["S8"]}, {"auction": [[4, "pass"]]}, {"play": ["SA"]},
        {"exchanges": [{"seat": 1, "cards": []}]}, {"options": {"mort": True}}, {"pairs": 1},
        {"tourne": {}}, {"peeked": [2]}, {"nolo": True}, {"joined": [2]}, {"first_five": "made"},
        {"tout_before_trick": "6"}, {"trump": "S", "contract": "koebe_nolo"}, {"round": 1, "x": 2},
        {"bought_again": True}, {"extra_card": True}, {"contract": 1},
    ),
)  # fmt: skip
def test_a_frame_that_is_wrong(change):
    record = dealt("dlu", {}, auction=bid("1 spil", "3 pass", "0 pass"), contract="spil")
    assert breach({**record, **change}) == ("malformed", "deal", None)


def test_a_pack_that_is_wrong():
    record = dealt("dlu", {}, auction=bid("1 spil", "3 pass", "0 pass"), contract="spil")
    talon = record["talon"]
    for change in [{"talon": talon[1:]}, {"talon": [*talon[1:], talon[1]]}, {"dealer": 1}]:
        assert breach({**record, **change}) == ("cards_invalid", "deal", None)


def test_not_a_record():
    for data in list[Any]([None, [], "x", {}, {"ruleset": []}]):
        assert breach(data) == ("malformed", "deal", None)
