"""What is said of a paper sheet that was scanned, in words."""

from dataclasses import dataclass

from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.domain.codes import MistypedError
from tournaments.domain.papers_in import (
    NotThisSheetError,
    OtherEventError,
    OtherRoundError,
    TakenIn,
    WithdrawnError,
)
from tournaments.domain.queries.papers_in import PapersIn
from tournaments.domain.sheet_ids import LONGEST_TYPED
from tournaments.models import Round, Table

REFUSALS = (MistypedError, NotThisSheetError)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a director is told, at once and in one place."""

    says: str
    is_good: bool
    undo: Table | None = None
    """The table whose sheet can be taken out again."""
    all_the_same: Table | None = None
    """The table whose sheet it may be although its seats have changed."""
    elsewhere: Round | None = None
    """The round that it is a sheet of."""


def taken(made: TakenIn, now: PapersIn) -> Answer:
    """Say which sheet came in, and how many are missing."""
    number = made.table.number
    left = _left(now)
    if not made.again:
        says = _("Table %(number)s: the sheet is in.") % {"number": number}
        return Answer(f"{says} {left}", is_good=True, undo=made.table)
    at = next(each.at for each in now.sheets if each.table.id == made.table.pk)
    since = time_format(timezone.localtime(at), "H:i") if at else ""
    words = {"number": number, "time": since}
    says = _("Table %(number)s: the sheet has been in since %(time)s.") % words
    return Answer(f"{says} {left}", is_good=True)


def taken_out(table: Table, now: PapersIn) -> Answer:
    """Say that a sheet counts as missing again."""
    says = _("Table %(number)s: the sheet is out again.") % {"number": table.number}
    return Answer(f"{says} {_left(now)}", is_good=True)


def _left(now: PapersIn) -> str:
    missing = len(now.missing)
    if not missing:
        return _("All sheets are in.")
    says = ngettext("%(number)s sheet is missing.", "%(number)s sheets are missing.", missing)
    return says % {"number": missing}


def refused(error: Exception, text: str, round_: Round) -> Answer:
    """Say why the sheet is not one that is waited for in ``round_``."""
    if isinstance(error, WithdrawnError):
        return _withdrawn(error, round_)
    if isinstance(error, OtherRoundError):
        words = {
            "its": error.table.round.number,
            "table": error.table.number,
            "here": round_.number,
        }
        says = _("This is the sheet of round %(its)s, table %(table)s. Here is round %(here)s.")
        return Answer(says % words, is_good=False, elsewhere=error.table.round)
    if isinstance(error, OtherEventError):
        return _other_event(error)
    if len(text) > LONGEST_TYPED:
        return Answer(_("This code is not that of a score sheet."), is_good=False)
    says = _(
        "No sheet has the id “%(text)s”: a letter is wrong or missing. "
        "The letters I, O and U and the digits 0 and 1 are never in it."
    )
    return Answer(says % {"text": text}, is_good=False)


def _withdrawn(error: WithdrawnError, round_: Round) -> Answer:
    words: dict[str, object] = {"round": error.sheet.round, "table": error.sheet.table}
    if error.table is None:
        says = _(
            "This sheet belongs to a plan that was withdrawn: "
            "there is no table %(table)s in round %(round)s now."
        )
        return Answer(says % words, is_good=False)
    seats = sorted(error.table.seats.all(), key=lambda seat: seat.seat)
    words["names"] = ", ".join(seat.participant.name for seat in seats)
    says = _(
        "This sheet belongs to a plan that was withdrawn. "
        "At table %(table)s of round %(round)s now sit: %(names)s."
    )
    here = error.table if error.table.round_id == round_.pk else None
    return Answer(says % words, is_good=False, all_the_same=here)


def _other_event(error: OtherEventError) -> Answer:
    if error.table is None:
        return Answer(_("This sheet belongs to another event."), is_good=False)
    words = {
        "event": error.table.round.event.name,
        "round": error.table.round.number,
        "table": error.table.number,
    }
    says = _("This sheet belongs to another event: %(event)s, round %(round)s, table %(table)s.")
    return Answer(says % words, is_good=False, elsewhere=error.table.round)
