"""The drill says of a sound copy that it is sound, of any other that it is not, and no more."""

import json
import lzma
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import timedelta
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from lhombre_club.alone import alone
from lhombre_club.copies import drill, encryption, shelf
from lhombre_club.copies.drill import Drill
from lhombre_club.copies.making import back_up
from scoring.models import SeatTotal
from tests import make
from tests.faults.web import scratch_environment
from tests.running.conftest import WORDS
from tests.running.keep import KEPT, name_of_now
from tests.running.test_move import club as program
from tests.tournaments.conftest import WON
from tournaments import tasks
from tournaments.book.proving import proofs
from tournaments.models import Revision, Table

SQLITE = connection.vendor == "sqlite"


@pytest.fixture
def evening(settings, tmp_path, club):
    """A copy of a club with a result and a photo."""
    settings.VAR_DIR = tmp_path / "var"
    settings.PHOTOS_DIR = settings.VAR_DIR / "media"
    settings.PHOTOS_DIR.mkdir(parents=True)
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    make.enter(table, 1, WON)
    photo = make.make_photo(table, size=9)
    (settings.PHOTOS_DIR / photo.file_name).write_bytes(b"the photo")
    return back_up()


def rehearse(*words):
    told = StringIO()
    call_command("restore_drill", *map(str, words), stdout=told)
    return told.getvalue()


def remembered():
    """The last drill, which there was."""
    done = drill.last()
    assert done is not None
    return done


def state():
    """What must not change: the results, and every file of the club."""
    return list(Revision.objects.values_list("pk", "created_at")), sorted(shelf.home().rglob("*"))


@pytest.mark.django_db(transaction=True)
def test_the_proof_of_a_copy_is_not_taken_for_the_clubs(evening):
    before = proofs.prove()[1]
    SeatTotal.objects.update(points=99)
    spoilt = back_up()
    with pytest.raises(CommandError, match="its account does not agree"):
        rehearse(spoilt.path)
    assert proofs.last() == before


@pytest.mark.django_db(transaction=True)
def test_a_sound_copy_is_told_and_remembered_beside_a_running_program(evening, settings):
    before = state()
    with alone(settings.VAR_DIR):
        said = rehearse()
    latest = timezone.localtime(Revision.objects.get().created_at)
    assert f"{evening} holds 1 deal, 1 evening, 4 members; the last result is of " in said
    assert f"{latest:%Y-%m-%d %H:%M}" in said
    assert "is sound and could be put back" in said
    assert state() == before
    done = remembered()
    assert (done.number, done.copy, done.sound) == (evening.number, str(evening), True)
    assert abs(timezone.now() - done.done_at) < timedelta(minutes=5)
    assert not (settings.VAR_DIR / "opened").exists()


