"""A checked copy of all that a club has, in the program's own folder and in a second place.

A copy is made under another name, checked, brought to the disk, and only then gets its own: a
copy that has its name is whole. No older one goes before that.
"""

import json
import os
import shutil
from contextlib import suppress
from datetime import timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from lhombre_club import disk
from lhombre_club.copies import engine, shelf
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
    """Whether the newest copy is not of the last day, is none of what is there, or is missing."""
    newest = shelf.newest(shelf.home())
    if newest is None or newest.is_ahead or shelf.put_back_note().exists():
        return True
    return timezone.now() - newest.made_at > OFTEN_ENOUGH


def back_up(why: Why = Why.ASKED, also: Path | None = None) -> Copy:
    """Make a checked copy, and send it to the second places and to ``also``.

    Raises CopyError when that fails; then no earlier copy has been touched. With a BesideError
    the copy stands, and so do all earlier ones.
    """
    home = shelf.home()
    places = [*settings.BACKUP_PLACES, *([also] if also else [])]
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        with shelf.one_at_a_time(home):
            made, missing = _make(home, why, places)
            if not missing:
                shelf.tidy(home)
    except OSError as error:
        raise CopyError(f"The copy could not be written to {home}: {disk.told(error)}") from error
    missing += [told for place in places if (told := send(made, place))]
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
        engine.copy_database(database)
        _write(unfinished / shelf.KEY, settings.SECRET_KEY)
        # After the database: a photo that came meanwhile is one too many, and none is missing.
        photos, missing = _keep(Path(settings.PHOTOS_DIR), home / shelf.PHOTOS)
        _write(unfinished / shelf.SLIP, _slip(database, why, made, photos))
        for file in (database, unfinished):
            disk.sync(file)
        unfinished.replace(made.path)
        for folder in (home, home.parent):  # the first copy has made its place too
            disk.sync(folder)
        shelf.put_back_note().unlink(missing_ok=True)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return made, missing


def _slip(database: Path, why: Why, made: Copy, photos: list[str]) -> str:
    slip: dict[str, object] = {
        "why": why,
        "made_at": made.made_at.isoformat(),
        "sha256": shelf.digest(database),
        "photos": photos,
    }
    if connection.vendor == "sqlite":
        with engine.read_only(database) as there:
            slip |= {"shape": engine.shape(there), "reached": engine.reached(there)}
    return json.dumps(slip, indent=1)


def _write(file: Path, text: str) -> None:
    file.touch(mode=0o600)
    file.write_text(text, encoding="utf-8")
    disk.sync(file)


def _keep(source: Path, target: Path) -> tuple[list[str], list[str]]:
    """Keep the photos; return the names of those that are kept, and what could not be done."""
    try:
        keep_photos(source, target)
    except OSError as error:
        kept = sorted(file.name for file in target.glob("*.jpg")) if target.is_dir() else []
        by_hand = f"Else copy the folder {source} by hand."
        return kept, [f"Not all photos of sheets are with it: {disk.told(error)} {by_hand}"]
    return sorted(file.name for file in source.glob("*.jpg")), []


def keep_photos(source: Path, target: Path) -> int:
    """Let ``target`` have every photo of ``source``; return how many it did not have before.

    Raises OSError. A photo that is there already is the same one: none is ever changed. It takes
    no room on the same disk: it is the same file under a second name.
    """
    there = sorted(source.iterdir()) if source.exists() else []
    found = [file for file in there if file.suffix == ".jpg"]
    new = [file for file in found if not (target / file.name).exists()]
    if new:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file in new:
        try:
            os.link(file, target / file.name)
        except OSError:  # another disk, or one without such names
            _copy(file, target / file.name)
    if new:
        disk.sync(target)
    return len(new)


def _copy(file: Path, target: Path) -> None:
    unfinished = target.with_suffix(".tmp")
    try:
        shutil.copyfile(file, unfinished)
        disk.sync(unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def send(copy: Copy, place: Path) -> str:
    """Bring a copy to a second place; return a sentence if it is not there, else nothing.

    A place that is not there is never made: where a stick is not plugged in, its folder would
    be one on the laptop's own disk.
    """
    if not place.is_dir():
        return f"{place} is not there, so that no copy is in it; is the stick plugged in?"
    unfinished = place / f"{shelf.UNFINISHED}{copy.path.name}"
    try:
        shutil.rmtree(unfinished, ignore_errors=True)
        shutil.copytree(copy.path, unfinished)
        for file in (*unfinished.iterdir(), unfinished):
            disk.sync(file)
        if shelf.digest(unfinished / copy.database.name) != copy.slip()["sha256"]:
            return f"What was written to {place} is not what it should be. Take another stick."
        keep_photos(copy.photos, place / shelf.PHOTOS)
        unfinished.replace(place / copy.path.name)
        disk.sync(place)
    except (OSError, shutil.Error) as error:
        with suppress(OSError):
            shutil.rmtree(unfinished)
        return f"{place} has no copy: {disk.told(error)}"
    shelf.tidy(place)
    return ""
