"""Lines of a sheet that were written in the wrong place: what each deal of it should become.

The dealer of a line follows from its number. So a line that moves is judged again where it
lands, by whoever previews or makes the correction.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from tournaments.book.accounts import current
from tournaments.book.changes import Change
from tournaments.models import Revision, Table

Line: TypeAlias = tuple[Mapping[str, Any] | None, str]
"""Record without its dealer, and ruling."""
BLANK: Line = (None, Revision.Ruling.NONE)


def move_deal(table: Table, deal: int, to: int) -> list[Change]:
    """Return the changes by which ``deal`` was the deal ``to``, those between closing up."""
    counting = current(table.revisions.all())
    lines = _lines(counting, max(deal, to))
    lines.insert(to - 1, lines.pop(deal - 1))
    return _changes(table, counting, lines)


def insert_deal(table: Table, deal: int, record: Mapping[str, Any] | None = None) -> list[Change]:
    """Return the changes by which a line was skipped: all from ``deal`` on come one later."""
    counting = current(table.revisions.all())
    lines = _lines(counting, deal)
    lines.insert(deal - 1, (record, Revision.Ruling.NONE))
    return _changes(table, counting, lines)


def drop_doubled(table: Table, deal: int) -> list[Change]:
    """Return the changes by which ``deal`` was written twice: all after it come one earlier."""
    counting = current(table.revisions.all())
    lines = _lines(counting, deal)
    del lines[deal - 1]
    return _changes(table, counting, [*lines, BLANK])


def swap_lines(table: Table, one: int, other: int) -> list[Change]:
    """Return the changes by which two lines were written in each other's place."""
    counting = current(table.revisions.all())
    lines = _lines(counting, max(one, other))
    lines[one - 1], lines[other - 1] = lines[other - 1], lines[one - 1]
    return _changes(table, counting, lines)


def _lines(counting: Mapping[int, Revision], least: int) -> list[Line]:
    """Return the lines as they are written, in order, and at least so many."""
    last = max([least, *counting])
    return [_line(counting.get(deal)) for deal in range(1, last + 1)]


def _line(revision: Revision | None) -> Line:
    if revision is None:
        return BLANK
    if revision.record is None:
        return None, revision.ruling
    record = {key: value for key, value in revision.record.items() if key != "dealer"}
    return record, revision.ruling


def _changes(table: Table, counting: Mapping[int, Revision], lines: Sequence[Line]) -> list[Change]:
    """Return a change for each line that is not what is written there."""
    changes = []
    for deal, (record, ruling) in enumerate(lines, start=1):
        standing = counting.get(deal)
        if (record, ruling) != _line(standing):
            base = standing.number if standing else 0
            changes.append(Change(table, deal, base, record, ruling))
    return changes
