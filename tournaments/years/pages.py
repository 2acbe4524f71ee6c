"""The years of a club and of one who plays there, as values for their pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise
from typing import Any

from django.utils.translation import gettext as _

from rules import Outcome, RuleSet
from tournaments.figures.counted import Own, Tally
from tournaments.figures.pages import Line, contract_lines, outcomes, player_lines, tally_lines
from tournaments.models import Event
from tournaments.words import wording
from tournaments.words.charts import Curve, curve
from tournaments.words.figures import fraction, grouped, short, signed
from tournaments.words.hands import HANDS, Hand
from tournaments.years.queries import Evening, PersonSums, Sums
from tournaments.years.sure import LEAST, Average, mean, share


@dataclass(frozen=True, slots=True)
class SureLine:
    """How sure what somebody does is."""

    name: str
    games: str
    won: str
    """How large a share of his own games he wins, and between what he would."""
    brings: str
    """What one of them brings him, and between what it would. Both empty: too few."""


@dataclass(frozen=True, slots=True)
class EveningLine:
    """An evening of somebody."""

    event: Event
    points: str
    sum: str
    """With all before it."""
    games: int
    won: int


def of_club(found: Sums, ruleset: RuleSet) -> dict[str, Any]:
    """Return what the page of a club shows."""
    every = Own()
    for own in found.players.values():
        every.outcomes += own.outcomes
        every.points += own.points
        every.squares += own.squares
    by_games = sorted(found.players, key=lambda key: (-found.players[key].games, found.names[key]))
    return {
        "evenings": found.evenings,
        "deals": found.deals,
        "outcomes": _ended(found.contracts.values()),
        "contracts": contract_lines(found.contracts, ruleset),
        "hands": hand_lines(found.hands),
        "players": player_lines(found.players, found.names),
        "sure": [
            *(_sure(found.players[key], found.names[key]) for key in by_games),
            _sure(every, _("All")),
        ],
        "least": LEAST,
    }


def of_person(found: PersonSums, ruleset: RuleSet) -> dict[str, Any]:
    """Return what the page of one who plays in the club shows, the newest evening first."""
    sums = list(accumulate(each.total for each in found.evenings))
    lines = [
        EveningLine(each.event, signed(each.total), signed(sum_), each.games, each.won)
        for each, sum_ in zip(found.evenings, sums, strict=True)
    ]
    return {
        "evenings": lines[::-1],
        "curve": _curve(found.evenings, sums),
        "outcomes": _ended(found.contracts.values()),
        "contracts": contract_lines(found.contracts, ruleset),
        "hands": hand_lines(found.hands),
        "players": player_lines({"": found.own}, {"": found.name}) if lines else [],
        "sure": [_sure(found.own, found.name)],
        "least": LEAST,
    }


def _curve(evenings: Sequence[Evening], sums: Sequence[int]) -> Curve | None:
    """Return the line of his points, with where each year begins; None for less than two."""
    if len(sums) <= 1:
        return None
    years = [str(each.event.date.year) for each in evenings]
    begins = [(0, years[0])]
    begins += [(at, new) for at, (old, new) in enumerate(pairwise(years), 1) if old != new]
    return curve(sums, begins)


def hand_lines(hands: Mapping[Hand, Tally]) -> list[Line]:
    """Return a line for each hand that has declared, and one for all of them together."""
    return tally_lines([(str(HANDS[hand]), hands[hand]) for hand in Hand if hand in hands])


def _ended(tallies: Iterable[Tally]) -> list[str]:
    return [str(wording.OUTCOMES[each]) for each in outcomes(tallies)]


def _sure(own: Own, name: str) -> SureLine:
    won, brings = share(own.outcomes[Outcome.WON], own.games), mean(own)
    return SureLine(
        name=short(name),
        games=grouped(own.games),
        won=_between(won, _percent) if won else "",
        brings=_between(brings, _points) if brings else "",
    )


def _between(average: Average, say: Callable[[float], str]) -> str:
    words = {"average": say(average.is_), "low": say(average.low), "high": say(average.high)}
    return _("%(average)s (%(low)s to %(high)s)") % words


def _percent(part: float) -> str:
    return _("%(percent)d %%") % {"percent": round(100 * part)}


def _points(points: float) -> str:
    said = fraction(Fraction(points))
    return f"+{said}" if round(points, 2) > 0 else said
