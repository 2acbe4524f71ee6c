"""Whoever restores in a hurry is told what is so, and which copy to take."""

import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from io import StringIO
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from lhombre_club.alone import RunningError, alone
from lhombre_club.copies import encryption, replacing, restoring, shelf
from lhombre_club.copies.making import back_up
from lhombre_club.copies.restoring import DamagedError, RestoreError
from lhombre_club.copies.words import counted
from tests import make
from tests.running.conftest import WORDS
from tests.tournaments.conftest import WON
from tournaments.models import Table


@pytest.fixture(autouse=True)
def database(settings, tmp_path, monkeypatch):
    """Where the database of a new laptop would be; the tests' own stays where it is."""
    settings.VAR_DIR = tmp_path / "var"
    settings.PHOTOS_DIR = settings.VAR_DIR / "media"
    settings.PHOTOS_DIR.mkdir(parents=True)
    path = settings.VAR_DIR / "club.sqlite3"
    monkeypatch.setattr(replacing, "place", lambda: path)
    return path


@pytest.fixture
def stick(tmp_path):
    """A stick."""
    place = tmp_path / "stick"
    place.mkdir()
    return place


def told(command, *words):
    said = StringIO()
    call_command(command, *map(str, words), stdout=said)
    return said.getvalue()


def refused(command, *words):
    with pytest.raises(CommandError) as error:
        told(command, *words)
    return str(error.value)


def words_of(_copy):
    return WORDS


def names_in(path):
    with closing(sqlite3.connect(path)) as there:
        return [row[0] for row in there.execute("SELECT name FROM members_club ORDER BY name")]


def test_one_is_one():
    assert [counted(number, "deal") for number in range(3)] == ["0 deals", "1 deal", "2 deals"]


# --- a copy that is damaged ---------------------------------------------------------------


def cut(file):
    file.write_text(file.read_text()[:200])


def flip(file):
    text = file.read_text()
    file.write_text(text[:150] + ("A" if text[150] != "A" else "B") + text[151:])


def without_digest(copy):
    """As an earlier program has sent it."""
    slip = copy.path / "copy.json"
    slip.write_text(slip.read_text().replace("key_sha256", "other"))


@pytest.mark.strict
@pytest.mark.usefixtures("in_no_time")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("earlier", (True, False))
@pytest.mark.parametrize("fault", (cut, flip))
def test_a_damaged_key_is_not_called_a_wrong_passphrase(stick, key, tmp_path, fault, earlier):
    encryption.keep(key)
    back_up(also=stick)
    there = restoring.named(stick)
    if earlier:
        without_digest(there)
    restoring.open_into(tmp_path, there, words_of)
    shutil.rmtree(tmp_path / there.path.stem)
    shutil.rmtree(tmp_path / "photos")
    fault(there.path / "key.age")
    if earlier and fault is flip:
        return  # whose end is there, and nothing says what it was
    with pytest.raises(DamagedError, match=r"The key of copy 1 of .* is damaged"):
        restoring.open_into(tmp_path, there, words_of)


@pytest.mark.strict
@pytest.mark.usefixtures("in_no_time")
@pytest.mark.django_db(transaction=True)
def test_instead_of_a_damaged_copy_the_newest_whole_one_is_named(stick, key, settings):
    first, second = back_up(), back_up()
    settings.BACKUP_PLACES = [stick]
    encryption.keep(key)
    third = back_up()
    third.database.write_bytes(b"damaged")
    there = restoring.named(stick)
    assert f"is {there}:  ./club restore {there.path}" in restoring.instead_of(third)
    cut(there.path / "key.age")
    second.database.write_bytes(b"damaged")
    said = restoring.instead_of(third)
    assert said.endswith(f"is {first}:  ./club restore {first.path}")
    shutil.rmtree(first.path)
    assert restoring.instead_of(third) == ""


