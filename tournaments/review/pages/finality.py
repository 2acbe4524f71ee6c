"""Whether the standings may still change, in a few words."""

from collections.abc import Sequence
from typing import Final

from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.models import Event
from tournaments.review.queries.rounds import RoundState, is_final

BROKEN_OFF: Final = gettext_lazy("the evening was broken off")


def how_final(event: Event, plan: Sequence[RoundState]) -> str:
    """Return how final the standings of an event are whose rounds are ``plan``.

    Of an evening that was broken off it is said, and no round of it is being played.
    """
    if event.abandoned:
        shown = [round_ for round_ in plan if round_.is_released]
        final = is_final(event, plan)
        says = _("final") if final else _until_closed(shown) or _("provisional")
        return f"{says}, {BROKEN_OFF}"
    if is_final(event, plan):
        return _("final")
    over = plan and all(round_.is_released and round_.is_over for round_ in plan)
    if over and (until := _until_closed(plan)):
        return until
    shown = [round_ for round_ in plan if round_.is_released]
    waits = next((round_.number for round_ in shown if not round_.entered), len(plan) + 1)
    return _so_far([round_ for round_ in shown if round_.entered], waits)


def _until_closed(plan: Sequence[RoundState]) -> str:
    """Return which of these rounds are still to be closed; empty where none is."""
    open_ = [str(round_.number) for round_ in plan if not round_.is_final]
    if not open_:
        return ""
    return ngettext(
        "provisional until round %(rounds)s is closed",
        "provisional until rounds %(rounds)s are closed",
        len(open_),
    ) % {"rounds": get_text_list(open_, _("and"))}


def _so_far(begun: Sequence[RoundState], waits: int) -> str:
    """Return how far they go; ``begun`` are the rounds of which anything is entered.

    ``waits`` is the number of the first of which nothing is.
    """
    playing = next((round_ for round_ in begun if not round_.is_over), None)
    if playing is not None and playing.number > waits:
        return _("provisional")  # a stray deal of it: an earlier one is still to be played
    if playing is not None:
        return _("provisional: round %(round)d is being played") % {"round": playing.number}
    if begun:
        return _("provisional after round %(round)d") % {"round": begun[-1].number}
    return _("provisional")
