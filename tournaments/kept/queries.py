"""Everything that stands of one person, for him to read and to take along."""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import BooleanField, Field, Model
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club, Person
from lhombre_club.members.own_fields import fields_of, in_words
from tournaments.kept.domain.names import all_of, keys_of, names_of
from tournaments.kept.domain.places import KEPT, Keeping, Rows
from tournaments.kept.domain.rewriting import changes
from tournaments.models import Forgotten

FORMAT: Final = "lhombre-person"
VERSION: Final = 1
CALLED: Final[Mapping[str, Mapping[Any, Promise | str]]] = {
    "history_type": {"+": "", "~": "", "-": _("yes")},
    "substitute_from": {1: ""},
}
"""By field what its values are called where they are read; empty: nothing is said of it."""


@dataclass(frozen=True, slots=True)
class Own:
    """What stands of somebody under one heading."""

    keeping: Keeping
    tables: Sequence[tuple[str, Sequence[dict[str, Any]]]]
    """By model its rows, each by the names of its fields."""


@dataclass(frozen=True, slots=True)
class Told:
    """Rows of one kind, to be read: each as the values that it shows."""

    of: Rows
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class OwnData:
    """All of it."""

    club: Club
    person: Person
    parts: Sequence[Own]
    named_in: Sequence[dict[str, Any]]
    """Texts in which he is named: the model, the field, the text."""
    naming: Sequence[tuple[Any, Any]]
    """The same texts, each with what it would be without his name."""

    def as_json(self) -> dict[str, Any]:
        """Return it as ``docs/own-data.md`` describes it."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "made_at": timezone.now().isoformat(timespec="seconds"),
            "club": self.club.name,
            "name": self.person.full_name,
            "kept": [
                {
                    "key": part.keeping.key,
                    "what": str(part.keeping.what),
                    "why": str(part.keeping.why),
                    "how_long": str(part.keeping.how_long),
                    "rows": dict(part.tables),
                }
                for part in self.parts
            ],
            "named_in": list(self.named_in),
        }


def own_data(club: Club, person: Person) -> OwnData:
    """Return what ``club`` keeps of a person; a few queries for each table, however many rows."""
    keys = keys_of(person, club)
    parts = []
    for keeping in KEPT:
        found = ((rows.model, list(_rows(rows, club, keys))) for rows in keeping.rows if rows.ways)
        if tables := [(model, rows) for model, rows in found if rows]:
            parts.append(Own(keeping, tables))
    names = names_of(person, club, "")
    worded = [
        (change, field)
        for change in changes(person, club, names)
        for field in change.was
        if field in change.rows.words.split()
    ]
    named = [
        {"of": each.rows.model, "field": field, "text": each.was[field]} for each, field in worded
    ]
    naming = [(each.was[field], each.now[field]) for each, field in worded]
    return OwnData(club, person, parts, named, naming)


def readable(club: Club, person: Person) -> list[tuple[Keeping, list[Told]]]:
    """Return the same to be read: of each table what says something to a reader."""
    keys = keys_of(person, club)
    found = []
    for keeping in KEPT:
        told = [Told(rows, _shown(rows, club, keys)) for rows in keeping.rows if rows.title]
        if some := [each for each in told if each.rows]:
            found.append((keeping, some))
    return found


def _shown(rows: Rows, club: Club, keys: list[str]) -> list[list[Any]]:
    ways = rows.shows.split()
    found = _his(rows, club, keys).order_by(*ways, "pk").values_list("pk", *ways)
    words: dict[str, Any] = {way: _choices(rows.kind, way) for way in ways}
    if "own" in ways:
        own = fields_of(club)
        at = ways.index("own") + 1
        found = [(*row[:at], in_words(own, row[at] or {}), *row[at + 1 :]) for row in found]
    return [
        [words[way].get(value, value) for way, value in zip(ways, row[1:], strict=True)]
        for row in found
    ]


def _choices(kind: type[Model], way: str) -> dict[Any, str]:
    """Return what the values of a field are called, where they are chosen."""
    if way in CALLED:
        return {value: str(called) for value, called in CALLED[way].items()}
    if "__" in way:
        return {}
    field: Any = kind._meta.get_field(way)  # noqa: SLF001 -- documented
    if isinstance(field, BooleanField):
        return {True: str(_("yes")), False: str(_("no"))}
    return {value: str(label) for value, label in field.flatchoices}


def _his(rows: Rows, club: Club, keys: list[str]) -> Any:
    found = all_of(rows.kind).filter(rows.of_keys(keys))
    return found.filter(rows.in_club(club.pk)).distinct() if rows.club else found.distinct()


def _rows(rows: Rows, club: Club, keys: list[str]) -> Iterator[dict[str, Any]]:
    fields = [each.attname for each in _fields(rows.kind)]
    for row in _his(rows, club, keys).order_by("pk").values(*fields):
        yield {name.removesuffix("_id"): _plain(value) for name, value in row.items()}


def _fields(kind: type[Model]) -> list["Field[Any, Any]"]:
    return list(kind._meta.concrete_fields)  # noqa: SLF001 -- documented


def _plain(value: Any) -> Any:
    """Return what JSON has a form for; a moment in UTC."""
    if isinstance(value, dt.datetime):
        return value.astimezone(dt.UTC).isoformat(timespec="seconds")
    if value is None or isinstance(value, (str, int, bool, list, dict)):
        return value
    return str(value)


def forgotten(club: Club) -> Sequence[Forgotten]:
    """Return who was forgotten, the newest first."""
    return list(Forgotten.objects.filter(club=club).order_by("-at"))


def club_changes(club: Club) -> Iterator[tuple[dt.datetime, str, list[str]]]:
    """Return when, by whom and what of the club's own settings was changed; the newest first."""
    lines = list(club.history.order_by("-history_id"))
    told = [each.name for each in _fields(Club) if each.name not in {"id", "created_at"}]
    for now, was in zip(lines, [*lines[1:], None], strict=True):
        changed = [name for name in told if was and getattr(now, name) != getattr(was, name)]
        yield now.history_date, now.history_change_reason or "", changed
