"""A second, deliberately plain implementation of ``python -m rules check``.

Written from the sources and the description of the record alone, with lists and a table of
what each rule set has, so that the engine can be compared with something that shares no line with
it.
"""

from tests.rules.naive.checking_auction import hold_auction
from tests.rules.naive.checking_contract import judge_contract
from tests.rules.naive.checking_exchange import hold_exchange, seats_playing
from tests.rules.naive.checking_frame import (
    OF_A_GAME,
    BrokenRuleError,
    is_nolo,
    need,
    read_frame,
)
from tests.rules.naive.checking_play import hold_play, judge_tout, next_card
from tests.rules.naive.sets import of
from tests.rules.naive.settling import settle


def check(data, default=None):
    """What ``check`` prints, but for the sentence."""
    try:
        return _whole(read_frame(data, default))
    except BrokenRuleError as broken:
        violation = {"code": broken.code, "at": broken.at, "seat": broken.seat}
        return {"ok": False, "violation": violation}


def _whole(deal):
    won = hold_auction(deal)
    if won is None:
        need(not any(deal[key] not in [None, False, []] for key in ["contract", *OF_A_GAME]))
        return {"ok": True, "passed": True}
    need(deal["contract"] is not None)
    judge_contract(deal, won)
    declarer = won["seat"]
    deal["promised"], deal["tout_judged"] = won["cards"], False
    while deal["play"] and not deal["play"][-1]:
        deal["play"].pop()
    playing = seats_playing(deal, declarer)
    need(all(len(trick) <= len(playing) for trick in deal["play"]))
    hands, complete = hold_exchange(deal, declarer)
    if deal["abandoned"]:
        _judge_throwing_in(deal, declarer, complete=complete)
    tricks, takers, turn = hold_play(deal, declarer, hands, playing)
    judge_tout(deal, declarer, len(takers) + 1, takers)
    at_next = next_card(deal, playing)
    tout = _tout(deal, declarer, takers)
    record = _result(deal, declarer, tricks)
    if not deal["abandoned"]:
        _judge_stop(deal, record, tout, at_next, turn)
    for number in range(1, max(deal["tout_before_trick"] or 1, 1) + 1):
        judge_tout(deal, declarer, number, takers)
    if deal["first_five"]:
        need(_first_five(declarer, takers) in [None, deal["first_five"]])
    if tout != "open" and tout:
        record["tout"] = tout
    return _answer(deal, record)


def _judge_throwing_in(deal, declarer, *, complete):
    if of(deal)["thrown_in_after_first_lead"] and not deal["play"]:
        raise BrokenRuleError("abandon_not_allowed", "play 1.1", declarer)
    if deal["play"] and not complete:
        raise BrokenRuleError("play_after_end", "play 1.1")


def _tout(deal, declarer, takers):
    """How the tout went: None if there is none, ``open`` while it may still be made."""
    announced = deal["tout_before_trick"] in [1, 2, 3, 4, 5, 6]
    took_five = len(takers) >= 5 and all(seat == declarer for seat in takers[:5])
    leads_sixth = len(deal["play"]) >= 6
    if of(deal)["sixth_lead_is_tout"] and not is_nolo(deal) and deal["contract"] != "mort":
        announced = announced or (took_five and leads_sixth)
    if not announced:
        return None
    if any(seat != declarer for seat in takers):
        return "failed"
    return "made" if len(takers) == 9 else "open"


def _judge_stop(deal, record, tout, at_next, turn):
    """Play may stop where nothing can change the outcome or the price."""
    if is_nolo(deal):
        undecided = not _nolo_is_over(deal, record)
    else:
        answer = settle(record)
        codes = [] if answer["ok"] else [error["code"] for error in answer["errors"]]
        undecided = "tricks_undecided" in codes or "tricks_invalid" in codes
    if undecided or tout == "open":
        raise BrokenRuleError("play_undecided", at_next, turn)


def _nolo_is_over(deal, record):
    """All nine tricks are played, or no further trick can cost any declarer more."""
    if sum(number or 0 for number in record["tricks"]) == 9:
        return True
    if deal["contract"] in of(deal)["by_the_trick"]:
        return False
    enough = 2 if of(deal)["nolo_kodille"] else 1
    declarers = [record["declarer"], *(item["seat"] for item in deal["further"])]
    return all(record["tricks"][seat] >= enough for seat in declarers)


def _first_five(declarer, takers):
    if any(seat != declarer for seat in takers[:5]):
        return "failed"
    return "made" if len(takers) >= 5 else None


def _result(deal, declarer, tricks):
    """The deal as a result record."""
    record = {key: deal[key] for key in ["ruleset", "players", "dealer", "contract"]}
    record["declarer"] = declarer
    for key in [
        "trump", "tourne", "extra_card", "first_five", "nolo", "bought_again", "peeked", "pairs",
        "options", "abandoned",
    ]:  # fmt: skip
        if deal[key] not in [None, False, [], {}]:
            record[key] = deal[key]
    if deal["further"]:
        record["joined"] = deal["further"]
    if not deal["abandoned"]:
        record["tricks"] = tricks
    if deal["contract"] == "mort" and "SA" in deal["talon"]:
        record["spadille_in_talon"] = True
    return record


def _answer(deal, record):
    settled = settle(record)
    need(settled["ok"])
    answer = {
        "ok": True,
        "contract": record["contract"],
        "trump": record.get("trump"),
        "tricks": record.get("tricks"),
    }
    if deal["further"] or settled["peeked"]:
        return {**answer, "declarers": settled["declarers"], "peeked": settled["peeked"]}
    first = settled["declarers"][0]
    return {
        **answer,
        "declarer": first["seat"],
        "outcome": first["outcome"],
        "value": first["value"],
    }
