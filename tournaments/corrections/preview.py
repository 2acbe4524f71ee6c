"""What a change would do, without doing it: balances, places and payments before and after.

Nothing is written. A correction carries out the same prospect that is shown here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

from lhombre_club.refusal import Refusal
from scoring.domain import tally
from tournaments.book.changes import Change, Rules
from tournaments.book.prospects import (
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
from tournaments.book.reasons import CorrectionReason
from tournaments.book.stakes import key_of
from tournaments.models import Correction, Event, Names, Payment, Seat, Table
from tournaments.money.domain import (
    Owed,
    Paid,
    Played,
    Share,
    in_hand,
    owed,
    paid,
    played,
    settled_above,
    shares_of,
)
from tournaments.standings.queries.field import Chair, Field, field_of
from tournaments.standings.queries.standings import Row, Standings, placed


@dataclass(frozen=True, slots=True)
class DealState:
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
    before: DealState | None
    after: DealState | None
    ruled: tuple[str, str] = ("", "")
    """Before and after: what a director ruled of a deal that has no result."""

    def turned(self) -> "DealEffect":
        """Return it with before and after in each other's place."""
        return DealEffect(self.deal, self.after, self.before, (self.ruled[1], self.ruled[0]))


@dataclass(frozen=True, slots=True)
class TableEffect:
    """One table whose account changes. Points are by seat."""

    table: Table
    names: Names
    deals: tuple[DealEffect, ...]
    """From the first that changes to the last that has a result or another ruling."""
    results: int
    """How many deals have a result, before or after."""
    totals_before: tuple[int, ...]
    """With penalties and entries by hand."""
    totals_after: tuple[int, ...]

    def turned(self) -> "TableEffect":
        """Return it with before and after in each other's place."""
        return replace(
            self,
            deals=tuple(each.turned() for each in self.deals),
            totals_before=self.totals_after,
            totals_after=self.totals_before,
        )


@dataclass(frozen=True, slots=True)
class Outcome:
    """An event as it stands, or would."""

    standings: Standings
    shares: tuple[Share, ...]
    """Empty where nothing is played for money."""
    payments: tuple[Owed, ...]
    """As settling up would list them, with what it keeps of the newest list."""


@dataclass(frozen=True, slots=True)
class Effect:
    """What a change would do."""

    before: Outcome
    after: Outcome
    tables: tuple[TableEffect, ...]
    in_hand: tuple[Owed, ...] | None = None
    """The payments that people have been told and not paid; None: it was never settled up."""
    above: str = ""
    """What it was settled up with, whose payments follow when that is settled up again."""

    @property
    def payments_before(self) -> tuple[Owed, ...]:
        """What people have in hand, also where results have changed since; else what they owe."""
        return self.before.payments if self.in_hand is None else self.in_hand

    def turned(self) -> "Effect":
        """Return the same from the other end: what was done, where this says what undoing does."""
        return replace(
            self,
            before=self.after,
            after=self.before,
            tables=tuple(each.turned() for each in self.tables),
            in_hand=None,
        )

    @property
    def moves(self) -> tuple[tuple[Row, Row], ...]:
        """The players whose place or figures change, before and after, in their new order."""
        were = {row.participant: row for row in self.before.standings.rows}
        pairs = ((were[row.participant], row) for row in self.after.standings.rows)
        return tuple((was, row) for was, row in pairs if was != row)


def preview(event: Event, changes: Sequence[Change]) -> Effect:
    """Return what ``corrections.correct`` would do; raises its Refusal."""
    event = Event.objects.get(pk=event.pk)
    books = read_books(event, {change.table.pk for change in changes})
    return effect(of_changes(event, books, changes))


def preview_reseat(moves: Moves) -> Effect:
    """Return what ``corrections.reseat`` would do; raises its Refusal."""
    return effect(of_seats(Event.objects.get(rounds=moves[0][0].round_id), moves))


def preview_rules(event: Event, rules: Rules) -> Effect:
    """Return what ``corrections.change_rules`` would do; raises its Refusal."""
    seen = Rules.of(event)
    event = Event.objects.get(pk=event.pk)
    if Rules.of(event) != seen:
        raise Refusal(CorrectionReason.CHANGED_SINCE)
    return effect(of_rules(event, read_books(event), rules))


def preview_undo(correction: Correction) -> Effect:
    """Return what ``corrections.undo`` would do; raises its Refusal."""
    event = Event.objects.get(pk=correction.event_id)
    books = read_books(event, touched(correction))
    return effect(of_undo(event, books, correction))


