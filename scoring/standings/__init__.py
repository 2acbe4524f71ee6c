"""Standings: lines that add up, metrics in an order, shared places, seasons."""

from scoring.standings.chain import ChainCode, ChainError, ChainFault, Order, chain_faults
from scoring.standings.groupings import by_place, by_player, by_team, divisions
from scoring.standings.lines import StandingsLine, at_table, gathered, summed, with_handicap
from scoring.standings.meetings import Evidence, draw_lots, mutual_results
from scoring.standings.metrics import DEFAULT_CHAIN, METRICS, Comparison, Direction, Metric, Tied
from scoring.standings.ranking import Placing, Ranked, below, rank, ranked
from scoring.standings.seasons import (
    Evening,
    Season,
    SeasonRules,
    Share,
    Vacancy,
    Verdict,
    season,
)

__all__ = [
    "DEFAULT_CHAIN",
    "METRICS",
    "ChainCode",
    "ChainError",
    "ChainFault",
    "Comparison",
    "Direction",
    "Evening",
    "Evidence",
    "Metric",
    "Order",
    "Placing",
    "Ranked",
    "Season",
    "SeasonRules",
    "Share",
    "StandingsLine",
    "Tied",
    "Vacancy",
    "Verdict",
    "at_table",
    "below",
    "by_place",
    "by_player",
    "by_team",
    "chain_faults",
    "divisions",
    "draw_lots",
    "gathered",
    "mutual_results",
    "rank",
    "ranked",
    "season",
    "summed",
    "with_handicap",
]
