"""Fields that do not fill tables of four: a larger plan without some of its players.

Players who never meet are *ghosts*: without them so many tables of every round have three.
"""

from tournaments.plans.layout import Layout
from tournaments.plans.plan import Rounds

THREE = 3


def most_often(tables: Layout, rounds: int) -> int:
    """Return how often one player may sit at a table of three (average + 1, rounded down)."""
    return tables.odd(THREE) * THREE * rounds // tables.players + 1


def without(rounds: Rounds, players: int, ghosts: int, most: int) -> Rounds | None:
    """Take out so many players who never meet; the others are numbered anew.

    Nobody is to meet more than ``most`` ghosts; None where no such players are found.
    """
    met = [1 << player for player in range(players)]
    for tables in rounds:
        for table in tables:
            everybody = sum(1 << player for player in table)
            for player in table:
                met[player] |= everybody
    chosen = _strangers(met, ghosts, most)
    if chosen is None:
        return None
    number = {p: n for n, p in enumerate(p for p in range(players) if p not in chosen)}
    return tuple(
        tuple(
            sorted(
                (tuple(number[p] for p in table if p in number) for table in tables),
                key=len,
                reverse=True,
            )
        )
        for tables in rounds
    )


def _strangers(met: list[int], ghosts: int, most: int) -> tuple[int, ...] | None:
    """Return the first so many players who never meet and whom nobody meets too often."""
    last = len(met) - 1
    for first in range(last, -1, -1):
        found = _with(met, (first,), ghosts, most)
        if found:
            return found
    return None


def _with(
    met: list[int], chosen: tuple[int, ...], ghosts: int, most: int
) -> tuple[int, ...] | None:
    if _too_often(met, chosen, most):
        return None
    if len(chosen) == ghosts:
        return chosen
    for player in range(chosen[-1] - 1, -1, -1):
        if all(not met[player] >> one & 1 for one in chosen):
            found = _with(met, (*chosen, player), ghosts, most)
            if found:
                return found
    return None


def _too_often(met: list[int], chosen: tuple[int, ...], most: int) -> bool:
    """Whether somebody meets more than ``most`` of the chosen."""
    seen = [-1] + [0] * (most + 1)
    for one in chosen:
        for times in range(most + 1, 0, -1):
            seen[times] |= seen[times - 1] & met[one]
    return seen[most + 1] != 0
