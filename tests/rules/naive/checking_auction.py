"""The auction, read call by call: two at a time, or each speaking once."""

from tests.rules.naive.checking_frame import BrokenRuleError, contracts, dealt, fourth, on
from tests.rules.naive.checking_pinde import could_lay, values_in_hand
from tests.rules.naive.sets import NOLOS, of


def hold_auction(deal):
    """The last bid with who made it, or None if all passed."""
    deal["heard"] = 0
    won = _each_once(deal) if of(deal)["speaks_once"] else _two_at_a_time(deal)
    if deal["heard"] < len(deal["auction"]):
        seat = deal["auction"][deal["heard"]][0]
        raise BrokenRuleError("auction_over", f"auction {deal['heard'] + 1}", seat)
    return won


def hear(deal, seat):
    """The next call, which must be from this seat."""
    deal["heard"] += 1
    if deal["heard"] > len(deal["auction"]):
        raise BrokenRuleError("auction_unfinished", f"auction {deal['heard']}", seat)
    who, call = deal["auction"][deal["heard"] - 1]
    if who != seat:
        wrong(deal, "out_of_turn")
    return call


def wrong(deal, code):
    """The call just heard is against the rules."""
    raise BrokenRuleError(code, f"auction {deal['heard']}", deal["auction"][deal["heard"] - 1][0])


def _two_at_a_time(deal):
    forehand, middlehand, backhand = dealt(deal)
    standing = _opening(deal, forehand)
    for later in [middlehand, backhand]:
        standing = _duel(deal, standing, later) if standing else _opening(deal, later)
    return standing or _after_three_passes(deal)


def _opening(deal, seat):
    """Nobody has bid yet."""
    call = hear(deal, seat)
    if call != "pass":
        return _bid(deal, seat, call, None, earlier=False)
    if _holds_what_must_bid(deal, seat):
        wrong(deal, "must_bid")
    if on(deal, "dealer_must_bid") and seat == deal["dealer"]:
        wrong(deal, "must_bid")
    return None


def _holds_what_must_bid(deal, seat):
    must = [*of(deal)["must_bid_with"], *(["SA"] if on(deal, "spadille_must_bid") else [])]
    return any(card in deal["hands"][seat] for card in must)


def _duel(deal, standing, later):
    """Who holds the bid against one who speaks after him, until one of them passes."""
    earlier = standing["seat"]
    while True:
        call = hear(deal, later)
        if call == "pass":
            return standing
        offers = of(deal)["offered_over"].get(standing["contract"], [])
        if call in [f"offer {contract}" for contract in offers]:
            offered = _offer(deal, later, call[6:], standing)
            if offered["seat"] == later:
                return offered
            standing = offered
            continue
        over = _bid(deal, later, call, standing, earlier=False)
        call = hear(deal, earlier)
        if call == "pass":
            return over
        standing = _bid(deal, earlier, call, over, earlier=True)


def _offer(deal, later, contract, standing):
    answer = hear(deal, standing["seat"])
    if answer == "take":
        return {"seat": standing["seat"], "contract": contract, "cards": 0}
    if answer != "give_up":
        wrong(deal, "bid_unknown")
    return {"seat": later, "contract": contract, "cards": 0}


def _bid(deal, seat, call, standing, *, earlier):
    if call == "self":
        if not earlier:
            wrong(deal, "self_not_allowed")
        bid = {**standing, "seat": seat}
    else:
        bid = {"seat": seat, **_named(deal, call)}
        if not _suffices(deal, bid, standing, earlier=earlier):
            wrong(deal, "bid_too_low")
        if not _is_lowest(deal, bid, standing, earlier=earlier):
            wrong(deal, "bid_not_lowest")
    if bid["contract"] == "tourne_respekt" and not has_respekt(deal, deal["hands"][seat]):
        wrong(deal, "aces_not_held")
    return bid


def _named(deal, call):
    by_cards = on(deal, "nolo_bid_by_cards")
    if by_cards and call in [f"koebe_nolo {number}" for number in range(2, 10)]:
        return {"contract": "koebe_nolo", "cards": int(call[-1])}
    if call not in contracts(deal) or call in ["kaske", "mort"]:
        wrong(deal, "bid_unknown")
    return {"contract": call, "cards": 1 if by_cards and call == "koebe_nolo" else 0}


def _height(deal, bid):
    """Rank in the auction; under one option also the cards that a koebe_nolo promises."""
    ranks = enumerate(of(deal)["ranks"])
    rank = next(place for place, equals in ranks if bid["contract"] in equals)
    if on(deal, "spade_solo_above_pure_nolo"):
        if bid["contract"] == "solo_spar":
            rank += 1
        if bid["contract"] == "ren_nolo":
            rank -= 1
    return (rank, bid["cards"])


