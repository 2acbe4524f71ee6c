"""Plans without a repeat, by algebra (Colbourn and Dinitz, Handbook of Combinatorial Designs).

Most are *transversal*: players are (column, row), as many columns as seats, of as many rows as
there are tables, and in round r the players of column c at table t are those of row t + m(c, r).
Two players of different columns c and d meet once where m(c, r) - m(d, r) differ from round to
round. Players are numbered column by column.
"""

from collections.abc import Iterator
from itertools import combinations

from tournaments.plans.finite_fields import GaloisField, factors, field, prime_power
from tournaments.plans.plan import SEATS, Round, Rounds

NODES = 20_000
"""Steps of the search for shifts; where it finds any it needs a few hundred."""
BASE_24 = ((23, 0, 8, 17), (22, 1, 10, 14), (21, 3, 7, 15), (2, 4, 5, 20), (6, 9, 11, 12),
           (13, 16, 18, 19))  # fmt: skip


def construct(tables: int, rounds: int, columns: int = SEATS) -> tuple[str, Rounds] | None:
    """Return the first construction that has so many rounds, with its name, or None."""
    if columns == SEATS and tables == 6 and rounds <= 7:  # noqa: PLR2004 -- the design's size
        return "4-RGDD 3^8, base round mod 7", base_round_24(rounds)
    for name, made in (
        ("cyclic", cyclic(tables, rounds, columns)),
        ("·".join(f"GF({p**k})" for p, k in factors(tables)), galois(tables, rounds, columns)),
    ):
        if made:
            return name, made
    if columns == SEATS:
        if made := bose(tables, rounds):
            return f"RBIBD({SEATS * tables},4,1)", made
        if made := shifted(tables, rounds):
            return f"shifts mod {tables}", made
    return None


def cyclic(tables: int, rounds: int, columns: int = SEATS) -> Rounds | None:
    """Shift by 0, r, 2r, 3r modulo the tables; none where 3(R - 1) ≥ tables."""
    if tables < SEATS or (columns - 1) * (rounds - 1) >= tables:
        return None
    return transversal(tables, [[c * r for c in range(columns)] for r in range(rounds)])


def galois(tables: int, rounds: int, columns: int = SEATS) -> Rounds | None:
    """Multiply in a field of so many elements, or in a product of fields (MacNeish 1922).

    As many rounds as tables, where no field has fewer elements than there are columns. One more
    where four divides the tables: then each column, whose players have not met, fills its own.
    """
    gfs = [field(p**k) for p, k in factors(tables)]
    extra = columns == SEATS and tables % SEATS == 0
    if not gfs or min(gf.order for gf in gfs) < columns or rounds > tables + extra:
        return None
    plan = tuple(
        tuple(
            tuple(c * tables + _line(gfs, t, c, r) for c in range(columns)) for t in range(tables)
        )
        for r in range(min(rounds, tables))
    )
    return (*plan, _columns(tables)) if rounds > tables else plan


def _line(gfs: list[GaloisField], table: int, column: int, r: int) -> int:
    """Return table + column × round, in each field by itself."""
    row, place = 0, 1
    for gf in gfs:
        n = gf.order
        row += place * gf.add(table // place % n, gf.times(column, r // place % n))
        place *= n
    return row


def _columns(tables: int) -> Round:
    return tuple(tuple(range(first, first + SEATS)) for first in range(0, SEATS * tables, SEATS))


def transversal(tables: int, shifts: list[list[int]]) -> Rounds:
    """Return the rounds where column c is moved by ``shifts[round][c]``."""
    return tuple(
        tuple(
            tuple(c * tables + (t + shift) % tables for c, shift in enumerate(row))
            for t in range(tables)
        )
        for row in shifts
    )


def bose(tables: int, rounds: int) -> Rounds | None:
    """Resolvable design on 3q + 1 players, q = 4t + 1 a prime power (Bose 1939).

    Every two meet once in q rounds. Points are GF(q) × {0, 1, 2} and one more.
    """
    q, rest = divmod(SEATS * tables - 1, SEATS - 1)
    if rest or q % SEATS != 1 or prime_power(q) is None or rounds > q:
        return None
    gf = field(q)
    base = list(_bose_base(gf))
    return tuple(
        (
            (r, q + r, 2 * q + r, 3 * q),
            *(tuple(row * q + gf.add(x, r) for x, row in block) for block in base),
        )
        for r in range(rounds)
    )


def _bose_base(gf: GaloisField) -> Iterator[list[tuple[int, int]]]:
    quarter = (gf.order - 1) // SEATS
    for exponent in range(quarter):
        one, other = gf.power(exponent), gf.power(exponent + quarter)
        for row in range(3):
            after = (row + 1) % 3
            yield [
                (one, row), (gf.negative(one), row), (other, after), (gf.negative(other), after),
            ]  # fmt: skip


def base_round_24(rounds: int) -> Rounds:
    """Seven rounds of 24 players from one, adding 1 mod 7; 21, 22 and 23 stay and never meet."""

    def moved(player: int, r: int) -> int:
        return player if player >= 21 else player // 7 * 7 + (player + r - player // 7 * 7) % 7  # noqa: PLR2004

    return tuple(
        tuple(tuple(moved(player, r) for player in table) for table in BASE_24)
        for r in range(rounds)
    )


def shifted(tables: int, rounds: int) -> Rounds | None:
    """Search for shifts modulo the tables whose differences never return."""
    if tables < SEATS or rounds > tables:
        return None
    rows: list[list[int]] = []
    used: set[tuple[int, int, int]] = set()
    waiting = [_rows(0, tables)]
    for _ in range(NODES):
        row = next(waiting[-1], None)
        if row is None:
            waiting.pop()
            if not rows:
                return None
            used -= _differences(rows.pop(), tables)
            continue
        made = _differences(row, tables)
        if used.isdisjoint(made):
            rows.append(row)
            used |= made
            if len(rows) == rounds:
                return transversal(tables, rows)
            waiting.append(_rows(len(rows), tables))
    return None


def _rows(r: int, tables: int) -> Iterator[list[int]]:
    return ([0, r, b, c] for b in range(tables) for c in range(tables))


def _differences(row: list[int], tables: int) -> set[tuple[int, int, int]]:
    return {(i, j, (row[i] - row[j]) % tables) for i, j in combinations(range(len(row)), 2)}
