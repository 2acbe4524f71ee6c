"""What an event tells of who met whom, and of what was best for each. No queries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from rules import Outcome
from tournaments.figures.counted import Share, shares
from tournaments.figures.queries import Game, Played, Who


@dataclass
class Met:
    """What somebody did in the deals in which he and one other held cards."""

    deals: int = 0
    points: int = 0
    """What they moved for him."""
    squares: int = 0
    """The sum of the squares of what each of them moved."""
    declared: int = 0
    """Games that he declared, the other against him."""
    won: int = 0
    """Of those."""
    defended: int = 0
    """Games that the other declared, he against him."""
    beaten: int = 0
    """Of those the ones that the other did not win."""
    allied: int = 0
    """Games of a third, both against him."""
    felled: int = 0
    """Of those the ones that the third did not win."""

    def add(self, own: Share, other: Share, first: Game | None) -> None:
        """Count a deal; ``first`` is the game of the first declarer, None where all passed."""
        self.deals += 1
        self.points += own.points
        self.squares += own.points**2
        if own.game and not other.game:
            self.declared += 1
            self.won += own.game.outcome is Outcome.WON
        elif other.game and not own.game:
            self.defended += 1
            self.beaten += other.game.outcome is not Outcome.WON
        elif first and not own.game:
            self.allied += 1
            self.felled += first.outcome is not Outcome.WON


class Peaks(NamedTuple):
    """What was best for one player."""

    round: int = 0
    """The most that the deals of one round moved for him."""
    deal: int = 0
    """The most that one deal did."""
    run: int = 0
    """The most games that he won in a row as declarer."""


def meetings(played: Played) -> Mapping[tuple[Who, Who], Met]:
    """Return of each two who held cards in the same deal what the first did."""
    found: defaultdict[tuple[Who, Who], Met] = defaultdict(Met)
    for deal in played.deals:
        first = deal.games[0] if deal.games else None
        held = [share for share in shares(deal) if share.held]
        for own, other in permutations(held, 2):
            if own.chair.who != other.chair.who:
                found[own.chair.who, other.chair.who].add(own, other, first)
    return found


def peaks(played: Played) -> Mapping[Who, Peaks]:
    """Return what was best for each, penalties and entries by hand aside."""
    rounds: Counter[tuple[Who, int]] = Counter()
    deals: Counter[Who] = Counter()
    ended: defaultdict[Who, list[bool]] = defaultdict(list)
    for deal in played.deals:
        for share in shares(deal):
            who = share.chair.who
            rounds[who, deal.round] += share.points
            deals[who] = max(deals[who], share.points)
            if share.game:
                ended[who].append(share.game.outcome is Outcome.WON)
    best: Counter[Who] = Counter()
    for (who, _number), points in rounds.items():
        best[who] = max(best[who], points)
    found: defaultdict[Who, Peaks] = defaultdict(Peaks)
    for who in deals:
        found[who] = Peaks(best[who], deals[who], _longest(ended[who]))
    return found


def _longest(won: Iterable[bool]) -> int:
    """Return how many are true in a row at most.

    >>> _longest([True, False, True, True])
    2
    """
    longest = row = 0
    for each in won:
        row = row + 1 if each else 0
        longest = max(longest, row)
    return longest
