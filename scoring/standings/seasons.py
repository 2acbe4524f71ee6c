"""A season: evenings counted together, the best so many of them for each place."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import Final

from scoring.standings.chain import Order
from scoring.standings.groupings import by_place
from scoring.standings.lines import StandingsLine, summed
from scoring.standings.meetings import Evidence
from scoring.standings.metrics import Figure, Metric
from scoring.standings.ranking import NOTHING_KNOWN, Ranked, below, ranked


@dataclass(frozen=True, slots=True)
class Evening:
    """One event of a season: its lines, gathered or not."""

    key: str
    lines: tuple[StandingsLine, ...]
    abandoned: bool = False
    """It was broken off."""
    over: bool = True
    """Nothing more is played of it. Until then it counts for those who have held cards in it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRules:
    """What a season says of itself."""

    of: int
    """Evenings that are planned; a champion needs so many that were played to their end."""
    best: int | None = None
    """The best so many evenings of each place count; None: all of them."""
    min_deals: int = 0
    """Who held cards in fewer deals gets no place. Evenings that were dropped are counted too."""
    counts_abandoned: bool = True
    """What was played of an evening that was broken off counts."""

    def __post_init__(self) -> None:
        if self.best is not None and self.best < 1:
            raise ValueError("a season counts at least one evening")


@unique
class Verdict(StrEnum):
    """What an evening was to a place."""

    COUNTS = "counts"
    DROPPED = "dropped"
    """It is not among the best."""
    ABANDONED = "abandoned"
    """It was broken off, and the season does not count such evenings."""
    AHEAD = "ahead"
    """It is being played, and this place has held no cards in it yet."""
    UNKNOWN = "unknown"
    """What the season compares by first is not known of it."""


PLAYED: Final = frozenset({Verdict.COUNTS, Verdict.DROPPED})
"""The evenings whose deals are counted."""


@unique
class Vacancy(StrEnum):
    """Why a season has no champion."""

    TOO_FEW_EVENINGS = "too_few_evenings"
    """Not so many evenings were begun as were planned."""
    EVENING_ABANDONED = "evening_abandoned"
    """They were begun, but so many were broken off that too few can come to their end."""
    EVENING_UNDER_WAY = "evening_under_way"
    """One of them is still being played."""
    NOBODY_PLACED = "nobody_placed"
    """Nobody has a place."""
    SHARED = "shared"
    """The first place is shared."""


@dataclass(frozen=True, slots=True)
class Share:
    """What one evening brought one place."""

    evening: str
    line: StandingsLine
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Season:
    """The table of a season."""

    ranked: Ranked
    """Sums of the evenings that count."""
    shares: Mapping[str, tuple[Share, ...]]
    """By place every evening it took part in, in the order of the evenings."""
    champion: str | None
    """Key of the place; None: see ``vacancy``."""
    vacancy: Vacancy | None
    """Why there is no champion; None if there is one."""


def season(
    evenings: Sequence[Evening],
    rules: SeasonRules,
    order: Order,
    *,
    evidence: Evidence = NOTHING_KNOWN,
) -> Season:
    """The table of a season from its ``evenings``, in the order in which they were played."""
    by_key = {evening.key: evening for evening in evenings}
    shares = {
        key: _judged([(by_key[evening], line) for evening, line in own], rules, order.metrics)
        for key, own in _by_place(evenings).items()
    }
    played = [
        summed(key, (share.line for share in own if share.verdict in PLAYED))
        for key, own in shares.items()
    ]
    counted = [
        summed(key, (share.line for share in own if share.verdict is Verdict.COUNTS))
        for key, own in shares.items()
    ]
    # Who has held no cards has no place, even where the season asks for no deals.
    apart = below(played, max(rules.min_deals, 1))
    table = ranked(counted, order, too_few_deals=apart, evidence=evidence)
    vacancy = _vacancy(evenings, rules, table)
    champion = table.placings[0].line.key if vacancy is None else None
    return Season(table, shares, champion, vacancy)


def _by_place(evenings: Iterable[Evening]) -> dict[str, list[tuple[str, StandingsLine]]]:
    """By place each evening it took part in, with its line."""
    own: dict[str, list[tuple[str, StandingsLine]]] = {}
    for evening in evenings:
        for line in by_place(evening.lines):
            own.setdefault(line.key, []).append((evening.key, line))
    return own


def _judged(
    own: Sequence[tuple[Evening, StandingsLine]], rules: SeasonRules, metrics: Sequence[Metric]
) -> tuple[Share, ...]:
    """The evenings of one place with what each was to it; of equal ones the earlier counts."""
    left_out: dict[str, Verdict] = {}
    for evening, line in own:
        if evening.abandoned and not rules.counts_abandoned:
            left_out[evening.key] = Verdict.ABANDONED
        elif not evening.over and not line.deals:
            left_out[evening.key] = Verdict.AHEAD
        elif not metrics[0].is_known_of(line):
            left_out[evening.key] = Verdict.UNKNOWN
    lines = {evening.key: line for evening, line in own}
    held = [key for key in lines if key not in left_out]
    known = [each for each in metrics if all(each.worth(lines[key]) is not None for key in held)]
    held.sort(key=lambda key: _worth(lines[key], known), reverse=True)
    counting = set(held[: rules.best])

    def verdict(key: str) -> Verdict:
        return left_out.get(key, Verdict.COUNTS if key in counting else Verdict.DROPPED)

    return tuple(Share(key, line, verdict(key)) for key, line in lines.items())


def _worth(line: StandingsLine, metrics: Iterable[Metric]) -> tuple[Figure, ...]:
    """How good one evening was, by what a line says alone: it has nobody to be tied with."""
    worths = (metric.worth(line) for metric in metrics)
    return tuple(worth for worth in worths if worth is not None)


def _vacancy(evenings: Sequence[Evening], rules: SeasonRules, table: Ranked) -> Vacancy | None:
    """Why nobody is champion, if so."""
    if len(evenings) < rules.of:
        return Vacancy.TOO_FEW_EVENINGS
    if sum(not evening.abandoned for evening in evenings) < rules.of:
        return Vacancy.EVENING_ABANDONED
    if not all(evening.over or evening.abandoned for evening in evenings):
        return Vacancy.EVENING_UNDER_WAY
    if not table.placings:
        return Vacancy.NOBODY_PLACED
    return Vacancy.SHARED if table.placings[0].shared else None
