"""The paper sheets that have come into the director's hand, whether or not they are entered yet."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.book.activity import note_at
from tournaments.models import Event, Round, Table
from tournaments.review.domain.sheet_ids import SheetId, of_event
from tournaments.review.reasons import ReviewReason


class NotThisSheetError(Refusal):
    """The sheet is not one that is waited for, but another that is known."""

    def __init__(
        self,
        reason: ReviewReason,
        /,
        *,
        elsewhere: Round | None = None,
        all_the_same: Table | None = None,
        **facts: object,
    ) -> None:
        """Refuse for ``reason``."""
        super().__init__(reason, **facts)
        self.elsewhere = elsewhere
        """The round that it is a sheet of, with its event."""
        self.all_the_same = all_the_same
        """The table whose sheet it may be although its seats have changed."""


@dataclass(frozen=True, slots=True)
class TakenIn:
    """That a sheet is in hand."""

    table: Table
    again: bool
    """It was before."""


def find(round_: Round, text: str) -> Table:
    """Return the table of ``round_`` whose sheet says ``text``: its id, or the address with it.

    ``round_`` comes with its event. Raises Refusal for what is no id, and NotThisSheetError.
    """
    sheet = SheetId.read(text)
    if sheet.event != of_event(round_.event_id):
        raise _of_another_event(_elsewhere(round_.event, sheet))
    found = [table for table in _tables(round_.event, sheet) if sheet.is_of(table)]
    for table in found:
        if table.round_id == round_.pk:
            return table
    if found:
        its = found[0].round
        raise NotThisSheetError(
            ReviewReason.OTHER_ROUND,
            elsewhere=its,
            its=its.number,
            table=found[0].number,
            here=round_.number,
        )
    raise _withdrawn(round_, sheet)


def _of_another_event(table: Table | None) -> Refusal:
    if table is None:
        return Refusal(ReviewReason.UNKNOWN_EVENT)
    its = table.round
    return NotThisSheetError(
        ReviewReason.OTHER_EVENT,
        elsewhere=its,
        event=its.event.name,
        round=its.number,
        table=table.number,
    )


def _withdrawn(round_: Round, sheet: SheetId) -> Refusal:
    """Return the refusal of a sheet that was printed for other seats than those of today."""
    table = next(iter(_tables(round_.event, sheet)), None)
    if table is None:
        return Refusal(ReviewReason.NO_SUCH_TABLE, round=sheet.round, table=sheet.table)
    seats = sorted(table.seats.all(), key=lambda seat: seat.seat)
    names = ", ".join(seat.sits for seat in seats)
    here = table if table.round_id == round_.pk else None
    return NotThisSheetError(
        ReviewReason.WITHDRAWN,
        all_the_same=here,
        round=sheet.round,
        table=sheet.table,
        names=names,
    )


def round_of(clubs: Sequence[Club], text: str) -> Round | None:
    """Return the round of these clubs that the sheet with ``text`` was printed for, if it stands.

    Few events have the same number; among them it is the one that has just this sheet.
    """
    try:
        sheet = SheetId.read(text)
    except Refusal:
        return None
    own = Event.objects.filter(club__in=clubs).values_list("pk", flat=True)
    events = [pk for pk in own if of_event(pk) == sheet.event]
    rounds = Round.objects.filter(event__in=events, number=sheet.round, state__in=Round.SHOWN)
    found = list(rounds.select_related("event"))
    if len(found) > 1:
        found.sort(key=lambda round_: not _has(round_, sheet))
    return found[0] if found else None


def _has(round_: Round, sheet: SheetId) -> bool:
    return any(sheet.is_of(table) for table in _tables(round_.event, sheet))


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
                if sheet.is_of(table):
                    return table
    return None


@transaction.atomic
def take_in(*, table: Table, actor: str) -> TakenIn:
    """Write down that the paper sheet of ``table`` is in hand; who was first is kept.

    ``table`` comes with its round and event.
    """
    # In one statement on the row alone: PostgreSQL asks a joined round before it waits, not after.
    out = Table.every.filter(pk=table.pk, paper_at=None)
    if not out.update(paper_at=timezone.now(), paper_by=actor):
        return TakenIn(table, again=True)
    note_at(table, "paper.in", actor)
    return TakenIn(table, again=False)


@transaction.atomic
def take_out(*, table: Table, actor: str) -> bool:
    """Take that back; return whether the sheet was in hand."""
    held = Table.every.filter(pk=table.pk, paper_at__isnull=False)
    if not held.update(paper_at=None, paper_by=""):
        return False
    note_at(table, "paper.out", actor)
    return True
