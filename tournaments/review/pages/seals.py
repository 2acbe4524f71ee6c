"""What a seal that somebody typed from a paper says, in words."""

from dataclasses import dataclass
from uuid import UUID

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.refusal import Refusal
from tournaments.book.proving.seals import State, elsewhere, state_of
from tournaments.models import Event, Revision, Seal
from tournaments.words.figures import day


@dataclass(frozen=True, slots=True)
class Answer:
    """What a director is told of a printed seal."""

    says: str
    since: str = ""
    """How much was done later."""
    is_good: bool = True
    table: UUID | None = None
    """Where the last deed before the print was done."""
    other: Event | None = None
    """The event that it is a seal of."""


def answer(event: Event, code: str) -> Answer:
    """Return what ``code`` says about ``event``."""
    try:
        state = state_of(event, code)
        other = None if state else elsewhere(event, code)
    except Refusal as refusal:
        return Answer(str(refusal), is_good=False)
    if state:
        return _known(state)
    if other:
        says = _("This is a seal of another event: %(event)s.") % {"event": other.name}
        return Answer(says, is_good=False, other=other)
    says = _(
        "This seal belongs to no state of this event. The paper is of another program or copy of "
        "it, or what it shows was changed behind the program’s back."
    )
    return Answer(says, is_good=False)


def _known(state: State) -> Answer:
    local = timezone.localtime(state.at)
    words = {"day": day(local.date()), "time": time_format(local, "H:i"), "after": _after(state)}
    if not state.since:
        since = _("No result has been entered, decided or corrected since.")
    else:
        since = ngettext(
            "%(number)s thing has been entered, decided or corrected since.",
            "%(number)s things have been entered, decided or corrected since.",
            state.since,
        ) % {"number": state.since}
    if state.reworded:
        since += " " + _("Somebody was forgotten since: reasons do not name them any more.")
    return Answer(
        _("The paper shows the event as it stood on %(day)s at %(time)s, %(after)s.") % words,
        since=since,
        table=state.deed.table_id if state.deed else None,
    )


def _after(state: State) -> str:
    deed = state.deed
    if deed is None and state.kind == Seal.Kind.REWORDED:
        return _("after somebody was forgotten")
    if deed is None:
        return _("after a round was released, or its seats or rules were corrected")
    words = {"round": deed.table.round.number, "table": deed.table.number, "deal": deed.deal}
    if isinstance(deed, Revision):
        if deed.number > 1:
            says = _("after deal %(deal)s at table %(table)s of round %(round)s was changed")
        else:
            says = _("after deal %(deal)s at table %(table)s of round %(round)s was entered")
    elif state.kind == Seal.Kind.WITHDRAWN:
        says = _("after a decision at table %(table)s of round %(round)s was withdrawn")
    else:
        says = _("after a decision at table %(table)s of round %(round)s")
    return says % words
