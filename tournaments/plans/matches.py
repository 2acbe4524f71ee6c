"""A match of pairs or teams: who sits where, who plays whose cards, who helps out."""

import random
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from tournaments.plans.leagues import Match, tables

PAIRED = 4
RING_OF_THREE = 3

Side: TypeAlias = tuple[int, int]
"""A team, and which of its two pairs: 0 or 1."""

PAIRINGS = (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2)))
"""The three ways in which four members make two pairs."""


def seats(north_south: Sequence[int], east_west: Sequence[int]) -> tuple[int, int, int, int]:
    """Two pairs in playing order, North first.

    >>> seats((10, 11), (20, 21))
    (10, 20, 11, 21)
    """
    north, south = north_south
    west, east = east_west
    return north, west, south, east


def team_tables(match: Match) -> tuple[tuple[Side, Side], ...]:
    """The tables of a team match: which pair sits N–S, which E–W.

    Of two teams the first pair of the one at home sits N–S and that of the visitors E–W, and the
    second pairs the other way round. In a ring of three the pairs are set so that the teams that
    meet at one table meet with their other pairs when they meet again.

    >>> team_tables((4, 7))
    (((4, 0), (7, 0)), ((7, 1), (4, 1)))
    """
    place = {team: i for i, team in enumerate(match)}

    def north_south(team: int) -> int:
        return place[team] % 2 if len(match) <= RING_OF_THREE else 0

    return tuple(
        ((one, north_south(one)), (other, 1 - north_south(other))) for one, other in tables(match)
    )


def pairs_of(members: Sequence[int], number: int, *, mixing: bool) -> tuple[tuple[int, int], ...]:
    """The two pairs of a team of four in round ``number``, from 0.

    Fixed pairs are the first two and the last two. Where a team mixes, each plays with each of
    the others in turn.

    >>> [pairs_of((5, 6, 7, 8), number, mixing=True)[0] for number in range(4)]
    [(5, 6), (5, 7), (5, 8), (5, 6)]
    """
    pairing = PAIRINGS[number % len(PAIRINGS) if mixing else 0]
    return tuple((members[one], members[other]) for one, other in pairing)


def lend(
    missing: Sequence[int], spare: Sequence[int], lent: Mapping[int, int], rng: random.Random
) -> Mapping[int, int]:
    """By who is missing: who of ``spare``, the players of the bye teams, plays for him.

    Who has helped least, by ``lent``, is asked first; between equals the lot decides. Where too
    few are spare, the last who are missing have nobody and are not in the answer.
    """
    drawn = rng.sample(list(spare), len(spare))
    drawn.sort(key=lambda player: lent.get(player, 0))
    return dict(zip(missing, drawn, strict=False))
