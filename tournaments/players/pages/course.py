"""How a round went for a player, as a line over its deals: values of an SVG, all of them whole."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from django.utils.translation import gettext as _

from rules import Outcome
from tournaments.sheets.explaining import OwnStep
from tournaments.sheets.hands import Sitting
from tournaments.words import wording
from tournaments.words.charts import TEN, WIDTH, Scale, across_at, path
from tournaments.words.figures import signed

REACH: Final = 24
"""So far to either side of a dot a finger finds it."""
MARKS: Final = {
    Outcome.WON: "M-9,0a9,9 0 1,0 18,0a9,9 0 1,0 -18,0z",
    Outcome.BET: "M-9,-9h18v18h-18z",
    Outcome.KODILLE: "M-10,-10L10,10M10,-10L-10,10",
    Outcome.REMIS: "M0,-11L11,0L0,11L-11,0z",
}
"""A disc, an open square, a cross and an open lozenge: told apart without colours."""


@dataclass(frozen=True, slots=True)
class Mark:
    """How a game ended, as its dot is drawn around its middle."""

    outcome: str
    path: str
    word: str


@dataclass(frozen=True, slots=True)
class Dot:
    """An own game on the line."""

    step: OwnStep
    mark: Mark
    x: str
    y: str
    left: str
    """Where the strip begins in which a finger finds it."""
    width: str
    label: str
    """What it says to who sees it not."""


@dataclass(frozen=True, slots=True)
class Course:
    """The line of one round."""

    number: int
    points: tuple[tuple[int, int], ...]
    """By deal what he had won then; the last is the round's total. 0 is before the first deal."""
    line: str
    zero: str
    """How far down nothing lies."""
    levels: Sequence[tuple[str, str]]
    tens: Sequence[tuple[str, str]]
    """Every tenth deal: where it is, and its number."""
    dots: Sequence[Dot]
    says: str
    """The same in words."""


def stops(sitting: Sitting, steps: Iterable[OwnStep]) -> tuple[tuple[int, int], ...]:
    """Return what a player had won after each deal: the number of the deal, and the points.

    It begins with what the antes took, as deal 0. What was decided beside the deals follows the
    last deal of the sheet, so that the last stop is what the round came to.
    """
    start = sitting.sheet.table.round.event.start
    found = [(0, sitting.sheet.opening[sitting.seat] - start)]
    found += [
        (int(step.number), step.stands - start)
        for step in steps
        if step.of_deal and step.stands is not None
    ]
    if found[-1][1] != sitting.points:
        found.append((len(sitting.sheet.lines) + 1, sitting.points))
    return tuple(found)


def scale_of(courses: Iterable[Sequence[tuple[int, int]]]) -> Scale:
    """Return the scale on which several lines are drawn."""
    return Scale.of(points for stops_ in courses for _deal, points in stops_)


def course(
    sitting: Sitting, steps: Sequence[OwnStep], points: Sequence[tuple[int, int]], scale: Scale
) -> Course:
    """Draw the line of a round through its stops."""
    deals = len(sitting.sheet.lines)
    slots = max(deals, points[-1][0])

    def x(deal: int) -> int:
        return across_at(deal, slots)

    own = [step for step in steps if step.game is not None]
    had = dict(points)
    places = [(x(int(step.number)), scale.y(had[int(step.number)])) for step in own]
    strips = _strips([place for place, _down in places])
    number = sitting.sheet.table.round.number
    return Course(
        number=number,
        points=tuple(points),
        line=path(((x(deal), scale.y(has)) for deal, has in points)),
        zero=str(scale.y(0)),
        levels=scale.levels,
        tens=[(str(x(deal)), str(deal)) for deal in range(TEN, deals + 1, TEN)],
        dots=[
            Dot(step, mark(step.game), str(across), str(down), str(left), str(width), _label(step))
            for step, (across, down), (left, width) in zip(own, places, strips, strict=True)
            if step.game is not None
        ],
        says=_says(points, own),
    )


def mark(outcome: Outcome) -> Mark:
    """Return how a game that ended so is drawn, and what that is called."""
    return Mark(outcome.value, MARKS[outcome], str(wording.OUTCOMES[outcome]))


def legend(steps: Iterable[OwnStep]) -> list[Mark]:
    """Return what the dots of some lines mean, each once."""
    met = {step.game for step in steps}
    return [mark(outcome) for outcome in Outcome if outcome in met]


def _strips(places: Sequence[int]) -> list[tuple[int, int]]:
    """Return the strip of each dot: to the middle between two, and not too far."""
    if not places:
        return []
    middles = [(one + other) // 2 for one, other in pairwise(places)]
    bounds = [0, *middles, WIDTH]
    found = []
    for place, (left, right) in zip(places, pairwise(bounds), strict=True):
        begins, ends = max(left, place - REACH), min(right, place + REACH)
        found.append((begins, max(ends - begins, 1)))
    return found


def _label(step: OwnStep) -> str:
    facts = {"deal": step.number, "points": step.change, "what": step.what}
    return _("Deal %(deal)s, %(points)s: %(what)s") % facts


def _says(points: Sequence[tuple[int, int]], own: Sequence[OwnStep]) -> str:
    """Return in a sentence where the line goes."""
    highest = max(points, key=lambda stop: stop[1])
    lowest = min(points, key=lambda stop: stop[1])
    ends = [step.game for step in own]
    told = ", ".join(
        f"{wording.OUTCOMES[outcome]} {ends.count(outcome)}"
        for outcome in Outcome
        if outcome in ends
    )
    return _(
        "It ends at %(ends)s. Highest: %(highest)s after deal %(high)d; lowest: %(lowest)s after "
        "deal %(low)d. Own games: %(games)s. Every figure stands in the tables of the deals."
    ) % {
        "ends": signed(points[-1][1]),
        "highest": signed(highest[1]),
        "high": highest[0],
        "lowest": signed(lowest[1]),
        "low": lowest[0],
        "games": told or "0",
    }
