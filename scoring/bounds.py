"""The most that one deal can still move at a table, for a seat and between two."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from rules import RuleSet, extremes
from scoring.kind import AccountRules
from scoring.ledger import Amounts
from scoring.mixed import POT_CAP
from scoring.sequence import move

FULL: Final = 10**6
"""Bits in a pot that pays whatever a deal can ask of it."""
Apart: TypeAlias = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a deal can move the seats of its table; points. It may move nothing.

    The dealer is the first, then the seats as they follow him.
    """

    most: tuple[int, ...]
    """What each can win: never below nothing."""
    least: tuple[int, ...]
    """What each can lose, signed: never above nothing."""
    apart: Apart
    """By how much the first seat can gain on the second."""


@lru_cache(maxsize=256)
def reach(ruleset: RuleSet, rules: AccountRules) -> Reach | None:
    """Return how far a deal can move the seats; None: there is no limit.

    What a deal moves is linear in what its declarers win or lose, and goes one way with what the
    pot holds: so it is greatest and least where they win or lose most, and the pot is empty or
    pays everything. Only a pot that is played for without a cap has no end. At a table without
    pairs.
    """
    if rules.kind.plays_for_pot and rules[POT_CAP] is None:
        return None
    moves = list(_moves(ruleset, rules))
    seats = range(rules.players)
    return Reach(
        most=tuple(max(0, *(moved[seat] for moved in moves)) for seat in seats),
        least=tuple(min(0, *(moved[seat] for moved in moves)) for seat in seats),
        apart=tuple(
            tuple(max(0, *(moved[one] - moved[other] for moved in moves)) for other in seats)
            for one in seats
        ),
    )


def _moves(ruleset: RuleSet, rules: AccountRules) -> Iterable[Amounts]:
    held = (0, FULL) if rules.kind.needs_pot else (0,)
    for settlement in extremes(ruleset, rules.players):
        for holds in held:
            yield move(rules, settlement, holds).entry.seats
