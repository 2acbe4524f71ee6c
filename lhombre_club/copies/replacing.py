"""One database in the place of another, wholly or not at all.

Several files have to change their names, and the power may go between any two of them. So a
slip says first which; whoever comes next and finds it goes on where it was left. Nothing is
overwritten: what was there lies in a folder of its own.
"""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from lhombre_club import disk

BESIDE = ("-wal", "-shm", "-journal")
"""Endings of the files that SQLite keeps beside a database."""
ASIDE = "aside-"
"""How the names of folders begin into which something was put aside."""
Move = tuple[Path, Path]
"""From where, and to where."""


def place() -> Path:
    """Return where the database is."""
    return Path(str(settings.DATABASES["default"]["NAME"]))


def ready(file: Path) -> Path:
    """Return where what is to take the place of ``file`` is made ready."""
    return file.with_name(f".ready-{file.name}")


def clear(file: Path) -> Path:
    """Take away what is or was made ready for ``file``; return where it is made ready.

    A journal that a killed attempt has left would be played back into whatever comes next.
    """
    target = ready(file)
    for each in with_journals(target):
        each.unlink(missing_ok=True)
    return target


def _slip() -> Path:
    return Path(settings.VAR_DIR) / "replacing.json"


def is_begun() -> bool:
    """Whether a replacement waits to be finished."""
    return _slip().exists()


def replace(files: Sequence[Path]) -> Path:
    """Let what is ready for each file take its place; return where the database is put aside.

    Nobody may use the database meanwhile. Raises OSError; then ``finish`` goes on.
    """
    return _exchange(files, [(ready(file), file) for file in files])


def put_aside(files: Sequence[Path]) -> Path:
    """Put files aside, with nothing in their place, as ``replace`` does; return where they are."""
    return _exchange(files, [])


def _exchange(files: Sequence[Path], take: list[Move]) -> Path:
    name = f"{ASIDE}{timezone.localtime():%Y%m%d-%H%M%S-%f}"
    old = [each for file in files for each in with_journals(file) if each.exists()]
    moves = [(each, each.parent / name / each.name) for each in old]
    slip = {"aside": _words(moves), "take": _words(take)}
    for folder in {source.parent for source, _ in take}:
        disk.sync(folder)  # what the slip names has its name before
    unfinished = _slip().with_suffix(".tmp")
    unfinished.write_text(json.dumps(slip), encoding="utf-8")
    disk.sync(unfinished)
    unfinished.replace(_slip())
    disk.sync(_slip().parent)
    finish()
    return files[0].parent / name


def finish() -> bool:
    """Finish a replacement that was cut off; return whether there was one. Raises OSError."""
    if not is_begun():
        return False
    slip = json.loads(_slip().read_text(encoding="utf-8"))
    for source, target in _moves(slip["aside"]):
        # What has gone aside already is not what somebody has put into its place since.
        if source.exists() and not target.exists():
            target.parent.mkdir(mode=0o700, exist_ok=True)
            disk.sync(target.parent.parent)
            source.replace(target)
            disk.sync(target.parent)
    for source, target in _moves(slip["take"]):
        if source.exists():
            for file in _beside(target):
                file.unlink(missing_ok=True)
            source.replace(target)
        disk.sync(target.parent)
    _slip().unlink()
    disk.sync(_slip().parent)
    return True


def with_journals(file: Path) -> list[Path]:
    """Return where a database is, and where what SQLite keeps beside it would be."""
    return [file, *_beside(file)]


def _beside(file: Path) -> list[Path]:
    return [file.with_name(file.name + ending) for ending in BESIDE]


def _words(moves: list[Move]) -> list[list[str]]:
    return [[str(source), str(target)] for source, target in moves]


def _moves(words: list[list[str]]) -> list[Move]:
    return [(Path(source), Path(target)) for source, target in words]


@contextmanager
def using(file: Path) -> Iterator[None]:
    """Let Django's connection be one to ``file``, and leave that as one file on the disk."""
    with connected_to(str(file)):
        yield
    settle(file)


@contextmanager
def connected_to(name: str) -> Iterator[None]:
    """Let Django's connection be one to the database of this name, or in this file."""
    was = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = was


def settle(file: Path) -> None:
    """Leave a database that nobody uses any more as one file, without a journal, on the disk."""
    with closing(sqlite3.connect(file)) as there:
        there.execute("PRAGMA journal_mode=DELETE")
    disk.sync(file)
