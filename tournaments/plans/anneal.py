"""Search by swapping two players of a round (Kirkpatrick, Gelatt and Vecchi 1983).

What a swap changes is counted, never the whole plan: twelve look-ups.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import TypeAlias

from tournaments.plans.layout import Layout

Prices: TypeAlias = Sequence[Sequence[int]]
"""What it costs that two players meet, in a round; by player and player, symmetric."""

REPEAT = 10
"""What one repeated meeting costs here."""
TOO_OFTEN = 30
"""What one time too many costs, at an odd table or without one."""
WARM, COLD = 0.35, 0.15
"""Temperatures between which a search cools, in repeated meetings."""


BYE, THREE = 1, 3
"""Kinds of groups that nobody should be in too often; 0 is a table where it does not matter."""


@dataclass(frozen=True, slots=True)
class RoundTask:
    """One round of a problem: who is to be seated, and who sits already."""

    tables: Layout
    """Of those who are to be seated."""
    movable: tuple[int, ...]
    """Who they are."""
    standing: tuple[tuple[int, ...], ...] = ()
    """Tables that nobody leaves and nobody comes to."""

    @property
    def pairs(self) -> int:
        """How many pairs meet."""
        there = sum(len(table) * (len(table) - 1) // 2 for table in self.standing)
        return self.tables.pairs + there

    @property
    def is_open(self) -> bool:
        """Whether a swap can change anything."""
        return len(self.tables.sizes) + (self.tables.byes > 0) > 1


@dataclass(frozen=True, slots=True)
class Problem:
    """What a search may not change."""

    players: int
    tasks: tuple[RoundTask, ...]
    """The rounds."""
    met: Mapping[tuple[int, int], int] = field(default_factory=dict)
    """How often two, lower number first, have met before."""
    had: Mapping[int, Sequence[int]] = field(default_factory=dict)
    """By kind of group: how often each player has been there before."""
    prices: tuple[Prices | None, ...] = ()
    """One for each round, or none at all."""
    floor: int = 0
    """Repeats that no plan avoids, with those of before; there a search without prices stops."""

    looser: int = 0
    """So many times more than the average + 1 may somebody sit at a table of three."""

    @classmethod
    def alike(
        cls,
        tables: Layout,
        rounds: int,
        *,
        prices: tuple[Prices | None, ...] = (),
        floor: int = 0,
    ) -> "Problem":
        """Return the problem of so many rounds in which everybody is to be seated."""
        task = RoundTask(tables, tuple(range(tables.players)))
        return cls(tables.players, (task,) * rounds, prices=prices, floor=floor)

    @property
    def goal(self) -> int:
        """The cost below which a search without prices cannot come."""
        return self.floor * REPEAT


class Search:
    """A plan in the making, with what it costs."""

    def __init__(self, problem: Problem, start: Sequence[Sequence[Sequence[int]]]) -> None:
        """Begin with the groups of ``start``: in each round its tables, then its byes."""
        self.problem = problem
        n = problem.players
        self.prices = problem.prices or (None,) * len(problem.tasks)
        self.met = [[0] * n for _ in range(n)]
        for (one, other), times in problem.met.items():
            self.met[one][other] = self.met[other][one] = times
        self.cost = REPEAT * sum(times - 1 for times in problem.met.values())
        self.kinds = [_kinds(groups) for groups in start]
        self.most = _limits(problem)
        self.times = {kind: list(problem.had.get(kind, [0] * n)) for kind in self.most}
        self.groups: list[list[list[int]]] = [[[] for _ in groups] for groups in start]
        self.place = [[0] * n for _ in start]
        for r, groups in enumerate(start):
            for g, group in enumerate(groups):
                for player in group:
                    self._sit(player, r, g)

    def run(self, rng: random.Random, tries: int, warm: float = WARM, first: int = 0) -> None:
        """Try so many swaps in the rounds from ``first``, and keep the best plan met."""
        tasks = self.problem.tasks
        rounds = [r for r in range(first, len(tasks)) if tasks[r].is_open]
        best, kept = self.cost, self.copied()
        goal = None if self.problem.prices else self.problem.goal
        heat, cooling = warm * REPEAT, (COLD / warm) ** (1 / max(1, tries))
        for _ in range(tries if rounds else 0):
            if best == goal:
                break
            heat *= cooling
            r = rounds[int(rng.random() * len(rounds))]
            who, n = tasks[r].movable, len(tasks[r].movable)
            a, b = who[int(rng.random() * n)], who[int(rng.random() * n)]
            place = self.place[r]
            if place[a] == place[b]:
                continue
            more = self.difference(r, a, b)
            if more <= 0 or rng.random() < exp(-more / heat):
                self.swap(r, a, b)
                if self.cost < best:
                    best, kept = self.cost, self.copied()
        self.groups, self.cost = kept, best

    def copied(self) -> list[list[list[int]]]:
        """Return the groups as they are now."""
        return [[list(group) for group in groups] for groups in self.groups]

    def difference(self, r: int, a: int, b: int) -> int:
        """Return what it would cost more that two players of different groups change places."""
        groups, place = self.groups[r], self.place[r]
        here, there = self._company(groups, place[a]), self._company(groups, place[b])
        of_a, of_b = self.met[a], self.met[b]
        again = 0
        for x in here:
            if x != a:
                again += (of_b[x] > 0) - (of_a[x] > 1)
        for x in there:
            if x != b:
                again += (of_a[x] > 0) - (of_b[x] > 1)
        kinds = self.kinds[r]
        burden = self._burden(a, b, kinds[place[a]], kinds[place[b]])
        more = again * REPEAT + burden * TOO_OFTEN
        prices = self.prices[r]
        if prices is None:
            return more
        left = sum(prices[b][x] - prices[a][x] for x in here if x != a)
        came = sum(prices[a][x] - prices[b][x] for x in there if x != b)
        return more + left + came

    def swap(self, r: int, a: int, b: int) -> None:
        """Let two players of different groups change places."""
        here, there = self.place[r][a], self.place[r][b]
        self._leave(a, r)
        self._leave(b, r)
        self._sit(a, r, there)
        self._sit(b, r, here)

    def _company(self, groups: list[list[int]], group: int) -> Sequence[int]:
        return () if group == len(groups) - 1 else groups[group]

    def _burden(self, a: int, b: int, mine: int, other: int) -> int:
        """What the swap adds to times too many at odd tables, or without a table."""
        if mine == other:
            return 0
        more = 0
        for player, left, came in ((a, mine, other), (b, other, mine)):
            if left:
                more -= self.times[left][player] > self.most[left]
            if came:
                more += self.times[came][player] >= self.most[came]
        return more

    def _sit(self, player: int, r: int, group: int) -> None:
        members = self.groups[r][group]
        self._meet(player, r, group, members, 1)
        members.append(player)
        self.place[r][player] = group

    def _leave(self, player: int, r: int) -> None:
        group = self.place[r][player]
        members = self.groups[r][group]
        members.remove(player)
        self._meet(player, r, group, members, -1)

    def _meet(self, player: int, r: int, group: int, others: Iterable[int], step: int) -> None:
        """Count meetings, and what they cost, up or down."""
        kind, prices = self.kinds[r][group], self.prices[r]
        if kind:
            times = self.times[kind]
            beyond = max(0, times[player] - self.most[kind])
            times[player] += step
            self.cost += TOO_OFTEN * (max(0, times[player] - self.most[kind]) - beyond)
        if kind == BYE:
            return
        mine = self.met[player]
        for x in others:
            before = mine[x]
            mine[x] = self.met[x][player] = before + step
            if min(before, before + step) > 0:
                self.cost += step * REPEAT
            if prices is not None:
                self.cost += step * prices[player][x]


def _kinds(groups: Sequence[Sequence[int]]) -> list[int]:
    return [THREE if len(group) == THREE else 0 for group in groups[:-1]] + [BYE]


def _limits(problem: Problem) -> dict[int, int]:
    """By kind of group: how often one player may be there, with the times of before."""
    byes = sum(problem.had.get(BYE, ())) + sum(task.tables.byes for task in problem.tasks)
    threes = sum(problem.had.get(THREE, ())) + THREE * sum(
        task.tables.odd(THREE) + sum(len(table) == THREE for table in task.standing)
        for task in problem.tasks
    )
    return {
        BYE: -(-byes // problem.players),
        THREE: threes // problem.players + 1 + problem.looser,
    }


def shuffled(task: RoundTask, rng: random.Random) -> list[list[int]]:
    """Return a round drawn by lot: the tables that stand, the others, then its byes."""
    players = list(task.movable)
    rng.shuffle(players)
    left = iter(players)
    drawn = [[next(left) for _ in range(size)] for size in (*task.tables.sizes, task.tables.byes)]
    return [*(list(table) for table in task.standing), *drawn]
