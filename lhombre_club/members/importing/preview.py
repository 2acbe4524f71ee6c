"""What an import would do, line by line, before anything is written. No database here."""

import datetime as dt
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.members.details import FIELDS, MemberDetails
from lhombre_club.members.importing.lines import Record, read_records, read_sheet
from lhombre_club.members.importing.matching import Matching, Member, match
from lhombre_club.members.models import OwnField
from lhombre_club.members.own_fields import changes as own_changes
from lhombre_club.members.queries import are_alike
from lhombre_club.members.shown import names_taken, wrong_pseudonym


class Kind(StrEnum):
    """What becomes of a line."""

    NEW = "new"
    CHANGED = "changed"
    UNCHANGED = "unchanged"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Change:
    """One field that a line changes; empty texts mean that there was or will be nothing."""

    field: str
    before: str
    after: str
    own: str = ""
    """What a field of the club's own is called."""

    @property
    def label(self) -> str:
        """The field's name for a reader."""
        return self.own or FIELDS[self.field].label


@dataclass(frozen=True, slots=True)
class ImportLine:
    """A line of the file and what will become of it.

    ``key`` is the id of the person as text, and empty when the line is new or in error;
    ``details`` are the member's afterwards, None when the line is in error.
    """

    number: int
    kind: Kind
    who: str
    key: str = ""
    details: MemberDetails | None = None
    changes: tuple[Change, ...] = ()
    """Of a known member; of a new one all that the line says beside the name."""
    problem: str = ""
    alike: tuple[str, ...] = ()
    """Members whose names are nearly the same as that of somebody new."""
    since: dt.date | None = None
    """The first day of somebody new, where the line says one."""


@dataclass(frozen=True, slots=True)
class Preview:
    """Everything an import would do. ``ignored`` names the columns nobody asked for."""

    lines: tuple[ImportLine, ...]
    ignored: tuple[str, ...]

    def count(self, kind: Kind) -> int:
        """How many lines are of that kind."""
        return sum(line.kind is kind for line in self.lines)

    @property
    def errors(self) -> tuple[ImportLine, ...]:
        """The lines that will not be imported."""
        return tuple(line for line in self.lines if line.kind is Kind.ERROR)

    @property
    def writes(self) -> int:
        """How many members the import would make or change."""
        return self.count(Kind.NEW) + self.count(Kind.CHANGED)

    @property
    def digest(self) -> str:
        """Equal for two previews exactly when they would do the same."""
        return hashlib.sha256(repr(self.lines).encode("utf-8", "replace")).hexdigest()

    @property
    def summary(self) -> str:
        """What will happen, in one line."""
        return _("%(new)s, %(changed)s, %(unchanged)s, %(errors)s.") % {
            "new": _counted(Kind.NEW, self.count(Kind.NEW)),
            "changed": _counted(Kind.CHANGED, self.count(Kind.CHANGED)),
            "unchanged": _counted(Kind.UNCHANGED, self.count(Kind.UNCHANGED)),
            "errors": _counted(Kind.ERROR, self.count(Kind.ERROR)),
        }


def preview(text: str, members: Iterable[Member], own: Sequence[OwnField] = ()) -> Preview:
    """What importing ``text`` into a club with these members would do.

    Refused for an ImportReason when it is no list of members at all.
    """
    sheet = read_sheet(text, own)
    records, faults = read_records(sheet)
    before = {member.key: member for member in members}
    matching = match(records, before.values())
    after = {key: member.details for key, member in matching.members.items()}
    taken = names_taken(after)
    lines = [
        ImportLine(fault.line, Kind.ERROR, fault.text, problem=fault.problem) for fault in faults
    ]
    for record in records:
        key = matching.keys.get(record.line, "")
        lines.append(_named(_line(record, matching, before, own), key, taken))
    return Preview(tuple(sorted(lines, key=lambda line: line.number)), sheet.ignored)


def _line(
    record: Record, matching: Matching, before: dict[str, Member], own: Sequence[OwnField]
) -> ImportLine:
    who = record.details.full_name
    problem = matching.problems.get(record.line)
    if problem:
        return ImportLine(record.line, Kind.ERROR, who, problem=problem)
    key = matching.keys[record.line]
    after = matching.members[key].details
    if key not in before:
        known = (member.details.full_name for member in before.values())
        alike = tuple(name for name in known if are_alike(name, who))
        unsaid = MemberDetails(after.first_name, after.last_name)
        said = _changes(unsaid, after, own)
        new = ImportLine(record.line, Kind.NEW, who, details=after, changes=said, alike=alike)
        return replace(new, since=record.since)
    changes = _changes(before[key].details, after, own)
    kind = Kind.CHANGED if changes else Kind.UNCHANGED
    return ImportLine(record.line, kind, who, key=key, details=after, changes=changes)


def _named(line: ImportLine, key: str, taken: Mapping[str, Collection[str]]) -> ImportLine:
    """Return a line, or what is wrong with the pseudonym that it brings to whose ``key`` it is."""
    names = {change.field for change in line.changes} & {"display_name", "shown_as"}
    if line.details is None or (line.key and not names):
        return line
    problem = wrong_pseudonym(line.details, key, taken)
    return ImportLine(line.number, Kind.ERROR, line.who, problem=problem) if problem else line


def _changes(
    before: MemberDetails, after: MemberDetails, own: Sequence[OwnField]
) -> tuple[Change, ...]:
    kept = (
        Change(field.name, before.shown(field.name), after.shown(field.name))
        for field in fields(before)
        if field.name in FIELDS and getattr(before, field.name) != getattr(after, field.name)
    )
    clubs = (
        Change("own", text, becomes, label)
        for label, text, becomes in own_changes(own, before.own, after.own)
    )
    return (*kept, *clubs)


def _counted(kind: Kind, count: int) -> str:
    sentences = {
        Kind.NEW: ngettext("%(count)d new", "%(count)d new", count),
        Kind.CHANGED: ngettext("%(count)d changed", "%(count)d changed", count),
        Kind.UNCHANGED: ngettext("%(count)d unchanged", "%(count)d unchanged", count),
        Kind.ERROR: ngettext("%(count)d with an error", "%(count)d with errors", count),
    }
    return sentences[kind] % {"count": count}
