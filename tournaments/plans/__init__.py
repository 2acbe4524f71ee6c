"""Seating plans: pure, seeded, without Django.

>>> from tournaments.plans import plan
>>> evening = plan(players=16, rounds=5, seed=1)
>>> evening.repeats, evening.proved_best, evening.construction
(0, True, 'GF(4)')
>>> plan(players=11, rounds=2, seed=1, tables_of=(3, 4)).repeats
3
"""

from tournaments.plans.costs import Cost, Name, Wishes, amount, costs, total
from tournaments.plans.plan import FieldError, Plan
from tournaments.plans.planner import plan
from tournaments.plans.replanning import Coming, Swap, plan_rest, swap

__all__ = [
    "Coming", "Cost", "FieldError", "Name", "Plan", "Swap", "Wishes", "amount", "costs",
    "plan", "plan_rest", "swap", "total",
]  # fmt: skip
