"""The paper sheets that have come into the director's hand, whether or not they are entered yet."""

from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from lhombre_club.members.models import Club
from tournaments.domain.activity import note, raise_version
from tournaments.domain.codes import MistypedError
from tournaments.domain.sheet_ids import SheetId, of_event
from tournaments.models import Event, Round, Table


class NotThisSheetError(Exception):
    """The sheet is not one that is waited for. Nothing was stored."""


class OtherRoundError(NotThisSheetError):
    """It is a sheet of another round of the event."""

    def __init__(self, table: Table) -> None:
        super().__init__(str(table))
        self.table = table
        """With its round."""


class WithdrawnError(NotThisSheetError):
    """It was printed for other seats than those of today."""

    def __init__(self, sheet: SheetId, table: Table | None) -> None:
        super().__init__(str(sheet))
        self.sheet = sheet
        self.table = table
        """The table that has this number now; None if there is none."""


class OtherEventError(NotThisSheetError):
    """It is a sheet of another event."""

    def __init__(self, table: Table | None) -> None:
        super().__init__(str(table))
        self.table = table
        """With round and event; None if it is of no event of the club as it is now."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """That a sheet is in hand."""

    table: Table
    again: bool
    """It was before."""


def find(round_: Round, text: str) -> Table:
    """Return the table of ``round_`` whose sheet says ``text``: its id, or the address with it.

    ``round_`` comes with its event. Raises MistypedError, OtherRoundError, WithdrawnError and
    OtherEventError.
    """
    sheet = SheetId.read(text)
    if sheet.event != of_event(round_.event_id):
        raise OtherEventError(_elsewhere(round_.event, sheet))
    found = [table for table in _tables(round_.event, sheet) if SheetId.of(table) == sheet]
    for table in found:
        if table.round_id == round_.pk:
            return table
    if found:
        raise OtherRoundError(found[0])
    raise WithdrawnError(sheet, next(iter(_tables(round_.event, sheet)), None))


def round_of(club: Club, text: str) -> Round | None:
    """Return the round of the club's that the sheet with ``text`` was printed for, if it stands."""
    try:
        sheet = SheetId.read(text)
    except MistypedError:
        return None
    for pk in Event.objects.filter(club=club).values_list("pk", flat=True):
        if sheet.event == of_event(pk):
            rounds = Round.objects.filter(event=pk, number=sheet.round, state__in=Round.SHOWN)
            return rounds.first()
    return None


def _tables(event: Event, sheet: SheetId) -> list[Table]:
    """Return the tables with the numbers that ``sheet`` says."""
    tables = Table.objects.filter(round__event=event, number=sheet.table)
    tables = tables.filter(round__number=sheet.round, round__state__in=Round.SHOWN)
    return list(tables.select_related("round__event").prefetch_related("seats__participant"))


def _elsewhere(event: Event, sheet: SheetId) -> Table | None:
    others = Event.objects.filter(club=event.club_id).exclude(pk=event.pk)
    for other in others:
        if sheet.event == of_event(other.pk):
            for table in _tables(other, sheet):
                if SheetId.of(table) == sheet:
                    return table
    return None


@transaction.atomic
def take_in(*, table: Table, actor: str) -> TakenIn:
    """Write down that the paper sheet of ``table`` is in hand; who was first is kept.

    ``table`` comes with its round and event.
    """
    out = Table.objects.filter(pk=table.pk, paper_at=None)
    if not out.update(paper_at=timezone.now(), paper_by=actor):
        return TakenIn(table, again=True)
    _told(table, "paper.in", actor)
    return TakenIn(table, again=False)


@transaction.atomic
def take_out(*, table: Table, actor: str) -> bool:
    """Take that back; return whether the sheet was in hand."""
    held = Table.objects.filter(pk=table.pk, paper_at__isnull=False)
    if not held.update(paper_at=None, paper_by=""):
        return False
    _told(table, "paper.out", actor)
    return True


def _told(table: Table, verb: str, actor: str) -> None:
    subject = f"{table.round.number}/{table.number}"
    note(event=table.round.event, verb=verb, actor=actor, subject=subject)
    raise_version(table.round.event_id)