def effect(prospect: Prospect) -> Effect:
    """Compare what stands with ``prospect``; reads what standings and payments need besides."""
    event = prospect.event
    told = in_hand(event)
    stands = _Read(field_of(event), played(event), paid(event), told)
    before = stands.outcome(book for book, _ in prospect.books)
    above = settled_above(event)
    is_settled = event.settlings.exists() and above is None
    return Effect(
        before=before,
        in_hand=tuple(_owed(each, before.shares) for each in told) if is_settled else None,
        after=stands.under(prospect).outcome(book for _, book in prospect.books),
        tables=tuple(_tables(prospect)),
        above=above.name if above else "",
    )


@dataclass(frozen=True, slots=True)
class _Read:
    """What an outcome is worked out from, besides the books that change."""

    field: Field
    played: Played
    paid: Mapping[str, Paid]
    told: Sequence[Payment]

    def under(self, prospect: Prospect) -> "_Read":
        """Return the same with other people on some chairs, and other rules."""
        chairs = tuple(_sat(seat, prospect) for seat in self.played.chairs)
        by_chair = {(str(seat.table_id), seat.seat): seat for seat in prospect.seats}
        shown = tuple(
            _taken(chair, by_chair.get((chair.table, chair.seat))) for chair in self.field.chairs
        )
        at = {book.table.book for books in prospect.books for book in books}
        both = (*self.played.chairs, *chairs)
        changed = {key_of(seat.participant) for seat in both if str(seat.table_id) in at}
        return _Read(
            replace(self.field, event=prospect.event, chairs=shown),
            replace(self.played, chairs=chairs).changed_for(changed),
            self.paid,
            self.told,
        )

    def outcome(self, books: Iterable[Book]) -> Outcome:
        """Return the standings and the payments if ``books`` say what they say."""
        stored = {**self.played.totals, **{book.table.book: tally(book.account) for book in books}}
        shares = shares_of(replace(self.played, totals=stored))
        payments = owed(shares, self.paid, self.told)[0] if shares else ()
        return Outcome(placed(self.field, stored), shares, tuple(payments))


def _owed(payment: Payment, shares: Iterable[Share]) -> Owed:
    """Return a stored payment between the two as they are called now."""
    by_key = {share.key: share for share in shares}
    smallest = min((share.smallest for share in by_key.values()), default=Event.Smallest.KRONE)

    def side(key: str, name: str) -> Share:
        none = (Fraction(0), Fraction(0), Decimal(0))
        return by_key.get(key) or Share(key, name, *none, smallest)

    payer, payee = payment.payer, payment.payee
    return Owed(side(payer, payment.payer_name), side(payee, payment.payee_name), payment.amount)


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


def _tables(prospect: Prospect) -> Iterator[TableEffect]:
    for before, after in prospect.books:
        were, are = _shown(before), _shown(after)
        ruled = _ruled(before, after)
        with_result = {**were, **are}
        both = [
            DealEffect(deal, were.get(deal), are.get(deal), ruled.get(deal, ("", "")))
            for deal in sorted({**with_result, **ruled})
        ]
        changed = (place for place, each in enumerate(both) if each != each.turned())
        first = next(changed, len(both))
        yield TableEffect(
            table=before.table,
            names=before.names,
            deals=tuple(both[first:]),
            results=len(with_result),
            totals_before=_totals(before),
            totals_after=_totals(after),
        )


def _shown(book: Book) -> dict[int, DealState]:
    """Return the deals that have a result, by number."""
    players, start = book.frame.players, book.table.round.event.start
    return {
        line.revision.deal: DealState(
            record=line.revision.record or {},
            ruling=line.revision.ruling,
            changes=line.account.entry.seats[:players],
            balances=tuple(start + points for points in line.account.balances[:players]),
            pot=line.account.pot,
        )
        for line in book.lines
    }


def _ruled(before: Book, after: Book) -> dict[int, tuple[str, str]]:
    """Return what was and would be ruled of deals without a result, where that differs."""
    pairs = {
        deal: (_ruling(before, deal), _ruling(after, deal))
        for deal in {**before.counting, **after.counting}
    }
    return {deal: pair for deal, pair in pairs.items() if pair[0] != pair[1]}


def _ruling(book: Book, deal: int) -> str:
    line = book.counting.get(deal)
    return "" if line is None or line.record else line.ruling


def _totals(book: Book) -> tuple[int, ...]:
    start = book.table.round.event.start
    return tuple(start + total.points for total in tally(book.account))