if connection.vendor == "sqlite":

    @pytest.mark.django_db(transaction=True)
    def test_a_refusal_names_what_to_take(stick):
        make.make_club("Klub Spadille")
        first, second = back_up(), back_up()
        second.database.write_bytes(b"damaged")
        assert refused("restore").endswith(f"./club restore {first.path}")
        second.database.rename(second.path / "club.dump")
        said = refused("restore")
        assert f"{second} is a dump of PostgreSQL, and the club is in a file" in said
        assert f"Put the copy's secret_key into {shelf.home().parent / 'secret_key'}" in said
        assert said.endswith(f"./club restore {first.path}")

    # --- which copy is meant --------------------------------------------------------------

    @pytest.mark.django_db(transaction=True)
    def test_a_copy_whose_name_was_changed_is_put_back_with_its_photos(stick, settings, database):
        make.make_club("Klub Spadille")
        (settings.PHOTOS_DIR / "a.jpg").write_bytes(b"the photo")
        back_up(also=stick)
        renamed = shelf.copies(stick)[0].path.rename(stick / "from the evening of the final")
        (settings.PHOTOS_DIR / "a.jpg").unlink()
        said = told("restore", renamed)
        assert "the copy from the evening of the final is back" in said
        assert names_in(database) == ["Klub Spadille"]
        assert (settings.PHOTOS_DIR / "a.jpg").read_bytes() == b"the photo"

    @pytest.mark.strict
    @pytest.mark.usefixtures("in_no_time")
    @pytest.mark.django_db(transaction=True)
    def test_so_is_one_that_is_encrypted(stick, key, tmp_path, settings):
        (settings.PHOTOS_DIR / "a.jpg").write_bytes(b"the photo")
        encryption.keep(key)
        back_up(also=stick)
        renamed = shelf.copies(stick)[0].path.rename(stick / "final")
        opened = restoring.open_into(tmp_path, restoring.named(renamed), words_of)
        restoring.look_at(opened)
        assert (opened.photos / "a.jpg").read_bytes() == b"the photo"

    @pytest.mark.django_db(transaction=True)
    def test_a_folder_above_the_place_will_do(stick, tmp_path):
        (stick / "backups").mkdir()
        with pytest.raises(RestoreError, match="nor in a folder of it"):
            restoring.named(stick)
        back_up()
        back_up(also=stick / "backups")
        assert restoring.named(stick).path.parent == stick / "backups"
        with pytest.raises(RestoreError, match="no copy"):
            restoring.named(tmp_path / "elsewhere")

    # --- what was put aside ---------------------------------------------------------------

    @pytest.fixture
    def put_aside(database, settings):
        """A folder with a database whose last club is in its log alone, and with a key."""
        make.make_club("Klub Spadille")
        aside = settings.VAR_DIR / "aside-20261124-191500-000000"
        aside.mkdir()
        away = aside / "away.sqlite3"
        shutil.copyfile(back_up().database, away)
        here = sqlite3.connect(away)
        here.execute("PRAGMA journal_mode=WAL")
        here.execute("UPDATE members_club SET name = 'Klub Basta'")
        here.commit()
        for ending in ("", "-wal"):
            shutil.copyfile(f"{away}{ending}", aside / f"{database.name}{ending}")
        here.close()
        away.unlink()
        (aside / "secret_key").write_text("the key of then")
        return aside

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("named", ("", "club.sqlite3"), ids=("folder", "file"))
    def test_what_was_put_aside_comes_back_with_its_log_and_its_key(
        put_aside, database, settings, named
    ):
        before = {file.name: file.read_bytes() for file in put_aside.iterdir()}
        assert "club.sqlite3-wal" in before
        assert "is sound" in told("restore_drill", put_aside / named)
        told("restore", put_aside / named)
        assert names_in(database) == ["Klub Basta"]
        assert (settings.VAR_DIR / "secret_key").read_text() == "the key of then"
        assert {file.name: file.read_bytes() for file in put_aside.iterdir()} == before

    @pytest.mark.django_db(transaction=True)
    def test_on_a_bare_machine_nothing_was_there_before(settings, database):
        make.make_club("Klub Spadille")
        back_up()
        (settings.VAR_DIR / "secret_key").write_text("made by the first command")
        assert "What was there before" not in told("restore")
        assert "What was there before is in" in told("restore")

    def bare(settings, database, *, is_new):
        """Restore where there is only a key; return what is said and what was put aside."""
        settings.KEY_IS_NEW = is_new
        make.make_club("Klub Spadille")
        back_up()
        (settings.VAR_DIR / "secret_key").write_text("made here")
        return told("restore"), [*settings.VAR_DIR.glob("aside-*/*")]

    @pytest.mark.django_db(transaction=True)
    def test_a_key_that_this_command_has_made_is_not_put_aside(settings, database):
        said, aside = bare(settings, database, is_new=True)
        assert aside == []
        assert "A key without a club was here" not in said

    @pytest.mark.django_db(transaction=True)
    def test_any_other_key_is_kept_and_called_a_key(settings, database):
        said, (key,) = bare(settings, database, is_new=False)
        assert key.read_text() == "made here"
        assert (
            "A key without a club was here, which a start or a command before this one had" in said
        )
        assert f"It is in {key}" in said

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    def test_where_copies_go_from_now_on_is_said_if_it_came_from_elsewhere(stick, settings):
        make.make_club("Klub Spadille")
        back_up(also=stick)
        only = f"To let each go to {stick} as well, start the program with  BACKUP_DIR={stick} "
        assert only in told("restore", stick)
        assert "this computer only" not in told("restore")
        settings.BACKUP_PLACES = [stick]
        assert "this computer only" not in told("restore", shelf.copies(stick)[0].path)

    @pytest.mark.django_db(transaction=True)
    def test_a_drill_of_a_damaged_copy_names_the_next_whole_one():
        make.make_club("Klub Spadille")
        first, second = back_up(), back_up()
        second.database.write_bytes(b"damaged")
        said = refused("restore_drill")
        assert f"is {first}:  ./club restore-drill {first.path}" in said
        assert said.endswith("Make another now:  ./club backup")

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    def test_what_is_missing_after_a_restore_is_said_and_comes_back(club, database):
        table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
        copy = back_up()
        make.enter(table, 1, WON)
        make.enter(table, 1, None, base=1)
        shutil.copyfile(back_up().database, database)
        assert f"{copy} lacks what is there now: 1 deal." in refused("restore", copy.path)
        said = told("restore", copy.path, "--yes")
        assert "Missing now, and still in there: 1 deal." in said
        way = said.split("./club restore ")[1].split()[0]
        assert "1 deal, 1 evening, 4 members" in told("restore_drill", way)
        told("restore", way)
        with closing(sqlite3.connect(database)) as there:
            assert there.execute("SELECT count(*) FROM tournaments_revision").fetchone() == (2,)


