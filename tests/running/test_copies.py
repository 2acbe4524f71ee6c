"""A copy is sound and complete, or there is none and a sentence says so."""

import json
import shutil
import sqlite3
import stat
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from lhombre_club import disk
from lhombre_club.copies import engine, making, shelf
from lhombre_club.copies.engine import CopyError, NotSoundError
from lhombre_club.copies.making import back_up, is_due
from lhombre_club.copies.shelf import Why
from lhombre_club.environment import signing_keys
from lhombre_club.members.models import Club
from tests import make
from tests.running.failing import refuse
from tournaments.tasks import copy_club


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def clubs_in(path):
    with sqlite3.connect(path) as copy:
        return [row[0] for row in copy.execute("SELECT name FROM members_club")]


def sqlite():
    return connection.vendor == "sqlite"


@pytest.mark.django_db(transaction=True)
def test_the_copy_holds_what_was_committed_and_is_for_its_owner_only(settings):
    make.make_club("Klub Spadille")
    settings.SECRET_KEY_FALLBACKS = ["an earlier key"]
    made = back_up()
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o700
    assert stat.S_IMODE(made.path.parent.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in made.path.iterdir()} == {0o600}
    assert sorted(file.name for file in made.path.iterdir()) == sorted(
        [made.database.name, "copy.json", "secret_key"]
    )
    keys = signing_keys((made.path / "secret_key").read_text())
    assert keys == [settings.SECRET_KEY, "an earlier key"]
    assert shelf.copies(shelf.home()) == [made]
    assert made.slip()["sha256"] == shelf.digest(made.database)
    counter = "members_historicalclub" if sqlite() else "members_historicalclub_history_id_seq"
    assert made.slip()["reached"][counter] >= 1
    if sqlite():
        assert clubs_in(made.database) == ["Klub Spadille"]
    else:
        assert made.database.read_bytes().startswith(b"PGDMP")


# --- which is newer, and which may go ------------------------------------------------------

MIDNIGHT = datetime(2026, 11, 24, tzinfo=UTC)


def shelved(ages, whys=None):
    """Put copies into the home place, numbered from 1, each so many hours old; return them."""
    shelf.home().mkdir(exist_ok=True)
    for number, hours in enumerate(ages, start=1):
        made = MIDNIGHT - timedelta(hours=hours)
        path = shelf.home() / f"club-{number:06}-{made:%Y%m%dT%H%M%SZ}"
        path.mkdir()
        (path / "copy.json").write_text(json.dumps({"why": (whys or {}).get(number, "night")}))
    return shelf.copies(shelf.home())


def test_the_number_says_which_is_newer_whatever_the_clock_said():
    there = shelved([5, 30, -24, 4])
    assert [one.number for one in there] == [1, 2, 3, 4]
    assert shelf.newest(shelf.home()) == there[-1]
    assert there[-1].made_at == MIDNIGHT - timedelta(hours=4)


def test_copies_of_earlier_programs_are_older_than_all_others():
    shelf.home().mkdir()
    (shelf.home() / "club-20991231-120000-000000.sqlite3").write_bytes(b"")
    (shelf.home() / "club-20260104-120000-000000.sqlite3").write_bytes(b"")
    (shelf.home() / "club-notes.txt").write_text("Not a copy.")
    (shelf.home() / "club-000001-20269999T000000Z").mkdir()
    names = [one.path.name for one in shelved([1])]
    assert names[:2] == [
        "club-20260104-120000-000000.sqlite3",
        "club-20991231-120000-000000.sqlite3",
    ]
    assert len(names) == 3


def numbers(copies):
    return [one.number for one in copies]


def test_of_a_day_one_an_hour_is_kept_of_a_fortnight_one_a_day_then_weeks_and_months():
    ages = [
        *(24 * day for day in (400, 380, 300, 299, 200, 199, 60, 59, 50, 10, 9)),
        *(24 * 8 + hour for hour in (3, 2, 1)),
        *(20, 19.5, 19.4),
        *(hour / 10 for hour in range(14, 0, -1)),
    ]
    there = shelved(ages)
    gone = shelf.to_let_go(there)
    kept = [one for one in there if one not in gone]
    assert kept[-14:] == there[-14:]
    hours = [(MIDNIGHT - one.made_at) / timedelta(hours=1) for one in kept[:-14]]
    assert hours == [24 * 299, 24 * 199, 24 * 59, 24 * 50, 24 * 10, 193, 19.4]


