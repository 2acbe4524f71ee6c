"""Photos of sheets: looked at before they are kept, and drawn anew.

Whatever was sent is decoded and written again as a JPEG of our own, so that nothing else travels
in the file: no place, no camera, no name, and no page in disguise.
"""

import hashlib
import io
import os
from pathlib import Path
from threading import BoundedSemaphore
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from PIL import Image, ImageOps

from lhombre_club.refusal import Refusal, in_turn
from tournaments.book.activity import note
from tournaments.models import Event, SheetPhoto, Table
from tournaments.review.reasons import ReviewReason

LARGEST: Final = 15_000_000
"""Bytes of what is sent; a phone's photo has three to eight million."""
MOST_PIXELS: Final = 50_000_000
"""Of what is sent, as its head says: three bytes each in memory, whatever the file has."""
PATIENCE: Final = 20.0
"""Seconds that a photo waits for those before it."""
MOST_PHOTOS: Final = 12
"""Of one table."""
FORMATS: Final = ("JPEG", "PNG", "WEBP")
JPEG: Final = b"\xff\xd8\xff"
"""How a JPEG begins."""
EDGE: Final = 2400
"""Pixels of the longer side as it is kept: every figure of a sheet can be read."""
QUALITY: Final = 82


def attach(*, table: Table, data: bytes, actor: str) -> SheetPhoto:
    """Keep a photo of the sheet of ``table``, which comes with its round; the same one only once.

    Refused where it is no picture or too large, where others are being read for too long, and
    where the table has enough of them.
    """
    picture = redrawn(data)
    digest = hashlib.sha256(data).hexdigest()
    with transaction.atomic():
        held = Table.objects.select_for_update(of=("self",)).get(pk=table.pk)
        known = SheetPhoto.objects.filter(table=held, digest=digest).first()
        if known is not None:
            return known
        if SheetPhoto.objects.filter(table=held).count() >= MOST_PHOTOS:
            raise Refusal(ReviewReason.TOO_MANY_PHOTOS)
        buffer = io.BytesIO()
        picture.save(buffer, "JPEG", quality=QUALITY)
        photo = SheetPhoto.objects.create(
            event=table.round.event,
            table=held,
            round_number=table.round.number,
            table_number=table.number,
            digest=digest,
            width=picture.width,
            height=picture.height,
            size=buffer.tell(),
            actor=actor,
        )
        # Before the commit: a row never names a file that is not there.
        _write(file_of(photo), buffer.getvalue())
        note(event=table.round.event, verb="photo.attached", actor=actor, photo=str(photo.pk))
    return photo


def keep(photo: SheetPhoto, data: bytes) -> None:
    """Keep the file of a photo that was redrawn once, on another computer.

    Refused where it is none: then nothing was written.
    """
    if redrawn(data).size != (photo.width, photo.height) or not data.startswith(JPEG):
        raise Refusal(ReviewReason.NO_PICTURE)
    _write(file_of(photo), data)


def remove(*, photo: SheetPhoto, actor: str) -> None:
    """Take a photo away, such as one of another sheet."""
    file = file_of(photo)
    with transaction.atomic():
        note(event=photo.event, verb="photo.removed", actor=actor, photo=str(photo.pk))
        photo.delete()
        transaction.on_commit(lambda: file.unlink(missing_ok=True))


def without_table(event: Event) -> QuerySet[SheetPhoto]:
    """Return the photos of tables of ``event`` that were drawn anew, for the director to see."""
    return SheetPhoto.objects.filter(event=event, table=None)


def file_of(photo: SheetPhoto) -> Path:
    """Return where the photo is kept."""
    return Path(settings.PHOTOS_DIR) / photo.file_name


def photos_lost(folder: Path | None = None) -> list[str]:
    """Return the names of the photos that have no whole file, such as after an old copy came back.

    They are looked for where photos are kept, or in ``folder``.
    """
    sizes = {photo.file_name: photo.size for photo in SheetPhoto.objects.all()}
    place = folder or Path(settings.PHOTOS_DIR)
    return [name for name, size in sizes.items() if _size_of(place / name) != size]


def _size_of(file: Path) -> int:
    """Return the bytes of a file; -1: it is not there."""
    return file.stat().st_size if file.is_file() else -1


def redrawn(data: bytes) -> Image.Image:
    """Return the picture alone, upright and not larger than needed.

    Its head alone is read before it is known to be small enough, and in one process one is decoded
    at a time: some that are sent at once would take the memory of the whole program.
    """
    if len(data) > LARGEST:
        raise Refusal(ReviewReason.PHOTO_TOO_LARGE)
    try:
        with Image.open(io.BytesIO(data), formats=FORMATS) as sent:
            if sent.width * sent.height > MOST_PIXELS:
                raise Refusal(ReviewReason.PHOTO_TOO_LARGE)
            with in_turn(_decoding, PATIENCE, ReviewReason.PHOTOS_WAIT):
                return _upright(sent)
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
        raise Refusal(ReviewReason.PHOTO_TOO_LARGE) from error
    except (OSError, SyntaxError, ValueError) as error:
        raise Refusal(ReviewReason.NO_PICTURE) from error


_decoding = BoundedSemaphore(1)


def _upright(sent: Image.Image) -> Image.Image:
    """Decode a picture, made smaller first: a JPEG is never there in its full size."""
    sent.thumbnail((EDGE, EDGE))
    upright = ImageOps.exif_transpose(sent).convert("RGB")
    bare = Image.new("RGB", upright.size)
    bare.paste(upright)
    return bare


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    unfinished = path.with_suffix(".tmp")
    with unfinished.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
