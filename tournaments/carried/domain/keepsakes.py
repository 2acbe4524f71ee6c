"""What an event has besides: photos of sheets, and whether what was settled still holds."""

import io
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.db import transaction
from django.db.models import Q

from lhombre_club.prepared import insert
from lhombre_club.refusal import Refusal
from tournaments.carried.queries.reading import Carried, copy_part
from tournaments.carried.reasons import CarriedReason
from tournaments.models import Event, Settling, SheetPhoto, Table
from tournaments.money.domain import Scope, Share, basis, shares
from tournaments.review.domain import photos

REMOVED: Final = "photo.removed"


def bring_photos(event: Event, carried: Carried) -> None:
    """Keep the photos that came with the file; one without its picture is left out.

    Those that are here already stay, but for what the log says was removed.
    """
    here = {photo.pk: photo for photo in SheetPhoto.objects.filter(event=event)}
    tables = {row["id"] for row in carried.values["tables"]}
    removed = {row["facts"]["photo"] for row in carried.values["deeds"] if row["verb"] == REMOVED}
    for pk, photo in here.items():
        if str(pk) in removed:
            file = photos.file_of(photo)
            photo.delete()
            transaction.on_commit(lambda file=file: file.unlink(missing_ok=True))  # type: ignore[misc]
        elif photo.table_id is not None and photo.table_id not in tables:
            SheetPhoto.objects.filter(pk=pk).update(table=None)
    for row in carried.values["photos"]:
        photo = SheetPhoto(**row, event=event)
        name = f"photos/{photo.file_name}"
        if photo.pk in here or name not in carried.photos:
            continue
        data = io.BytesIO()
        copy_part(carried, name, data)
        if len(data.getvalue()) != photo.size:
            raise Refusal(CarriedReason.DAMAGED, part=name)
        insert([photo], as_told=True)
        photos.keep(photo, data.getvalue())


def same_basis(event: Event, were: Mapping[str, str]) -> None:
    """Let a settling hold here that held where it was made, if people have other keys here.

    ``were`` are the keys in the file by those that they have here.
    """
    if all(key == was for key, was in were.items()):
        return
    rows = Settling.objects.filter(Q(event=event) | Q(table__round__event=event))
    for settling in rows.select_related("table__round__event"):
        scope: Scope = settling.table or event
        now = shares(_read(scope))
        if basis(_as_they_were(now, were)) == settling.basis:
            Settling.objects.filter(pk=settling.pk).update(basis=basis(now))


def _as_they_were(parts: Sequence[Share], were: Mapping[str, str]) -> list[Share]:
    return [replace(part, key=were.get(part.key, part.key)) for part in parts]


def _read(scope: Any) -> Scope:
    """Return the event or the table as it is stored now."""
    if isinstance(scope, Table):
        return Table.objects.select_related("round__event").get(pk=scope.pk)
    return Event.objects.get(pk=scope.pk)
