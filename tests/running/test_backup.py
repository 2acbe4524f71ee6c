"""A copy is sound and complete, or there is none and a sentence says so."""

import os
import shutil
import sqlite3
import stat
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from lhombre_club import backup
from lhombre_club.members.models import Club
from lhombre_club.serve import copy_database
from tests import make


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def clubs_in(path):
    with sqlite3.connect(path) as copy:
        return [row[0] for row in copy.execute("SELECT name FROM members_club")]


def sqlite():
    return connection.vendor == "sqlite"


@pytest.mark.django_db(transaction=True)
def test_the_copy_holds_what_was_committed_and_is_for_its_owner_only():
    make.make_club("Klub Spadille")
    path = backup.back_up()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    if sqlite():
        assert clubs_in(path) == ["Klub Spadille"]
    else:
        assert path.read_bytes().startswith(b"PGDMP")


@pytest.mark.django_db(transaction=True)
def test_fourteen_copies_are_kept_and_the_oldest_go_first(tmp_path):
    folder = backup.folder()
    for day in range(1, 17):
        (folder / f"club-202601{day:02}-120000-000000.sqlite3").write_bytes(b"")
    newest = backup.back_up()
    kept = backup.copies()
    assert len(kept) == 14
    assert kept[-1] == newest
    assert kept[0].name == "club-20260104-120000-000000.sqlite3"


@pytest.mark.django_db(transaction=True)
def test_a_copy_is_due_when_the_newest_is_older_than_a_day():
    assert backup.is_due()
    path = backup.back_up()
    assert not backup.is_due()
    yesterday = path.stat().st_mtime - 25 * 3600
    os.utime(path, (yesterday, yesterday))
    assert backup.is_due()


def spoil(tmp_path, monkeypatch, statement):
    """Let the database be a file with a fault in it."""
    spoilt = tmp_path / "spoilt.sqlite3"
    source = sqlite3.connect(spoilt)
    source.executescript(statement)
    monkeypatch.setattr(backup, "connection", FakeConnection(source))


class FakeConnection:
    vendor = "sqlite"

    def __init__(self, source):
        self.connection = source

    def ensure_connection(self):
        pass


def test_rows_that_name_nothing_make_the_copy_unsound(tmp_path, monkeypatch):
    spoil(
        tmp_path,
        monkeypatch,
        "CREATE TABLE a (id INTEGER PRIMARY KEY);"
        "CREATE TABLE b (a INTEGER REFERENCES a (id)); INSERT INTO b VALUES (7);",
    )
    with pytest.raises(backup.BackupError, match="1 rows lack what they name"):
        backup.back_up()
    assert list(backup.folder().iterdir()) == []


def test_a_damaged_page_makes_the_copy_unsound(tmp_path, monkeypatch):
    file = tmp_path / "damaged.sqlite3"
    with sqlite3.connect(file) as source:
        source.executescript(
            "CREATE TABLE a (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX n ON a (name);"
            "INSERT INTO a (name) VALUES ('Agnes'), ('Aksel');"
        )
    source.close()
    data = file.read_bytes()
    place = data.rindex(b"Agnes")
    file.write_bytes(data[:place] + b"Bgnes" + data[place + 5 :])
    monkeypatch.setattr(backup, "connection", FakeConnection(sqlite3.connect(file)))
    with pytest.raises(backup.BackupError, match="not sound"):
        backup.back_up()


def test_what_is_no_database_cannot_be_copied(tmp_path, monkeypatch):
    file = tmp_path / "noise.sqlite3"
    file.write_bytes(b"noise" * 1000)
    monkeypatch.setattr(backup, "connection", FakeConnection(sqlite3.connect(file)))
    with pytest.raises(backup.BackupError, match="could not be copied"):
        backup.back_up()


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_a_sentence_and_no_half_copy(monkeypatch):
    def full(path):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(backup, "sync", full)
    with pytest.raises(backup.BackupError, match="No space left"):
        backup.back_up()
    assert list(backup.folder().iterdir()) == []


class PostgreSQL:
    vendor = "postgresql"

    def get_connection_params(self):
        return {"dbname": "lhombre", "host": "nowhere.invalid", "password": "secret"}


def test_without_pg_dump_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(backup, "connection", PostgreSQL())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(backup.BackupError, match="Install postgresql-client"):
        backup.back_up()