def flipped(copy):
    data = bytearray(copy.database.read_bytes())
    data[len(data) // 2] ^= 1
    copy.database.write_bytes(data)


def without_photo(copy):
    next(copy.photos.iterdir()).unlink()


def half_a_photo(copy):
    photo = next(copy.photos.iterdir())
    photo.unlink()  # which is the club's own under a second name
    photo.write_bytes(b"half")


def altered(copy):
    """As by somebody who knows of the checksum, too."""
    with closing(sqlite3.connect(copy.database)) as there:
        there.execute("UPDATE scoring_seattotal SET points = points + 1 WHERE seat = 0")
        there.execute("UPDATE tournaments_revision SET actor = 'user:other'")
        there.commit()
    slip = copy.slip() | {"sha256": shelf.digest(copy.database)}
    (copy.path / "copy.json").write_text(json.dumps(slip))


FAULTS = {
    flipped: "not what it was when it was made",
    without_photo: "1 of its photos are not there, or not whole",
    half_a_photo: "1 of its photos are not there, or not whole",
    **({altered: "its account does not agree"} if SQLITE else {}),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_what_is_wrong_with_a_copy_is_said_and_remembered(evening, fault):
    fault(evening)
    with pytest.raises(CommandError, match=FAULTS[fault]):
        rehearse()
    done = remembered()
    assert not done.sound
    assert FAULTS[fault] in done.complaint
    assert Revision.objects.count() == 1  # the club's own


@pytest.mark.strict
@pytest.mark.usefixtures("evening", "in_no_time")
@pytest.mark.django_db(transaction=True)
def test_an_encrypted_one_wants_its_passphrase(key, tmp_path, monkeypatch):
    stick = tmp_path / "stick"
    stick.mkdir()
    encryption.keep(key)
    made = back_up(also=stick)
    for words in ("", "fem høns på to pinde"):
        typed(monkeypatch, words)
        with pytest.raises(CommandError, match="passphrase"):
            rehearse(stick)
        assert drill.last() is None  # nothing is known against the copy
    typed(monkeypatch, WORDS)
    assert "is sound" in rehearse(stick)
    assert remembered().number == made.number
    without_photo(shelf.copies(stick)[0])
    with pytest.raises(CommandError, match="1 of its photos"):
        rehearse(stick)


@pytest.mark.strict
@pytest.mark.usefixtures("in_no_time")
@pytest.mark.django_db(transaction=True)
def test_where_nobody_types_a_passphrase_the_newest_without_one_is_tried(
    evening, key, settings, tmp_path, monkeypatch
):
    settings.BACKUP_PLACES = [tmp_path / "stick"]
    settings.BACKUP_PLACES[0].mkdir()
    encryption.keep(key)
    made = back_up()
    shutil.rmtree(made.path)
    typed(monkeypatch, "")
    with pytest.raises(CommandError, match="it wants its passphrase"):  # the twin
        rehearse()
    assert f"{made} wants its passphrase, and is passed over." in rehearse("--unattended")
    assert (remembered().number, remembered().sound) == (evening.number, True)
    shutil.rmtree(evening.path)
    with pytest.raises(CommandError, match="it wants its passphrase"):
        rehearse("--unattended")


def typed(monkeypatch, line):
    monkeypatch.setattr(
        sys, "stdin", SimpleNamespace(isatty=lambda: False, readline=lambda: f"{line}\n")
    )


@pytest.mark.django_db(transaction=True)
def test_what_cannot_be_proved_is_said(evening, monkeypatch):
    """A dump without PostgreSQL's own program, or a copy from before the club left for another."""
    if SQLITE:
        (evening.path / "club.sqlite3").rename(evening.path / "club.dump")
        words = "the club has left PostgreSQL since"
    else:
        monkeypatch.setattr(shutil, "which", lambda _name: None)
        words = "pg_restore is not installed"
    assert f"More could not be proved: {words}" in rehearse()
    done = remembered()
    assert (done.sound, words in done.unproved) == (True, True)
    flipped(evening)
    with pytest.raises(CommandError, match="not what it was"):
        rehearse()


@pytest.mark.strict
@pytest.mark.usefixtures("in_no_time")
@pytest.mark.django_db(transaction=True)
def test_what_another_database_wrote_is_passed_over_unless_it_is_named(evening):
    other = back_up()
    here, there = ("club.sqlite3", "club.dump") if SQLITE else ("club.dump", "club.sqlite3")
    (other.path / here).rename(other.path / there)
    said = rehearse()
    assert f"{other} is of another kind of database, and is passed over." in said
    assert f"{evening}, in {evening.path.parent}, is sound" in said
    assert remembered().number == evening.number
    if SQLITE:
        assert "passed over" not in rehearse(other.path)
    else:
        with pytest.raises(CommandError, match="file is not a database"):
            rehearse(other.path)
    assert remembered().number == other.number


@pytest.mark.django_db(transaction=True)
def test_a_disk_without_room_says_nothing_against_the_copy(evening, monkeypatch):
    if not SQLITE:
        return

    def full(*_words):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(CommandError, match=r"could not be done: .* The disk is full"):
        rehearse()
    assert drill.last() is None


# --- by itself ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("days", "complaint", "due"),
    ((0, "", False), (29, "", False), (31, "", True), (-31, "", True), (2, "It is bad.", True)),
)
def test_a_drill_is_due_when_none_was_sound_for_a_month(settings, tmp_path, days, complaint, due):
    settings.VAR_DIR = tmp_path
    assert not drill.is_due()  # a new club
    (shelf.home() / "club-000001-20261124T041500Z").mkdir(parents=True)
    assert drill.is_due()
    drill.remember(Drill(1, "copy 1", timezone.now() - timedelta(days=days), complaint))
    assert drill.is_due() is due
    (tmp_path / "drill.json").write_text("{}")
    assert drill.last() is None


@pytest.mark.parametrize("status", (0, 1))
def test_the_worker_writes_to_its_log_what_is_wrong(monkeypatch, caplog, status):
    called = []

    def runs(command, **_words):
        called.append(command)
        return SimpleNamespace(returncode=status, stderr="copy 1 is not sound")

    monkeypatch.setattr(subprocess, "run", runs)
    monkeypatch.setattr(drill, "is_due", lambda: False)
    tasks.restore_drill()
    assert called == []
    monkeypatch.setattr(drill, "is_due", lambda: True)
    tasks.restore_drill()
    assert called[0][-2:] == ["restore_drill", "--unattended"]
    assert ["not sound" in record.getMessage() for record in caplog.records] == [True] * status


@pytest.mark.nightly
def test_the_worker_tries_the_newest_copy(tmp_path):
    """With the program's own settings, and on PostgreSQL with a database made for it."""
    with scratch_environment(tmp_path) as environment:
        if SQLITE:
            kept = lzma.decompress((KEPT / name_of_now()).read_bytes())
            (tmp_path / "club.sqlite3").write_bytes(kept)
        else:
            program(environment, "migrate", "--verbosity", "0")
        tried = (
            "from django.core.management import call_command\n"
            "from lhombre_club.copies import drill\n"
            "from tournaments.tasks import restore_drill\n"
            "call_command('backup', verbosity=0)\n"
            "restore_drill()\n"
            "done = drill.last()\n"
            "print(done.number, done.sound, [done.unproved], drill.is_due())\n"
        )
        said = program(environment, "shell", "-v", "0", "-c", tried)
        assert said.splitlines()[-1] == "1 True [''] False"
