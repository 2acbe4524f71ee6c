"""A copy comes back whole, what was there is kept, and every page is told."""

import shutil
import sqlite3
import sys
from contextlib import closing
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.utils import timezone

from lhombre_club.alone import alone
from lhombre_club.copies import looking, replacing, restoring, shelf
from lhombre_club.copies.making import back_up, is_due
from lhombre_club.copies.restoring import RestoreError
from lhombre_club.copies.shelf import Copy, Why
from lhombre_club.members.models import Club
from tests import make
from tests.running.keep import MIGRATIONS
from tournaments.book.begun import begin_epoch
from tournaments.management.commands.restore import Command
from tournaments.models import Event, Revision, Table


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
def database(tmp_path, monkeypatch):
    """Where a database of its own would be; the tests' own stays where it is."""
    path = tmp_path / "club.sqlite3"
    monkeypatch.setattr(replacing, "place", lambda: path)
    return path


@pytest.fixture
def evening(database):
    """A copy with one club, and the database with two."""
    make.make_club("Klub Spadille")
    copy = back_up()
    make.make_club("Klub Basta")
    shutil.copyfile(back_up().database, database)
    return copy, database


def nothing_to_prove():
    """Prove nothing."""


def put_back(copy, prove=nothing_to_prove):
    return restoring.put_back(copy, prove)


