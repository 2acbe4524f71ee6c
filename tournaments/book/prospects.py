"""What a change would leave, worked out from what was read, before anything is written.

A preview shows a prospect and a correction carries one out, so that the two cannot disagree.
"""

import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias, assert_never
from uuid import UUID

from django.db.models import QuerySet

from lhombre_club.refusal import Refusal
from scoring.domain import Account
from tournaments.book.accounts import DealLine, Frame, account_of, current, settled
from tournaments.book.changes import Change, LineRefusal, LinesRefusedError, Rules
from tournaments.book.reasons import BookReason, CorrectionReason
from tournaments.book.results import (
    NewResult,
    RefusedError,
    judged,
)
from tournaments.models import Correction, Event, Names, Revision, Round, Seat, Table

Moves: TypeAlias = Sequence[tuple[Seat, Seat]]
"""Chairs, each with the chair of whoever should have sat on it."""


@dataclass(frozen=True, slots=True)
class Book:
    """One table's sheet and account, as they stand or as they would."""

    table: Table
    """With its round and event, seats and entries."""
    frame: Frame
    counting: Mapping[int, Revision]
    """The version of each deal that counts; one that is not stored yet among them."""
    lines: tuple[DealLine, ...]
    account: Account

    @property
    def names(self) -> Names:
        """Who sits there, by seat."""
        return Names(seat.sitter for seat in self.table.seats.all())

    def with_(self, revisions: Iterable[Revision]) -> "Book":
        """Return the book as it would be with these versions."""
        counting = {**self.counting, **{each.deal: each for each in revisions}}
        return book_of(self.table, counting)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prospect:
    """What would stand, and what would be written."""

    kind: Correction.Kind
    event: Event
    """As it would be."""
    before: Mapping[str, Any] = field(default_factory=dict)
    """What an undo needs of what stood, beside the revisions."""
    revisions: tuple[Revision, ...] = ()
    """Not stored yet."""
    seats: tuple[Seat, ...] = ()
    """Those that somebody else would sit on, with their new participants."""
    books: tuple[tuple[Book, Book], ...] = ()
    """The accounts that may change, before and after."""


def read_books(event: Event, only: Iterable[UUID] | None = None) -> dict[UUID, Book]:
    """Return the books of the event's tables, or of some of them, in the order of the tables."""
    tables = tables_of(event, only).select_related("round")
    found: dict[UUID, Book] = {}
    for table in tables.prefetch_related("seats__participant", "revisions", "entries"):
        table.round.event = event
        found[table.pk] = book_of(table, current(table.revisions.all()))
    return found


def tables_of(event: Event, only: Iterable[UUID] | None = None) -> QuerySet[Table]:
    """Return the event's tables, or some of them, in the order in which they are locked."""
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    return tables if only is None else tables.filter(pk__in=list(only))


def book_of(table: Table, counting: Mapping[int, Revision]) -> Book:
    """Return the book of a table of which these versions count.

    Raises ``rules.RefusedError`` if one of them is no result under the event's rules.
    """
    frame = Frame.of(table, players=len(table.seats.all()))
    lines = settled(frame, counting)
    account = account_of(frame, lines, table.entries.all())
    return Book(table, frame, counting, lines, account)


def of_changes(
    event: Event,
    books: Mapping[UUID, Book],
    changes: Sequence[Change],
) -> Prospect:
    """Return what ``changes`` would leave at tables whose rounds have been shown.

    Raises Refusal where nothing changes, and LinesRefusedError with every line that is stale or
    refused.
    """
    if not changes:
        raise Refusal(CorrectionReason.NOTHING_CHANGES)
    made: dict[UUID, dict[int, Revision]] = {}
    refused: list[LineRefusal] = []
    for change in changes:
        try:
            book = _open_book(books, change)
            here = made.setdefault(book.table.pk, {})
            here[change.deal] = _line(book, change, {**book.counting, **here})
        except Refusal as error:
            refused.append(LineRefusal(change.table, change.deal, error))
    if refused:
        raise LinesRefusedError(refused)
    return Prospect(
        kind=Correction.Kind.DEALS,
        event=event,
        revisions=tuple(each for here in made.values() for each in here.values()),
        books=tuple(
            (book, book.with_(made[key].values())) for key, book in books.items() if key in made
        ),
    )


