"""A copy in a second place, such as a stick: as it is, or encrypted where there is a passphrase."""

import hashlib
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path

from lhombre_club import disk
from lhombre_club.copies import encryption, forgotten, shelf
from lhombre_club.copies.encryption import Key
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.shelf import AGE, Copy


def send(copy: Copy, place: Path) -> str:
    """Bring a copy to a second place; return a sentence if it is not there, else nothing.

    A place that is not there is never made: where a stick is not plugged in, its folder would
    be one on the laptop's own disk. Where copies are encrypted, those that lie there in plain
    are encrypted too.
    """
    if not place.is_dir():
        return f"{place} is not there, so that no copy is in it; is the stick plugged in?"
    try:
        key = encryption.kept()
        _put(copy, place, key)
        forgotten.bring(place)
    except CopyError as error:
        return str(error)
    except (OSError, shutil.Error) as error:
        return f"{place} has no copy: {disk.told(error)}"
    shelf.tidy(place)
    return _encrypt_what_is_there(place, key) if key else ""


def _put(copy: Copy, place: Path, key: Key | None) -> None:
    """Raises CopyError, OSError and shutil.Error; then nothing is left of it."""
    target = place / f"{copy.path.name}{AGE if key else ''}"
    unfinished = place / f"{shelf.UNFINISHED}{target.name}"
    shutil.rmtree(unfinished, ignore_errors=True)
    try:
        if key:
            _encrypt(copy, unfinished, key)
        else:
            shutil.copytree(copy.path, unfinished)
        for file in (*unfinished.iterdir(), unfinished):
            disk.sync(file)
        written = replace(copy, path=unfinished)
        if shelf.digest(written.database) != written.slip()["sha256"]:
            raise CopyError(
                f"What was written to {place} is not what it should be. Take another stick."
            )
        keep_photos(copy.photos, place / shelf.photos_for(key.recipient if key else ""), key)
        unfinished.replace(target)
        disk.sync(place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _encrypt(copy: Copy, folder: Path, key: Key) -> None:
    """Write each file of ``copy`` encrypted, and a slip that says no more than orders copies."""
    folder.mkdir(mode=0o700)
    written = {
        file: encryption.encrypt(file, folder / f"{file.name}{AGE}", key)
        for file in copy.path.iterdir()
    }
    slip = copy.slip()
    slip = {
        "why": slip["why"],
        "made_at": slip["made_at"],
        "lines": copy.lines,
        "passed": copy.passed,
        "sha256": written[copy.database],
        "photos": [f"{name}{AGE}" for name in slip["photos"]],
        "recipient": key.recipient,
        "key_sha256": hashlib.sha256(key.locked.encode()).hexdigest(),
    }
    (folder / shelf.SLIP).write_text(json.dumps(slip, indent=1), encoding="utf-8")
    (folder / shelf.LOCKED_KEY).write_text(key.locked, encoding="ascii")


def _encrypt_what_is_there(place: Path, key: Key) -> str:
    """Let nothing lie there in plain; return a sentence if something still does."""
    plain = [each for each in shelf.copies(place) if each.number and not each.is_encrypted]
    try:
        for copy in plain:
            if not (place / f"{copy.path.name}{AGE}").exists():
                _put(copy, place, key)
            shelf.take_away(copy.path)
        if (place / shelf.PHOTOS).is_dir():
            shutil.rmtree(place / shelf.PHOTOS)
    except (CopyError, OSError, KeyError) as error:
        return f"{place} still has copies that are not encrypted: {error}"
    return ""


def keep_photos(source: Path, target: Path, key: Key | None = None) -> int:
    """Let ``target`` have every photo of ``source``; return how many it did not have before.

    Raises OSError. A photo that is there already is the same one: none is ever changed. On the
    same disk it takes no room: it is the same file under a second name. With a key it is encrypted.
    """
    there = sorted(source.iterdir()) if source.exists() else []
    found = {file: target / f"{file.name}{AGE if key else ''}" for file in there}
    new = {
        file: kept for file, kept in found.items() if file.suffix == ".jpg" and not kept.exists()
    }
    if new:
        target.mkdir(mode=0o700, parents=True, exist_ok=True)
    for file, kept in new.items():
        if key:
            _copy(file, kept, key)
            continue
        try:
            os.link(file, kept)
        except OSError:  # another disk, or one without such names
            _copy(file, kept, None)
    if new:
        disk.sync(target)
    return len(new)


def _copy(file: Path, target: Path, key: Key | None) -> None:
    unfinished = target.with_suffix(".tmp")
    try:
        if key:
            encryption.encrypt(file, unfinished, key)
        else:
            shutil.copyfile(file, unfinished)
        disk.sync(unfinished)
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)
