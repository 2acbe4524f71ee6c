"""Prove that the journal, the totals and the results agree, or say where they do not."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from scoring import checks
from scoring.domain.postings import Account, Posting
from scoring.domain.totals import FIGURES, Total, tally, totals
from scoring.models import JournalEntry, SeatTotal

Kind = JournalEntry.Kind


@unique
class Fault(StrEnum):
    """What can be wrong with a book."""

    UNBALANCED = "unbalanced"
    """A row whose amounts do not sum to nothing."""
    REVERSAL = "reversal"
    """A reversal that is not the opposite of what it reverses."""
    MISSING = "missing"
    """A deal with a result that is not posted."""
    SUPERFLUOUS = "superfluous"
    """A deal that is posted without a result, or twice."""
    AMOUNTS = "amounts"
    """A deal posted with other amounts than its result gives."""
    ORIGIN = "origin"
    """A deal posted from another revision, or under other rules."""
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


def audit(accounts: Mapping[str, Account]) -> list[Finding]:
    """Compare what is stored of some books with what it should be; three queries."""
    rows: dict[str, list[JournalEntry]] = defaultdict(list)
    entries = JournalEntry.objects.filter(book__in=list(accounts)).order_by("book", "deal", "id")
    for row in entries:
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
    """Find what is stored under keys other than ``books``."""
    known = set(books)
    found = set(JournalEntry.objects.values_list("book", flat=True).distinct())
    found |= set(SeatTotal.objects.values_list("book", flat=True).distinct())
    return [
        Finding(book, Fault.STRAY, None, "the journal has a book that no table keeps")
        for book in sorted(found - known)
    ]


def _rows_alone(rows: list[JournalEntry]) -> Iterator[Finding]:
    """What can be seen without knowing the results."""
    by_id = {row.pk: row for row in rows}
    for row in rows:
        if amounts := sum(_amounts(row)):
            yield Finding(
                row.book, Fault.UNBALANCED, row.deal, f"row {row.pk} sums to {amounts}, not 0"
            )
        if row.kind == Kind.REVERSAL:
            undone = by_id.get(row.reverses_id) if row.reverses_id else None
            opposite = [-amount for amount in _amounts(row)]
            if undone is None or opposite != _amounts(undone) or row.deal != undone.deal:
                yield Finding(
                    row.book,
                    Fault.REVERSAL,
                    row.deal,
                    f"row {row.pk} is not the opposite of the row that it reverses",
                )


def _against_results(book: str, rows: list[JournalEntry], account: Account) -> Iterator[Finding]:
    undone = {row.reverses_id for row in rows}
    posted: dict[int, list[JournalEntry]] = defaultdict(list)
    for row in rows:
        if row.kind == Kind.DEAL and row.pk not in undone:
            posted[row.deal].append(row)
    wanted = {posting.deal: posting for posting in account.postings}
    for deal in sorted(posted.keys() | wanted.keys()):
        posting, here = wanted.get(deal), posted[deal]
        if posting is None or len(here) > 1:
            yield Finding(
                book,
                Fault.SUPERFLUOUS,
                deal,
                f"posted {len(here)} times, should be {int(posting is not None)}",
            )
        elif not here:
            yield Finding(book, Fault.MISSING, deal, "has a result that is not posted")
        else:
            yield from _posting(here[0], posting)


def _posting(row: JournalEntry, posting: Posting) -> Iterator[Finding]:
    amounts = [*posting.entry.seats, posting.entry.pot]
    if _amounts(row) != amounts:
        yield Finding(
            row.book,
            Fault.AMOUNTS,
            row.deal,
            f"row {row.pk} says {_amounts(row)}, the result gives {amounts}",
        )
    if (row.revision, row.ruleset_digest) != (posting.revision, posting.ruleset_digest):
        yield Finding(
            row.book,
            Fault.ORIGIN,
            row.deal,
            f"row {row.pk} was settled from another result or under other rules",
        )


def _totals(book: str, stored: tuple[Total, ...], account: Account) -> Iterator[Finding]:
    should_be = tally(account)
    if not stored and not account.postings:
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


def _amounts(row: JournalEntry) -> list[int]:
    return [*row.seats, row.pot]
