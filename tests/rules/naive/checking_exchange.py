"""The exchange, item by item, with the cards in lists."""

from tests.rules.naive.checking_frame import BrokenRuleError, fourth, is_nolo, on
from tests.rules.naive.sets import of


def seats_playing(deal, declarer):
    """Who plays the tricks, in playing order from forehand."""
    players, dealer = deal["players"], deal["dealer"]
    seats = [(dealer + step) % players for step in range(1, players + 1)]
    if deal["pairs"]:
        return [seat for seat in seats if seat != (declarer + 2) % 4]
    seats = [seat for seat in seats if deal["hands"][seat] is not None]
    more = [item["seat"] for item in deal["further"] if not item.get("abandoned")]
    more = [*more, declarer]
    every = [(dealer + step) % players for step in range(1, players + 1)]
    return [seat for seat in every if seat in seats or seat in more]


def hold_exchange(deal, declarer):
    """The hands that are played, by seat; whether everybody has had his turn."""
    hands = {seat: list(hand) for seat, hand in enumerate(deal["hands"]) if hand}
    if deal["pairs"] and (declarer + 2) % 4 in hands:
        hands[(deal["dealer"] + 2) % 4] = hands.pop((declarer + 2) % 4)
    table = {"hands": hands, "talon": list(deal["talon"]), "laid": []}
    queue = _queue(deal, declarer, seats_playing(deal, declarer))
    for number, item in enumerate(deal["exchanges"], 1):
        _item(deal, table, queue, item, f"exchange {number}")
    if queue and not deal["abandoned"]:
        at = f"exchange {len(deal['exchanges']) + 1}"
        raise BrokenRuleError("exchange_too_few", at, queue[0][0])
    return hands, not queue


def _queue(deal, declarer, playing):
    """Who exchanges, in order, as what and at least how many cards."""
    order = [(declarer + step) % deal["players"] for step in range(deal["players"])]
    if deal["contract"] == "mort":
        return [(declarer, "mort", 0)]
    queue = []
    if deal["contract"] == "kaske":
        queue.append((declarer, "kaske", 0))
    elif deal["contract"] in of(deal)["declarer_buys"]:
        queue.append((declarer, "declarer", max(_least(deal), deal["promised"])))
        if deal["bought_again"]:
            queue.append((declarer, "declarer", _least(deal)))
    further = [item["seat"] for item in deal["further"]]
    if deal["contract"] in of(deal)["declarer_buys"]:
        buyers = [seat for seat in order if seat in further and seat != fourth(deal)]
        queue += [(seat, "further", _least(deal)) for seat in buyers]
    if not is_nolo(deal) or (deal["contract"] == "koebe_nolo" and on(deal, "nolo_defenders_buy")):
        defenders = [seat for seat in order if seat in playing and seat != declarer]
        queue += [(seat, "defender", 0) for seat in defenders if seat not in further]
    if fourth(deal) in further and fourth(deal) in playing:
        queue.append((fourth(deal), "fourth", 0))
    return queue


def _least(deal):
    """The fewest cards a declarer discards, the turned card included."""
    return of(deal)["declarer_buys"].get(deal["contract"], 0)


def _item(deal, table, queue, item, at):
    seat = item["seat"]
    if seat not in [waiting[0] for waiting in queue]:
        raise BrokenRuleError("exchange_not_allowed", at, seat)
    if seat != queue[0][0]:
        raise BrokenRuleError("out_of_turn", at, seat)
    _, kind, least = queue.pop(0)
    extra = _has_extra_card(deal, seat, kind)
    turns = kind == "declarer" and deal["contract"] in of(deal)["priced_by_cards"]
    for key, value in item.items():
        if key != "seat" and value not in [None, []] and key not in _keys(kind, extra, turns):
            raise BrokenRuleError("exchange_not_allowed", at, seat)
    if kind in ["mort", "fourth"]:
        _choose_hand(table, item, at)
    elif kind == "kaske":
        _take_kaske(table, item, at)
    elif turns:
        _buy_turned(deal, table, item, at)
    else:
        _buy(table, item, at, (least, extra, kind != "defender"))


def _has_extra_card(deal, seat, kind):
    if kind == "declarer":
        return deal["extra_card"]
    return any(item["seat"] == seat and item.get("extra_card") for item in deal["further"])


def _keys(kind, extra, turns):
    if kind in ["mort", "fourth"]:
        return ["hand"]
    if kind == "kaske":
        return ["keeps"]
    return ["discards", *(["extra_discard"] if extra else []), *(["takes"] if turns else [])]


def _hold(named, held, at, seat):
    """Each card named must be there, and only once."""
    if len(set(named)) < len(named) or any(card not in held for card in named):
        raise BrokenRuleError("card_not_held", at, seat)


def _lay_away(table, seat, cards):
    for card in cards:
        table["hands"][seat].remove(card)
        table["laid"].append(card)


def _draw(table, seat, number, at):
    if number > len(table["talon"]):
        raise BrokenRuleError("exchange_too_many", at, seat)
    for _ in range(number):
        table["hands"][seat].append(table["talon"].pop(0))


def _buy(table, item, at, how):
    least, extra, is_declarer = how
    seat, discards = item["seat"], item.get("discards", [])
    _hold(discards, table["hands"][seat], at, seat)
    if len(discards) < least:
        raise BrokenRuleError("exchange_too_few", at, seat)
    already = list(table["laid"])
    _lay_away(table, seat, discards)
    _draw(table, seat, len(discards) + (1 if extra else 0), at)
    if extra:
        if item.get("extra_discard") is None:
            raise BrokenRuleError("exchange_too_few", at, seat)
        _hold([item["extra_discard"]], table["hands"][seat], at, seat)
        _lay_away(table, seat, [item["extra_discard"]])
    if not is_declarer:
        table["laid"] = already


def _buy_turned(deal, table, item, at):
    """Seed 003, 9: he may keep what he turned, and then draws so many fewer."""
    seat, discards, takes = item["seat"], item.get("discards", []), item.get("takes", [])
    _hold(discards, table["hands"][seat], at, seat)
    _hold(takes, deal["tourne"]["turned"], at, seat)
    if len(discards) < len(takes):
        raise BrokenRuleError("exchange_too_few", at, seat)
    _lay_away(table, seat, discards)
    table["talon"] = table["talon"][len(deal["tourne"]["turned"]) :]
    table["hands"][seat] += takes
    _draw(table, seat, len(discards) - len(takes), at)


def _take_kaske(table, item, at):
    seat, keeps = item["seat"], item.get("keeps")
    if keeps is not None:
        _hold([keeps], table["hands"][seat], at, seat)
    table["hands"][seat] = [keeps] if keeps else []
    _draw(table, seat, 8 if keeps else 9, at)


def _choose_hand(table, item, at):
    seat, hand = item["seat"], item.get("hand", [])
    _hold(hand, table["talon"] + table["laid"], at, seat)
    if len(hand) < 9:
        raise BrokenRuleError("exchange_too_few", at, seat)
    if len(hand) > 9:
        raise BrokenRuleError("exchange_too_many", at, seat)
    table["hands"][seat] = list(hand)