def _open_book(books: Mapping[UUID, Book], change: Change) -> Book:
    book = books.get(change.table.pk)
    if book is None or book.table.round.state not in Round.SHOWN:
        raise Refusal(CorrectionReason.LINE_NOT_OPEN)
    return book


def _line(book: Book, change: Change, counting: Mapping[int, Revision]) -> Revision:
    """Return the next version of one deal, not stored yet."""
    standing = counting.get(change.deal)
    entry = NewResult(id=uuid.uuid4(), deal=change.deal, base=change.base, record=change.record)
    if not 1 <= change.deal <= book.frame.deals:
        raise Refusal(BookReason.NO_SUCH_DEAL, field="deal", deals=book.frame.deals)
    if change.base != (standing.number if standing else 0):
        raise Refusal(CorrectionReason.STALE_LINE)
    return Revision(
        id=entry.id,
        table=book.table,
        deal=change.deal,
        number=change.base + 1,
        record=judged(book.frame, entry, book.names),
        digest=entry.digest(book.table.pk),
        ruling=change.ruling,
    )


def of_seats(event: Event, moves: Moves) -> Prospect:
    """Return what would stand if those on chairs of a round had sat on each other's.

    Results and penalties stay with the chair, so that the points move to whom they belong.
    Raises Refusal, also where the round was not released or somebody else sits there by now.
    """
    chairs, sitters = ({seat.pk: seat for seat in side} for side in zip(*moves, strict=True))
    rounds = {seat.round_id for seat in (*chairs.values(), *sitters.values())}
    once = len(chairs) == len(moves) and chairs.keys() == sitters.keys()
    if not once or len(rounds) > 1 or any(chair.pk == sitter.pk for chair, sitter in moves):
        raise Refusal(CorrectionReason.NOT_ONE_ROUND)
    seats = {seat.pk: seat for seat in read_seats(chairs)}
    if any(seat.round.event_id != event.pk for seat in seats.values()):
        raise Refusal(CorrectionReason.NOT_ONE_ROUND)
    if {key: seat.participant_id for key, seat in seats.items()} != {
        key: seat.participant_id for key, seat in chairs.items()
    }:
        raise Refusal(CorrectionReason.OTHERS_SIT_THERE)
    if any(seat.round.state not in Round.SHOWN for seat in seats.values()):
        raise Refusal(CorrectionReason.SEATS_NOT_OPEN)
    taken = [_on(seats[chair.pk], seats[sitter.pk]) for chair, sitter in moves]
    return _reseated(event, seats.values(), taken)


def read_seats(seats: Iterable[UUID]) -> list[Seat]:
    """Return chairs as they are now, in a fixed order."""
    found = Seat.objects.filter(pk__in=list(seats)).order_by("pk")
    return list(found.select_related("table", "round", "participant", "substitute"))


def _reseated(event: Event, were: Iterable[Seat], are: Sequence[Seat]) -> Prospect:
    return Prospect(
        kind=Correction.Kind.SEATS,
        event=event,
        before={"was": _sitting(were), "is": _sitting(are)},
        seats=tuple(are),
    )


def _on(chair: Seat, sitter: Seat) -> Seat:
    """Return ``chair`` with who sits on ``sitter``."""
    seat = copy(chair)
    seat.participant = sitter.participant
    seat.substitute = sitter.substitute
    seat.substitute_name = sitter.substitute_name
    seat.substitute_from = sitter.substitute_from
    return seat


def _sitting(seats: Iterable[Seat]) -> dict[str, list[str]]:
    """Return who sits where, for a correction to keep."""
    return {
        str(seat.pk): [
            str(seat.participant_id),
            str(seat.substitute_id or ""),
            seat.substitute_name,
        ]
        for seat in seats
    }


