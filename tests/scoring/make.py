"""Settlements and accounts, as deals of dlu would give them."""

from rules import RULESETS, Settlement, read_result, settle

DLU = RULESETS["dlu"]


def make_settlement(
    contract: str = "spil", *, players: int = 4, dealer: int = 0, declarer: int = 1, **more
) -> Settlement:
    """A won game, unless ``more`` says how else it went."""
    data = {"players": players, "dealer": dealer, "declarer": declarer, "contract": contract}
    return settle(read_result(data | (more or {"outcome": "won"}), DLU), DLU)


def make_passed(players: int = 4, dealer: int = 0) -> Settlement:
    return settle(read_result({"players": players, "dealer": dealer, "passed": True}, DLU), DLU)
