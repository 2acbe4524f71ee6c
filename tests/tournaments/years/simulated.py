"""Seasons of players whose strength is known, to try ratings on. No database.

Tables and seats are drawn as the program draws them. What a deal moves is that of a deal as the
demonstration makes them, settled by the rules; to that of each with cards is added how far his
strength is beyond the mean of theirs, so that it is known exactly.
"""

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from rules import RULESETS, dealt_in, read_result, settle
from tournaments.events.domain.demo_results import results
from tournaments.plans import plan
from tournaments.years.strength import EVENING, Balance

CARDS: Final = 3
"""So many hold cards."""
SEATS: Final = 4
PART: Final = 1000
"""Points are moved by whole parts of so many."""
POOL: Final = 4000
"""Deals from which chance draws."""


@dataclass(frozen=True)
class Setting:
    """What kind of club it is. What is said of strengths is beside what chance moves in a deal."""

    name: str = "usual"
    members: int = 24
    come: int = 16
    """So many of them each evening, drawn by lot."""
    rounds: int = 2
    deals: int = 20
    """A round."""
    evenings: int = 12
    """A season."""
    spread: float = 0.1
    """The deviation of strengths."""
    drift: float = 0.0
    """How far one moves from a season to the next."""
    bold: float = 0.0
    """The deviation of how often one becomes declarer, on a logarithmic scale."""
    apart: bool = False
    """The stronger half sits by itself, but for one who changes over. Of two average players, who
    always come, the first always meets the stronger and the last the weaker."""
    forehand: float = 0.0
    """What it brings to be the first with cards."""
    kept_seats: bool = False
    """Two average players always come: the first always has the first seat, the last the last."""

    @property
    def probes(self) -> tuple[int, int] | None:
        """The two average players of whom something is known."""
        return (0, self.members - 1) if self.apart or self.kept_seats else None


@dataclass(frozen=True)
class Deal:
    """Who held cards, and what it moved for each; parts of a point."""

    players: tuple[int, ...]
    moved: tuple[int, ...]


@dataclass(frozen=True)
class Evening:
    """One evening, and what everybody would have won on it at a table of average players."""

    season: int
    when: float
    """Years since they began: a season is one."""
    is_last: bool
    """Of its season."""
    tables: list[list[Deal]]
    """Of each round."""
    strengths: Mapping[int, float]

    @property
    def balance(self) -> Balance[int]:
        """What the program keeps of it."""
        deals = (deal for table in self.tables for deal in table)
        return Balance.of(list(zip(deal.players, deal.moved, strict=True)) for deal in deals)


@cache
def luck() -> tuple[list[list[float]], float]:
    """Return what deals of equals moved, and the deviation of what chance moves in one.

    The declarer comes first, and wins nothing on the whole.
    """
    dlu = RULESETS["dlu"]
    values = []
    for record in results("luck", ruleset=dlu, players=CARDS, deals=POOL, first_dealer=0):
        games = settle(read_result({"players": CARDS, **record}, dlu), dlu).declarers
        values.append(games[0].value if games else 0)
    mean = sum(values) / POOL
    moves = [[(CARDS - 1) * (value - mean), *[mean - value] * (CARDS - 1)] for value in values]
    return moves, math.sqrt(sum(move**2 for each in moves for move in each) / POOL / (CARDS - 1))


class Simulation:
    """A club that plays; the same seed plays the same."""

    def __init__(self, setting: Setting, seed: int) -> None:
        self.setting = setting
        self.rng = random.Random(seed)  # noqa: S311 -- it is to be repeated
        self.moves, self.chance = luck()
        members = range(setting.members)
        self.strengths = {one: self.rng.gauss(0, setting.spread * self.chance) for one in members}
        self.bold = {one: math.exp(self.rng.gauss(0, setting.bold)) for one in members}
        for one in setting.probes or ():
            self.strengths[one] = 0.0

    def seasons(self, many: int) -> Iterator[Evening]:
        """Yield their evenings."""
        for season in range(many):
            for number in range(1, self.setting.evenings + 1):
                tables = [self._table(table) for table in self._seated()]
                told = {one: EVENING * strength for one, strength in self.strengths.items()}
                yield Evening(
                    season=season,
                    when=season + number / self.setting.evenings,
                    is_last=number == self.setting.evenings,
                    tables=tables,
                    strengths=told,
                )
            for one in self.strengths:
                self.strengths[one] += self.rng.gauss(0, self.setting.drift * self.chance)

    def _come(self) -> list[int]:
        first, *middle, last = range(self.setting.members)
        if not self.setting.probes:
            return self.rng.sample([first, *middle, last], self.setting.come)
        return [first, *self.rng.sample(middle, self.setting.come - 2), last]

    def _seated(self) -> Iterator[list[int]]:
        """Yield who sits at each table of each round."""
        come = self._come()
        parts = [come]
        if self.setting.apart:
            first, *middle, last = come
            middle.sort(key=lambda one: -self.strengths[one])
            half = len(middle) // 2
            down, up = self.rng.randrange(half), half + self.rng.randrange(half)
            middle[down], middle[up] = middle[up], middle[down]
            parts = [[first, *middle[:half]], [*middle[half:], last]]
        for part in parts:
            drawn = plan(len(part), self.setting.rounds, self.rng.randrange(10**6))
            for table in (table for tables in drawn.rounds for table in tables):
                chairs = [part[place] for place in table]
                yield sorted(chairs) if self.setting.kept_seats else chairs

    def _table(self, chairs: list[int]) -> list[Deal]:
        return [self._deal(chairs, number % SEATS) for number in range(self.setting.deals)]

    def _deal(self, chairs: list[int], dealer: int) -> Deal:
        seats = dealt_in(SEATS, dealer)
        players = [chairs[seat] for seat in seats]
        declarer = self.rng.choices(range(CARDS), [self.bold[one] for one in players])[0]
        moves = self.rng.choice(self.moves)
        mean = sum(self.strengths[one] for one in players) / CARDS
        moved = []
        for place, (seat, one) in enumerate(zip(seats, players, strict=True)):
            first = (seat - dealer) % SEATS == 1
            edge = self.setting.forehand * self.chance * (first - 1 / CARDS)
            own = moves[(place - declarer) % CARDS] + self.strengths[one] - mean + edge
            moved.append(round(PART * own))
        return Deal(tuple(players), tuple(moved))
