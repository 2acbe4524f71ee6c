"""Standings: lines, metrics in an order, shared places."""

from scoring.standings.lines import Line
from scoring.standings.metrics import DEFAULT_CHAIN, METRICS, Direction, Metric
from scoring.standings.ranking import Placing, rank

__all__ = ["DEFAULT_CHAIN", "METRICS", "Direction", "Line", "Metric", "Placing", "rank"]
