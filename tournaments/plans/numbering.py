"""Which number a group's table has, and the seat of somebody who has his own."""

import random
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from itertools import combinations

from tournaments.plans.plan import Round, Rounds, Table

PASSES = 3
"""How often every two tables of every round are tried the other way round."""


def number_tables(
    rounds: Rounds,
    seats: Mapping[int, tuple[int, int]],
    before: Rounds,
    fixed: Sequence[Container[int]] = (),
) -> Rounds:
    """Reorder the tables of each round: own seats first, then as few returns as swaps find.

    ``before``: rounds already played, whose tables count as visited. ``fixed``: for each round
    the numbers that keep what they have.
    """
    visits = Counter(
        (p, t) for tables in (*before, *rounds) for t, table in enumerate(tables) for p in table
    )
    made = [list(tables) for tables in rounds]
    for _ in range(PASSES):
        for r, tables in enumerate(made):
            kept = fixed[r] if fixed else ()
            free = [t for t, table in enumerate(tables) if table and t not in kept]
            for other, one in combinations(free, 2):
                _try(tables, one, other, visits, seats)
    return tuple(tuple(tables) for tables in made)


def _try(
    tables: list[Table],
    one: int,
    other: int,
    visits: Counter[tuple[int, int]],
    seats: Mapping[int, tuple[int, int]],
) -> None:
    """Exchange two numbers where that gives fewer returns; an own table outweighs all returns."""
    gain = 0
    for table, here, there in ((tables[one], one, other), (tables[other], other, one)):
        for player in table:
            gain += (visits[player, here] > 1) - (visits[player, there] > 0)
            own = seats.get(player, (-1, 0))[0]
            gain += len(visits) * ((own == there) - (own == here))
    if gain <= 0:
        return
    for table, here, there in ((tables[one], one, other), (tables[other], other, one)):
        for player in table:
            visits[player, here] -= 1
            visits[player, there] += 1
    tables[one], tables[other] = tables[other], tables[one]


def own_seats(rounds: Rounds, seats: Mapping[int, tuple[int, int]]) -> Rounds:
    """Give everybody who is at his own table his own seat there."""
    return tuple(
        tuple(_own(table, t, seats) for t, table in enumerate(tables)) for tables in rounds
    )


def _own(table: Table, number: int, seats: Mapping[int, tuple[int, int]]) -> Table:
    made = list(table)
    for player in table:
        at, seat = seats.get(player, (-1, 0))
        if at == number and 0 <= seat < len(made):
            here = made.index(player)
            made[here], made[seat] = made[seat], player
    return tuple(made)


def draw(rounds: Rounds, rng: random.Random) -> Rounds:
    """Draw the order of the tables in each round."""
    drawn: list[Round] = []
    for tables in rounds:
        order = list(tables)
        rng.shuffle(order)
        drawn.append(tuple(order))
    return tuple(drawn)