def _suffices(deal, bid, standing, *, earlier):
    if standing is None or _height(deal, bid) > _height(deal, standing):
        return True
    if not earlier or _height(deal, bid) < _height(deal, standing):
        return False
    return of(deal)["equal_by_name"] or bid["contract"] == standing["contract"]


def _is_lowest(deal, bid, standing, *, earlier):
    if standing is not None and bid["contract"] in of(deal)["free_over_a_bid"]:
        return True
    groups = of(deal)["lowest_in_group"]
    for contract in next((group for group in groups if bid["contract"] in group), []):
        lower = {"contract": contract, "cards": 0}
        enough = _suffices(deal, lower, standing, earlier=earlier)
        if enough and _height(deal, lower) < _height(deal, bid):
            return False
    return True


def has_respekt(deal, hand):
    """Both black aces, or what the option names beside them."""
    aces = [card for card in hand if card[1] == "A"]
    red = [card for card in aces if card in ["HA", "DA"]]
    black = [card for card in aces if card in ["SA", "CA"]]
    also = deal["on"].get("respekt_on", [])
    return (
        len(black) == 2
        or ("red_aces" in also and len(red) == 2)
        or ("mixed_aces" in also and len(red) > 0 and len(black) > 0)
        or ("three_aces" in also and len(aces) >= 3)
        or ("seven_of_diamonds" in also and "D7" in hand)
    )


def _after_three_passes(deal):
    """Kaske is asked for first, then mort."""
    for seat in _kaske_seats(deal):
        if _takes_it(deal, seat, "kaske"):
            return {"seat": seat, "contract": "kaske", "cards": 0}
        if on(deal, "spadille_must_kaske") and "SA" in deal["hands"][seat]:
            wrong(deal, "must_bid")
    seat = fourth(deal)
    if on(deal, "mort") and seat is not None and _takes_it(deal, seat, "mort"):
        return {"seat": seat, "contract": "mort", "cards": 0}
    return None


def _kaske_seats(deal):
    if not on(deal, "kaske"):
        return []
    if of(deal)["kaske_for_all"]:
        return dealt(deal)
    if on(deal, "spadille_must_kaske"):
        for seat in dealt(deal):
            if "SA" in deal["hands"][seat]:
                return [seat]
    return dealt(deal)[:1]


def _takes_it(deal, seat, contract):
    call = hear(deal, seat)
    if call not in [contract, "pass"]:
        wrong(deal, "bid_unknown")
    return call == contract


def _each_once(deal):
    """Seed 003, 4 and 7.1: a bid must be worth more than the one that stands."""
    standing = None
    for seat in dealt(deal):
        call = hear(deal, seat)
        if call == "pass":
            if standing is None and _holds_what_must_bid(deal, seat):
                wrong(deal, "must_bid")
            continue
        over = 0
        if standing and standing["contract"] in of(deal)["priced_by_cards"]:
            over = _question(deal, seat, call)
            if _answer(deal, standing, over) == "yes":
                _told_yes(deal, seat)
                continue
            call = hear(deal, seat)
            if call == "pass":
                wrong(deal, "must_bid")
        elif standing:
            over = _worth(deal, standing["contract"])
        standing = _bid_in_pinde(deal, seat, call, standing, over)
    return standing


def _worth(deal, contract):
    return of(deal)["prices"][contract][0]


def _not_a_bid(deal, call):
    if call not in contracts(deal):
        wrong(deal, "bid_unknown")


def _question(deal, seat, call):
    if call not in [f"more {number}" for number in range(76)]:
        _not_a_bid(deal, call)
        wrong(deal, "bid_too_low")
    number = int(call[5:])
    dearest = max(_worth(deal, one) or 0 for one in contracts(deal))
    if max([dearest, *values_in_hand(deal["hands"][seat])]) <= number:
        wrong(deal, "bid_too_low")
    return number


def _answer(deal, standing, number):
    answer = hear(deal, standing["seat"])
    if answer not in ["yes", "no"]:
        wrong(deal, "bid_unknown")
    standing["said"].append((number, answer))
    if not could_lay(deal["hands"][standing["seat"]], standing):
        wrong(deal, "tourne_invalid")
    return answer


def _told_yes(deal, seat):
    call = hear(deal, seat)
    if call != "pass":
        _not_a_bid(deal, call)
        wrong(deal, "bid_too_low")


def _bid_in_pinde(deal, seat, call, standing, over):
    _not_a_bid(deal, call)
    if standing and call == standing["contract"] and call in NOLOS and not deal["pairs"]:
        return {**standing, "joined": [*standing["joined"], seat]}
    bid = {"seat": seat, "contract": call, "cards": 0, "over": over, "said": [], "joined": []}
    if call in of(deal)["priced_by_cards"]:
        if not values_in_hand(deal["hands"][seat]):
            wrong(deal, "tourne_invalid")
        if not could_lay(deal["hands"][seat], bid):
            wrong(deal, "bid_too_low")
    elif _worth(deal, call) <= over:
        wrong(deal, "bid_too_low")
    return bid
