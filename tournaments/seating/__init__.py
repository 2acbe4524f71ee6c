"""Seating plans: pure, seeded, without Django.

>>> from tournaments.seating import plan
>>> evening = plan(players=16, rounds=5, seed=1)
>>> evening.repeats, evening.proved_best, evening.construction
(0, True, 'GF(4)')
>>> plan(players=11, rounds=2, seed=1, tables_of=(3, 4)).repeats
3
"""

from tournaments.seating.costs import Cost, Name, Wishes, costs, total
from tournaments.seating.plan import FieldError, Plan
from tournaments.seating.planner import plan
from tournaments.seating.replanning import Coming, Swap, plan_rest, replan, swap

__all__ = [
    "Coming", "Cost", "FieldError", "Name", "Plan", "Swap", "Wishes", "costs", "plan",
    "plan_rest", "replan", "swap", "total",
]  # fmt: skip
