"""What is played, as it stands between the auction and the exchange."""

from tests.rules.naive.checking_auction import has_respekt
from tests.rules.naive.checking_frame import (
    BrokenRuleError,
    contracts,
    dealt,
    fourth,
    no_trump_suit,
    on,
)
from tests.rules.naive.checking_pinde import is_right_tourne
from tests.rules.naive.sets import of


def refuse(code, seat):
    raise BrokenRuleError(code, "contract", seat)


def judge_contract(deal, won):
    """Raise at ``contract``, or leave the trump and the further declarers in the deal."""
    declarer, contract = won["seat"], deal["contract"]
    may_be_played = of(deal)["becomes"].get(won["contract"], [won["contract"]])
    if contract not in contracts(deal) or contract not in may_be_played:
        refuse("contract_not_allowed", declarer)
    _judge_trump(deal, declarer)
    if contract == "tourne_respekt" and not has_respekt(deal, deal["hands"][declarer]):
        refuse("aces_not_held", declarer)
    if contract in of(deal)["priced_by_cards"] and not is_right_tourne(deal, won):
        refuse("tourne_invalid", declarer)
    for item in deal["joined"]:
        if not _may_join(deal, won, item["seat"]):
            refuse("join_not_allowed", item["seat"])
    deal["further"] = _further(deal, won)
    if deal["abandoned"] and not _may_abandon(deal):
        refuse("abandon_not_allowed", declarer)


def _judge_trump(deal, declarer):
    contract = deal["contract"]
    if contract in of(deal)["in_spades"]:
        if deal["trump"] not in [None, "S"]:
            refuse("trump_must_be_spades", declarer)
        deal["trump"] = "S"
    elif contract in ["tourne", "tourne_respekt"]:
        turned = _turned(deal)
        if turned and deal["trump"] not in [None, turned[-1][0]]:
            refuse("trump_not_turned", declarer)
        deal["trump"] = turned[-1][0] if turned else None
    elif deal["trump"] is None and not no_trump_suit(deal):
        refuse("trump_missing", declarer)


def _turned(deal):
    if deal["contract"] in of(deal)["priced_by_cards"]:
        return (deal["tourne"] or {}).get("turned", [])
    return deal["talon"][:1]


def _may_join(deal, won, seat):
    if deal["pairs"] or seat == won["seat"]:
        return False
    joined = of(deal)["joined"].get(deal["contract"])
    if joined is None:
        return False
    if seat not in dealt(deal):
        option = joined["sitting"]
        return seat == fourth(deal) and (option is None or on(deal, option))
    if of(deal)["speaks_once"]:
        return seat in won["joined"]  # who joins says so in the auction
    option = joined["dealt"]
    return option is None or on(deal, option)


def _further(deal, won):
    """Further declarers: those of the auction, then those of ``joined``."""
    items = {item["seat"]: item for item in deal["joined"]}
    seats = [*won.get("joined", []), *items]
    return [items.get(seat, {"seat": seat}) for seat in dict.fromkeys(seats)]


def _may_abandon(deal):
    return not deal["further"] and deal["contract"] in of(deal)["thrown_in"]
