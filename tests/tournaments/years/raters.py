"""Ways to rate players, to be compared; and what is measured of each. No database."""

import math
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from typing import Final, Protocol

from tests.tournaments.years.simulated import (
    CARDS,
    PART,
    SEATS,
    Deal,
    Evening,
    Setting,
    Simulation,
    luck,
)
from tournaments.years.strength import EVENING, PARTS, USUAL, Balance, Strength, strengths

Z: Final = statistics.NormalDist().inv_cdf(0.975)
YEARS: Final = 5
"""Of the window of the program; a season is a year."""
OTHERS: Final = (CARDS - 1) / CARDS
"""What of one's strength is beyond the mean of oneself and of average others."""


class Rater(Protocol):
    """Rates players after each evening."""

    def add(self, evening: Evening) -> None:
        """Count one more evening."""

    def rated(self) -> Mapping[int, Strength]:
        """Return how strong they are, and how far off that may be."""

    def beats(self, one: int, other: int, deals: int) -> float:
        """Return how likely one wins more than the other at one table."""


class Linear:
    """What the program does, with as many of the last years as are told."""

    def __init__(self, years: float = math.inf) -> None:
        self.years = years
        self.known: list[tuple[float, Balance[int]]] = []
        self.found: Mapping[int, Strength] | None = None

    def add(self, evening: Evening) -> None:
        self.known.append((evening.when, evening.balance))
        self.found = None

    def weighed(self) -> Balance[int]:
        told: Balance[int] = Balance()
        since = self.known[-1][0] - self.years
        for when, each in self.known:
            if when > since:
                told.take(each)
        return told

    def rated(self) -> Mapping[int, Strength]:
        if self.found is None:
            told = self.told(self.weighed())
            self.found = {one: _in_points(each) for one, each in told.items()}
        return self.found

    def told(self, balance: Balance[int]) -> Mapping[int, Strength]:
        return strengths(balance)

    def beats(self, one: int, other: int, deals: int) -> float:
        found = self.rated()
        return beats(found.get(one, NEW), found.get(other, NEW), deals)


class Mean(Linear):
    """The mean of points a deal; ``pull``: so many deals of nothing are added for each player."""

    def __init__(self, pull: float = 0) -> None:
        super().__init__()
        self.pull = pull

    def told(self, balance: Balance[int]) -> Mapping[int, Strength]:
        deals: Counter[int] = Counter()
        for pair, weight in balance.weights.items():
            for one in pair:
                deals[one] += weight * CARDS / PARTS / (CARDS - 1)  # type: ignore[assignment]
        chance = balance.spread / PARTS**2 / (sum(deals.values()) / CARDS) / (CARDS - 1)
        return {
            one: Strength(
                EVENING * balance.gained[one] / PARTS / OTHERS / (many + self.pull),
                EVENING * math.sqrt(chance / OTHERS / (many + self.pull)),
            )
            for one, many in deals.items()
        }


class Ranks:
    """Plackett and Luce by Weng and Lin (2011), as openskill 6.2.0 has it, from each table's ranks.

    ``chance`` multiplies what a table's result is taken to vary.
    """

    MEAN: Final = 25.0
    DEVIATION: Final = MEAN / 3
    DRIFT: Final = MEAN / 300
    LEAST: Final = 0.0001

    def __init__(self, chance: float = 1) -> None:
        self.beta = chance * self.DEVIATION / 2
        self.known: dict[int, tuple[float, float]] = {}

    def add(self, evening: Evening) -> None:
        for table in evening.tables:
            won = moved_at(table)
            ranks = {one: sum(other > won[one] for other in won.values()) for one in won}
            self.known |= self._after(ranks)

    def _after(self, ranks: Mapping[int, int]) -> dict[int, tuple[float, float]]:
        start = {one: self.known.get(one, (self.MEAN, self.DEVIATION)) for one in ranks}
        at = {one: (mean, math.hypot(error, self.DRIFT)) for one, (mean, error) in start.items()}
        c = math.sqrt(sum(error**2 + self.beta**2 for _mean, error in at.values()))
        power = {one: math.exp(mean / c) for one, (mean, _error) in at.items()}
        left = {q: sum(power[s] for s in at if ranks[s] >= ranks[q]) for q in at}
        shared = Counter(ranks.values())
        after = {}
        for one, (mean, error) in at.items():
            omega = delta = 0.0
            for q in (q for q in at if ranks[q] <= ranks[one]):
                share = power[one] / left[q]
                omega += ((q == one) - share) / shared[ranks[q]]
                delta += share * (1 - share) / shared[ranks[q]]
            shrunk = max(1 - error**2 / c**2 * delta * error / c, self.LEAST)
            after[one] = (mean + error**2 / c * omega, error * math.sqrt(shrunk))
        return after

    def rated(self) -> Mapping[int, Strength]:
        return {one: Strength(*each) for one, each in self.known.items()}

    def beats(self, one: int, other: int, deals: int) -> float:
        del deals
        (mine, error), (its, its_error) = (
            self.known.get(each, (self.MEAN, self.DEVIATION)) for each in (one, other)
        )
        return normal((mine - its) / math.sqrt(2 * self.beta**2 + error**2 + its_error**2))


