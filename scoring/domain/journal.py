"""Post and reverse: what the journal says is brought to what it should say."""

from typing import Final

from django.db import transaction

from scoring import checks
from scoring.domain.postings import Account, Posting
from scoring.domain.totals import write_totals
from scoring.models import JournalEntry

Kind: Final = JournalEntry.Kind


class AccountError(RuntimeError):
    """An account that cannot be right was to be posted: a fault of the program."""


def standing(book: str) -> list[JournalEntry]:
    """Return the entries of ``book`` that no reversal has undone, by deal."""
    rows = JournalEntry.objects.filter(book=book, kind=Kind.DEAL, reversed_by=None)
    return list(rows.order_by("deal", "id"))


def says(row: JournalEntry, posting: Posting) -> bool:
    """Whether ``row`` is ``posting``, posted."""
    return (
        row.revision == posting.revision
        and row.ruleset_digest == posting.ruleset_digest
        and (row.seats, row.pot) == (posting.entry.seats, posting.entry.pot)
    )


def reconcile(*, book: str, should_be: Account, reason: str, actor: str) -> int | None:
    """Post what is missing, reverse what is wrong, and remake the totals of ``book``.

    A row that already says what it should is left alone; what differs is reversed by a row of
    its own before the right one is posted. The caller holds the lock of the table and commits.

    Return the first deal whose posting changed, or None if none did. Raises AccountError, and
    posts nothing, if ``should_be`` fails one of ``scoring.checks``.
    """
    if findings := checks.run(should_be.players, should_be.postings):
        raise AccountError(findings)
    wanted = {posting.deal: posting for posting in should_be.postings}
    right: set[int] = set()
    undone: list[JournalEntry] = []
    for row in standing(book):
        posting = wanted.get(row.deal)
        if posting is not None and row.deal not in right and says(row, posting):
            right.add(row.deal)
        else:
            undone.append(row)
    posted = [posting for posting in should_be.postings if posting.deal not in right]
    rows = [_reversal(row, reason, actor) for row in undone]
    rows += [_row(book, posting, reason, actor) for posting in posted]
    with transaction.atomic(savepoint=False):
        JournalEntry.objects.bulk_create(rows)
        write_totals(book, should_be)
    return min((row.deal for row in rows), default=None)


def _row(book: str, posting: Posting, reason: str, actor: str) -> JournalEntry:
    seat0, seat1, seat2, seat3, seat4 = posting.entry.seats
    return JournalEntry(
        book=book,
        deal=posting.deal,
        kind=Kind.DEAL,
        seat0=seat0,
        seat1=seat1,
        seat2=seat2,
        seat3=seat3,
        seat4=seat4,
        pot=posting.entry.pot,
        revision=posting.revision,
        ruleset_digest=posting.ruleset_digest,
        reason=reason,
        actor=actor,
    )


def _reversal(row: JournalEntry, reason: str, actor: str) -> JournalEntry:
    return JournalEntry(
        book=row.book,
        deal=row.deal,
        kind=Kind.REVERSAL,
        reverses=row,
        seat0=-row.seat0,
        seat1=-row.seat1,
        seat2=-row.seat2,
        seat3=-row.seat3,
        seat4=-row.seat4,
        pot=-row.pot,
        revision=row.revision,
        ruleset_digest=row.ruleset_digest,
        reason=reason,
        actor=actor,
    )
