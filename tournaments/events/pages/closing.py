"""What is said of rounds all of whose deals are in, and that are still to be closed."""

import datetime as dt
from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.review.queries.rounds import RoundState
from tournaments.words.figures import clock


def listed(numbers: Sequence[str]) -> str:
    """Return numbers as they stand in a sentence."""
    return str(get_text_list([*numbers], _("and")))


def of_open(open_: Sequence[RoundState]) -> str:
    """Return which rounds are still to be closed, and until when the first waits."""
    first, numbers = open_[0], [str(round_.number) for round_ in open_]
    if first.protests_until is None:
        says = ngettext(
            "Every deal is in. The standings are final when round %(rounds)s is closed.",
            "Every deal is in. The standings are final when rounds %(rounds)s are closed.",
            len(open_),
        )
        return says % {"rounds": listed(numbers)}
    waits = _of_provisional(first.number, first.protests_until)
    return " ".join([waits, *_others(numbers[1:])])


def _of_provisional(number: int, until: dt.datetime) -> str:
    """Return how it is with a round that waits for protests."""
    if until <= timezone.now():
        says = _("The time for protests is over. Close round %(round)d.")
        return says % {"round": number}
    time = clock(until)
    says = _("Every deal is in. Round %(round)d is provisional until %(time)s, and not closed yet.")
    return says % {"round": number, "time": time}


def _others(numbers: Sequence[str]) -> Iterable[str]:
    if numbers:
        yield ngettext(
            "Round %(rounds)s is not closed either.",
            "Rounds %(rounds)s are not closed either.",
            len(numbers),
        ) % {"rounds": listed(numbers)}
