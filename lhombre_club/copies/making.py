"""A checked copy of all that a club has, in the program's own folder and in a second place.

A copy is made under another name, checked, brought to the disk, and only then gets its own: a
copy that has its name is whole. No older one goes before that.
"""

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from lhombre_club import disk
from lhombre_club.copies import engine, sending, shelf
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.shelf import Copy, Why

OFTEN_ENOUGH = timedelta(days=1)


class BesideError(CopyError):
    """There is a sound copy of the database, and something that belongs to it is missing."""

    def __init__(self, copy: Copy, told: str) -> None:
        """Say ``told``; the copy stands."""
        super().__init__(f"The database is copied to {copy.path}. {told}")
        self.copy = copy


def is_due() -> bool:
    """Whether the newest copy is not of the last day, is none of what is there, or is missing.

    After a move the newest is of the other kind of database, and fits this one no more.
    """
    newest = shelf.newest(shelf.home())
    if newest is None or newest.vendor != connection.vendor:
        return True
    if newest.is_ahead or shelf.put_back_note().exists():
        return True
    return timezone.now() - newest.made_at > OFTEN_ENOUGH


def back_up(why: Why = Why.ASKED, also: Path | None = None) -> Copy:
    """Make a checked copy, and send it to the second places and to ``also``.

    Raises CopyError when that fails; then no earlier copy has been touched. With a BesideError
    the copy stands, and so do all earlier ones.
    """
    home = shelf.home()
    places = shelf.second_places(also)
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with shelf.one_at_a_time(home):
            made, missing = _make(home, why, places)
            if not missing:
                shelf.tidy(home)
    except OSError as error:
        raise CopyError(f"The copy could not be written to {home}: {disk.told(error)}") from error
    missing += [told for place in places if (told := sending.send(made, place))]
    if missing:
        raise BesideError(made, " ".join(missing))
    return made


def _make(home: Path, why: Why, places: list[Path]) -> tuple[Copy, list[str]]:
    for left in home.glob(f"{shelf.UNFINISHED}*"):  # by a power cut
        shutil.rmtree(left, ignore_errors=True)
    made = shelf.to_come(home, places)
    unfinished = home / f"{shelf.UNFINISHED}{made.path.name}"
    unfinished.mkdir(mode=0o700)
    try:
        database = unfinished / shelf.DATABASES[connection.vendor]
        database.touch(mode=0o600)
        standing = engine.copy_database(database)
        _write(unfinished / shelf.KEY, "\n".join(_keys()))
        # After the database: a photo that came meanwhile is one too many, and none is missing.
        photos, missing = _keep(Path(settings.PHOTOS_DIR), home / shelf.PHOTOS)
        slip: dict[str, Any] = {
            "why": why,
            "number": made.number,
            "made_at": made.made_at.isoformat(),
            **shelf.line_to_come(home, why),
            "sha256": shelf.digest(database),
            "photos": photos,
            **standing,
        }
        _write(unfinished / shelf.SLIP, json.dumps(slip, indent=1))
        for file in (database, unfinished):
            disk.sync(file)
        unfinished.replace(made.path)
        for folder in (home, home.parent):  # the first copy has made its place too
            disk.sync(folder)
        shelf.put_back_note().unlink(missing_ok=True)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return made, missing


def _keys() -> list[str]:
    """The key that signs, and the earlier ones whose codes are still good."""
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _write(file: Path, text: str) -> None:
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")
    disk.sync(file)


def _keep(source: Path, target: Path) -> tuple[list[str], list[str]]:
    """Keep the photos; return the names of those that are kept, and what could not be done."""
    try:
        sending.keep_photos(source, target)
    except OSError as error:
        kept = sorted(file.name for file in target.glob("*.jpg")) if target.is_dir() else []
        by_hand = f"Else copy the folder {source} by hand."
        return kept, [f"Not all photos of sheets are with it: {disk.told(error)} {by_hand}"]
    return sorted(file.name for file in source.glob("*.jpg")), []
