"""More rounds than algebra gives: each further round by trying swaps."""

import random
from collections import Counter
from itertools import combinations

from tournaments.seating.plan import SEATS, Rounds

TRIES = 4000
"""Swaps tried for one round."""


def extend(prefix: Rounds, players: int, rounds: int, rng: random.Random) -> Rounds:
    """Add rounds to ``prefix`` until there are ``rounds``, each with few repeats."""
    plan = list(prefix)
    met = Counter(
        frozenset(pair) for tables in plan for table in tables for pair in combinations(table, 2)
    )
    while len(plan) < rounds:
        tables = _best_round(players, met, rng)
        plan.append(tuple(tuple(table) for table in tables))
        met.update(frozenset(pair) for table in tables for pair in combinations(table, 2))
    return tuple(plan)


def _best_round(players: int, met: Counter[frozenset[int]], rng: random.Random) -> list[list[int]]:
    order = list(range(players))
    rng.shuffle(order)
    tables = [order[i : i + SEATS] for i in range(0, players, SEATS)]
    if len(tables) == 1:
        return tables
    for _ in range(TRIES):
        one, other = rng.sample(range(len(tables)), 2)
        i, j = rng.randrange(SEATS), rng.randrange(SEATS)
        before = _cost(tables[one], met) + _cost(tables[other], met)
        if not before:
            continue
        _swap(tables[one], i, tables[other], j)
        if _cost(tables[one], met) + _cost(tables[other], met) > before:
            _swap(tables[one], i, tables[other], j)
    return tables


def _swap(one: list[int], i: int, other: list[int], j: int) -> None:
    one[i], other[j] = other[j], one[i]


def _cost(table: list[int], met: Counter[frozenset[int]]) -> int:
    return sum(met[frozenset(pair)] for pair in combinations(table, 2))
