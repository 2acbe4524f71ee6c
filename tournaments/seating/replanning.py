"""Changes in the middle of an event: rounds played stay, the rest is planned anew."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from tournaments.seating.anneal import Problem, Search, shuffled
from tournaments.seating.bounds import least_after
from tournaments.seating.costs import Cost, Wishes, costs, total
from tournaments.seating.layout import THREES_AND_FOURS, Layout, layout
from tournaments.seating.numbering import draw, number_tables, own_seats
from tournaments.seating.plan import FieldError, Plan, Rounds, Table, meetings, repeats
from tournaments.seating.planner import MOST_PLAYERS, MOST_ROUNDS, Groups, improve, tries
from tournaments.seating.seats import balance

ATTEMPTS = (0, 0, 1, 1, 1)
"""For each search: how many times more one may sit at a table of three."""


def replan(
    played: Rounds,
    players: Sequence[int],
    rounds_left: int,
    seed: int,
    *,
    tables_of: tuple[int, ...] = THREES_AND_FOURS,
    wishes: Wishes | None = None,
) -> Plan:
    """Return the rounds still to come, for whoever is here now.

    ``players``: their numbers, in any order; one who left is not among them, one who came late
    or sits in for another is. Numbers in ``wishes`` are those of the whole event. The plan's
    repeats and bound count the rounds played too. Raises ``FieldError`` as ``plan`` does.
    """
    here = sorted(set(players))
    if not 1 <= len(here) <= MOST_PLAYERS or not 1 <= rounds_left <= MOST_ROUNDS:
        raise FieldError(f"there is no plan of {rounds_left} rounds for {len(here)} players")
    rng = random.Random(seed)  # noqa: S311 -- a draw that can be repeated, not a secret
    tables = layout(len(here), tables_of)
    problem = _problem(played, here, tables, rounds_left, wishes)
    groups = _searched(problem, rng)
    if problem.prices:
        groups = improve(problem, groups, rng)
    named = [[tuple(here[player] for player in group) for group in groups_] for groups_ in groups]
    seated = draw(tuple(tuple(groups_[:-1]) for groups_ in named), rng)
    own = wishes.seats if wishes else {}
    seated = number_tables(seated, own, played)
    seated = own_seats(_evened(balance(seated), played), own)
    before = repeats(played)
    free = len(here) * (len(here) - 1) // 2 - len(problem.met)
    return Plan(
        players=len(here),
        rounds=seated,
        construction="search",
        repeats=repeats((*played, *seated)),
        bound=least_after(before, free, tables, rounds_left),
        byes=tuple(tuple(sorted(groups_[-1])) for groups_ in named) if tables.byes else (),
    )


def _searched(problem: Problem, rng: random.Random) -> Groups:
    """Search again where the goal was not reached; at last with tables of three less shared."""
    found: list[Search] = []
    for looser in ATTEMPTS:
        start = [shuffled(problem.tables, rng) for _ in range(problem.rounds)]
        search = Search(replace(problem, looser=looser), start)
        search.run(rng, tries(problem.tables, problem.rounds))
        found.append(search)
        if problem.prices or search.cost <= problem.goal:
            break
    return min(found, key=lambda one: one.cost).groups


def _problem(
    played: Rounds, here: list[int], tables: Layout, rounds: int, wishes: Wishes | None
) -> Problem:
    number = {player: n for n, player in enumerate(here)}
    met = {
        (number[one], number[other]): times
        for (one, other), times in meetings(played).items()
        if one in number and other in number
    }
    free = len(here) * (len(here) - 1) // 2 - len(met)
    before = sum(met.values()) - len(met)
    floor = least_after(before, free, tables, rounds)
    prices = _renumbered(wishes, number).prices(len(here), rounds) if wishes else ()
    return Problem(tables, rounds, met=met, prices=prices, floor=floor)


def _renumbered(wishes: Wishes, number: dict[int, int]) -> Wishes:
    """Return the wishes of those who are here; a first round is not to come any more."""

    def of(pairs: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset((number[a], number[b]) for a, b in pairs if a in number and b in number)

    return replace(
        wishes,
        apart=of(wishes.apart),
        together=of(wishes.together),
        first_round=frozenset(),
        seats={number[player]: seat for player, seat in wishes.seats.items() if player in number},
        strength=tuple(wishes.strength[player] for player in number) if wishes.strength else (),
        standing=tuple(wishes.standing[player] for player in number) if wishes.standing else (),
    )


def _evened(rounds: Rounds, played: Rounds) -> Rounds:
    """Turn each table so that its players come to the seats they have had least."""
    had = Counter(
        (p, seat) for tables in played for table in tables for seat, p in enumerate(table)
    )
    made = []
    for tables in rounds:
        seated = tuple(_least_had(table, had) for table in tables)
        had.update((p, seat) for table in seated for seat, p in enumerate(table))
        made.append(seated)
    return tuple(made)


def _least_had(table: Table, had: Counter[tuple[int, int]]) -> Table:
    return min(permutations(table), key=lambda order: sum(had[p, s] for s, p in enumerate(order)))


@dataclass(frozen=True, slots=True)
class Swap:
    """Two players of one round exchanged, and what that costs."""

    rounds: Rounds
    before: tuple[Cost, ...]
    after: tuple[Cost, ...]

    @property
    def difference(self) -> int:
        """What the plan costs more; below zero where the swap makes it better."""
        return total(self.after) - total(self.before)


def swap(rounds: Rounds, at: int, one: int, other: int, wishes: Wishes | None = None) -> Swap:
    """Let two players change seats in round ``at``, from 0; nothing else moves.

    Raises ``ValueError`` where one of them is not seated in that round.
    """
    seated = {player for table in rounds[at] for player in table}
    if not {one, other} <= seated:
        raise ValueError(f"{one} and {other} do not both sit in round {at + 1}")
    turned = {one: other, other: one}
    changed = tuple(tuple(turned.get(p, p) for p in table) for table in rounds[at])
    made = (*rounds[:at], changed, *rounds[at + 1 :])
    asked = wishes or Wishes()
    return Swap(made, costs(rounds, asked), costs(made, asked))
