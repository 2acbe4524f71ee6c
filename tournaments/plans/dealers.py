"""Who deals first at each table, drawn so that nobody does it more often than he must.

Where the deals of a sheet are a multiple of the players, everybody deals equally often whoever
begins, and North begins. Elsewhere whoever begins deals once more than the last.
"""

import random
from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import TypeAlias

from tournaments.plans.plan import Rounds, Table

Dealers: TypeAlias = tuple[tuple[int, ...], ...]
"""By round and table the seat that deals first."""
NORTH = 0


def first_dealers(
    rounds: Rounds,
    deals: Callable[[int], int],
    seed: int,
    before: Mapping[int, int] | None = None,
) -> Dealers:
    """Return the seat that deals first at each table; the same seed draws the same.

    ``deals`` says how many deals a table of so many players has; ``before`` how often each
    player has dealt first already. Nobody deals first twice more often than another who could
    have had his turn, directly or by passing it on.

    >>> first_dealers((((0, 1, 2), (3, 4, 5)),), lambda players: 30, seed=1)
    ((0, 0),)
    """
    rng = random.Random(seed)  # noqa: S311 -- a draw that can be repeated, not a secret
    uneven = [
        table for tables in rounds for table in tables if table and deals(len(table)) % len(table)
    ]
    drawn = iter(_drawn(uneven, Counter(before or {}), rng))
    return tuple(
        tuple(
            table.index(next(drawn)) if table and deals(len(table)) % len(table) else NORTH
            for table in tables
        )
        for tables in rounds
    )


def _drawn(tables: list[Table], times: Counter[int], rng: random.Random) -> list[int]:
    """Return a player of each table, so that the times of all are as equal as can be."""
    chosen: list[int] = []
    for table in tables:
        lots = rng.sample(table, len(table))
        chosen.append(min(lots, key=times.__getitem__))
        times[chosen[-1]] += 1
    for player in {player for table in tables for player in table}:
        while path := _passed_on(player, tables, chosen, times):
            for place, to in path:
                chosen[place] = to
            times[player] -= 1
            times[path[-1][1]] += 1
    return chosen


def _passed_on(
    player: int, tables: list[Table], chosen: list[int], times: Counter[int]
) -> list[tuple[int, int]]:
    """Return tables and who begins there instead, so that somebody with two fewer gets a turn.

    Empty if nobody can take one off ``player``.
    """
    begun: dict[int, list[int]] = {}
    for table, who in enumerate(chosen):
        begun.setdefault(who, []).append(table)
    ways: dict[int, list[tuple[int, int]]] = {player: []}
    waiting = deque([player])
    while waiting:
        who = waiting.popleft()
        if times[who] <= times[player] - 2:
            return ways[who]
        for table in begun.get(who, ()):
            for other in tables[table]:
                if other not in ways:
                    ways[other] = [*ways[who], (table, other)]
                    waiting.append(other)
    return []
