"""The program does not play on with a database that is not the club's, whole and the latest."""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone

from lhombre_club import disk
from lhombre_club.copies import engine, replacing, shelf
from lhombre_club.copies.looking import LostError, before_start
from lhombre_club.copies.making import back_up
from tests import make


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR = tmp_path


def newest():
    """The newest copy, which is there."""
    return shelf.copies(shelf.home())[-1]


def test_a_disk_that_is_nearly_full_is_told(monkeypatch, tmp_path):
    monkeypatch.setattr(connection, "vendor", "sqlite")
    monkeypatch.setattr(replacing, "place", lambda: tmp_path / "club.sqlite3")  # a new club
    for free, told in ((disk.LOW, 0), (disk.LOW - 1, 1)):
        monkeypatch.setattr(
            shutil, "disk_usage", lambda _path, free=free: SimpleNamespace(free=free)
        )
        assert len(before_start()) == told


def test_a_data_folder_that_does_not_answer_is_a_sentence(monkeypatch):
    def fails():
        raise OSError(30, "Read-only file system")

    monkeypatch.setattr(replacing, "finish", fails)
    with pytest.raises(LostError, match="The data folder does not answer"):
        before_start()


if connection.vendor == "sqlite":

    @pytest.fixture
    def database(tmp_path, monkeypatch):
        """A database of its own beside a copy of it."""
        path = tmp_path / "club.sqlite3"
        monkeypatch.setattr(replacing, "place", lambda: path)
        make.make_club()
        shutil.copyfile(back_up().database, path)
        return path

    @pytest.mark.django_db(transaction=True)
    def test_a_sound_database_and_a_new_club_start(database):
        assert before_start() == []
        shutil.rmtree(shelf.home())
        assert before_start() == []
        for left in (b"", None):
            database.write_bytes(left) if left is not None else database.unlink()
            assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("left", (None, b"", b"opened"))
    def test_no_new_club_is_begun_beside_copies_of_one(database, left, settings, tmp_path):
        database.write_bytes(left) if left is not None else database.unlink()
        if left == b"opened":
            database.unlink()
            change(database, "PRAGMA journal_mode=WAL")
        last = newest()
        with pytest.raises(LostError, match=r"There is no club in .* \./club restore") as told:
            before_start()
        assert str(last) in str(told.value)
        settings.BACKUP_PLACES = [shutil.move(shelf.home(), tmp_path / "stick")]
        with pytest.raises(LostError, match=f"copy 1 of .* in {settings.BACKUP_PLACES[0]}"):
            before_start()
        shutil.rmtree(tmp_path / "stick")  # the twin: without a copy nothing stops a new club
        assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    def test_a_start_that_does_not_name_the_server_is_told_to_and_not_to_restore(database):
        """A club in PostgreSQL, started without DATABASE_URL: nothing of it is lost."""
        database.unlink()
        (newest().path / "club.sqlite3").rename(newest().path / "club.dump")
        with pytest.raises(LostError, match=r"PostgreSQL\. If the club is there") as told:
            before_start()
        assert "To put that in its place" not in str(told.value)

    @pytest.mark.django_db(transaction=True)
    def test_a_page_that_is_damaged_is_told_at_the_start(database):
        content = bytearray(database.read_bytes())
        content[40_000:60_000] = b"\xff" * 20_000
        database.write_bytes(content)
        with pytest.raises(LostError, match="Do not go on with it"):
            before_start()
        database.write_bytes(b"noise" * 1000)
        with pytest.raises(LostError, match=r"cannot be read.*Do not go on with it"):
            before_start()

    def change(database, statement):
        with closing(sqlite3.connect(database)) as there:
            there.execute(statement)
            there.commit()

    @pytest.mark.django_db(transaction=True)
    def test_a_journal_that_a_cut_has_left_is_played_back(database, monkeypatch):
        """As a library has it that keeps a rollback journal; it undoes what was half written."""
        left_half_written(database)
        assert before_start() == []
        with engine.read_only(database) as there:
            assert not there.execute("SELECT 1 FROM sqlite_master WHERE name = 'half'").fetchall()
            assert engine.complaint(there) == ""
        left_half_written(database)
        monkeypatch.setattr(engine, "recovered", engine.read_only)  # the twin
        with pytest.raises(LostError, match="readonly"):
            before_start()

    def left_half_written(database):
        """Write into the file and leave the journal as a cut would."""
        journal = database.with_name("club.sqlite3-journal")
        with closing(sqlite3.connect(database, isolation_level=None)) as there:
            there.execute("PRAGMA journal_mode=DELETE")
            there.execute("PRAGMA cache_size=1")  # so that it writes before the commit
            there.execute("BEGIN IMMEDIATE")
            there.execute("CREATE TABLE half (a)")
            there.execute(
                "INSERT INTO half WITH n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 5000) "
                "SELECT hex(randomblob(40)) FROM n"
            )
            kept = database.read_bytes(), journal.read_bytes()
            there.execute("ROLLBACK")
        for file, content in zip((database, journal), kept, strict=True):
            file.write_bytes(content)

    @pytest.mark.django_db(transaction=True)
    def test_a_lost_journal_is_noticed_and_the_way_out_works(database, club, monkeypatch):
        """What the write-ahead log held is in the copy, and gone from the file."""
        before = database.read_bytes()
        make.enter(make.make_released_event(club, tables=1).rounds.get().tables.get(), 1, None)
        last = back_up()
        with pytest.raises(LostError, match="is older than") as told:
            before_start()
        assert str(last) in str(told.value)
        shutil.copyfile(last.database, database)
        assert before_start() == []
        database.write_bytes(before)
        with replacing.using(database):
            back_up()
        assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    def test_a_copy_of_another_shape_says_nothing_about_what_is_missing(database):
        """An upgrade may make a table anew, and its numbers begin again."""
        last = newest()
        slip = last.slip()
        slip["reached"]["tournaments_seal"] = 1_000_000
        (last.path / "copy.json").write_text(json.dumps(slip))
        with pytest.raises(LostError, match="is older than"):
            before_start()
        slip["shape"].pop()
        (last.path / "copy.json").write_text(json.dumps(slip))
        assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    def test_a_database_of_a_newer_program_is_not_opened(database):
        change(
            database,
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('tournaments', '9999_later', '2027-01-01')",
        )
        with pytest.raises(LostError, match=r"newer program \(tournaments 9999_later\)"):
            before_start()

    @pytest.mark.django_db(transaction=True)
    def test_what_was_cut_off_is_finished_first(database, tmp_path):
        """Its database is missing only until then."""
        replacing.ready(database).write_bytes(database.read_bytes())
        slip = {"aside": [], "take": [[str(replacing.ready(database)), str(database)]]}
        (tmp_path / "replacing.json").write_text(json.dumps(slip))
        database.unlink()
        assert before_start() == ["finished putting back what was cut off"]
        assert database.exists()

    @pytest.mark.django_db(transaction=True)
    def test_a_copy_of_a_day_to_come_is_told_and_is_still_the_newest(database, monkeypatch):
        now = timezone.now()
        monkeypatch.setattr(timezone, "now", lambda: now - timedelta(days=1))
        (said,) = before_start()
        assert "is dated in the future" in said
        assert back_up().number == 2

