"""Post and reverse: what the journal says is brought to what it should say."""

import datetime as dt
from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Final, TypeAlias

from django.db import transaction
from django.db.models import QuerySet

from lhombre_club.prepared import insert, read_many
from scoring import checks
from scoring.domain.postings import Account, Due, Key, Kind, Posted, amounts, key_of
from scoring.domain.totals import write_totals
from scoring.models import JournalEntry

Standing: TypeAlias = tuple[JournalEntry, ...]
LONGEST: Final = 200
"""Letters of a reason."""
PORTION: Final = 500
"""Rows that are written in one go."""


class AccountError(RuntimeError):
    """An account that cannot be right was to be posted: a fault of the program."""


def standing(book: str) -> QuerySet[JournalEntry]:
    """Return the entries of ``book`` that no reversal has undone, by deal."""
    rows = JournalEntry.objects.filter(book=book, reversed_by=None).exclude(kind=Kind.REVERSAL)
    return rows.order_by("deal", "id")


def read_standing(told: str | None) -> Standing:
    """Return what ``standing`` is, of what a query has told of it in JSON."""
    return tuple(sorted(read_many(JournalEntry, told), key=attrgetter("deal", "pk")))


def changed_since(books: Iterable[str], moment: dt.datetime) -> set[str]:
    """Return those of ``books`` in which anything was posted after ``moment``; one query."""
    rows = JournalEntry.objects.filter(book__in=list(books), created_at__gt=moment)
    return set(rows.values_list("book", flat=True))


def key(row: Posted) -> Key:
    """What of its book a row says."""
    return key_of(row.kind, row.deal, row.revision)


def from_there(row: Posted, due: Due) -> bool:
    """Whether ``row`` was made from what ``due`` was made from."""
    made_from = (row.deal, row.revision, row.ruleset_digest)
    right = made_from == (due.deal, due.source, due.ruleset_digest)
    return right and due.reason in {"", row.reason}


def says(row: Posted, due: Due) -> bool:
    """Whether ``row`` is ``due``, posted."""
    return from_there(row, due) and amounts(row) == amounts(due.entry)


def reconcile(
    *,
    book: str,
    should_be: Account,
    reason: str,
    actor: str,
    stands: Iterable[JournalEntry] | None = None,
) -> int | None:
    """Post what is missing, reverse what is wrong, and remake the totals of ``book``.

    A row that already says what it should is left alone; what differs is reversed by a row of
    its own before the right one is posted. The caller holds the lock of the table and commits;
    ``stands`` is what he has read of ``standing`` under that lock, None if he has not.

    Return the first deal whose posting or balance changed, what stands beside the deals left
    out, or None if none did. Raises AccountError, and posts nothing, if ``should_be`` fails one
    of ``scoring.checks``.
    """
    if findings := checks.run(should_be.players, should_be.postings):
        raise AccountError(findings)
    wanted = {due.key: due for due in should_be.dues()}
    right: set[Key] = set()
    undone: list[JournalEntry] = []
    for row in standing(book) if stands is None else stands:
        due = wanted.get(key(row))
        if due is not None and due.key not in right and says(row, due):
            right.add(due.key)
        else:
            undone.append(row)
    missing = [due for due in wanted.values() if due.key not in right]
    rows = [_reversal(row, reason, actor) for row in undone]
    rows += [_row(book, due, reason, actor) for due in missing]
    with transaction.atomic(savepoint=False):
        insert(rows)
        write_totals(book, should_be)
    return _first_change([*map(key, undone), *(due.key for due in missing)], should_be)


def _first_change(changed: list[Key], should_be: Account) -> int | None:
    """The first deal of what changed; the antes change the balances of all."""
    deals = {deal for deal, kind, _ in changed if kind == Kind.DEAL}
    if any(kind == Kind.ANTE for _, kind, _ in changed):
        deals |= {posting.deal for posting in should_be.postings}
    return min(deals, default=None)


def _row(book: str, due: Due, reason: str, actor: str) -> JournalEntry:
    seat0, seat1, seat2, seat3, seat4 = due.entry.seats
    return JournalEntry(
        book=book,
        deal=due.deal,
        kind=due.kind,
        seat0=seat0,
        seat1=seat1,
        seat2=seat2,
        seat3=seat3,
        seat4=seat4,
        pot=due.entry.pot,
        penalties=due.entry.penalties,
        cash=due.entry.cash,
        revision=due.source,
        ruleset_digest=due.ruleset_digest,
        reason=due.reason or reason,
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
        penalties=-row.penalties,
        cash=-row.cash,
        revision=row.revision,
        ruleset_digest=row.ruleset_digest,
        reason=reason,
        actor=actor,
    )


def reword_journal(books: Collection[str], said: Callable[[str], str]) -> int:
    """Write the reasons of these books as ``said`` says them; return how many rows differ by that.

    Who is forgotten is named in none. No amount is touched, and what a row is posted from says the
    same by then.
    """
    every = JournalEntry._base_manager.order_by()  # noqa: SLF001 -- documented; others are refused
    changed = 0
    for reason in list(every.values_list("reason", flat=True).distinct()):
        if (now := said(reason)) == reason:
            continue
        rows = every.filter(reason=reason).values_list("pk", "book")
        keys = [pk for pk, book in rows if book in books]
        for at in range(0, len(keys), PORTION):
            changed += every.filter(pk__in=keys[at : at + PORTION]).update(reason=now[:LONGEST])
    return changed
