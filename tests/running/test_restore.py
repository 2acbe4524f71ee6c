"""A copy comes back whole, what was there is kept, and every page is told."""

import shutil
import sqlite3
from contextlib import closing
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections

from lhombre_club import backup, restore
from lhombre_club.alone import alone
from lhombre_club.members.models import Club
from tests import make
from tournaments.book.begun import begin_epoch
from tournaments.models import Event, SheetPhoto, Table


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


@pytest.fixture
def photos(settings, tmp_path):
    """The folder of photos."""
    settings.PHOTOS_DIR = tmp_path / "media"
    settings.PHOTOS_DIR.mkdir()
    return settings.PHOTOS_DIR


def names_in(path):
    with closing(sqlite3.connect(path)) as there:
        return [row[0] for row in there.execute("SELECT name FROM members_club ORDER BY name")]


@pytest.fixture
def evening(tmp_path):
    """A database file of its own, as a copy of the tests' own with one club, then another."""
    make.make_club("Klub Spadille")
    copy = backup.back_up()
    database = tmp_path / "club.sqlite3"
    make.make_club("Klub Basta")
    shutil.copyfile(backup.back_up(), database)
    return copy, database


@pytest.fixture
def put_back(monkeypatch):
    """Put a copy back; the tests' own database stays where it is, and open."""
    monkeypatch.setattr(connections, "close_all", lambda: None)

    def put_back(copy, database):
        monkeypatch.setattr(restore, "place", lambda: database)
        return restore.put_back(copy)

    return put_back


if connection.vendor == "sqlite":

    @pytest.mark.django_db(transaction=True)
    def test_the_copy_is_back_and_what_was_there_is_put_aside(evening, put_back):
        copy, database = evening
        aside = put_back(copy, database)
        assert names_in(database) == ["Klub Spadille"]
        assert names_in(aside / database.name) == ["Klub Basta", "Klub Spadille"]
        assert copy.exists()

    @pytest.mark.django_db(transaction=True)
    def test_photos_come_back_and_later_ones_stay(evening, put_back, photos):
        kept, later = photos / "kept.jpg", photos / "later.jpg"
        kept.write_bytes(b"kept")
        copy = backup.back_up()
        kept.unlink()
        later.write_bytes(b"later")
        put_back(copy, evening[1])
        assert {file.name: file.read_bytes() for file in photos.iterdir()} == {
            "kept.jpg": b"kept",
            "later.jpg": b"later",
        }

    @pytest.mark.django_db(transaction=True)
    def test_photos_that_cannot_come_back_leave_the_database_as_it_was(
        evening, put_back, photos, settings
    ):
        (photos / "kept.jpg").write_bytes(b"kept")
        copy = backup.back_up()
        settings.PHOTOS_DIR = photos / "kept.jpg"  # a file where the folder should be
        before = evening[1].read_bytes()
        with pytest.raises(restore.RestoreError, match="could not be put back"):
            put_back(copy, evening[1])
        assert evening[1].read_bytes() == before

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("spoilt", ("missing", "text", "damaged", "foreign", "newer"))
    def test_a_copy_that_is_none_changes_nothing(evening, put_back, spoilt, tmp_path):
        copy, database = evening
        bad = tmp_path / "bad.sqlite3"
        if spoilt != "missing":
            shutil.copyfile(copy, bad)
        if spoilt == "text":
            bad.write_text("members")
        if spoilt == "damaged":
            content = bytearray(bad.read_bytes())
            content[40_000:60_000] = b"\xff" * 20_000
            bad.write_bytes(content)
        with closing(sqlite3.connect(bad if spoilt in {"foreign", "newer"} else ":memory:")) as c:
            if spoilt == "foreign":
                c.execute("DROP TABLE django_migrations")
            if spoilt == "newer":
                c.execute(
                    "INSERT INTO django_migrations (app, name, applied) "
                    "VALUES ('tournaments', '9999_later', '2027-01-01')"
                )
            c.commit()
        before = database.read_bytes()
        with pytest.raises(restore.RestoreError):
            put_back(bad, database)
        assert database.read_bytes() == before
        assert not list(tmp_path.glob("aside-*"))

    @pytest.mark.django_db(transaction=True)
    def test_the_newest_is_taken_and_without_one_it_is_told():
        with pytest.raises(restore.RestoreError, match="no copy"):
            restore.newest()
        backup.back_up()
        second = backup.back_up()
        assert restore.newest() == second

else:

    def test_postgresql_is_told_how_to_restore(tmp_path):
        with pytest.raises(restore.RestoreError, match="pg_restore"):
            restore.look_at(tmp_path / "club.dump")


@pytest.mark.django_db
def test_every_event_begins_a_new_epoch(club):
    event = make.make_released_event(club, tables=1)
    assert begin_epoch(actor="system:test") == 1
    now = Event.objects.get()
    assert now.epoch != event.epoch
    assert now.version == event.version + 1
    assert now.activities.get().verb == "event.restored"


@pytest.mark.django_db
def test_nothing_is_restored_under_a_running_program(tmp_path):
    with alone(tmp_path), pytest.raises(CommandError, match="running already"):
        call_command("restore", stdout=StringIO())


@pytest.mark.django_db
def test_after_another_program_has_restored_only_the_epoch_begins(club):
    make.make_released_event(club, tables=1)
    told = StringIO()
    call_command("restore", "--epoch", stdout=told)
    assert "1 events begin a new epoch" in told.getvalue()
    assert "The ledger agrees" in told.getvalue()
    assert Club.objects.exists()


@pytest.mark.django_db
def test_photos_without_a_file_are_counted(club, photos):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    told = StringIO()
    call_command("restore", "--epoch", stdout=told)
    assert "Photos" not in told.getvalue()
    SheetPhoto.objects.create(
        event=table.round.event,
        table=table,
        round_number=1,
        table_number=1,
        digest="x",
        width=1,
        height=1,
        size=1,
        actor="user:x",
    )
    call_command("restore", "--epoch", stdout=told)
    assert "Photos of sheets that have no file: 1." in told.getvalue()
