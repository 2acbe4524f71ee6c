"""The frame of a whole deal: rule set, table, cards and keys. All of it stands at ``deal``."""

from tests.rules.naive.sets import NOLOS, SETS, of

PACK = [suit + rank for suit in "SHDC" for rank in "A234567JQK"]
RESPEKT = ["red_aces", "mixed_aces", "three_aces", "seven_of_diamonds"]
LISTS = ["auction", "exchanges", "play", "joined", "peeked"]
FLAGS = ["abandoned", "extra_card", "nolo", "bought_again", "pairs"]
OTHERS = ["contract", "trump", "tout_before_trick", "tourne", "first_five"]
FRAME = ["ruleset", "players", "dealer", "hands", "talon", "options", "round", "table"]
OF_A_GAME = [
    "trump", "tout_before_trick", "tourne", "first_five", "exchanges", "play", "joined", "peeked",
    "abandoned", "extra_card", "nolo", "bought_again",
]  # fmt: skip


class BrokenRuleError(Exception):
    """The first thing that is against the rules."""

    def __init__(self, code, at, seat=None):
        super().__init__(f"{code} at {at}")
        self.code, self.at, self.seat = code, at, seat


def need(condition):
    if not condition:
        raise BrokenRuleError("malformed", "deal")


def read_frame(data, default):
    """The deal with every key filled in."""
    need(isinstance(data, dict))
    need(all(key in LISTS + FLAGS + OTHERS + FRAME for key in data))
    deal = {key: data.get(key, []) for key in LISTS}
    deal.update({key: data.get(key, False) for key in FLAGS})
    deal.update({key: data.get(key) for key in OTHERS})
    deal.update({key: data.get(key) for key in ["players", "dealer", "hands", "talon"]})
    deal["ruleset"] = data.get("ruleset", default)
    need(isinstance(deal["ruleset"], str) and deal["ruleset"] in SETS)
    need(all(data[key] is not None for key in OTHERS if key in data and key[:4] != "tout"))
    _table(deal)
    _options(deal, data.get("options", {}))
    _types(deal)
    _game_keys(deal)
    _cards(deal)
    return deal


def _table(deal):
    need(whole(deal["players"]) and deal["players"] in of(deal)["sizes"])
    need(is_seat(deal, deal["dealer"]))
    need(all(isinstance(deal[key], bool) for key in FLAGS))
    need(not deal["pairs"] or deal["players"] == 4)


def _options(deal, options):
    need(isinstance(options, dict))
    known = of(deal)["options"]
    for name, value in options.items():
        need(name in known)
        if name == "one_four_four":
            need(isinstance(value, str) and value in ["kodille", "bet", "won"])
        elif name == "respekt_on":
            need(isinstance(value, list) and all(isinstance(one, str) for one in value))
            need(all(one in RESPEKT for one in value) and len(set(value)) == len(value))
        else:
            need(isinstance(value, bool))
    deal["options"] = options
    deal["on"] = {**known, **options}


def whole(value):
    return isinstance(value, int) and not isinstance(value, bool)


def is_seat(deal, value):
    return whole(value) and 0 <= value < deal["players"]


def cards(value):
    return isinstance(value, list) and all(isinstance(one, str) and one in PACK for one in value)


def _types(deal):
    need(all(isinstance(deal[key], list) for key in LISTS))
    need(deal["contract"] is None or isinstance(deal["contract"], str))
    need(deal["trump"] is None or deal["trump"] in ["S", "H", "D", "C"])
    need(deal["tout_before_trick"] is None or whole(deal["tout_before_trick"]))
    need(deal["first_five"] is None or deal["first_five"] in ["made", "failed"])
    for call in deal["auction"]:
        need(isinstance(call, list) and len(call) == 2)
        need(is_seat(deal, call[0]) and isinstance(call[1], str))
    need(all(cards(trick) for trick in deal["play"]))
    need(all(is_seat(deal, seat) for seat in deal["peeked"]))
    need(deal["tourne"] is None or isinstance(deal["tourne"], dict))
    for key, value in (deal["tourne"] or {}).items():
        need(key in ["laid", "turned"] and cards(value))
    for item in deal["joined"]:
        _joined_item(deal, item)
    for item in deal["exchanges"]:
        _exchange_item(deal, item)


