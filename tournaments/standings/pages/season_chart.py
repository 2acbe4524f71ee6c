"""The ways of the first through a season, as lines of one chart, on its page and in its booklet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from scoring.standings import Verdict
from tournaments.standings.pages.seasons import Heading, is_played
from tournaments.standings.queries.seasons import SeasonTable
from tournaments.words.charts import Curve, curve
from tournaments.words.figures import short

DRAWN: Final = 5
"""Players whose way through the season is drawn."""
DASHES: Final = ("", "9 4", "3 4", "14 4 3 4", "1 5")
"""How the lines of a chart are told apart without colours."""
LABELS: Final = 17
"""What two figures at the end of lines are apart at least."""


@dataclass(frozen=True, slots=True)
class SeasonCurve:
    """The way of one player through the season."""

    name: str
    path: str
    dash: str
    label: str
    y: str
    """How far down the label stands."""


def season_chart(found: SeasonTable, heads: Sequence[Heading]) -> dict[str, Any]:
    """Return the ways of those with the first places, all on one scale; none of one evening."""
    placings = found.table.ranked.placings[:DRAWN]
    if len(heads) <= 1 or not placings:
        return {"chart": None, "ways": [], "chart_says": ""}
    every = {each.line.key: _sums(found, each.line.key) for each in placings}
    reached = [points for sums in every.values() for points in sums]
    begins = [(at, date_format(head.evening.date, "j/n")) for at, head in enumerate(heads, 1)]
    edges = [(min(reached), max(reached))]
    drawn = {key: curve(sums, begins, edges) for key, sums in every.items()}
    says = _("What does not count is not in the lines: there they stay level.")
    return {
        "chart": next(iter(drawn.values())),
        "ways": _ways(found, drawn),
        "chart_says": says if leaves_out(found, every) else "",
    }


def leaves_out(found: SeasonTable, keys: Iterable[str]) -> bool:
    """Return whether an evening was played that does not count for one of these."""
    return any(
        share.verdict not in {Verdict.COUNTS, Verdict.AHEAD} and is_played(share.line)
        for key in keys
        for share in found.table.shares[key]
    )


def _sums(found: SeasonTable, key: str) -> list[int]:
    """Return what somebody had after each evening of those that count, nothing before the first."""
    own = {share.evening: share for share in found.table.shares[key]}
    counted = [own.get(each.key) for each in found.evenings]
    won = [x.line.total if x and x.verdict is Verdict.COUNTS else 0 for x in counted]
    return [0, *accumulate(won)]


def _ways(found: SeasonTable, drawn: dict[str, Curve]) -> list[SeasonCurve]:
    """Return the ways with their labels, which are moved down where they would touch."""
    ends = {key: int(each.line.rpartition(",")[2]) for key, each in drawn.items()}
    down, last = dict[str, int](), -LABELS
    for key in sorted(ends, key=ends.__getitem__):
        down[key] = last = max(ends[key], last + LABELS)
    return [
        SeasonCurve(short(found.names[key]), each.line, dash, str(number), str(down[key] + 5))
        for number, ((key, each), dash) in enumerate(zip(drawn.items(), DASHES, strict=False), 1)
    ]
