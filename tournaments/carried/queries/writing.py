"""Writing the file of an event, or of a club with every event in it."""

import pkgutil
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import IO, Any, Final
from uuid import UUID

from django.conf import settings
from django.core.signing import Signer
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from lhombre_club.members.models import Club, Membership, Person
from scoring.domain import carried, stated
from tournaments import migrations
from tournaments.book.actors import USER, people
from tournaments.book.proving import seals
from tournaments.carried.queries import kinds, schema
from tournaments.carried.queries.readme import README_OF
from tournaments.carried.queries.terms import said_moment, term
from tournaments.carried.queries.zipped import (
    MANIFEST,
    README,
    SCHEMA,
    SIGNATURE,
    Writing,
    digest_of,
    dumped,
)
from tournaments.models import Correction, Event, SheetPhoto, Table

SALT: Final = "tournaments.carried"
IN_MEMORY: Final = 8_000_000
"""Bytes of a file that is made, before it goes to the disk."""
_AT_ONCE: Final = 1 << 16


def signer() -> Signer:
    """Return what signs a manifest with the key of this installation."""
    return Signer(salt=SALT)


def program() -> str:
    """Return which program this is: the newest shape of a database that it knows."""
    return max(each.name for each in pkgutil.iter_modules(migrations.__path__))


def event_file(event: Event, *, photos: bool = False) -> IO[bytes]:
    """Return the file of an event, at its beginning; with the photos of its sheets if asked."""
    return _made(partial(_write_event, event_pk=event.pk, photos=photos))


def club_file(club: Club, *, photos: bool = False) -> IO[bytes]:
    """Return the file of a club, at its beginning: its events are files in it."""
    return _made(partial(_write_club, club=club, photos=photos))


def _made(write: Any) -> IO[bytes]:
    file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 -- the caller's
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        write(Writing(archive))
    file.seek(0)
    return file


# --- an event -----------------------------------------------------------------------------


@transaction.atomic
def _write_event(to: Writing, *, event_pk: UUID, photos: bool) -> None:
    # Whoever writes at an event holds its row: nothing changes while it is read.
    event = Event.objects.select_related("club").select_for_update(of=("self",)).get(pk=event_pk)
    writers: set[str] = set()
    for kind in schema.OWN["event"]:
        rows = kinds.said(kind, kind.rows(event))
        to.rows(kind.name, _noticing(rows, writers))
    to.rows(kinds.PEOPLE, _people(event.club, _played(event), schema.OF_PERSON))
    tables = Table.every.filter(round__event=event)
    books = [str(each) for each in tables.values_list("pk", flat=True)]
    to.rows("postings", _noticing(map(_posting, carried(books)), writers))
    to.rows("totals", ({"book": book, **asdict(one)} for book, one in stated(books)))
    names = people(writers, event.pk)
    to.rows("writers", _writers(names))
    if photos:
        for photo in SheetPhoto.objects.filter(event=event).order_by("pk"):
            _write_photo(to, photo)
    _finish(to, "event", event.club, event)


def _writers(names: Mapping[str, str]) -> Iterator[Mapping[str, str]]:
    yield from ({"actor": each, "name": names[each]} for each in sorted(names))


def _noticing(rows: Iterable[Mapping[str, Any]], writers: set[str]) -> Iterator[Mapping[str, Any]]:
    """Yield the rows, and remember which users they name."""
    for row in rows:
        writers.update(
            value for value in row.values() if isinstance(value, str) and value.startswith(USER)
        )
        yield row


def _posting(each: Any) -> Mapping[str, Any]:
    return {
        **asdict(each),
        "seats": list(each.seats),
        "source": str(each.source),
        "at": said_moment(each.at),
    }


def _write_photo(to: Writing, photo: SheetPhoto) -> None:
    file = Path(settings.PHOTOS_DIR) / photo.file_name
    if file.is_file():  # after an old copy came back it may be lost
        with file.open("rb") as stream:
            to.file(f"photos/{photo.file_name}", iter(lambda: stream.read(_AT_ONCE), b""))


def _played(event: Event) -> Q:
    """Return who is named in an event: in its chairs, and in those of before a correction."""
    before = Correction.objects.filter(event=event, kind=Correction.Kind.SEATS)
    were = {
        chair[1]
        for told in before.values_list("before", flat=True)
        for side in ("was", "is")
        for chair in told.get(side, {}).values()
        if chair[1]
    }
    return (
        Q(participations__event=event)
        | Q(substitutions__round__event=event)
        | Q(pk__in=[UUID(each) for each in were])
    )


def _people(
    club: Club, who: Q, columns: Iterable[str], more: Iterable[str] = ()
) -> Iterator[Mapping[str, Any]]:
    """Yield those people, and what they are in the club; who is no member has no status."""
    own = {row.person_id: row for row in Membership.objects.filter(club=club)}
    terms = {name: term(schema.column(Person, name)) for name in columns}
    besides = {name: term(schema.column(Membership, name)) for name in more}
    nobody = Membership()
    found = Person.objects.filter(pk__in=Person.objects.filter(who).order_by().values("pk"))
    for person in found.order_by("pk"):
        member = own.get(person.pk)
        yield {
            **{name: each.said(getattr(person, name)) for name, each in terms.items()},
            "number": member.number if member else "",
            "status": member.status if member else None,
            **{n: each.said(getattr(member or nobody, n)) for n, each in besides.items()},
        }


# --- a club -------------------------------------------------------------------------------


def _write_club(to: Writing, *, club: Club, photos: bool) -> None:
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        named: set[str] = set()
        writers: set[str] = set()
        for kind in schema.OWN["club"]:
            rows = _naming(kind, kinds.said(kind, kind.rows(club)), named)
            to.rows(kind.name, _noticing(rows, writers))
        names = people(writers, club=club.pk)
        to.rows(schema.CLUB_WRITERS, _writers(names))
        who = Q(memberships__club=club) | Q(pk__in=[UUID(each) for each in named])
        columns = (*schema.OF_PERSON, *schema.PRIVATE, schema.ADDRESS)
        to.rows(kinds.PEOPLE, _people(club, who, columns, schema.MORE))
        events = list(Event.objects.filter(club=club).order_by("date", "created_at", "pk"))
    for event in events:
        with event_file(event, photos=photos) as file:
            to.file(f"events/{event.pk}.zip", iter(lambda: file.read(_AT_ONCE), b""))
    _finish(to, "club", club, None)


def _naming(
    kind: kinds.Kind, rows: Iterable[Mapping[str, Any]], named: set[str]
) -> Iterator[Mapping[str, Any]]:
    """Yield the rows, and remember which people they lead to."""
    columns = [each.name for each in kind.columns if each.refers == kinds.PEOPLE]
    for row in rows:
        named.update(row[name] for name in columns if row[name])
        yield row


def _finish(to: Writing, kind: str, club: Club, event: Event | None) -> None:
    """Write what the file is, and that it was made here."""
    manifest = dumped(
        {
            "format": schema.FORMATS[kind],
            "version": schema.VERSION,
            "made_at": said_moment(timezone.now()),
            "program": program(),
            "club": {"id": str(club.pk), "name": club.name},
            "event": {"id": str(event.pk), "name": event.name} if event else None,
            "code": seals.head(event) if event else "",
            "parts": to.parts,
        },
        indent=1,
    )
    digest = digest_of(manifest.encode())
    to.beside(SCHEMA, dumped(schema.whole(kind), indent=1))
    to.beside(README, README_OF[kind])
    to.beside(MANIFEST, manifest)
    to.beside(SIGNATURE, dumped({"manifest": digest, "signature": signer().signature(digest)}))