def _joined_item(deal, item):
    need(isinstance(item, dict) and is_seat(deal, item.get("seat")))
    for key, value in item.items():
        need(key == "seat" or (key in ["extra_card", "abandoned"] and isinstance(value, bool)))


def _exchange_item(deal, item):
    need(isinstance(item, dict) and is_seat(deal, item.get("seat")))
    for key, value in item.items():
        if key == "keeps":
            need(value is None or cards([value]))
        elif key == "extra_discard":
            need(cards([value]))
        elif key != "seat":
            need(key in ["discards", "takes", "hand"] and cards(value))


def _game_keys(deal):
    """Keys that do not go together."""
    contract = deal["contract"]
    if contract is None:
        need(not any(deal[key] not in [None, False, []] for key in OF_A_GAME))
    need(deal["tourne"] is None or of(deal)["priced_by_cards"])
    seats = [item["seat"] for item in deal["joined"]]
    need(len(set(seats)) == len(seats))
    if contract not in contracts(deal):
        return
    need(deal["trump"] is None or not no_trump_suit(deal))
    need(deal["tourne"] is None or contract in of(deal)["priced_by_cards"])
    need(not deal["extra_card"] or sells_extra_card(deal))
    need(not deal["nolo"] or (contract == "mort" and deal["on"].get("mort_nolo")))
    need(not deal["bought_again"] or (contract == "koebe_nolo" and on(deal, "nolo_buy_again")))
    need(not deal["first_five"] or (on(deal, "first_five") and not is_nolo(deal)))
    for item in deal["joined"]:
        is_fourth = item["seat"] == fourth(deal)
        need(not item.get("extra_card") or (sells_extra_card(deal) and not is_fourth))
        need(not item.get("abandoned") or (of(deal)["gives_up"] and is_fourth))
    if deal["peeked"]:
        need(contract in of(deal)["fine"])
        need(deal["peeked"] == [fourth(deal)] and fourth(deal) not in seats)


def _cards(deal):
    need(isinstance(deal["hands"], list) and len(deal["hands"]) == deal["players"])
    need(all(hand is None or cards(hand) for hand in deal["hands"]) and cards(deal["talon"]))
    seen = list(deal["talon"])
    right = len(seen) == 13
    for seat, hand in enumerate(deal["hands"]):
        right = right and len(hand or []) == (9 if seat in dealt(deal) else 0)
        seen += hand or []
    if not right or sorted(seen) != sorted(PACK):
        raise BrokenRuleError("cards_invalid", "deal")


def on(deal, option):
    return deal["on"].get(option, False)


def dealt(deal):
    """Forehand, middlehand, backhand."""
    players, dealer = deal["players"], deal["dealer"]
    return [(dealer + 1) % players, (dealer - 1) % players, dealer]


def fourth(deal):
    """Of those who sit out the next to deal; nobody plays beside his partner in a pair event."""
    if deal["players"] == 3 or deal["pairs"]:
        return None
    return (deal["dealer"] + 2) % deal["players"]


def contracts(deal):
    """Every contract that is played: those of an option only where it is on."""
    by_option = of(deal)["with_option"]
    return [one for one in of(deal)["prices"] if one not in by_option or on(deal, one)]


def is_nolo(deal):
    return deal["contract"] in NOLOS or deal["nolo"]


def no_trump_suit(deal):
    return is_nolo(deal) or deal["contract"] in ["grand", "grandissimo"]


def sells_extra_card(deal):
    if deal["contract"] not in of(deal)["extra_card"]:
        return False
    option, _cost = of(deal)["extra_card"][deal["contract"]]
    return option is None or on(deal, option)
