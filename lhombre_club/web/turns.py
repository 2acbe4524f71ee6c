"""Who has had a turn, and how long ago: who asks now and then comes before who asks all the time.

Who is new is first in every second turn and last in the others, so that ever new ones leave half of
the turns to those who are not.
"""

from typing import Final

REMEMBERED: Final = 4096
"""Of so many it is known."""


class Turns:
    """The turns of those who ask, by a name of each."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._last: dict[str, int] = {}
        """Which turn each had last, the oldest first."""
        self._had: dict[str, int] = {}
        """How many each of these has had."""
        self._turn = 0

    @property
    def is_for_new(self) -> bool:
        """Whether the next turn is for who is new."""
        return self._turn % 2 == 1

    def had(self, who: str) -> int:
        """Return how many turns somebody has had, as far as it is remembered."""
        return self._had.get(who, 0)

    def rank(self, who: str, *, is_for_new: bool) -> int:
        """Return a number that is the least for whoever is next."""
        return self._last.get(who, -1 if is_for_new else self._turn)

    def note(self, who: str) -> None:
        """Note that somebody has his turn now."""
        self._last.pop(who, None)
        self._last[who] = self._turn
        self._had[who] = self.had(who) + 1
        self._turn += 1
        if len(self._last) > REMEMBERED:
            oldest = next(iter(self._last))
            del self._last[oldest], self._had[oldest]
