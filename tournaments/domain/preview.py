"""What a change would do, without doing it: balances, places and payments before and after.

Nothing is written. A correction carries out the same prospect that is shown here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from scoring.domain import tally
from scoring.payments import payments
from tournaments.domain.accounts import account_of
from tournaments.domain.changes import (
    Change,
    ChangedSinceError,
    Rules,
)
from tournaments.domain.entries import EntryCode, EntryRefusedError, fits
from tournaments.domain.prospects import (
    Book,
    Moves,
    Prospect,
    of_changes,
    of_rules,
    of_seats,
    of_undo,
    read_books,
    touched,
)
from tournaments.domain.queries.standings import Chair, Field, Row, Standings, field_of, placed
from tournaments.domain.results import Entry
from tournaments.domain.settling import (
    NotForMoneyError,
    Paid,
    Played,
    Share,
    owing,
    paid,
    played,
    shares_of,
)
from tournaments.models import Correction, Event, Round, Seat, Table, TableEntry


@dataclass(frozen=True, slots=True)
class Shown:
    """One deal as the sheet shows it."""

    record: Mapping[str, Any]
    ruling: str
    changes: tuple[int, ...]
    """Points that it moves, by seat."""
    balances: tuple[int, ...]
    """What each seat has after it."""
    pot: int
    """What the pot has after it."""


@dataclass(frozen=True, slots=True)
class DealEffect:
    """One deal before and after; None where it has no result."""

    deal: int
    before: Shown | None
    after: Shown | None


@dataclass(frozen=True, slots=True)
class TableEffect:
    """One table whose account changes. Points are by seat."""

    table: Table
    names: tuple[str, ...]
    deals: tuple[DealEffect, ...]
    """From the first that changes to the last that has a result."""
    totals_before: tuple[int, ...]
    """With penalties and entries by hand."""
    totals_after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Owed:
    """Whole kroner that one owes another, less what was paid already."""

    payer: Share
    payee: Share
    amount: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """An event as it stands, or would."""

    standings: Standings
    shares: tuple[Share, ...]
    """Empty where nothing is played for money."""
    payments: tuple[Owed, ...]


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change would do."""

    before: Outcome
    after: Outcome
    tables: tuple[TableEffect, ...]

    @property
    def moves(self) -> tuple[tuple[Row, Row], ...]:
        """The players whose place or figures change, before and after, in their new order."""
        were = {row.participant: row for row in self.before.standings.rows}
        pairs = ((were[row.participant], row) for row in self.after.standings.rows)
        return tuple((was, row) for was, row in pairs if was != row)


def preview(event: Event, changes: Sequence[Change]) -> Effect:
    """Return what ``corrections.correct`` would do; raises its CorrectionError."""
    event = Event.objects.get(pk=event.pk)
    books = read_books(event, {change.table.pk for change in changes})
    return effect(of_changes(event, books, changes))


def preview_entry(table: Table, entry: Entry) -> Effect:
    """Return what ``results.enter_result`` would do.

    Raises LinesRefusedError, whose one line holds the error that it would raise.
    """
    event = Event.objects.get(rounds=table.round_id)
    books = read_books(event, {table.pk})
    change = Change(table, entry.deal, entry.base, entry.record)
    return effect(of_changes(event, books, [change], states=[Round.State.RELEASED]))


def preview_decided(entry: TableEntry) -> Effect:
    """Return what storing ``entry`` would do, a penalty or one by hand that is not stored yet.

    Raises EntryRefusedError as storing it would.
    """
    return _beside(entry, lambda others: [*others, entry])


def preview_withdrawn(entry: TableEntry) -> Effect:
    """Return what ``entries.withdraw_entry`` would do; raises its EntryRefusedError."""
    return _beside(entry, lambda others: [each for each in others if each != entry])


def _beside(
    entry: TableEntry, changed: Callable[[Iterable[TableEntry]], Iterable[TableEntry]]
) -> Effect:
    event = Event.objects.get(rounds=entry.table.round_id)
    book = read_books(event, {entry.table_id})[entry.table_id]
    if book.table.round.state not in Round.DECIDABLE:
        raise EntryRefusedError(EntryCode.NOT_OPEN)
    fits(entry, book.frame)
    account = account_of(book.frame, book.lines, changed(book.table.entries.all()))
    after = replace(book, account=account)
    return effect(Prospect(kind=Correction.Kind.DEALS, event=event, books=((book, after),)))


