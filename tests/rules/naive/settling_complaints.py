"""Everything that can be wrong with a game, beside the types of its keys."""

from tests.rules.naive.sets import of
from tests.rules.naive.settling_rules import (
    NO_TRUMP,
    contract_is_played,
    is_nolo,
    may_be_thrown_in,
    price_depends_on_tricks,
    tourne_is_sound,
    trump_outcomes,
)
from tests.rules.naive.settling_seats import dealt, fourth, playing


def judge(line, wrong):
    ended = [key for key in ["tricks", "outcome", "abandoned"] if key in line["given"]]
    if len(ended) != 1:
        wrong("malformed", "outcome")
    if line["outcome"] not in [None, "won", "bet", "kodille", "remis"]:
        wrong("outcome_unknown", "outcome")
        line["outcome"] = None
    known = line["contract"] is not None and contract_is_played(line)
    _declarer(line, wrong, is_mort=known and line["contract"] == "mort")
    if not known:
        if line["contract"] is not None:
            wrong("contract_unknown", "contract")
        return
    _mort(line, wrong)
    _trump(line, wrong)
    _tourne(line, wrong)
    _nolo_extras(line, wrong)
    _joined(line, wrong)
    _peeked(line, wrong)
    _end(line, wrong)
    _tricks(line, wrong)
    _tout(line, wrong)
    _first_five(line, wrong)


def _seats_are_known(line):
    return None not in [line["players"], line["dealer"], line["declarer"]]


def _declarer(line, wrong, *, is_mort):
    """In a mort the sitter-out declares, and in a pair event he never does."""
    if not _seats_are_known(line):
        return
    if line["declarer"] in dealt(line):
        if is_mort:
            wrong("declarer_must_sit_out", "declarer")
    elif not is_mort or line["pairs"]:
        wrong("declarer_sits_out", "declarer")
    elif line["declarer"] != fourth(line):
        wrong("declarer_must_sit_out", "declarer")


def _mort(line, wrong):
    for key in ["nolo", "spadille_in_talon"]:
        if line[key] and line["contract"] != "mort":
            wrong("malformed", key)
    if line["contract"] == "mort" and line["nolo"] and not line["options"].get("mort_nolo"):
        wrong("malformed", "nolo")


def _trump(line, wrong):
    if "trump" not in line["given"]:
        return
    if line["contract"] in NO_TRUMP or is_nolo(line):
        wrong("trump_not_allowed", "trump")
    elif line["contract"] in of(line)["in_spades"] and line["trump"] not in ["S", None]:
        wrong("trump_must_be_spades", "trump")


def _tourne(line, wrong):
    tourne = line["tourne"]
    if line["contract"] not in of(line)["priced_by_cards"]:
        if tourne is not None:
            wrong("malformed", "tourne")
    elif tourne is None:
        if "tourne" not in line["given"]:
            wrong("tourne_required", "tourne")
    elif not tourne_is_sound(tourne):
        wrong("tourne_invalid", "tourne")
    elif line["trump"] not in [None, tourne["turned"][-1][0]]:
        wrong("trump_contradicts_tourne", "trump")


def _sells_extra_card(line):
    if line["contract"] not in of(line)["extra_card"]:
        return False
    option, _cost = of(line)["extra_card"][line["contract"]]
    return option is None or line["options"][option]


def _nolo_extras(line, wrong):
    if line["extra_card"] and not _sells_extra_card(line):
        wrong("extra_card_not_allowed", "extra_card")
    again = line["contract"] == "koebe_nolo" and line["options"].get("nolo_buy_again", False)
    if line["bought_again"] and not again:
        wrong("malformed", "bought_again")


def _joined(line, wrong):
    if not _seats_are_known(line):
        return
    seats = [item["seat"] for item in line["joined"]]
    taken = [line["declarer"], *line["peeked"]]
    twice = len(set(seats)) < len(seats) or len(set(line["peeked"])) < len(line["peeked"])
    if twice or any(seat in taken for seat in seats):
        wrong("joined_invalid", "joined")
    for item in line["joined"]:
        if not _may_join(line, item["seat"]):
            wrong("join_not_allowed", "joined")
        is_fourth = item["seat"] == fourth(line)
        if item.get("extra_card") and is_fourth:
            wrong("joined_invalid", "joined")
        elif item.get("extra_card") and not _sells_extra_card(line):
            wrong("extra_card_not_allowed", "joined")
        if item.get("abandoned") and not (of(line)["gives_up"] and is_fourth):
            wrong("joined_invalid", "joined")


