"""Copies under a wrong clock, on a disk that fails at any call, and cut off at any: none is lost.

The newest copy that was acknowledged, or a later one that is whole, is what a restore gives; the
database holds what it held, or all of what was put back. Calls of the real program that is killed
are tried in ``powercuts``.
"""

import errno
import lzma
import os
import shutil
import sqlite3
from contextlib import ExitStack, closing, suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random
from unittest.mock import patch

import pytest
from django.db import connection
from django.utils import timezone

from lhombre_club import disk
from lhombre_club.copies import engine, looking, replacing, restoring, shelf
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.making import BesideError, back_up
from lhombre_club.copies.restoring import RestoreError
from tests.running.keep import KEPT, name_of_now
from tests.sizes import COPIES_ANY_WAY

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
SEED = 15
CALLS = (
    *((Path, name) for name in ("mkdir", "touch", "write_text", "replace", "unlink")),
    *((shutil, name) for name in ("copyfile", "copytree")),
    *((disk, "sync"), (os, "link"), (engine, "copy_database")),
)
"""What may fail: every way in which the program reaches the disk, but for SQLite's own."""
JUMPS = (timedelta(hours=1), timedelta(days=1), timedelta(days=30), timedelta(days=400))
ZONES = ("Europe/Copenhagen", "UTC", "Pacific/Auckland", "America/St_Johns")
ERRORS = {"full": errno.ENOSPC, "broken": errno.EIO, "read-only": errno.EROFS}


class CutError(BaseException):
    """The program is killed."""


class Club:
    """A database with a number in it, its copies here and on a stick, and what must be so."""

    def __init__(self, folder):
        self.folder, self.stick = folder, folder / "stick"
        self.database = folder / "club.sqlite3"
        self.database.write_bytes(lzma.decompress((KEPT / name_of_now()).read_bytes()))
        for each in (self.stick, folder / "media"):
            each.mkdir()
        self.offset, self.holds = timedelta(), 0
        self.acknowledged: dict[int, int] = {}
        """What each copy holds that was acknowledged, by its number."""
        self.write()

    def write(self):
        self.holds += 1
        (self.folder / "media" / f"{self.holds}.jpg").write_bytes(b"photo")
        with closing(sqlite3.connect(self.database)) as there:
            there.execute("UPDATE members_club SET name = ?", (str(self.holds),))
            there.execute("INSERT INTO django_migrations VALUES (NULL, 'x', 'x', '2026-11-24')")
            there.execute("DELETE FROM django_migrations WHERE app = 'x'")
            there.commit()

    def copy(self):
        with replacing.using(self.database):
            try:
                made = back_up()
            except BesideError as error:
                made = error.copy
            self.acknowledged[made.number] = self.holds

    def put_back(self):
        copy = restoring.named(None)
        held = holds(copy.database)
        restoring.put_back(copy, lambda: None)
        self.holds = held

    def start(self, before):
        """Start again after whatever was; fail unless all is there."""
        assert replacing.finish() in {True, False}
        looking.before_start()
        now = holds(self.database)
        newest = restoring.named(None)
        restoring.look_at(newest)
        assert newest.number >= max(self.acknowledged, default=0)
        copied = holds(newest.database)
        if newest.number not in self.acknowledged:  # cut off after it had its name: as good
            assert copied in {before, now}
        assert self.acknowledged.setdefault(newest.number, copied) == copied
        assert now in {before, self.holds, copied}
        self.holds = now
        for copy in shelf.copies(shelf.home()):
            assert shelf.digest(copy.database) == copy.slip()["sha256"]
            there = {photo.name for photo in copy.photos.glob("*.jpg")}
            assert set(copy.slip()["photos"]) <= there


def holds(database):
    with closing(sqlite3.connect(database)) as there:
        assert engine.complaint(there) == ""
        return int(there.execute("SELECT max(name) FROM members_club").fetchone()[0])


@pytest.fixture
def there(tmp_path, settings, monkeypatch):
    """The club in a folder of its own, whose clock is what it says."""
    club, now = Club(tmp_path), timezone.now
    settings.VAR_DIR, settings.PHOTOS_DIR = tmp_path, tmp_path / "media"
    settings.BACKUP_PLACES = [club.stick]
    monkeypatch.setattr(replacing, "place", lambda: club.database)
    monkeypatch.setattr(timezone, "now", lambda: now() + club.offset)
    monkeypatch.setattr(restoring, "call_command", lambda *_words, **_named: None)
    monkeypatch.setattr(shelf, "ALWAYS_KEPT", 3)
    monkeypatch.setattr(shelf, "SPANS", ())
    club.copy()
    return club


def failing(deed, after, error):
    """Do it while the call of this number fails; return whether there was one."""
    calls, met = count(), []

    def fails(real):
        def call(*words, **named):
            if next(calls) == after:
                met.append(after)
                raise error
            return real(*words, **named)

        return call

    with ExitStack() as stack:
        for owner, name in CALLS:
            stack.enter_context(patch.object(owner, name, fails(getattr(owner, name))))
        with suppress(CopyError, RestoreError, OSError, CutError):
            deed()
    return bool(met)


if connection.vendor == "sqlite":

    @pytest.mark.strict
    @pytest.mark.parametrize("deed", ("copy", "put_back"))
    @pytest.mark.parametrize("kind", ("full", "killed"))
    def test_whichever_call_fails_nothing_is_lost(there, deed, kind):
        for after in count():
            before = there.holds
            there.write() if deed == "put_back" else None
            error = CutError() if kind == "killed" else OSError(ERRORS[kind], "it failed")
            met = failing(getattr(there, deed), after, error)
            there.start(before)
            if not met:
                break
        assert after > 15

    def turn(there, chance):
        """Let something happen that may."""
        if chance.random() < 1 / 2:
            there.offset += chance.choice(JUMPS) * chance.choice((1, -1))
        with timezone.override(chance.choice(ZONES)):
            happen(there, chance)

    def happen(there, chance):
        if chance.random() < 2 / 3:
            there.write()
        before = there.holds
        deed = there.copy if chance.random() < 3 / 5 else there.put_back
        kind = chance.choice((None, "killed", *ERRORS))
        if kind is None:
            deed()
        else:
            error = CutError() if kind == "killed" else OSError(ERRORS[kind], kind)
            failing(deed, chance.randrange(40), error)
        there.start(before)

    def turns(there, chance, times):
        for _ in range(times):
            turn(there, chance)

    @pytest.mark.strict
    def test_in_any_order_under_any_clock(there):
        chance = Random(SEED)  # noqa: S311 -- to be drawn alike each time
        turns(there, chance, COPIES_ANY_WAY)
        assert len(there.acknowledged) > COPIES_ANY_WAY // 5

    @pytest.mark.strict
    def test_where_the_clock_says_which_is_newer_a_copy_is_lost(there, monkeypatch):
        """The twin: the same turns, and copies in the order of their dates."""
        monkeypatch.setattr(shelf, "_order", lambda copy: (copy.made_at, copy.path.name))
        chance = Random(SEED)  # noqa: S311
        with pytest.raises((AssertionError, looking.LostError)):
            turns(there, chance, 40)

    def test_where_a_copy_is_made_under_its_own_name_a_half_one_is_there(there, monkeypatch):
        """The twin: without another name until it is whole."""
        monkeypatch.setattr(shelf, "UNFINISHED", "")
        monkeypatch.setattr(shutil, "rmtree", lambda *_words, **_named: None)
        failing(there.copy, 5, CutError())
        with pytest.raises((AssertionError, KeyError, OSError, sqlite3.Error, RestoreError)):
            there.start(there.holds)
