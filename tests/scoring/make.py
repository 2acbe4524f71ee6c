"""Settlements and accounts, as deals of dlu would give them."""

from rules import RULESETS, Settlement, read_result, settle
from scoring.ledger import Entry
from scoring.sequence import account_rules, move
from scoring.transfers import Reason

DLU = RULESETS["dlu"]


def make_settlement(
    contract: str = "spil", *, players: int = 4, dealer: int = 0, declarer: int = 1, **more
) -> Settlement:
    """A won game, unless ``more`` says how else it went."""
    data = {"players": players, "dealer": dealer, "declarer": declarer, "contract": contract}
    return settle(read_result(data | (more or {"outcome": "won"}), DLU), DLU)


def make_passed(players: int = 4, dealer: int = 0) -> Settlement:
    return settle(read_result({"players": players, "dealer": dealer, "passed": True}, DLU), DLU)


def entry_in(accounting, settlement, players=4, *, held=0, **settings) -> Entry:
    """What this one deal moves in such an account, whose pot holds so much."""
    rules = account_rules(players=players, accounting=accounting, **settings)
    return move(rules, settlement, held).entry


def antes(account) -> int:
    """What each at the table put in because the pot could not pay."""
    forced = [part for one in account.transfers if one.payer == 0 for part in one.parts]
    return sum(part.amount for part in forced if part.reason is Reason.ANTE)
