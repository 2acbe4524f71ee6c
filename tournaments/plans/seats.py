"""Which seat at the table: by colouring edges, so that seats are fair for everybody."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations, cycle, islice, product

from tournaments.plans.plan import Rounds, Table

MOST_SEATS = 5
EXCHANGES = 400
MOST_VARIED = 64
"""Tables of all rounds together up to which a pair that meets again is seated otherwise."""


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """A table, or so many rounds of a player as it has seats; and who is joined by which colour."""

    player: int
    """-1 for a table."""
    ends: list[Node | None]


def balance(rounds: Rounds) -> Rounds:
    """Reseat each table so that every player has each seat as often as every other, or once more.

    Every four rounds of a player are one node, every table another, and a player at a table is
    an edge. No node has more than four edges, so four colours do (König 1916), and a colour is
    a seat: nobody has a seat twice within four rounds, and no table has a seat twice. Tables of
    three and of five are balanced by themselves, with as many colours as they have seats.
    In a field small enough to repeat meetings, two colours are then exchanged along whole chains
    (which keeps all this), so that a pair that meets again is opposite once and adjacent once.
    """
    running: dict[tuple[int, int], Node] = {}
    coloured: list[list[Node]] = []
    for tables in rounds:
        here = []
        for table in tables:
            size = len(table)
            there = Node(-1, [None] * size)
            here.append(there)
            for player in table:
                mine = running.get((player, size))
                if mine is None or None not in mine.ends:
                    mine = running[player, size] = Node(player, [None] * size)
                _join(mine, there)
        coloured.append(here)
    if sum(len(here) for here in coloured) <= MOST_VARIED:
        _vary([there for here in coloured for there in here])
    return tuple(tuple(_seated(there) for there in here) for here in coloured)


def same_relation(tables: Iterable[Table]) -> int:
    """Return how often two meet again as they met before: opposite, or the same neighbour.

    >>> same_relation(((0, 1, 2, 3), (0, 4, 1, 5))), same_relation(((0, 1, 2, 3), (4, 5, 0, 1)))
    (0, 1)
    """
    met = [
        (p, q, (there - here) % len(table)) if p < q else (q, p, (here - there) % len(table))
        for table in tables
        for (here, p), (there, q) in combinations(enumerate(table), 2)
    ]
    return len(met) - len(set(met))


def _vary(tables: list[Node]) -> None:
    """Exchange two colours again and again where no more pairs that meet again sit alike."""
    now = same_relation(map(_seated, tables))
    ways = cycle(
        (table, colours)
        for table, colours in product(tables, combinations(range(MOST_SEATS), 2))
        if colours[1] < len(table.ends)
    )
    for table, colours in islice(ways, EXCHANGES):
        if not now:
            return
        chain = _chain(table, *colours)
        _exchange(chain, *colours)
        then = same_relation(map(_seated, tables))
        if then <= now:
            now = then
        else:
            _exchange(chain, *colours)


def _seated(table: Node) -> Table:
    return tuple(end.player for end in table.ends if end)


def _chain(start: Node, first: int, second: int) -> list[Node]:
    """Return all nodes that edges of two colours join to ``start``."""
    chain, seen = [start], {start}
    for node in chain:
        for end in (node.ends[first], node.ends[second]):
            if end is not None and end not in seen:
                seen.add(end)
                chain.append(end)
    return chain


def _exchange(chain: list[Node], first: int, second: int) -> None:
    for node in chain:
        node.ends[first], node.ends[second] = node.ends[second], node.ends[first]


def _join(mine: Node, theirs: Node) -> None:
    """Give the edge a colour, after making room along an alternating path if need be."""
    free_here = mine.ends.index(None)
    if theirs.ends[free_here] is not None:
        _swap_along(theirs, free_here, theirs.ends.index(None))
    mine.ends[free_here] = theirs
    theirs.ends[free_here] = mine


def _swap_along(start: Node, first: int, second: int) -> None:
    """Exchange two colours on the path that leaves ``start`` by colour ``first``."""
    path = []
    colour = first
    node: Node | None = start
    while node is not None:
        path.append(node)
        node = node.ends[colour]
        colour = second if colour == first else first
    _exchange(path, first, second)
