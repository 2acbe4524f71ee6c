"""The one question: how do so many players sit in so many rounds?"""

import random
from collections.abc import Sequence

from tournaments.plans.anneal import COLD, Problem, RoundTask, Search, shuffled
from tournaments.plans.bounds import least_repeats
from tournaments.plans.constructions import construct
from tournaments.plans.costs import Wishes
from tournaments.plans.ghosts import most_often, without
from tournaments.plans.layout import FULL, Layout, layout
from tournaments.plans.library import stored
from tournaments.plans.numbering import draw, number_tables, own_seats
from tournaments.plans.plan import SEATS, Byes, FieldError, Plan, Rounds, repeats
from tournaments.plans.seats import balance

FEWEST_PLAYERS, MOST_PLAYERS = 3, 400
MOST_ROUNDS = 20
TRIES = 60_000
"""Swaps tried for a plan; more for each seat that is to be filled."""
TRIES_A_SEAT = 15
TRIES_A_PAIR = 100
"""No more than so many for each two that can change places: a small field is soon searched."""
COLDER = 0.2

Groups = list[list[list[int]]]
"""The tables of each round, then its byes."""


def plan(
    players: int,
    rounds: int,
    seed: int,
    *,
    tables_of: tuple[int, ...] | None = None,
    wishes: Wishes | None = None,
) -> Plan:
    """Return a plan; the same seed gives the same plan.

    ``tables_of``: allowed sizes of tables, such as (3, 4); None: full tables of four only.
    Raises ``FieldError`` where there are too many players or rounds or too few, or where the
    players do not fill tables of four and no sizes were given.
    """
    if tables_of is None and (players % SEATS or not SEATS <= players <= MOST_PLAYERS):
        raise FieldError(f"{players} players do not fill tables of four")
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise FieldError(f"there is no plan for {players} players")
    if not 1 <= rounds <= MOST_ROUNDS:
        raise FieldError(f"there is no plan of {rounds} rounds")
    tables = layout(players, tables_of or (FULL,))
    rng = random.Random(seed)  # noqa: S311 -- a draw that can be repeated, not a secret
    bound = least_repeats(tables, rounds)
    name, groups = _construct(tables, rounds, bound, rng)
    groups = _drawn(groups, players, rng)
    if wishes:
        prices = wishes.prices(players, rounds)
        if prices:
            problem = Problem.alike(tables, rounds, prices=prices)
            groups, name = improve(problem, groups, rng), f"{name}, then search for wishes"
    return finish(name, tables, groups, rng, wishes)


def finish(
    name: str, tables: Layout, groups: Groups, rng: random.Random, wishes: Wishes | None
) -> Plan:
    """Number the tables and give out the seats."""
    seated, byes = apart(groups)
    seated = draw(seated, rng)
    own = wishes.seats if wishes else {}
    if wishes:
        seated = number_tables(seated, own, ())
    seated = own_seats(balance(seated), own)
    return Plan(
        players=tables.players,
        rounds=seated,
        construction=name,
        repeats=repeats(seated),
        bound=least_repeats(tables, len(seated)),
        byes=byes if tables.byes else (),
    )


def improve(problem: Problem, start: Groups, rng: random.Random) -> Groups:
    """Search from a plan, cold enough to keep most of it, and from a new one; keep the better."""
    found = []
    for groups, warm in ((start, COLDER), (_lots(problem.tasks, rng), COLDER * 3)):
        search = Search(problem, groups)
        search.run(rng, tries(problem), warm)
        found.append((search.cost, search.groups))
    return min(found, key=lambda one: one[0])[1]


def tries(problem: Problem) -> int:
    """Return how many swaps a search of this size may try."""
    seats = [len(task.movable) for task in problem.tasks]
    return min(TRIES + TRIES_A_SEAT * sum(seats), TRIES_A_PAIR * sum(n * n for n in seats))


def apart(groups: Groups) -> tuple[Rounds, Byes]:
    """Return the tables, and the byes."""
    return (
        tuple(tuple(tuple(table) for table in here[:-1]) for here in groups),
        tuple(tuple(sorted(here[-1])) for here in groups),
    )


def _construct(tables: Layout, rounds: int, bound: int, rng: random.Random) -> tuple[str, Groups]:
    """Take a known plan, or as many rounds as algebra has and search for the rest."""
    for known in range(rounds, 0, -1):
        found = _known(tables, known)
        if found and known == rounds:
            return found[0], _grouped(found[1])
        if found:
            start = _grouped(found[1])
            return f"{found[0]} and search", _search(tables, rounds, bound, start, rng)
    return "search", _search(tables, rounds, bound, [], rng)


def _search(tables: Layout, rounds: int, bound: int, prefix: Groups, rng: random.Random) -> Groups:
    """Add the rounds that are missing, then search in all of them; or all from the beginning."""
    problem = Problem.alike(tables, rounds, floor=bound)
    missing = _lots(problem.tasks[len(prefix) :], rng)
    first = Search(problem, prefix + missing)
    first.run(rng, tries(problem) // 2, first=len(prefix))
    best = first
    for start, warm in ((first.groups, COLDER), (_lots(problem.tasks, rng), COLD * 3)):
        if best.cost <= problem.goal:
            break
        search = Search(problem, start)
        search.run(rng, tries(problem), warm)
        best = min(best, search, key=lambda one: one.cost)
    return best.groups


def _known(tables: Layout, rounds: int) -> tuple[str, Rounds] | None:
    """Return a plan from the library or by algebra; none where somebody sits out."""
    if tables.byes or not tables.sizes:
        return None
    if kept := stored(tables, rounds):
        return "library", kept
    threes, fives = tables.odd(3), tables.odd(5)
    if fives:
        return None if threes else _with_fifth_column(tables, rounds)
    made = construct(len(tables.sizes), rounds)
    if made is None or not threes:
        return made
    whole = len(tables.sizes) * SEATS
    fewer = without(made[1], whole, threes, most_often(tables, rounds))
    return (f"{made[0]} without {threes}", fewer) if fewer else None


def _with_fifth_column(tables: Layout, rounds: int) -> tuple[str, Rounds] | None:
    """Take tables of five, and leave of the fifth column as many players as there are fives."""
    made = construct(len(tables.sizes), rounds, columns=5)
    if made is None:
        return None
    seated = tuple(
        tuple(sorted((tuple(p for p in table if p < tables.players) for table in here), key=len))
        for here in made[1]
    )
    return f"{made[0]} with a fifth column", seated


def _grouped(rounds: Rounds) -> Groups:
    return [[*(list(table) for table in tables), []] for tables in rounds]


def _lots(tasks: Sequence[RoundTask], rng: random.Random) -> Groups:
    return [shuffled(task, rng) for task in tasks]


def _drawn(groups: Sequence[Sequence[Sequence[int]]], players: int, rng: random.Random) -> Groups:
    """Draw who has which number."""
    lot = list(range(players))
    rng.shuffle(lot)
    return [[[lot[player] for player in group] for group in here] for here in groups]
