"""Swaps made by hand that a deed would throw away, in words; asked about before it is done."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from tournaments.models import Event
from tournaments.seating.domain.again import HandSwap, can_undo, lost_swaps
from tournaments.seating.domain.evening import EveningField, read

FEWER: Final = "fewer"
"""The deed of planning fewer rounds."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What is lost by a deed; ``corrections.pages.shown_first`` knows it again."""

    deed: str
    swaps: tuple[HandSwap, ...]
    says: tuple[str, ...]
    """A line for each swap."""

    @property
    def can_stay(self) -> bool:
        """Whether it stays where the tables are locked, and can be taken back."""
        return self.deed != FEWER

    def asked(self) -> object:
        """Return the deed and the swaps, as JSON."""
        return [self.deed, [[swap.round, swap.one, swap.other] for swap in self.swaps]]


def lost_by(event: Event, deed: str, first: int = 1) -> Lost:
    """Return what is lost when all that is open from a round on is seated otherwise, or goes."""
    field = read(event)
    swaps = lost_swaps(field, first)
    return Lost(deed, tuple(swaps), tuple(_lines(field, swaps)))


def lost_from(event: Event, first: int) -> list[str]:
    """Return a sentence about the swaps that are lost when the rest is drawn from a round on."""
    field = read(event)
    lines = list(_lines(field, lost_swaps(field, first)))
    if not lines:
        return []
    return [_("Swaps made by hand that are lost: %(swaps)s.") % {"swaps": "; ".join(lines)}]


def undoes(event: Event) -> bool:
    """Return whether the last draw can be taken back."""
    return bool(event.since_draw.get("before")) and can_undo(read(event))


def _lines(field: EveningField, swaps: Iterable[HandSwap]) -> Iterable[str]:
    names = {one.number: one.name for one in field.participants}
    for swap in swaps:
        words = {"number": swap.round, "one": names[swap.one], "other": names[swap.other]}
        yield _("round %(number)d, %(one)s and %(other)s") % words
