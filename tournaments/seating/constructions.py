"""Plans without a repeat, by algebra (Colbourn and Dinitz, Handbook of Combinatorial Designs).

All but one are *transversal*: players are (column, row), four columns of as many rows as there
are tables, and in round r the players of column c at table t are those of row t + m(c) × r, with
four different multipliers m(c). Two players of different columns then meet in at most one round.
"""

from collections.abc import Callable

from tournaments.seating.fields import field, prime_power
from tournaments.seating.plan import SEATS, Round, Rounds

FEWEST_TABLES = 4


def cyclic(tables: int, rounds: int) -> Rounds | None:
    """Multipliers 0, 1, 2, 3 modulo the number of tables; none where 3(R - 1) ≥ tables."""
    if tables < FEWEST_TABLES or (SEATS - 1) * (rounds - 1) >= tables:
        return None
    return _transversal(tables, rounds, lambda table, c, r: (table + c * r) % tables)


def galois(tables: int, rounds: int) -> Rounds | None:
    """Multipliers from GF(tables); as many rounds as tables, one more where four divides them.

    In that extra round each column, whose players have not met, fills tables of its own.
    """
    if tables < FEWEST_TABLES or prime_power(tables) is None:
        return None
    extra = tables % SEATS == 0
    if rounds > tables + extra:
        return None
    gf = field(tables)
    plan = _transversal(
        tables, min(rounds, tables), lambda table, c, r: gf.add[table][gf.times[c][r]]
    )
    return (*plan, _columns(tables)) if rounds > tables else plan


def _transversal(tables: int, rounds: int, row: Callable[[int, int, int], int]) -> Rounds:
    return tuple(
        tuple(
            tuple(column * tables + row(table, column, r) for column in range(SEATS))
            for table in range(tables)
        )
        for r in range(rounds)
    )


def _columns(tables: int) -> Round:
    return tuple(tuple(range(first, first + SEATS)) for first in range(0, SEATS * tables, SEATS))
