"""A player's deals, ten and ten, each ten with what it came to; or only some of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.models import Protest
from tournaments.sheets.explaining import OwnStep
from tournaments.sheets.queries import BLOCK
from tournaments.words.figures import signed

Line: TypeAlias = tuple[OwnStep, Protest | None]


class Only(StrEnum):
    """Which of his deals are shown."""

    ALL = ""
    GAMES = "games"
    LOSSES = "losses"

    @classmethod
    def read(cls, asked: str | None) -> "Only":
        """Return what an address asks for; all of them where it is nothing known."""
        return cls(asked) if asked in set(cls) else cls.ALL


NAMES: Final[dict[Only, Promise]] = {
    Only.ALL: gettext_lazy("All deals"),
    Only.GAMES: gettext_lazy("Own games"),
    Only.LOSSES: gettext_lazy("Losses"),
}
WANTED: Final[dict[Only, Callable[[OwnStep], bool]]] = {
    Only.ALL: lambda _step: True,
    Only.GAMES: lambda step: step.game is not None,
    Only.LOSSES: lambda step: step.points < 0,
}


@dataclass(frozen=True, slots=True)
class Fold:
    """Some lines of a round, and what they came to together."""

    title: str
    """Empty where all lines of the round are one."""
    lines: tuple[Line, ...]
    sum: int
    """Points."""
    stands: str
    """What he had won in the round after them, in points; empty where lines between are left out.
    """
    is_open: bool
    """Something in it waits for whoever looks."""

    @property
    def points(self) -> str:
        """The sum as it is written."""
        return signed(self.sum)


def folds(lines: Sequence[Line], deals: int) -> list[Fold]:
    """Return the lines of a round by tens of its deals; what was decided beside them stands last.

    The sums add up to what the round came to. What the sheet begins with is with the first ten.
    A round of ten deals or fewer is one fold without a title.
    """
    if not lines:
        return []
    if deals <= BLOCK or not any(step.of_deal for step, _protest in lines):
        return [_fold("", lines, 0)]
    found: list[Fold] = []
    has = 0
    for title, some in _parts(lines, deals):
        if some:
            found.append(_fold(title, some, has))
            has += found[-1].sum
    return found


def only(lines: Sequence[Line], which: Only) -> list[Fold]:
    """Return only some lines of a round, as one fold."""
    some = tuple(line for line in lines if WANTED[which](line[0]))
    if not some:
        return []
    return [Fold("", some, sum(step.points for step, _protest in some), "", is_open=True)]


def counted(steps: Iterable[OwnStep], which: Only) -> int:
    """Return how many deals are shown so; an ante or a penalty is none."""
    return sum(step.of_deal and WANTED[which](step) for step in steps)


def _parts(lines: Sequence[Line], deals: int) -> Iterator[tuple[str, Sequence[Line]]]:
    """Yield the tens with their titles, and what was decided beside the deals."""
    numbers = [int(step.number) for step, _protest in lines if step.of_deal]
    begin = next(at for at, (step, _protest) in enumerate(lines) if step.of_deal)
    end = begin + len(numbers)
    played = list(zip(numbers, lines[begin:end], strict=True))
    for first in range(1, deals + 1, BLOCK):
        last = min(first + BLOCK - 1, deals)
        some = [line for number, line in played if first <= number <= last]
        title = _("Deals %(first)d–%(last)d") % {"first": first, "last": last}
        yield title, [*lines[:begin], *some] if first == 1 else some
    yield _("Beside the deals"), lines[end:]


def _fold(title: str, lines: Sequence[Line], had: int) -> Fold:
    came_to = sum(step.points for step, _protest in lines)
    waits = any(protest for _step, protest in lines)
    return Fold(title, tuple(lines), came_to, signed(had + came_to), waits)
