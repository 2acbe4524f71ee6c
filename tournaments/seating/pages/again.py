"""What a deed would throw away, in words; asked about before it is done.

These are the swaps made by hand, and what the room has seen of rounds that are released.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Event
from tournaments.seating.domain.again import (
    HandSwap,
    can_undo,
    lost_swaps,
    put_back,
    shown_rounds,
)
from tournaments.seating.domain.evening import EveningField, read
from tournaments.seating.domain.options import FILLED
from tournaments.seating.pages.released import drafts_again, gone

FEWER: Final = "fewer"
"""The deed of planning fewer rounds."""
UNDO: Final = "undo"
"""The deed of taking the last draw back."""


@dataclass(frozen=True, slots=True)
class Lost:
    """What is lost by a deed; ``lhombre_club.web.shown_first`` knows it again."""

    deed: str
    swaps: tuple[HandSwap, ...]
    says: tuple[str, ...]
    """A line for each swap."""
    shown: tuple[int, ...]
    """The released rounds that the room has to see anew."""
    released: tuple[str, ...]
    """A sentence for each of them."""

    def __bool__(self) -> bool:
        """Whether there is anything to ask about."""
        return bool(self.swaps or self.shown)

    @property
    def can_stay(self) -> bool:
        """Whether it stays where the tables are locked."""
        return self.deed not in {FEWER, UNDO}

    @property
    def can_undo(self) -> bool:
        """Whether the deed can be taken back."""
        return self.deed not in {FEWER, UNDO, FILLED}

    def asked(self) -> object:
        """Return the deed, the swaps and the rounds, as JSON."""
        swaps = [[swap.round, swap.one, swap.other] for swap in self.swaps]
        return [self.deed, swaps, self.shown]


def lost_by(event: Event, deed: str, first: int = 1) -> Lost:
    """Return what is lost when all that is open from a round on is seated otherwise, or goes."""
    field = read(event)
    swaps = lost_swaps(field, first)
    shown = shown_rounds(field, first)
    if deed == UNDO:
        shown = [one for one in shown if one.number in put_back(event)]
    says = gone(event, shown) if deed == FEWER else drafts_again(event, shown)
    numbers = tuple(one.number for one in shown)
    return Lost(deed, tuple(swaps), tuple(_lines(field, swaps)), numbers, tuple(says))


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


def undone(event: Event) -> str:
    """Return what to say once the last draw is taken back; ask before it is.

    A round that had been released is not shown to the room by that: its sheets lead to tables
    that are no more.
    """
    now = {one.number for one in shown_rounds(read(event))}
    before = put_back(event)
    drafts = sorted(
        number for number, was in before.items() if was.get("released") or number in now
    )
    if not drafts:
        return _("The last draw is taken back. This is the plan as it was.")
    return ngettext(
        "The last draw is taken back. This is the plan as it was, but round %(rounds)s, which had "
        "been released, is a draft: release it anew, and print its sheets anew.",
        "The last draw is taken back. This is the plan as it was, but rounds %(rounds)s, which "
        "had been released, are drafts: release them anew, and print their sheets anew.",
        len(drafts),
    ) % {"rounds": ", ".join(map(str, drafts))}


def _lines(field: EveningField, swaps: Iterable[HandSwap]) -> Iterable[str]:
    names = {one.number: one.name for one in field.participants}
    for swap in swaps:
        words = {"number": swap.round, "one": names[swap.one], "other": names[swap.other]}
        yield _("round %(number)d, %(one)s and %(other)s") % words