@pytest.mark.parametrize("status", (0, 1))
def test_pg_dump_is_given_the_password_in_its_environment_only(tmp_path, monkeypatch, status):
    program = tmp_path / "pg_dump"
    program.write_text(
        "#!/bin/sh\nfor word; do case $word in --file=*) out=${word#--file=};; esac; done\n"
        f'echo "$PGHOST $PGPASSWORD $*" > "$out"; echo "no such host" >&2; exit {status}\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(backup, "connection", PostgreSQL())
    monkeypatch.setattr(shutil, "which", lambda name: str(program))
    if status:
        with pytest.raises(backup.BackupError, match="pg_dump failed: no such host"):
            backup.back_up()
        assert backup.copies() == []
        return
    words = backup.back_up().read_text()
    assert words.startswith("nowhere.invalid secret ")
    assert "secret" not in words.split("secret", 1)[1]


@pytest.mark.django_db(transaction=True)
def test_the_command_says_where_the_copy_is():
    out = StringIO()
    call_command("backup", stdout=out)
    assert str(backup.copies()[0]) in out.getvalue()


def test_the_command_says_why_there_is_none(monkeypatch):
    def fails():
        raise backup.BackupError("The disk is full.")

    monkeypatch.setattr(backup, "back_up", fails)
    with pytest.raises(CommandError, match="The disk is full"):
        call_command("backup")


@pytest.mark.django_db(transaction=True)
def test_a_copy_made_while_others_write_is_sound():
    """The backup function works on a database that is in use; a copied file might not."""
    if not sqlite():
        return
    make.make_club("before")
    writer = sqlite3.connect(connection.settings_dict["NAME"], timeout=20)
    try:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE members_club SET name = 'not committed'")
        path = backup.back_up()
    finally:
        writer.rollback()
        writer.close()
    assert clubs_in(path) == ["before"] == list(Club.objects.values_list("name", flat=True))


@pytest.fixture
def photos(settings, tmp_path):
    """Two photos as they lie beside the database."""
    settings.PHOTOS_DIR = tmp_path / "media"
    settings.PHOTOS_DIR.mkdir()
    for name in ("a.jpg", "b.jpg"):
        (settings.PHOTOS_DIR / name).write_bytes(name.encode())
    return settings.PHOTOS_DIR


def contents(folder):
    return {file.name: file.read_bytes() for file in folder.iterdir()} if folder.exists() else {}


@pytest.mark.django_db(transaction=True)
def test_a_copy_has_the_photos_without_taking_room_for_them(photos):
    (photos / "c.tmp").write_bytes(b"half written")
    before = {"a.jpg": b"a.jpg", "b.jpg": b"b.jpg"}
    first = backup.back_up()
    (photos / "a.jpg").unlink()
    (photos / "d.jpg").write_bytes(b"d.jpg")
    second = backup.back_up()
    assert contents(backup.photos_beside(first)) == before
    assert set(contents(backup.photos_beside(second))) == {"b.jpg", "d.jpg"}
    assert (backup.photos_beside(second) / "b.jpg").samefile(photos / "b.jpg")
    assert backup.copies() == [first, second]


@pytest.mark.django_db(transaction=True)
def test_on_another_disk_the_photos_are_copied(photos, monkeypatch):
    monkeypatch.setattr(os, "link", refuse(18, "Invalid cross-device link"))
    kept = backup.photos_beside(backup.back_up())
    assert contents(kept) == contents(photos)
    assert not (kept / "b.jpg").samefile(photos / "b.jpg")


@pytest.mark.django_db(transaction=True)
def test_the_photos_of_a_copy_go_with_it(photos, monkeypatch):
    monkeypatch.setattr(backup, "KEPT", 1)
    first, second = backup.back_up(), backup.back_up()
    assert not backup.photos_beside(first).exists()
    assert contents(backup.photos_beside(second)) == contents(photos)


def refuse(number, words):
    """Return a function that fails as the disk would."""

    def refuse(*_names):
        raise OSError(number, words)

    return refuse


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("fault", ("full", "folder", "unreadable"))
def test_photos_that_cannot_be_kept_are_told_and_the_database_is_copied(
    photos, monkeypatch, settings, fault
):
    first = backup.back_up()
    monkeypatch.setattr(backup, "KEPT", 1)
    monkeypatch.setattr(os, "link", refuse(1, "No second names here"))
    if fault == "full":
        monkeypatch.setattr(shutil, "copyfile", refuse(28, "No space left on device"))
    if fault == "folder":
        settings.PHOTOS_DIR = photos / "a.jpg"  # a file where the folder should be
    if fault == "unreadable":
        (photos / "z.jpg").symlink_to(photos / "nowhere.jpg")
    with pytest.raises(backup.PhotosError, match="but not all photos of sheets") as told:
        backup.back_up()
    kept, second = backup.copies()
    assert (kept, str(second) in str(told.value)) == (first, True)
    assert set(contents(backup.photos_beside(first))) == {"a.jpg", "b.jpg"}
    assert not list(backup.folder().rglob("*.tmp"))
    with pytest.raises(CommandError, match="by hand"):
        call_command("backup", stdout=StringIO())


@pytest.mark.django_db(transaction=True)
def test_the_start_goes_on_without_the_photos(photos, monkeypatch, capsys):
    monkeypatch.setattr(os, "link", refuse(1, "No second names here"))
    monkeypatch.setattr(shutil, "copyfile", refuse(28, "No space left on device"))
    copy_database(changing=True)
    assert "No space left on device" in capsys.readouterr().out
    assert len(backup.copies()) == 1
