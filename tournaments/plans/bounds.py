"""How few repeats any plan of a size can have."""

from collections.abc import Sequence

from tournaments.plans.layout import FULL, Layout

NO_SIXTH_ROUND = 20
"""Five groups of four have no six rounds without a repeat (OEIS A107431)."""


def least_repeats(tables: Layout, rounds: int) -> int:
    """Return a number of repeats below which no plan can come; the best of three arguments.

    Counting: there are only N(N-1)/2 pairs, and whatever meets beyond them has met. Pigeonhole:
    the players of a table come from the tables of the first round, so with fewer of those than
    players some come from one. Literature: twenty players in six rounds.

    >>> least_repeats(Layout((4,) * 4), 6), least_repeats(Layout((4,) * 3), 2)
    (24, 3)
    >>> least_repeats(Layout((4,) * 5), 6)
    1
    """
    players = tables.players
    counting = rounds * tables.pairs - players * (players - 1) // 2
    again = least_between(tables.sizes, [*tables.sizes, *(1 for _ in range(tables.byes))])
    known = tables.sizes == (FULL,) * 5 and tables.players == NO_SIXTH_ROUND and rounds > FULL + 1
    return max(0, counting, (rounds - 1) * again, int(known))


def least_after(played: int, new: int, pairs: int) -> int:
    """Return the bound once some rounds are played.

    ``played``: repeats so far; ``new``: pairs of the players who remain that have not met;
    ``pairs``: how many meet in the rounds to come.
    """
    return played + max(0, pairs - new)


def least_between(sizes: Sequence[int], before: Sequence[int]) -> int:
    """Return fewest pairs of the tables of a round that sat together in another, whoever they are.

    ``sizes``: players of each table; ``before``: those of each table of the other round, and a
    one for each who may sit in this round and had no seat in that.

    >>> least_between((4, 4, 4), (4, 4, 4)), least_between((4, 3, 3, 3), (4, 4, 4, 1))
    (3, 0)
    """
    return sum(_together_again(size, before) for size in sizes)


def _together_again(size: int, room: Sequence[int]) -> int:
    """Fewest pairs of a table that sat together in another round.

    Its players are dealt to that round's tables one after the other, always where the fewest are
    already and there is room.
    """
    taken = [0] * len(room)
    pairs = 0
    for _ in range(size):
        here = min((n for n in range(len(room)) if taken[n] < room[n]), key=taken.__getitem__)
        pairs += taken[here]
        taken[here] += 1
    return pairs
