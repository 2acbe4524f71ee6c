"""Search by swapping two players of a round (Kirkpatrick, Gelatt and Vecchi 1983).

What a swap changes is counted, never the whole plan: twelve look-ups.
"""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import TypeAlias

from tournaments.seating.ghosts import most_often
from tournaments.seating.layout import FULL, Layout

Prices: TypeAlias = Sequence[Sequence[int]]
"""What it costs that two players meet, in a round; by player and player, symmetric."""

REPEAT = 10
"""What one repeated meeting costs here."""
TOO_OFTEN = 30
"""What one time too many costs, at an odd table or without one."""
WARM, COLD = 0.35, 0.15
"""Temperatures between which a search cools, in repeated meetings."""


@dataclass(frozen=True, slots=True)
class Problem:
    """What a search may not change."""

    tables: Layout
    rounds: int
    met: dict[tuple[int, int], int] = field(default_factory=dict)
    """How often two, lower number first, have met before."""
    prices: tuple[Prices | None, ...] = ()
    """One for each round, or none at all."""
    floor: int = 0
    """Repeats that no plan avoids, with those of before; there a search without prices stops."""

    looser: int = 0
    """So many times more than the average + 1 may somebody sit at a table of three."""

    @property
    def goal(self) -> int:
        """The cost below which a search without prices cannot come."""
        return self.floor * REPEAT


class Search:
    """A plan in the making, with what it costs."""

    def __init__(self, problem: Problem, start: Sequence[Sequence[Sequence[int]]]) -> None:
        """Begin with the groups of ``start``: in each round its tables, then its byes."""
        self.problem = problem
        n = problem.tables.players
        sizes = problem.tables.sizes
        self.prices = problem.prices or (None,) * problem.rounds
        self.met = [[0] * n for _ in range(n)]
        for (one, other), times in problem.met.items():
            self.met[one][other] = self.met[other][one] = times
        self.cost = REPEAT * sum(times - 1 for times in problem.met.values())
        self.kinds = [size if size < FULL else 0 for size in sizes] + [1]
        self.most = _limits(problem)
        self.times = {kind: [0] * n for kind in self.most}
        self.groups: list[list[list[int]]] = [[[] for _ in self.kinds] for _ in start]
        self.place = [[0] * n for _ in start]
        for r, groups in enumerate(start):
            for g, group in enumerate(groups):
                for player in group:
                    self._sit(player, r, g)

    def run(self, rng: random.Random, tries: int, warm: float = WARM, first: int = 0) -> None:
        """Try so many swaps in the rounds from ``first``, and keep the best plan met."""
        n, rounds = self.problem.tables.players, self.problem.rounds
        best, kept = self.cost, self.copied()
        goal = None if self.problem.prices else self.problem.goal
        heat, cooling = warm * REPEAT, (COLD / warm) ** (1 / max(1, tries))
        for _ in range(tries):
            if best == goal:
                break
            heat *= cooling
            r = first + int(rng.random() * (rounds - first))
            a, b = int(rng.random() * n), int(rng.random() * n)
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
        burden = self._burden(a, b, self.kinds[place[a]], self.kinds[place[b]])
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
        kind, prices = self.kinds[group], self.prices[r]
        if kind:
            times = self.times[kind]
            beyond = max(0, times[player] - self.most[kind])
            times[player] += step
            self.cost += TOO_OFTEN * (max(0, times[player] - self.most[kind]) - beyond)
        if kind == 1:
            return
        mine = self.met[player]
        for x in others:
            before = mine[x]
            mine[x] = self.met[x][player] = before + step
            if min(before, before + step) > 0:
                self.cost += step * REPEAT
            if prices is not None:
                self.cost += step * prices[player][x]


def _limits(problem: Problem) -> dict[int, int]:
    """By kind of group: how often one player may be there. 1 is a bye; 0, a full table, any."""
    tables, rounds = problem.tables, problem.rounds
    byes = -(-tables.byes * rounds // tables.players)
    return {1: byes, 3: most_often(tables, rounds) + problem.looser}


def shuffled(tables: Layout, rng: random.Random) -> list[list[int]]:
    """Return a round drawn by lot: its tables, then its byes."""
    players = list(range(tables.players))
    rng.shuffle(players)
    left = iter(players)
    return [[next(left) for _ in range(size)] for size in (*tables.sizes, tables.byes)]
