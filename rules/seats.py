"""Who is dealt in, who sits out, who are partners.

Seats are numbered from 0 in playing order, anticlockwise: seat s + 1 sits at the right hand of
seat s.
"""

from functools import cache

PAIRED_PLAYERS = 4
"""Pairs are two against two."""
DEALT_IN = 3
"""Who get cards."""


@cache
def dealt_in(players: int, dealer: int) -> tuple[int, ...]:
    """The three seats that get cards, ascending (dlu 1.1).

    The dealer is backhand, forehand sits next after him and middlehand last before him. At a
    table of four that leaves out the seat opposite the dealer.

    >>> dealt_in(4, 0)
    (0, 1, 3)
    """
    return tuple(sorted((dealer + step) % players for step in (-1, 0, 1)))


def fourth(players: int, dealer: int) -> tuple[int, ...]:
    """The seat that may join a nolo or play a mort: of those who sit out, the next to deal.

    >>> fourth(5, 2), fourth(3, 0)
    ((4,), ())
    """
    return ((dealer + 2) % players,) if players > DEALT_IN else ()


def partner(seat: int) -> int:
    """The seat opposite, in a pair event."""
    return (seat + 2) % PAIRED_PLAYERS


@cache
def playing(players: int, dealer: int, declarer: int, *, pairs: bool) -> tuple[int, ...]:
    """The three seats that play the tricks, ascending.

    In a pair event the declarer never plays against his partner: if the partner was dealt
    cards, the sitter-out takes them over after the auction.

    >>> playing(4, 2, 1, pairs=True)
    (0, 1, 2)
    """
    if pairs:
        return tuple(seat for seat in range(players) if seat != partner(declarer))
    return dealt_in(players, dealer)


@cache
def at_play(
    players: int, dealer: int, declarer: int, also: tuple[int, ...] = (), *, pairs: bool
) -> tuple[int, ...]:
    """All who play the tricks, ascending: the three, and who declares beside them.

    That is the fourth who plays a mort, or those of ``also``, who joined the declarer.

    >>> at_play(5, 0, 2, pairs=False), at_play(4, 0, 1, (2,), pairs=False)
    ((0, 1, 2, 4), (0, 1, 2, 3))
    """
    three = playing(players, dealer, declarer, pairs=pairs)
    return tuple(sorted({*three, declarer, *also}))


@cache
def others(players: int, seats: tuple[int, ...]) -> tuple[int, ...]:
    """The seats of the table that are not in ``seats``, ascending."""
    return tuple(seat for seat in range(players) if seat not in seats)