def test_what_was_made_before_an_upgrade_never_goes():
    there = shelved([24 * 900, 24 * 800, *[1] * 14], {1: "upgrade"})
    assert numbers(shelf.to_let_go(there)) == [2]


def test_copies_of_a_day_to_come_do_not_push_out_the_one_just_made():
    """Their names and times of change sort behind; their numbers do not."""
    there = shelved([*[-24 * 30] * 14, 0])
    gone = shelf.to_let_go(there)
    assert there[-1] not in gone
    assert shelf.newest(shelf.home()) == there[-1]


@pytest.mark.django_db(transaction=True)
def test_a_new_copy_has_the_highest_number_of_all_places(settings, tmp_path):
    stick = tmp_path / "stick"
    (stick / "club-000041-20260101T000000Z").mkdir(parents=True)
    settings.BACKUP_PLACES = [stick]
    assert back_up().number == 42
    assert back_up().number == 43


@pytest.mark.django_db(transaction=True)
def test_the_photos_of_an_earlier_programs_copy_go_with_it(monkeypatch):
    monkeypatch.setattr(shelf, "ALWAYS_KEPT", 1)
    shelf.home().mkdir()
    (shelf.home() / "club-20240104-120000-000000.sqlite3").write_bytes(b"")
    beside = shelf.home() / "photos-20240104-120000-000000"
    beside.mkdir()
    assert shelf.copies(shelf.home())[0].photos == beside
    made = back_up()
    assert shelf.copies(shelf.home()) == [made]
    assert not beside.exists()


@pytest.mark.parametrize(
    ("hours", "due"), ((0, False), (23, False), (25, True), (-1, True)), ids=str
)
def test_a_copy_is_due_when_the_newest_is_of_another_day_than_the_last(monkeypatch, hours, due):
    assert is_due()
    monkeypatch.setattr(timezone, "now", lambda: MIDNIGHT)
    (newest,) = shelved([hours])
    own, other = sorted(shelf.DATABASES, key=lambda vendor: vendor != connection.vendor)
    (newest.path / shelf.DATABASES[own]).touch()
    assert is_due() is due
    assert newest.is_ahead is (hours < 0)
    newest.database.rename(newest.path / shelf.DATABASES[other])
    assert is_due()  # after a move nothing fits what is there now


def test_a_slip_that_cannot_be_read_says_nothing():
    (one,) = shelved([1])
    for text in ("{", "[]"):
        (one.path / "copy.json").write_text(text)
        assert one.slip() == {}
        assert one.why == ""


# --- what is unsound ----------------------------------------------------------------------


def left():
    """What lies in the home place, but for the lock."""
    return [each.name for each in shelf.home().iterdir() if each.name != ".lock"]


def spoil(tmp_path, monkeypatch, statement):
    """Let the database be a file with a fault in it."""
    spoilt = tmp_path / "spoilt.sqlite3"
    source = sqlite3.connect(spoilt)
    source.executescript(statement)
    monkeypatch.setattr(engine, "connection", FakeConnection(source))


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
    with pytest.raises(NotSoundError, match="1 rows lack what they name"):
        back_up()
    assert left() == []


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
    monkeypatch.setattr(engine, "connection", FakeConnection(sqlite3.connect(file)))
    with pytest.raises(NotSoundError, match="not sound"):
        back_up()


def test_what_is_no_database_cannot_be_copied(tmp_path, monkeypatch):
    file = tmp_path / "noise.sqlite3"
    file.write_bytes(b"noise" * 1000)
    monkeypatch.setattr(engine, "connection", FakeConnection(sqlite3.connect(file)))
    with pytest.raises(NotSoundError, match="could not be copied"):
        back_up()


@pytest.mark.django_db(transaction=True)
def test_a_full_disk_is_a_sentence_and_no_half_copy(monkeypatch):
    monkeypatch.setattr(disk, "sync", refuse(28, "No space left on device"))
    with pytest.raises(CopyError, match=r"No space left on device. The disk is full.") as told:
        back_up()
    assert not isinstance(told.value, NotSoundError)
    assert left() == []


