"""Until when somebody may protest: said once for all of his rounds of which it is the same."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.models import Round
from tournaments.review.domain.rounds import ProtestTime
from tournaments.words.figures import in_runs


@dataclass(frozen=True, slots=True)
class Notice:
    """What is said of some rounds."""

    rounds: str
    """Their numbers."""
    many: int
    state: str
    until: dt.datetime | None
    is_on: bool
    """Whether protests are received of them."""


def notices(rounds: Iterable[tuple[Round, ProtestTime]]) -> list[Notice]:
    """Return what is to be said of the rounds in which he has something to look at."""
    alike: dict[tuple[str, ProtestTime], list[int]] = {}
    for round_, time in rounds:
        if time.is_on or time.until:
            alike.setdefault((round_.state, time), []).append(round_.number)
    return [
        Notice(in_runs(numbers), len(numbers), state, time.until, time.is_on)
        for (state, time), numbers in alike.items()
    ]