def preview_seats(one: Seat, other: Seat) -> Effect:
    """Return what ``corrections.swap_seats`` would do; raises its CorrectionError."""
    return preview_reseat([(one, other), (other, one)])


def preview_reseat(moves: Moves) -> Effect:
    """Return what ``corrections.reseat`` would do; raises its CorrectionError."""
    return effect(of_seats(Event.objects.get(rounds=moves[0][0].round_id), moves))


def preview_rules(event: Event, rules: Rules) -> Effect:
    """Return what ``corrections.change_rules`` would do; raises its CorrectionError."""
    seen = Rules.of(event)
    event = Event.objects.get(pk=event.pk)
    if Rules.of(event) != seen:
        raise ChangedSinceError(Correction.Kind.RULES)
    return effect(of_rules(event, read_books(event), rules))


def preview_undo(correction: Correction) -> Effect:
    """Return what ``corrections.undo`` would do; raises its CorrectionError."""
    event = Event.objects.get(pk=correction.event_id)
    books = read_books(event, touched(correction))
    return effect(of_undo(event, books, correction))


def effect(prospect: Prospect) -> Effect:
    """Compare what stands with ``prospect``; reads what standings and payments need besides."""
    stands = _Read(field_of(prospect.event), played(prospect.event), paid(prospect.event))
    return Effect(
        before=stands.outcome(book for book, _ in prospect.books),
        after=stands.under(prospect).outcome(book for _, book in prospect.books),
        tables=tuple(_tables(prospect)),
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """What an outcome is worked out from, besides the books that change."""

    field: Field
    played: Played
    paid: Mapping[str, Paid]

    def under(self, prospect: Prospect) -> "_Read":
        """Return the same with other people on some chairs, and other rules."""
        chairs = tuple(_sat(seat, prospect) for seat in self.played.chairs)
        by_chair = {(str(seat.table_id), seat.seat): seat for seat in prospect.seats}
        shown = tuple(
            _taken(chair, by_chair.get((chair.table, chair.seat))) for chair in self.field.chairs
        )
        return _Read(
            replace(self.field, event=prospect.event, chairs=shown),
            replace(self.played, chairs=chairs),
            self.paid,
        )

    def outcome(self, books: Iterable[Book]) -> Outcome:
        """Return the standings and the payments if ``books`` say what they say."""
        stored = {**self.played.totals, **{book.table.book: tally(book.account) for book in books}}
        shares = _shares(replace(self.played, totals=stored))
        return Outcome(placed(self.field, stored), shares, tuple(_owed(shares, self.paid)))


def _sat(seat: Seat, prospect: Prospect) -> Seat:
    """Return the chair with who would have sat there, at the event as it would be."""
    taken = copy({each.pk: each for each in prospect.seats}.get(seat.pk, seat))
    taken.round = copy(taken.round)
    taken.round.event = prospect.event
    return taken


def _taken(chair: Chair, seat: Seat | None) -> Chair:
    if seat is None:
        return chair
    who = str(seat.participant_id)
    return replace(chair, participant=who, substitute=str(seat.substitute_id or ""))


def _shares(played: Played) -> tuple[Share, ...]:
    try:
        return shares_of(played)
    except NotForMoneyError:
        return ()


def _owed(shares: Sequence[Share], done: Mapping[str, Paid]) -> Iterator[Owed]:
    open_ = owing(shares, done) if shares else []
    for each in payments([amount for _, amount in open_]).payments:
        yield Owed(open_[each.payer][0], open_[each.payee][0], each.amount)


def _tables(prospect: Prospect) -> Iterator[TableEffect]:
    for before, after in prospect.books:
        were, are = _shown(before), _shown(after)
        both = [DealEffect(deal, were.get(deal), are.get(deal)) for deal in sorted({**were, **are})]
        changed = (place for place, each in enumerate(both) if each.before != each.after)
        first = next(changed, len(both))
        yield TableEffect(
            before.table, before.names, tuple(both[first:]), _totals(before), _totals(after)
        )


def _shown(book: Book) -> dict[int, Shown]:
    """Return the deals that have a result, by number."""
    players, start = book.frame.players, book.table.round.event.start
    return {
        line.revision.deal: Shown(
            record=line.revision.record or {},
            ruling=line.revision.ruling,
            changes=line.account.entry.seats[:players],
            balances=tuple(start + points for points in line.account.balances[:players]),
            pot=line.account.pot,
        )
        for line in book.lines
    }


def _totals(book: Book) -> tuple[int, ...]:
    start = book.table.round.event.start
    return tuple(start + total.points for total in tally(book.account))
