"""Deals as they come: the three mixes for which keys and taps are counted, all assumed."""

import random
from dataclasses import dataclass

from rules import RuleSet

OUTCOMES = (("won", 66), ("bet", 26), ("kodille", 8))
TOUTS = 1
"""Announced touts in a hundred deals."""
MIXES = {"calm": (20, 58), "tournament": (5, 60), "wild": (2, 40)}
"""In a hundred deals: how many are passed, and how many are the commonest game."""


@dataclass(frozen=True, slots=True)
class Told:
    """One deal as it is told: who, what, how."""

    seat: int
    """Among the three who got cards."""
    game: str
    """Empty: all passed."""
    outcome: str = ""
    tout: str = ""


def deals(ruleset: RuleSet, mix: str, count: int, seed: int) -> list[Told]:
    """Return ``count`` deals of a mix, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 -- a test that can be repeated
    return [_deal(ruleset, mix, chance) for _ in range(count)]


def _deal(ruleset: RuleSet, mix: str, chance: random.Random) -> Told:
    passed, common = MIXES[mix]
    place = chance.uniform(0, 100)
    seat = chance.randrange(3)
    if place < passed:
        return Told(seat, "")
    games = list(ruleset.played)
    terms = games[0] if place < passed + common else chance.choice(games[1:])
    can_end = ruleset.outcomes(terms)
    names, weights = zip(*((name, w) for name, w in OUTCOMES if name in can_end), strict=True)
    outcome = chance.choices(names, weights)[0]
    tout = "made" if terms.tout and outcome == "won" and chance.uniform(0, 100) < TOUTS else ""
    return Told(seat, terms.contract.value, outcome, tout)
