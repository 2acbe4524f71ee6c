"""Plans found once by a long search and kept, for sizes where no algebra helps.

A round is a word: its n-th letter is the table of player n, a for the first.
"""

from tournaments.plans.layout import Layout
from tournaments.plans.plan import Rounds
from tournaments.plans.stored_plans import STORED


def stored(tables: Layout, rounds: int) -> Rounds | None:
    """Return the plan kept for these tables and rounds, if any."""
    words = STORED.get(
        (tables.sizes.count(3), tables.sizes.count(4), tables.sizes.count(5), rounds)
    )
    if words is None:
        return None
    return tuple(_read(word, len(tables.sizes)) for word in words.split("|"))


def _read(word: str, tables: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(player for player, letter in enumerate(word) if ord(letter) - ord("a") == table)
        for table in range(tables)
    )
