"""Changes in the middle of an event: rounds played stay, the rest is planned anew."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

from tournaments.plans.anneal import BYE, THREE, Problem, RoundTask, Search, shuffled
from tournaments.plans.bounds import least_after
from tournaments.plans.costs import Cost, Wishes, costs, total
from tournaments.plans.layout import THREES_AND_FOURS, layout
from tournaments.plans.numbering import draw, number_tables, own_seats
from tournaments.plans.plan import (
    Byes,
    FieldError,
    Plan,
    Round,
    Rounds,
    Table,
    meetings,
    repeats,
)
from tournaments.plans.planner import (
    FEWEST_PLAYERS,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Groups,
    improve,
    plan,
    tries,
)
from tournaments.plans.seats import balance

ATTEMPTS = (0, 0, 1, 1, 1)
"""For each search: how many times more one may sit at a table of three."""


@dataclass(frozen=True, slots=True)
class Coming:
    """A round to come: who plays in it, and which of its tables stand already."""

    players: tuple[int, ...]
    locked: tuple[tuple[int, Table], ...] = ()
    """Numbers of tables, from 0, each with its players in playing order."""

    @property
    def free(self) -> tuple[int, ...]:
        """Who is still to be seated, ascending."""
        kept = {player for _, table in self.locked for player in table}
        return tuple(sorted(set(self.players) - kept))


def plan_rest(
    played: Rounds,
    coming: Sequence[Coming],
    seed: int,
    *,
    tables_of: tuple[int, ...] = THREES_AND_FOURS,
    wishes: Wishes | None = None,
    byes: Byes = (),
) -> Plan:
    """Return the rounds to come, where others may play in each and locked tables stand.

    ``byes``: of the rounds played. First round and last round in ``wishes`` are the first and
    the last of ``coming``. In a round of the plan an empty table is a number that nobody has,
    below that of a locked one. Raises ``FieldError`` where there are too many players or
    rounds, or none.
    """
    here = sorted({player for round_ in coming for player in round_.players})
    if not 1 <= len(here) <= MOST_PLAYERS or not 1 <= len(coming) <= MOST_ROUNDS:
        raise FieldError(f"there is no plan of {len(coming)} rounds for {len(here)} players")
    asked, number = wishes or Wishes(), {player: n for n, player in enumerate(here)}
    if _is_new(played, coming) and len(here) >= FEWEST_PLAYERS and not asked.looser:
        wanted = _renumbered(asked, number)
        made = plan(len(here), len(coming), seed, tables_of=tables_of, wishes=wanted)
        return _renamed(made, here)
    rng = random.Random(seed)  # noqa: S311 -- a draw that can be repeated, not a secret
    tasks = tuple(_task(round_, number, tables_of) for round_ in coming)
    problem = _problem(played, byes, number, tasks, asked)
    groups = _searched(problem, rng, ATTEMPTS if asked.looser is None else (asked.looser,) * 2)
    groups = improve(problem, groups, rng) if problem.prices else groups
    named = [[tuple(here[p] for p in group) for group in groups_] for groups_ in groups]
    seated = _placed(named, played, coming, asked.seats, rng)
    has_byes = any(task.tables.byes for task in tasks)
    return Plan(
        players=len(here),
        rounds=seated,
        construction="search",
        repeats=repeats((*played, *seated)),
        bound=problem.floor,
        byes=tuple(tuple(sorted(groups_[-1])) for groups_ in named) if has_byes else (),
    )


def _is_new(played: Rounds, coming: Sequence[Coming]) -> bool:
    """Whether this is a plan from the beginning, alike in all rounds."""
    return not played and len(set(coming)) == 1 and not coming[0].locked


def _renamed(made: Plan, here: Sequence[int]) -> Plan:
    return replace(
        made,
        rounds=tuple(
            tuple(tuple(here[p] for p in table) for table in tables) for tables in made.rounds
        ),
        byes=tuple(tuple(here[p] for p in out) for out in made.byes),
    )


def _placed(
    named: Sequence[Sequence[Table]],
    played: Rounds,
    coming: Sequence[Coming],
    own: Mapping[int, tuple[int, int]],
    rng: random.Random,
) -> Rounds:
    """Give the tables their numbers and their players the seats, but for those that stand."""
    locked = [dict(round_.locked) for round_ in coming]
    drawn = draw(
        tuple(tuple(groups[len(kept) : -1]) for groups, kept in zip(named, locked, strict=True)),
        rng,
    )
    whole = tuple(_around(kept, tables) for kept, tables in zip(locked, drawn, strict=True))
    numbered = number_tables(whole, own, played, locked)
    free = tuple(
        tuple(() if t in kept else table for t, table in enumerate(tables))
        for kept, tables in zip(locked, numbered, strict=True)
    )
    before = (*played, *(tuple(kept.values()) for kept in locked))
    seated = own_seats(_evened(balance(free), before), own)
    return tuple(
        tuple(kept.get(t, table) for t, table in enumerate(tables))
        for kept, tables in zip(locked, seated, strict=True)
    )


def _around(kept: Mapping[int, Table], tables: Round) -> Round:
    """Give the tables the lowest numbers that are free."""
    left = iter(tables)
    numbers = max([len(kept) + len(tables), *(number + 1 for number in kept)])
    return tuple(kept[t] if t in kept else next(left, ()) for t in range(numbers))


def _searched(problem: Problem, rng: random.Random, attempts: Sequence[int]) -> Groups:
    """Search again where the goal was not reached; at last with tables of three less shared."""
    found: list[Search] = []
    for looser in attempts:
        start = [shuffled(task, rng) for task in problem.tasks]
        search = Search(replace(problem, looser=looser), start)
        search.run(rng, tries(problem))
        found.append(search)
        if problem.prices or search.cost <= problem.goal:
            break
    return min(found, key=lambda one: one.cost).groups


def _task(round_: Coming, number: Mapping[int, int], tables_of: tuple[int, ...]) -> RoundTask:
    return RoundTask(
        tables=layout(len(round_.free), tables_of),
        movable=tuple(number[player] for player in round_.free),
        standing=tuple(tuple(number[player] for player in table) for _, table in round_.locked),
    )


def _problem(
    played: Rounds,
    byes: Byes,
    number: Mapping[int, int],
    tasks: tuple[RoundTask, ...],
    wishes: Wishes,
) -> Problem:
    met = {
        (number[one], number[other]): times
        for (one, other), times in meetings(played).items()
        if one in number and other in number
    }
    new = len(number) * (len(number) - 1) // 2 - len(met)
    out = Counter(player for here in byes for player in here)
    threes = Counter(
        p for tables in played for table in tables if len(table) == THREE for p in table
    )
    return Problem(
        len(number),
        tasks,
        met=met,
        had={
            kind: [had[player] for player in number] for kind, had in ((BYE, out), (THREE, threes))
        },
        prices=_renumbered(wishes, number).prices(len(number), len(tasks)),
        floor=least_after(repeats(played), new, sum(task.pairs for task in tasks)),
        looser=wishes.looser or 0,
    )


def _renumbered(wishes: Wishes, number: Mapping[int, int]) -> Wishes:
    """Return the wishes of those who are here."""

    def of(pairs: frozenset[tuple[int, int]]) -> frozenset[tuple[int, int]]:
        return frozenset((number[a], number[b]) for a, b in pairs if a in number and b in number)

    return replace(
        wishes,
        apart=of(wishes.apart),
        together=of(wishes.together),
        first_round=of(wishes.first_round),
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
    byes: Byes
    before: tuple[Cost, ...]
    after: tuple[Cost, ...]

    @property
    def difference(self) -> int:
        """What the plan costs more; below zero where the swap makes it better."""
        return total(self.after) - total(self.before)


def swap(
    rounds: Rounds,
    at: int,
    one: int,
    other: int,
    wishes: Wishes | None = None,
    *,
    byes: Byes = (),
) -> Swap:
    """Let two players change places in round ``at``, from 0; nothing else moves.

    One of them may sit out. Raises ``ValueError`` where neither is seated in that round, or
    where somebody is neither seated nor sits out.
    """
    seated = {player for table in rounds[at] for player in table}
    out = set(byes[at]) if byes else set()
    if not {one, other} <= seated | out or not {one, other} & seated:
        raise ValueError(f"{one} and {other} cannot change places in round {at + 1}")
    turned = {one: other, other: one}
    changed = tuple(tuple(turned.get(p, p) for p in table) for table in rounds[at])
    made = (*rounds[:at], changed, *rounds[at + 1 :])
    resting = tuple(
        tuple(sorted(turned.get(p, p) for p in here)) if r == at else here
        for r, here in enumerate(byes)
    )
    asked = wishes or Wishes()
    return Swap(made, resting, costs(rounds, asked, byes), costs(made, asked, resting))