def _may_join(line, seat):
    if seat == line["declarer"]:
        return True  # told otherwise already
    if line["pairs"] or not _seats_are_known(line):
        return False
    sitting = seat not in dealt(line)
    joined = of(line)["joined"].get(line["contract"])
    if joined is None or (sitting and seat != fourth(line)):
        return False
    option = joined["sitting" if sitting else "dealt"]
    return option is None or line["options"][option]


def _peeked(line, wrong):
    if not line["peeked"]:
        return
    lookers = line["peeked"] if not _seats_are_known(line) else [fourth(line)]
    never = line["contract"] not in of(line)["fine"] or line["pairs"]
    if never or any(seat not in lookers for seat in line["peeked"]):
        wrong("peek_not_allowed", "peeked")


def _end(line, wrong):
    if line["abandoned"] and not may_be_thrown_in(line):
        wrong("abandon_not_allowed", "abandoned")
    uneven = line["contract"] == "mort" or line["contract"] in of(line)["needed"]
    if line["outcome"] == "remis" and (not of(line)["remis"] or is_nolo(line) or uneven):
        wrong("outcome_not_allowed", "outcome")
        line["outcome"] = None
    if line["outcome"] == "kodille":
        if not of(line)["nolo_kodille"] and is_nolo(line):
            wrong("outcome_not_allowed", "outcome")
        if price_depends_on_tricks(line):
            wrong("tricks_required", "tricks")
    several = line["joined"] and all(_may_join(line, item["seat"]) for item in line["joined"])
    if several and "tricks" not in line["given"]:
        wrong("tricks_required", "tricks")


def _tricks(line, wrong):
    tricks = line["tricks"]
    line["counted"] = False
    if tricks is None or line["joined_broken"] or not _seats_are_known(line):
        return
    if (line["declarer"] in dealt(line)) == (line["contract"] == "mort"):
        return
    if not _tricks_are_possible(line, tricks):
        wrong("tricks_invalid", "tricks")
        return
    line["counted"] = True
    seats = playing(line)
    if not is_nolo(line):
        others = [tricks[seat] for seat in seats if seat != line["declarer"]]
        if len(trump_outcomes(line, tricks[line["declarer"]], others)) > 1:
            wrong("tricks_undecided", "tricks")
    elif all(tricks[seat] is not None for seat in seats) and _total(tricks) < 9:
        lost = all(tricks[seat] > 0 for seat in _declarers(line))
        if price_depends_on_tricks(line) or not lost:
            wrong("tricks_undecided", "tricks")


def _total(tricks):
    return sum(one for one in tricks if one is not None)


def _declarers(line):
    joined = [item["seat"] for item in line["joined"] if not item.get("abandoned")]
    return [line["declarer"], *joined]


def _tricks_are_possible(line, tricks):
    if len(tricks) != line["players"] or line["declarer"] not in playing(line):
        return False
    if any(one is not None and not 0 <= one <= 9 for one in tricks) or _total(tricks) > 9:
        return False
    needed = _declarers(line) if is_nolo(line) else playing(line)
    if any(tricks[seat] is None for seat in needed):
        return False
    return all(tricks[seat] is None for seat in range(len(tricks)) if seat not in playing(line))


def _is_lost(line):
    return line["abandoned"] or line["outcome"] in ["bet", "kodille", "remis"]


def _tout(line, wrong):
    if "tout" not in line["given"]:
        return
    never = not of(line)["tout"] or is_nolo(line) or line["contract"] == "mort"
    if never or line["abandoned"]:
        wrong("tout_not_allowed", "tout")
        return
    mine = line["tricks"][line["declarer"]] if line["counted"] else None
    if line["tout"] == "made" and (_is_lost(line) or mine not in [None, 9]):
        wrong("tout_contradicts_tricks", "tout")
    if line["tout"] == "failed" and mine == 9:
        wrong("tout_contradicts_tricks", "tout")


def _first_five(line, wrong):
    if "first_five" not in line["given"]:
        return
    never = is_nolo(line) or line["contract"] == "mort"
    if never or line["abandoned"] or not line["options"].get("first_five"):
        wrong("first_five_not_allowed", "first_five")
        return
    mine = line["tricks"][line["declarer"]] if line["counted"] else None
    if line["first_five"] == "made" and (_is_lost(line) or (mine is not None and mine < 5)):
        wrong("first_five_contradicts_tricks", "first_five")
    if line["first_five"] == "failed" and mine == 9:
        wrong("first_five_contradicts_tricks", "first_five")
