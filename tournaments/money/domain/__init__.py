"""What everybody has won or lost, who pays whom, and what was paid."""

from tournaments.money.domain.settling import (
    Owed,
    agree_on_unit,
    basis,
    in_hand,
    of_clubs,
    owed,
    paid,
    scope_of,
    settle_up,
    settled_above,
    tick,
)
from tournaments.money.domain.shares import (
    CASH,
    Paid,
    Played,
    Scope,
    Share,
    finest,
    played,
    shares,
    shares_of,
)

__all__ = [
    "CASH",
    "Owed",
    "Paid",
    "Played",
    "Scope",
    "Share",
    "agree_on_unit",
    "basis",
    "finest",
    "in_hand",
    "of_clubs",
    "owed",
    "paid",
    "played",
    "scope_of",
    "settle_up",
    "settled_above",
    "shares",
    "shares_of",
    "tick",
]
