"""Prove that the journal, the totals and the results agree, or say where they do not."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import NamedTuple
from uuid import UUID

from scoring import checks
from scoring.domain.journal import from_there, key
from scoring.domain.journal import says as is_posted
from scoring.domain.postings import Account, Due, Key, Kind, amounts
from scoring.domain.totals import FIGURES, Total, tally, totals
from scoring.models import JournalEntry, SeatTotal


@unique
class Fault(StrEnum):
    """What can be wrong with a book."""

    UNBALANCED = "unbalanced"
    """A row whose amounts do not sum to nothing."""
    REVERSAL = "reversal"
    """A reversal that is not the opposite of what it reverses."""
    MISSING = "missing"
    """A deal with a result, an ante or a decision that is not posted."""
    SUPERFLUOUS = "superfluous"
    """Something posted that should not be, or twice."""
    AMOUNTS = "amounts"
    """Posted with other amounts than it should be."""
    ORIGIN = "origin"
    """Posted from something else, under other rules or for another reason."""
    TOTAL = "total"
    """A stored figure of a seat that is not what the results give."""
    CHECK = "check"
    """What the results give cannot be right: a fault of the program."""
    STRAY = "stray"
    """A book that belongs to no table."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference."""

    book: str
    fault: Fault
    deal: int | None
    """The deal, or None where it is about a seat or the whole book."""
    says: str
    """What was found and what it should be, in English, for the log."""


class Row(NamedTuple):
    """What of a row of the journal is proved; many are read, and no model is made of each."""

    pk: int
    book: str
    deal: int
    kind: str
    reverses_id: int | None
    seat0: int
    seat1: int
    seat2: int
    seat3: int
    seat4: int
    pot: int
    penalties: int
    cash: int
    revision: UUID
    ruleset_digest: str
    reason: str

    @property
    def seats(self) -> tuple[int, int, int, int, int]:
        """The points of the five seats."""
        return (self.seat0, self.seat1, self.seat2, self.seat3, self.seat4)


def audit(accounts: Mapping[str, Account]) -> list[Finding]:
    """Compare what is stored of some books with what it should be; three queries."""
    rows: dict[str, list[Row]] = defaultdict(list)
    entries = JournalEntry.objects.filter(book__in=list(accounts)).order_by("book", "deal", "id")
    for row in map(Row._make, entries.values_list(*Row._fields)):
        rows[row.book].append(row)
    stored = totals(accounts)
    findings: list[Finding] = []
    for book, account in accounts.items():
        findings += _rows_alone(rows[book])
        findings += _against_results(book, rows[book], account)
        findings += [
            Finding(book, Fault.CHECK, found.deal, found.says)
            for found in checks.run(account.players, account.postings)
        ]
        findings += _totals(book, stored.get(book, ()), account)
    return findings


def strays(books: Iterable[str]) -> list[Finding]:
    """Find what is stored under keys other than ``books``.

    ``books`` is run through last, so that a table that is made meanwhile is no stray.
    """
    found = set(JournalEntry.objects.values_list("book", flat=True).distinct())
    found |= set(SeatTotal.objects.values_list("book", flat=True).distinct())
    return [
        Finding(book, Fault.STRAY, None, "the journal has a book that no table keeps")
        for book in sorted(found.difference(books))
    ]


def _rows_alone(rows: list[Row]) -> Iterator[Finding]:
    """What can be seen without knowing the results."""
    by_id = {row.pk: row for row in rows}
    for row in rows:
        if off := sum(amounts(row)):
            yield Finding(
                row.book, Fault.UNBALANCED, row.deal, f"row {row.pk} sums to {off}, not 0"
            )
        if row.kind == Kind.REVERSAL and not _undoes(row, by_id.get(row.reverses_id or 0)):
            yield Finding(
                row.book,
                Fault.REVERSAL,
                row.deal,
                f"row {row.pk} is not the opposite of the row that it reverses",
            )


def _undoes(row: Row, undone: Row | None) -> bool:
    if undone is None or undone.kind == Kind.REVERSAL or row.deal != undone.deal:
        return False
    return amounts(row) == [-amount for amount in amounts(undone)]


def _against_results(book: str, rows: list[Row], account: Account) -> Iterator[Finding]:
    undone = {row.reverses_id for row in rows}
    posted: dict[Key, list[Row]] = defaultdict(list)
    for row in rows:
        if row.kind != Kind.REVERSAL and row.pk not in undone:
            posted[key(row)].append(row)
    wanted = {due.key: due for due in account.dues()}
    for each in sorted(posted.keys() | wanted.keys()):
        due, here = wanted.get(each), posted[each]
        if due is None or len(here) != 1:
            deal, what = _named(each)
            fault = Fault.SUPERFLUOUS if here else Fault.MISSING
            says = f"{what}posted {len(here)} times, should be {int(due is not None)}"
            yield Finding(book, fault, deal, says)
        elif not is_posted(here[0], due):
            yield from _row(here[0], due)


def _row(row: Row, due: Due) -> Iterator[Finding]:
    deal, what = _named(due.key)
    has, should = amounts(row), amounts(due.entry)
    if has != should:
        says = f"{what}row {row.pk} says {has}, should say {should}"
        yield Finding(row.book, Fault.AMOUNTS, deal, says)
    if not from_there(row, due):
        says = f"{what}row {row.pk} was made from something else, or under other rules"
        yield Finding(row.book, Fault.ORIGIN, deal, says)


def _named(key: Key) -> tuple[int | None, str]:
    """The deal, and what to say where it is none."""
    deal, kind, source = key
    return (deal, "") if kind == Kind.DEAL else (None, f"{kind} {source}".strip() + ": ")


def _totals(book: str, stored: tuple[Total, ...], account: Account) -> Iterator[Finding]:
    should_be = tally(account)
    if not stored and not account.dues():
        return  # nothing was ever entered: no rows is as good as rows of nothing
    there = {total.seat: total for total in stored}
    for total in should_be:
        found = there.pop(total.seat, None)
        if found is None:
            yield Finding(book, Fault.TOTAL, None, f"seat {total.seat} has no stored total")
            continue
        for figure in FIGURES:
            has, should = getattr(found, figure), getattr(total, figure)
            if has != should:
                says = f"seat {total.seat}: {figure} is stored as {has}, should be {should}"
                yield Finding(book, Fault.TOTAL, None, says)
    for seat in there:
        yield Finding(book, Fault.TOTAL, None, f"there is a total of a seat {seat} nobody has")