if connection.vendor == "sqlite":

    @pytest.mark.django_db(transaction=True)
    def test_the_copy_is_back_and_what_was_there_is_put_aside(evening):
        copy, database = evening
        aside = put_back(copy)
        assert names_in(database) == ["Klub Spadille"]
        assert names_in(aside / database.name) == ["Klub Basta", "Klub Spadille"]
        assert copy.path.exists()
        assert not replacing.is_begun()
        assert not replacing.ready(database).exists()

    @pytest.mark.django_db(transaction=True)
    def test_it_is_proved_before_it_takes_the_place(evening):
        copy, database = evening
        before = database.read_bytes()

        def prove():
            assert list(Club.objects.values_list("name", flat=True)) == ["Klub Spadille"]
            assert database.read_bytes() == before
            raise RestoreError("The account of this copy does not agree.")

        with pytest.raises(RestoreError, match="does not agree"):
            put_back(copy, prove)
        assert database.read_bytes() == before
        assert not replacing.ready(database).exists()
        assert Club.objects.count() == 2  # the tests' own

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("cleared", (True, False), ids=("cleared", "twin"))
    def test_the_journal_of_a_killed_attempt_is_not_played_into_the_next(
        evening, monkeypatch, tmp_path, cleared
    ):
        copy, database = evening
        ready, journal = replacing.ready(database), tmp_path / "journal"

        def prove():
            Club.objects.update(name="Klub Ponto")
            shutil.copyfile(f"{ready}-wal", journal)
            raise RestoreError("It is killed.")

        with pytest.raises(RestoreError, match="killed"):
            put_back(copy, prove)
        journal.rename(f"{ready}-wal")
        if not cleared:
            monkeypatch.setattr(replacing, "BESIDE", ())
        put_back(copy)
        assert (names_in(database) == ["Klub Spadille"]) is cleared

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    def test_a_copy_of_an_earlier_program_is_brought_up_to_date_before(evening, tmp_path):
        copy, database = evening
        earlier = tmp_path / "club-20260101-120000-000000.sqlite3"
        shutil.copyfile(copy.database, earlier)
        with replacing.using(earlier):
            call_command("migrate", "tournaments", "0020", verbosity=0)
        seen = []
        put_back(restoring.named(earlier), lambda: seen.append(migrations(connection.cursor())))
        with closing(sqlite3.connect(database)) as there, closing(sqlite3.connect(earlier)) as was:
            assert seen == [migrations(there)]
            later = [each for each in MIGRATIONS.glob("0*.py") if each.name[:4] > "0020"]
            assert migrations(there) == migrations(was) + len(later)

    def migrations(there):
        asked = there.execute("SELECT count(*) FROM django_migrations WHERE app = 'tournaments'")
        return asked.fetchone()[0]

    @pytest.mark.django_db(transaction=True)
    def test_the_key_that_signed_the_printed_codes_comes_back_with_it(evening, tmp_path, settings):
        copy, _database = evening
        key = tmp_path / "secret_key"
        aside = put_back(copy)
        assert key.read_text() == settings.SECRET_KEY
        key.write_text("of a new laptop")
        aside = put_back(copy)
        assert key.read_text() == settings.SECRET_KEY
        assert (aside / "secret_key").read_text() == "of a new laptop"
        assert not (put_back(copy) / "secret_key").exists()
        changed = f"the one that signs now\n{settings.SECRET_KEY}\n"
        key.write_text(changed)
        assert not (put_back(copy) / "secret_key").exists()
        assert key.read_text() == changed

    @pytest.mark.django_db(transaction=True)
    def test_photos_come_back_and_later_ones_stay(evening, photos):
        kept, later = photos / "kept.jpg", photos / "later.jpg"
        kept.write_bytes(b"kept")
        copy = back_up()
        kept.unlink()
        later.write_bytes(b"later")
        put_back(copy)
        assert {file.name: file.read_bytes() for file in photos.iterdir()} == {
            "kept.jpg": b"kept",
            "later.jpg": b"later",
        }

    @pytest.mark.django_db(transaction=True)
    def test_photos_that_cannot_come_back_leave_the_database_as_it_was(evening, photos, settings):
        (photos / "kept.jpg").write_bytes(b"kept")
        copy = back_up()
        settings.PHOTOS_DIR = photos / "kept.jpg"  # a file where the folder should be
        before = evening[1].read_bytes()
        with pytest.raises(RestoreError, match="could not be put back"):
            put_back(copy)
        assert evening[1].read_bytes() == before

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("spoilt", ("missing", "text", "damaged", "foreign", "newer"))
    def test_a_copy_that_is_none_changes_nothing(evening, spoilt, tmp_path):
        copy, database = evening
        bad = tmp_path / "bad.sqlite3"
        if spoilt != "missing":
            shutil.copyfile(copy.database, bad)
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
        with pytest.raises(RestoreError):
            put_back(Copy(bad, 0, timezone.now()))
        assert database.read_bytes() == before
        assert not list(tmp_path.glob("aside-*"))

    @pytest.mark.django_db(transaction=True)
    def test_a_copy_that_rotted_on_its_stick_is_refused(evening):
        copy, database = evening
        with closing(sqlite3.connect(copy.database)) as there:
            there.execute("UPDATE members_club SET name = 'Klub Spadilla'")
            there.commit()
        before = database.read_bytes()
        with pytest.raises(RestoreError, match="not what it was when it was made"):
            put_back(copy)
        assert database.read_bytes() == before

    @pytest.mark.django_db(transaction=True)
    def test_the_newest_of_all_places_is_taken_and_without_one_it_is_told(settings, tmp_path):
        stick = tmp_path / "stick"
        stick.mkdir()
        with pytest.raises(RestoreError, match="no copy"):
            restoring.named(None)
        with pytest.raises(RestoreError, match="no copy"):
            restoring.named(stick)
        first = back_up()
        second = back_up(also=stick)
        assert restoring.named(None) == second
        shutil.rmtree(second.path)
        assert restoring.named(None) == first
        settings.BACKUP_PLACES = [stick]
        (there,) = shelf.copies(stick)
        assert restoring.named(None) == there
        assert restoring.named(stick) == there
        assert restoring.named(there.path) == there
        assert restoring.named(there.database) == there

    @pytest.mark.django_db(transaction=True)
    def test_what_was_put_back_and_not_yet_copied_is_not_taken_for_lost(evening):
        """The newest copy has what it has not; the next start makes one of what is there."""
        copy, database = evening
        put_back(copy)
        assert looking.before_start() == []
        assert is_due()
        note = shelf.put_back_note().rename(database.with_name("elsewhere"))
        with pytest.raises(looking.LostError, match="is older than"):  # the twin
            looking.before_start()
        note.rename(shelf.put_back_note())
        with replacing.using(database):
            back_up()
        assert not is_due()
        assert not shelf.put_back_note().exists()
        assert looking.before_start() == []

    # --- what is newer than the copy --------------------------------------------------------

    @pytest.fixture
    def later(database, club):
        """A copy, and after it three deals, an evening and a guest."""
        table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
        make.enter(table, 1, None)
        copy = back_up()
        for deal in (2, 3, 4):
            make.enter(table, deal, None)
        make.make_released_event(make.make_club("Klub Basta"), tables=1)
        shutil.copyfile(back_up().database, database)
        return copy

    def restore(*words, monkeypatch=None, answer=None):
        told = StringIO()
        if monkeypatch:
            asked = SimpleNamespace(isatty=lambda: answer is not None, readline=lambda: answer)
            monkeypatch.setattr(sys, "stdin", asked)
        call_command(Command(), *map(str, words), stdout=told)
        return told.getvalue()

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("answer", (None, "no\n", "\n"))
    def test_what_is_newer_than_the_copy_is_said_and_nothing_done_without_a_yes(
        later, database, monkeypatch, answer
    ):
        before = database.read_bytes()
        with pytest.raises(CommandError) as told:
            restore(later.path, monkeypatch=monkeypatch, answer=answer)
        assert database.read_bytes() == before
        if answer is None:
            assert f"{later} lacks what is there now: 3 deals, 1 evening, 4 members" in str(
                told.value
            )
            assert "--yes" in str(told.value)

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("answer", ("yes\n", "Ja\n", None))
    def test_with_a_yes_it_is_put_back_and_a_copy_of_that_is_the_newest(
        later, database, monkeypatch, answer
    ):
        words = [later.path] if answer else [later.path, "--yes"]
        said = restore(*words, monkeypatch=monkeypatch, answer=answer)
        assert "3 deals" in said or answer is None
        assert "1 event begins a new epoch" in said
        assert f"{later} is back" in said
        with closing(sqlite3.connect(database)) as there:
            assert there.execute("SELECT count(*) FROM tournaments_revision").fetchone() == (1,)
        assert Revision.objects.count() == 4  # the tests' own, which stays
        assert shelf.copies(shelf.home())[-1].why == Why.RESTORED

    @pytest.mark.django_db(transaction=True)
    def test_where_nothing_is_newer_nobody_is_asked(later, database):
        newest = shelf.newest(shelf.home())
        said = restore()
        # The tests' own database, which is the one in use.
        assert f"{newest} is back, with 4 deals, 2 evenings, 8 members; the last result is " in said

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("there", ("nothing", "noise"))
    def test_what_cannot_be_read_is_put_aside_and_a_newer_copy_asked_about(later, database, there):
        database.unlink()
        if there == "noise":
            database.write_bytes(b"noise" * 1000)
        _, newest = shelf.copies(shelf.home())
        with pytest.raises(CommandError) as told:
            restore(later.path)
        assert f"It is not the newest: {newest} lies beside it, in {newest.path}." in str(
            told.value
        )
        assert "lacks" not in str(told.value)
        assert f"{newest} is back" in restore(newest.path)
        assert database.exists()

else:

    def test_postgresql_is_told_how_to_restore():
        with pytest.raises(CommandError, match="pg_restore --single-transaction"):
            call_command("restore", stdout=StringIO())


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


@pytest.mark.django_db(transaction=True)
def test_after_another_program_has_restored_only_the_epoch_begins(club):
    make.make_released_event(club, tables=1)
    told = StringIO()
    call_command("restore", "--epoch", stdout=told)
    assert "1 event begins a new epoch" in told.getvalue()
    assert "The ledger agrees" in told.getvalue()
    assert Club.objects.exists()
    assert [each.why for each in shelf.copies(shelf.home())] == [Why.RESTORED]  # the latest state


@pytest.mark.django_db(transaction=True)
def test_photos_without_a_file_are_counted(club, photos):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    told = StringIO()
    call_command("restore", "--epoch", stdout=told)
    assert "Photos" not in told.getvalue()
    make.make_photo(table, size=1)
    call_command("restore", "--epoch", stdout=told)
    assert "Photos of sheets that have no whole file: 1." in told.getvalue()