def of_rules(event: Event, books: Mapping[UUID, Book], rules: Rules) -> Prospect:
    """Return what would stand if the event had been played under ``rules``.

    Raises Refusal where they do not go together, and LinesRefusedError with every deal that they
    refuse.
    """
    rules.check()
    after = copy(event)
    rules.put_on(after)
    counted = [book for book in books.values() if book.account.dues()]
    if refused := [refusal for book in counted for refusal in _refusals(book, after)]:
        raise LinesRefusedError(refused)
    return Prospect(
        kind=Correction.Kind.RULES,
        event=after,
        before={"was": Rules.of(event).to_json(), "is": rules.to_json()},
        books=tuple((book, book_of(_under(book, after), book.counting)) for book in counted),
    )


def _under(book: Book, event: Event) -> Table:
    """Return the table as if it were one of ``event``, which differs in its rules."""
    table = copy(book.table)
    table.round = copy(book.table.round)
    table.round.event = event
    return table


def _refusals(book: Book, event: Event) -> Iterator[LineRefusal]:
    """Say which deals of the table the rules of ``event`` refuse."""
    frame = Frame.of(_under(book, event), players=book.frame.players)
    for deal, standing in sorted(book.counting.items()):
        entry = NewResult(id=standing.pk, deal=deal, base=standing.number, record=standing.record)
        try:
            judged(frame, entry, book.names)
        except RefusedError as error:
            yield LineRefusal(book.table, deal, error, anywhere=True)


def touched(correction: Correction) -> list[UUID] | None:
    """Return the tables that undoing ``correction`` may settle again; None: all of them."""
    if correction.kind == Correction.Kind.RULES:
        return None
    own = correction.revisions.order_by("table").values_list("table", flat=True)
    return list(own.distinct())


def of_undo(event: Event, books: Mapping[UUID, Book], correction: Correction) -> Prospect:
    """Return what would stand without ``correction``.

    Raises Refusal where it was undone or changed since, and LinesRefusedError where what stood
    before is refused by rules that were changed since.
    """
    if Correction.objects.filter(undoes=correction).exists():
        raise Refusal(CorrectionReason.UNDONE)
    match Correction.Kind(correction.kind):
        case Correction.Kind.DEALS:
            return of_changes(event, books, _lines_before(books, correction))
        case Correction.Kind.SEATS:
            return _seats_before(event, correction)
        case Correction.Kind.RULES:
            return of_rules(event, books, _rules_before(event, correction))
        case _ as never:
            assert_never(never)


def _rules_before(event: Event, correction: Correction) -> Rules:
    """Return the rules that were; a unit agreed on meanwhile is none of the correction's."""
    was, made = (Rules.from_json(correction.before[key]) for key in ("was", "is"))
    now = Rules.of(event)
    if was.unit == made.unit:
        was, made = replace(was, unit=now.unit), replace(made, unit=now.unit)
    if now != made:
        raise Refusal(CorrectionReason.CHANGED_SINCE)
    return was


def _lines_before(books: Mapping[UUID, Book], correction: Correction) -> list[Change]:
    """Return the changes that put back what the lines of ``correction`` were."""
    changes: list[Change] = []
    since: list[int] = []
    for made in correction.revisions.order_by("table", "deal"):
        book = books.get(made.table_id)
        if book is None:
            raise Refusal(CorrectionReason.CHANGED_SINCE)  # its table was seated otherwise
        standing = book.counting[made.deal]
        if standing.pk != made.pk:
            since.append(made.deal)
        stored = {(each.deal, each.number): each for each in book.table.revisions.all()}
        was = stored.get((made.deal, made.number - 1))
        record, ruling = (was.record, was.ruling) if was else (None, Revision.Ruling.NONE)
        changes.append(Change(book.table, made.deal, made.number, record, ruling))
    if since:
        raise Refusal(CorrectionReason.DEALS_CHANGED_SINCE, deals=", ".join(map(str, since)))
    return changes


def _seats_before(event: Event, correction: Correction) -> Prospect:
    seats = read_seats(map(UUID, correction.before["is"]))
    if _sitting(seats) != correction.before["is"]:
        raise Refusal(CorrectionReason.CHANGED_SINCE)
    sat = {str(seat.participant_id): seat for seat in seats}
    was = correction.before["was"]
    return _reseated(event, seats, [_on(seat, sat[was[str(seat.pk)][0]]) for seat in seats])
