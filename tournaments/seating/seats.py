"""Which seat at the table: by colouring edges, so that seats are fair for everybody."""

from tournaments.seating.plan import SEATS, Rounds

Node = tuple[str, int, int]


def balance(rounds: Rounds) -> Rounds:
    """Reseat each table so that every player has each seat as often as every other, or once more.

    Every four rounds of a player are one node, every table another, and a player at a table is
    an edge. No node has more than four edges, so four colours do (König 1916), and a colour is
    a seat: nobody has a seat twice within four rounds, and no table has a seat twice.
    """
    colours: dict[Node, dict[int, Node]] = {}
    for r, tables in enumerate(rounds):
        for t, table in enumerate(tables):
            for player in table:
                _join(("player", player, r // SEATS), ("table", r, t), colours)
    return tuple(
        tuple(
            tuple(colours["table", r, t][seat][1] for seat in range(len(table)))
            for t, table in enumerate(tables)
        )
        for r, tables in enumerate(rounds)
    )


def _join(player: Node, table: Node, colours: dict[Node, dict[int, Node]]) -> None:
    """Give the edge a colour, after making room along an alternating path if need be."""
    mine = colours.setdefault(player, {})
    theirs = colours.setdefault(table, {})
    free_here = next(c for c in range(SEATS) if c not in mine)
    free_there = next(c for c in range(SEATS) if c not in theirs)
    if free_here in theirs:
        _swap_along(table, free_here, free_there, colours)
    mine[free_here] = table
    theirs[free_here] = player


def _swap_along(start: Node, first: int, second: int, colours: dict[Node, dict[int, Node]]) -> None:
    """Exchange two colours on the path that leaves ``start`` by colour ``first``."""
    path = [start]
    colour = first
    while colour in colours[path[-1]]:
        path.append(colours[path[-1]][colour])
        colour = second if colour == first else first
    for node in path:
        here = colours[node]
        swapped = {second: here.pop(first, None), first: here.pop(second, None)}
        here.update({colour: end for colour, end in swapped.items() if end is not None})