def _in_points(strength: Strength) -> Strength:
    return Strength(strength.points / PART, strength.error / PART)


NEW: Final = Strength(0, 0)


def normal(score: float) -> float:
    """Return how likely it is to be less."""
    return math.erfc(-score / math.sqrt(2)) / 2


def beats(one: Strength, other: Strength, deals: int) -> float:
    """Return how likely one wins more than the other in so many deals of a table of four.

    In a half of them both hold cards, in a quarter one of them alone.
    """
    times = deals * (1 / 2 + OTHERS / 4) / EVENING
    by_chance = deals * (2 / 2 + 2 * OTHERS / 4) * luck()[1] ** 2
    unsure = times**2 * (one.error**2 + other.error**2)
    return normal(times * (one.points - other.points) / math.sqrt(by_chance + unsure))


def moved_at(table: list[Deal]) -> Counter[int]:
    """Return what everybody won at a table."""
    won: Counter[int] = Counter()
    for deal in table:
        for one, moved in zip(deal.players, deal.moved, strict=True):
            won[one] += moved
    return won


RATERS: Final[Mapping[str, Callable[[], Rater]]] = {
    "mean of points a deal": Mean,
    "the same, shrunk": lambda: Mean(1 / USUAL**2 / OTHERS),
    "Plackett-Luce": Ranks,
    "Plackett-Luce, three times the chance": lambda: Ranks(3),
    "linear, three years": lambda: Linear(3),
    "linear, five years": lambda: Linear(YEARS),
}


@dataclass
class Measured:
    """What a way to rate came to, over all repetitions."""

    order: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    """How its order agrees with the true one, by seasons played; Spearman."""
    inside: defaultdict[int, list[bool]] = field(default_factory=lambda: defaultdict(list))
    """Whether true strengths lie where it says, by seasons played."""
    predicted: list[tuple[float, bool]] = field(default_factory=list)
    """How likely it held somebody to win more than another on the next evening; he did."""
    probes: list[tuple[float, float]] = field(default_factory=list)
    """How it rated the two average players at the end."""

    @property
    def loss(self) -> float:
        """The mean logarithmic loss of its predictions; 0.693 is that of a coin."""
        return -statistics.mean(math.log(p if won else 1 - p) for p, won in self.predicted)

    def bins(self) -> Iterator[tuple[float, float, int]]:
        """Yield what was predicted for the likelier of two and what came true, by tenths."""
        likely = [(p, won) if p >= 1 / 2 else (1 - p, not won) for p, won in self.predicted]
        for low, high in pairwise((0.5, 0.6, 0.7, 0.8, 0.9, 1.001)):
            within = [each for each in likely if low <= each[0] < high]
            if within:
                said, came = zip(*within, strict=True)
                yield statistics.mean(said), statistics.mean(came), len(within)


def measure(
    setting: Setting, raters: Mapping[str, Callable[[], Rater]], *, seasons: int, times: int
) -> dict[str, Measured]:
    """Let clubs play so many times, and rate them in each way."""
    found = {name: Measured() for name in raters}
    for seed in range(times):
        trying = {name: make() for name, make in raters.items()}
        for evening in Simulation(setting, seed).seasons(seasons):
            if evening.season:
                for name, rater in trying.items():
                    found[name].predicted += _predicted(rater, evening)
            for name, rater in trying.items():
                rater.add(evening)
                if evening.is_last:
                    _compare(found[name], rater, evening)
        for name, rater in trying.items() if setting.probes else ():
            rated = rater.rated()
            first, last = (rated[one].points for one in setting.probes or ())
            found[name].probes.append((first, last))
    return found


def _predicted(rater: Rater, evening: Evening) -> Iterator[tuple[float, bool]]:
    for table in evening.tables[:SEATS]:  # those of one round
        won = moved_at(table)
        for one, other in combinations(won, 2):
            if won[one] != won[other]:
                yield rater.beats(one, other, len(table)), won[one] > won[other]


def _compare(found: Measured, rater: Rater, evening: Evening) -> None:
    rated, true = rater.rated(), evening.strengths
    seen = [one for one in true if one in rated]
    played = evening.season + 1
    order = statistics.correlation(
        _ranks([rated[one].points for one in seen]), _ranks([true[one] for one in seen])
    )
    found.order[played].append(order)
    found.inside[played] += [abs(rated[o].points - true[o]) < Z * rated[o].error for o in seen]


def _ranks(figures: list[float]) -> list[float]:
    order = sorted(figures)
    return [float(order.index(figure)) for figure in figures]
