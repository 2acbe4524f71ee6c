"""The one question: how do so many players sit in so many rounds?"""

import random

from tournaments.seating import constructions, search
from tournaments.seating.plan import SEATS, FieldError, Plan, Rounds, bound, repeats
from tournaments.seating.seats import balance

MOST_PLAYERS = 400
MOST_ROUNDS = 20


def plan(players: int, rounds: int, seed: int) -> Plan:
    """Return a plan for full tables of four; the same seed gives the same plan.

    Raises ``FieldError`` where the players do not fill tables of four, or there are too many.
    """
    if players % SEATS or not SEATS <= players <= MOST_PLAYERS:
        raise FieldError(f"{players} players do not fill tables of four")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise FieldError(f"there is no plan of {rounds} rounds")
    rng = random.Random(seed)  # noqa: S311 -- a draw that can be repeated, not a secret
    name, algebra = _construct(players, rounds, rng)
    drawn = balance(_shuffle(algebra, players, rng))
    return Plan(
        players=players,
        rounds=drawn,
        construction=name,
        repeats=repeats(drawn),
        bound=bound(players // SEATS, rounds),
    )


def _construct(players: int, rounds: int, rng: random.Random) -> tuple[str, Rounds]:
    """Take as many rounds from algebra as it has, and search for the rest."""
    tables = players // SEATS
    for algebraic in range(rounds, 0, -1):
        found = _algebra(tables, algebraic)
        if found and algebraic == rounds:
            return found
        if found:
            return f"{found[0]} and search", search.extend(found[1], players, rounds, rng)
    return "search", search.extend((), players, rounds, rng)


def _algebra(tables: int, rounds: int) -> tuple[str, Rounds] | None:
    if made := constructions.galois(tables, rounds):
        return f"GF({tables})", made
    if made := constructions.cyclic(tables, rounds):
        return "cyclic", made
    return None


def _shuffle(rounds: Rounds, players: int, rng: random.Random) -> Rounds:
    """Draw who has which number, and the order of the tables in each round."""
    draw = list(range(players))
    rng.shuffle(draw)
    drawn = []
    for tables in rounds:
        seated = [tuple(draw[player] for player in table) for table in tables]
        rng.shuffle(seated)
        drawn.append(tuple(seated))
    return tuple(drawn)
