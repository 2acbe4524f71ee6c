"""What is said of a paper sheet that was scanned, in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.refusal import Refusal
from tournaments.models import Round, Table
from tournaments.review.domain.sheets_in import NotThisSheetError, TakenIn
from tournaments.review.queries.sheets_in import PapersIn
from tournaments.words.figures import clock


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
    since = clock(at) if at else ""
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


def refused(refusal: Refusal) -> Answer:
    """Say why the sheet is not one that is waited for."""
    if isinstance(refusal, NotThisSheetError):
        return Answer(
            str(refusal),
            is_good=False,
            all_the_same=refusal.all_the_same,
            elsewhere=refusal.elsewhere,
        )
    return Answer(str(refusal), is_good=False)