@pytest.mark.parametrize(
    ("name", "words", "damaged"),
    (
        ("SQLITE_FULL", "Nothing is broken: free some room", False),
        ("SQLITE_IOERR_WRITE", "look whether it is there", False),
        ("SQLITE_READONLY", "look whether it is there", False),
        ("SQLITE_CANTOPEN", "look whether it is there", False),
        ("SQLITE_CORRUPT", "Do not go on with it", True),
        ("SQLITE_NOTADB", "Do not go on with it", True),
        ("SQLITE_BUSY", "Wait a moment", False),
    ),
)
def test_full_in_the_way_and_damaged_are_told_apart(monkeypatch, name, words, damaged):
    """As SQLite calls it, whatever the club's own database is."""

    def fails(*_words):
        error = sqlite3.OperationalError("it failed")
        error.sqlite_errorname = name
        raise error

    monkeypatch.setattr(engine, "complaint", fails)
    source = sqlite3.connect(":memory:")
    source.execute("CREATE TABLE a (id)")
    monkeypatch.setattr(engine, "connection", FakeConnection(source))
    with pytest.raises(CopyError, match=words) as told:
        back_up()
    assert isinstance(told.value, NotSoundError) is damaged


def test_of_an_empty_database_no_copy_is_made(monkeypatch):
    """It would count as the newest."""
    monkeypatch.setattr(engine, "connection", FakeConnection(sqlite3.connect(":memory:")))
    with pytest.raises(CopyError, match="The database is empty"):
        back_up()
    assert left() == []


class PostgreSQL:
    vendor = "postgresql"

    def get_connection_params(self):
        return {"dbname": "lhombre", "host": "nowhere.invalid", "password": "secret"}


REACHED = {"shape": ["members 0001_initial"], "reached": {"members_club_id_seq": 3}}


@pytest.fixture
def postgresql(monkeypatch):
    """A server of which only its programs are asked."""
    for module in (engine, making):
        monkeypatch.setattr(module, "connection", PostgreSQL())
    monkeypatch.setattr(engine, "standing", lambda: tuple(REACHED.values()))


@pytest.mark.usefixtures("postgresql")
def test_without_pg_dump_the_sentence_says_what_to_install(monkeypatch):
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(CopyError, match="Install postgresql-client"):
        back_up()


@pytest.mark.usefixtures("postgresql")
@pytest.mark.parametrize("status", (0, 1))
def test_pg_dump_is_given_the_password_in_its_environment_only(tmp_path, monkeypatch, status):
    program = tmp_path / "pg_dump"
    program.write_text(
        "#!/bin/sh\nfor word; do case $word in --file=*) out=${word#--file=};; esac; done\n"
        f'echo "$PGHOST $PGPASSWORD $*" > "$out"; echo "no such host" >&2; exit {status}\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(shutil, "which", lambda name: str(program))
    if status:
        with pytest.raises(CopyError, match="pg_dump failed: no such host"):
            back_up()
        assert shelf.copies(shelf.home()) == []
        return
    made = back_up()
    assert made.slip() | REACHED == made.slip()
    words = made.database.read_text()
    assert words.startswith("nowhere.invalid secret ")
    assert "secret" not in words.split("secret", 1)[1]


@pytest.mark.django_db(transaction=True)
def test_the_command_says_where_the_copies_are(tmp_path):
    out, stick = StringIO(), tmp_path / "stick"
    stick.mkdir()
    call_command("backup", str(stick), stdout=out)
    (made,), (same,) = shelf.copies(shelf.home()), shelf.copies(stick)
    assert out.getvalue().splitlines() == [
        f"{made.path} ({made.database.stat().st_size} bytes, 0 photos, checked)",
        f"{same.path} (the same)",
    ]
    assert made.why == same.why == Why.ASKED


@pytest.mark.django_db(transaction=True)
def test_the_command_says_why_there_is_none(monkeypatch):
    monkeypatch.setattr(disk, "sync", refuse(28, "No space left on device"))
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
        path = back_up().database
    finally:
        writer.rollback()
        writer.close()
    assert clubs_in(path) == ["before"] == list(Club.objects.values_list("name", flat=True))


@pytest.mark.django_db(transaction=True)
def test_the_worker_makes_a_copy_and_writes_to_its_log_why_there_is_none(monkeypatch, caplog):
    copy_club("night")
    assert [each.why for each in shelf.copies(shelf.home())] == [Why.NIGHT]
    monkeypatch.setattr(disk, "sync", refuse(28, "No space left on device"))
    copy_club("round")
    assert [each.why for each in shelf.copies(shelf.home())] == [Why.NIGHT]
    (record,) = caplog.records
    assert (record.levelname, "The disk is full" in record.getMessage()) == ("ERROR", True)