else:

    def fall_back():
        """Let the numbers be those of an older server: each table starts anew."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval('members_historicalclub_history_id_seq', 1, false)")

    @pytest.mark.django_db(transaction=True)
    def test_an_older_server_is_noticed(club):
        assert before_start() == []
        last = back_up()
        assert before_start() == []
        fall_back()
        with pytest.raises(LostError, match="is older than") as told:
            before_start()
        assert str(last) in str(told.value)
        back_up()
        assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    def test_without_the_numbers_in_the_slip_it_is_not(club):
        """The twin: a slip as earlier programs wrote it."""
        last = back_up()
        slip = last.slip()
        del slip["shape"], slip["reached"]
        (last.path / "copy.json").write_text(json.dumps(slip))
        fall_back()
        assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    def test_what_a_copy_of_a_file_reached_says_nothing_of_the_server(club):
        """After a move the numbers begin at the highest that is there."""
        last = back_up()
        (last.path / "club.dump").rename(last.path / "club.sqlite3")
        fall_back()
        assert before_start() == []

    @pytest.mark.django_db(transaction=True)
    def test_an_empty_server_beside_copies_and_a_newer_programs_are_refused(club, monkeypatch):
        last = back_up()
        shape, reached = engine.standing()
        monkeypatch.setattr(engine, "standing", lambda: ([], {}))
        with pytest.raises(LostError, match="There is no club in the PostgreSQL") as told:
            before_start()
        assert str(last) in str(told.value)
        assert "To put that in its place" in str(told.value)
        (last.path / "club.dump").rename(last.path / "club.sqlite3")
        with pytest.raises(LostError, match=r"is of a file\. To go on with the file"):
            before_start()
        monkeypatch.setattr(engine, "standing", lambda: ([*shape, "tournaments 9999_a"], reached))
        with pytest.raises(LostError, match="newer program"):
            before_start()
