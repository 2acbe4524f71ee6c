"""Names that stand in rows: found for the preview, and written otherwise."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.models import Model, Q

from lhombre_club.members.models import Club, Person
from scoring.domain import reword_journal
from tournaments.book.proving.rewording import Row, reword
from tournaments.kept.domain.names import Names, all_of, keys_of
from tournaments.kept.domain.places import KEPT, Keeping, Rows
from tournaments.models import Event, Revision, Table, TableEntry

SEALED: Final = (Revision, TableEntry)
"""Of whose words the chain of seals is made."""


@dataclass(frozen=True, slots=True)
class Change:
    """A row in which a name stands."""

    keeping: Keeping
    rows: Rows
    pk: Any
    was: Mapping[str, Any]
    now: Mapping[str, Any]
    """The fields that change, and what they say from then on."""


def changes(person: Person, club: Club, names: Names) -> list[Change]:
    """Return every row of the club in which a person is named, without writing."""
    keys = keys_of(person, club)
    return [
        change
        for keeping in KEPT
        for rows in keeping.rows
        if rows.club and rows.worded
        for change in _of(keeping, rows, club, keys, names)
    ]


def _of(
    keeping: Keeping, rows: Rows, club: Club, keys: list[str], names: Names
) -> Iterator[Change]:
    own: dict[str, set[Any]] = {}
    said = Q()
    for field in rows.worded:
        said |= ~Q(**{field: ""})
        if way := rows.named.get(field):
            mine = all_of(rows.kind).filter(rows.in_club(club.pk), **{f"{way}__in": keys})
            own[field] = set(mine.values_list("pk", flat=True))
    found = all_of(rows.kind).filter(rows.in_club(club.pk)).filter(said).order_by().distinct()
    for row in found.values("pk", *rows.worded).iterator():
        was = {field: row[field] for field in rows.worded}
        now = {
            field: names.instead
            if text and row["pk"] in own.get(field, ())
            else _fitting(rows.kind, field, names.said(text))
            for field, text in was.items()
        }
        changed = {field: text for field, text in now.items() if text != was[field]}
        if changed:
            yield Change(keeping, rows, row["pk"], {name: was[name] for name in changed}, changed)


def _fitting(kind: type[Model], field: str, said: Any) -> Any:
    """Return what is said, no longer than its field: what stands for a short name is longer."""
    limit = getattr(kind._meta.get_field(field), "max_length", None)  # noqa: SLF001 -- documented
    return said[:limit] if isinstance(said, str) and limit else said


def write(found: Iterable[Change], forgotten: UUID) -> None:
    """Write the changes, in the caller's transaction; what is sealed is sealed anew."""
    sealed: dict[type[Model], dict[Any, Mapping[str, str]]] = defaultdict(dict)
    for change in found:
        kind = change.rows.kind
        if kind in SEALED:
            sealed[kind][change.pk] = change.now
        else:
            all_of(kind).filter(pk=change.pk).update(**change.now)
    by_event: dict[UUID, list[tuple[Row, Mapping[str, str]]]] = defaultdict(list)
    for kind, words in sealed.items():
        rows = all_of(kind).filter(pk__in=list(words)).select_related("table__round")
        for row in rows:
            by_event[row.table.round.event_id].append((row, words[row.pk]))
    for event in Event.objects.filter(pk__in=list(by_event)):
        reword(event, forgotten, by_event[event.pk])


def write_journal(club: Club, names: Names) -> int:
    """Let no reason in the journal of points name him; return how many rows are changed."""
    books = set(map(str, Table.every.filter(round__event__club=club).values_list("pk", flat=True)))
    return reword_journal(books, names.said)


def events_of(found: Sequence[Change]) -> set[UUID]:
    """Return the events whose rows change."""
    by_way: dict[tuple[type[Model], str], list[Any]] = defaultdict(list)
    for change in found:
        for way in change.rows.club.split():
            event = way.removesuffix("__club") if way.endswith("event__club") else ""
            if event or change.rows.kind is Event:
                by_way[change.rows.kind, event or "pk"].append(change.pk)
    ids: set[UUID] = set()
    for (kind, way), keys in by_way.items():
        ids |= set(all_of(kind).filter(pk__in=keys).order_by().values_list(way, flat=True))
    return ids - {None}
