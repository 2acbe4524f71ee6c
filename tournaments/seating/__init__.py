"""Seating plans: pure, seeded, without Django.

>>> from tournaments.seating import plan
>>> evening = plan(players=16, rounds=2, seed=1)
>>> evening.repeats, evening.proved_best, evening.construction
(0, True, 'GF(4)')
"""

from tournaments.seating.plan import FieldError, Plan
from tournaments.seating.planner import plan

__all__ = ["FieldError", "Plan", "plan"]