# --- what each command says ---------------------------------------------------------------


def test_a_drill_without_copies_names_itself():
    assert "./club restore-drill /media/stick" in refused("restore_drill")


def test_a_second_restore_is_told_of_the_first(tmp_path):
    with alone(tmp_path, "./club restore"), pytest.raises(RunningError) as error, alone(tmp_path):
        pass
    assert str(error.value).startswith("./club restore is running already (process ")
    with alone(tmp_path), pytest.raises(RunningError, match="The club in"), alone(tmp_path):
        pass


def test_the_command_says_that_it_is_it(settings, monkeypatch):
    seen = []

    def named(*_words):
        seen.append((settings.VAR_DIR / "running.lock").read_text().split(" ", 1)[1])
        raise RestoreError("seen")

    monkeypatch.setattr(restoring, "expect_a_file", named)
    assert refused("restore") == "seen"
    assert seen == ["./club restore\n"]


@pytest.mark.django_db(transaction=True)
def test_each_place_that_a_copy_has_gone_to_is_named(stick, tmp_path, settings):
    settings.BACKUP_PLACES = [stick]
    other = tmp_path / "other"
    other.mkdir()
    lines = told("backup", other).splitlines()
    assert [line.split(" (")[1] for line in lines[1:]] == ["the same)", "the same)"]
    assert [str(stick) in lines[1], str(other) in lines[2]] == [True, True]


@pytest.mark.django_db(transaction=True)
def test_a_place_that_is_asked_for_twice_gets_one_copy(stick, settings, tmp_path):
    settings.BACKUP_PLACES = [stick]
    for same in (stick, tmp_path / "elsewhere" / ".." / "stick"):
        (line,) = told("backup", same).splitlines()[1:]
        assert line.endswith("(the same)")


def test_without_a_terminal_a_passphrase_is_a_line(monkeypatch):
    nothing = SimpleNamespace(isatty=lambda: False, readline=lambda: "")
    monkeypatch.setattr(sys, "stdin", nothing)
    assert "at a terminal, or give it as a line of standard input" in refused("passphrase")


@pytest.mark.django_db
def test_a_move_without_an_address_asks_where_to():
    assert refused("move").startswith("Say where to")


@pytest.mark.strict
def test_a_copy_of_no_database_makes_none(tmp_path):
    environment = {"LHOMBRE_VAR": str(tmp_path), "PATH": "/usr/bin:/bin"}
    asked = [sys.executable, "manage.py", "backup"]
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
    assert "The database is empty" in done.stderr
    assert not (tmp_path / "club.sqlite3").exists()
