"""A whole sheet at once: which of the lines that came change something, and which cannot be."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import Frame, current, names_at
from tournaments.book.changes import Change
from tournaments.book.reasons import BookReason
from tournaments.book.results import NewResult, judged
from tournaments.entry.reasons import EntryReason
from tournaments.models import Names, Revision, Table


@dataclass(frozen=True, slots=True)
class Wanted:
    """One line that came."""

    line: int
    """Where it stands in the file, from 1."""
    deal: int
    record: Mapping[str, Any]
    """A result record without rule set and players."""


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """One line that cannot be imported."""

    line: int
    refusal: Refusal


@dataclass(frozen=True, slots=True)
class Sorted:
    """What an import would do."""

    changes: tuple[Change, ...]
    """For ``corrections.correct``, which makes all of them or none."""
    refusals: tuple[RefusedLine, ...]
    same: int
    """How many lines say what the sheet says already."""


def sort_out(table: Table, wanted: Sequence[Wanted]) -> Sorted:
    """Compare lines with the sheet of ``table``, which comes with its round and event.

    What is the same already is no change, so that importing twice is the same as once.
    """
    names = names_at(table)
    frame = Frame.of(table, players=len(names))
    counting = current(table.revisions.all())
    changes: list[Change] = []
    refusals: list[RefusedLine] = []
    same = 0
    seen: set[int] = set()
    for each in wanted:
        standing = counting.get(each.deal)
        try:
            record = _judged(frame, names, each, standing, seen)
        except Refusal as refusal:
            refusals.append(RefusedLine(each.line, refusal))
            continue
        seen.add(each.deal)
        if standing and standing.record == record:
            same += 1
        else:
            changes.append(Change(table, each.deal, standing.number if standing else 0, record))
    return Sorted(tuple(changes), tuple(refusals), same)


def _judged(
    frame: Frame,
    names: Names,
    wanted: Wanted,
    standing: Revision | None,
    seen: Container[int],
) -> dict[str, Any] | None:
    if wanted.deal in seen:
        raise Refusal(EntryReason.TWICE)
    if not 1 <= wanted.deal <= frame.deals:
        raise Refusal(BookReason.NO_SUCH_DEAL, field="deal", deals=frame.deals)
    if standing and standing.ruling:
        raise Refusal(BookReason.RULED)
    entry = NewResult(id=uuid4(), deal=wanted.deal, base=0, record=wanted.record)
    return judged(frame, entry, names)
