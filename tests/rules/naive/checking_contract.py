"""What is played, as it stands between the auction and the exchange."""

from tests.rules.naive.checking_auction import has_respekt
from tests.rules.naive.checking_frame import BrokenRuleError, contracts, dealt, fourth, is_nolo, on
from tests.rules.naive.checking_pinde import is_right_tourne

GROUP_I = ["spil", "bedre_spil", "tourne", "koebe_nolo", "tourne_respekt"]
BOUGHT = [*GROUP_I, "grand", "koebe_nolo_ouvert"]


def refuse(code, seat):
    raise BrokenRuleError(code, "contract", seat)


def judge_contract(deal, won):
    """Raise at ``contract``, or leave the trump and the further declarers in the deal."""
    declarer, contract = won["seat"], deal["contract"]
    if contract not in contracts(deal) or contract not in _may_become(deal, won["contract"]):
        refuse("contract_not_allowed", declarer)
    _judge_trump(deal, declarer)
    if contract == "tourne_respekt" and not has_respekt(deal, deal["hands"][declarer]):
        refuse("aces_not_held", declarer)
    if deal["ruleset"] == "hoem" and contract == "tourne" and not is_right_tourne(deal, won):
        refuse("tourne_invalid", declarer)
    for item in deal["joined"]:
        if not _may_join(deal, won, item["seat"]):
            refuse("join_not_allowed", item["seat"])
    deal["further"] = _further(deal, won)
    if deal["abandoned"] and not _may_abandon(deal):
        refuse("abandon_not_allowed", declarer)


def _judge_trump(deal, declarer):
    contract = deal["contract"]
    if contract in ["spil", "solo", "kaske", "mort"]:
        if deal["trump"] is None and not deal["nolo"]:
            refuse("trump_missing", declarer)
    elif contract in ["bedre_spil", "solo_spar"]:
        if deal["trump"] not in [None, "S"]:
            refuse("trump_must_be_spades", declarer)
        deal["trump"] = "S"
    elif contract in ["tourne", "tourne_respekt"]:
        turned = _turned(deal)
        if turned and deal["trump"] not in [None, turned[-1][0]]:
            refuse("trump_not_turned", declarer)
        deal["trump"] = turned[-1][0] if turned else None


def _may_become(deal, bid):
    """What the declarer may play who won with this bid."""
    if deal["ruleset"] == "dlu":
        return {
            "spil": GROUP_I,
            "bedre_spil": GROUP_I[1:],
            "tourne": ["tourne", "koebe_nolo", "tourne_respekt"],
            "koebe_nolo": ["tourne", "koebe_nolo", "tourne_respekt"],
            "solo": ["solo", "solo_spar"],
        }.get(bid, [bid])
    if bid == "spil" and deal["ruleset"] in ["klub", "lomber"]:
        return GROUP_I
    if bid == "spil" and deal["ruleset"] == "familie":
        return ["spil", "bedre_spil", "tourne", "koebe_nolo"]
    if bid == "solo" and deal["ruleset"] != "hoem":
        return ["solo", "solo_spar"]
    return [bid]


def _turned(deal):
    if deal["ruleset"] == "hoem":
        return (deal["tourne"] or {}).get("turned", [])
    return deal["talon"][:1]


def _may_join(deal, won, seat):
    if deal["pairs"] or seat == won["seat"]:
        return False
    if deal["ruleset"] == "hoem":
        return is_nolo(deal) and (seat == fourth(deal) or seat in won["joined"])
    if deal["ruleset"] != "familie" or deal["contract"] != "koebe_nolo":
        return False
    if seat in dealt(deal):
        return on(deal, "several_nolo")
    return on(deal, "fourth_joins_nolo")


def _further(deal, won):
    """Further declarers: those of the auction, then those of ``joined``."""
    items = {item["seat"]: item for item in deal["joined"]}
    seats = [*won.get("joined", []), *items]
    return [items.get(seat, {"seat": seat}) for seat in dict.fromkeys(seats)]


def _may_abandon(deal):
    contract = deal["contract"]
    if deal["further"]:
        return False
    if deal["ruleset"] == "familie":
        allowed = ["spil", "bedre_spil", "tourne", "tourne_respekt", "grand", "kaske"]
        return contract in allowed
    if deal["ruleset"] == "lomber":
        return contract != "koebe_nolo"
    return contract in BOUGHT
