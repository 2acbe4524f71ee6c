"""A club goes on from a copy, on this computer or on two: which state is the right one?"""

import shutil
import sys
from contextlib import nullcontext

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from lhombre_club.copies import looking, places, replacing, restoring, shelf
from lhombre_club.copies.making import back_up
from lhombre_club.copies.restoring import RestoreError
from tests import make

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def stick(tmp_path):
    """A stick that is carried from one computer to the other."""
    (tmp_path / "stick").mkdir()
    return tmp_path / "stick"


@pytest.fixture
def computer(settings, tmp_path, monkeypatch):
    """A computer by its name, with a folder of its own; it is the one that is worked at."""

    def _computer(name):
        settings.VAR_DIR = tmp_path / name
        settings.VAR_DIR.mkdir(exist_ok=True)
        monkeypatch.setattr(replacing, "place", lambda: settings.VAR_DIR / "club.sqlite3")

    return _computer


def put_back(copy):
    restoring.put_back(copy, lambda: None)


def choose(settings, *places, path=None):
    """Return the copy that a restore takes. Raises RestoreError where it must be named."""
    settings.BACKUP_PLACES = list(places)
    copy = restoring.named(path)
    restoring.expect_one_line(copy, path)
    return copy


if connection.vendor == "sqlite":

    @pytest.fixture
    def carried(computer, stick):
        """The club was put back on a new computer, from the sixth copy, which is on the stick."""
        computer("old")
        make.make_club("Klub Spadille")
        for _ in range(6):
            back_up(also=stick)
        computer("new")
        put_back(shelf.copies(stick)[-1])

    @pytest.fixture
    def apart(carried, computer, stick):
        """The new computer has gone on by a copy, the old one by two; the stick has those."""
        with replacing.using(replacing.place()):
            mine = back_up()
        computer("old")
        theirs = [back_up(also=stick) for _ in range(2)]
        computer("new")
        assert (mine.number, theirs[-1].number) == (7, 8)
        return mine

    @pytest.mark.strict
    def test_the_numbers_go_on_from_the_copy_that_was_put_back(carried, settings, stick):
        """The stick is not there meanwhile, and comes again when the database is lost."""
        with replacing.using(replacing.place()):
            made = [back_up(), back_up()]
        assert [one.number for one in made] == [7, 8]
        assert choose(settings, stick) == made[-1]

    @pytest.mark.strict
    def test_so_they_do_when_it_was_cut_off_before_its_first_copy(carried, settings, stick):
        """Whatever the next copy is made for."""
        with replacing.using(replacing.place()):
            first, second = back_up(shelf.Why.START), back_up(shelf.Why.NIGHT)
        assert first.lines == second.lines
        assert first.lines[1:] == shelf.copies(stick)[-1].lines

    def test_where_two_computers_went_on_it_must_be_said_which(apart, settings, stick):
        mine, there = apart, shelf.copies(stick)[-1]
        with pytest.raises(RestoreError, match="two ways") as refused:
            choose(settings, stick)
        assert str(mine.path) in str(refused.value)
        assert str(there.path) in str(refused.value)
        assert choose(settings, stick, path=mine.path) == mine
        assert choose(settings, stick, path=there.database).path == there.path
        put_back(there)
        with replacing.using(replacing.place()):
            chosen = back_up()
        assert chosen.number == 9
        assert choose(settings, stick) == chosen  # it comes after both

    @pytest.mark.strict
    def test_twin_without_lines_the_other_computers_state_is_taken(
        apart, settings, stick, monkeypatch
    ):
        monkeypatch.setattr(shelf.Copy, "lines", ())
        assert choose(settings, stick) == shelf.newest(stick)

    @pytest.mark.strict
    def test_two_computers_on_one_stick(carried, computer, settings, stick):
        with replacing.using(replacing.place()):
            mine = back_up(also=stick)
        computer("old")
        back_up(also=stick)
        computer("third")
        for path in (None, stick):
            with pytest.raises(RestoreError, match=f"copy {mine.number} of"):
                choose(settings, stick, path=path)

    @pytest.fixture
    def in_turns(carried, computer, stick):
        """The new computer, the old one, and the new one again have copied to one stick."""
        with replacing.using(replacing.place()):
            back_up(also=stick)
        computer("old")
        theirs = back_up(also=stick)
        computer("new")
        with replacing.using(replacing.place()):
            mine = back_up(also=stick)
        assert (theirs.number, mine.number) == (8, 9)
        return theirs, mine

    @pytest.mark.strict
    def test_what_the_other_computer_did_later_is_not_passed(in_turns, computer, settings, stick):
        theirs, mine = in_turns
        computer("third")
        with pytest.raises(RestoreError, match="two ways") as refused:
            choose(settings, stick)
        assert f"copy {theirs.number} of" in str(refused.value)
        put_back(shelf.newest(stick))
        with replacing.using(replacing.place()):
            chosen = back_up(also=stick)
        assert chosen.passed[mine.lines[0]] == mine.number
        assert choose(settings, stick).number == chosen.number

    @pytest.mark.strict
    def test_twin_with_whole_lines_passed_it_is_lost_from_sight(
        in_turns, computer, settings, stick, monkeypatch
    ):
        def passed(copy):
            return dict.fromkeys(copy.lines[1:], sys.maxsize)

        monkeypatch.setattr(shelf.Copy, "passed", property(passed))
        computer("third")
        assert choose(settings, stick).number == 9

    @pytest.mark.strict
    def test_who_copies_beside_another_computer_is_told_so(in_turns, computer, settings, stick):
        settings.BACKUP_PLACES = [stick]
        (theirs, _mine), said = in_turns, []
        for name in ("new", "old"):
            computer(name)
            with replacing.using(replacing.place()) if name == "new" else nullcontext():
                said.append(places.told(back_up()))
        for (same, fork), other in zip(said, (theirs, 10), strict=True):
            assert same.endswith("(the same)")
            assert "from the same evening" in fork
            assert f"the newest is copy {getattr(other, 'number', other)} of" in fork
            assert f"./club restore {stick}  will name both" in fork

    def test_a_copy_of_another_club_is_called_that(computer, settings, stick):
        settings.BACKUP_PLACES = [stick]
        computer("one")
        make.make_club("Klub Spadille")
        assert len(places.told(back_up())) == 1
        computer("other")
        (_, told) = places.told(back_up())
        assert "of another club" in told

    def test_a_start_says_that_copies_go_to_the_new_computer_only(
        carried, settings, stick, monkeypatch
    ):
        assert places.brought() == ""  # nothing is known here before the first copy
        with replacing.using(replacing.place()):
            back_up(shelf.Why.RESTORED)
            assert len(looking.before_start()) == 1
        assert "BACKUP_DIR=" in places.brought()
        settings.BACKUP_PLACES = [stick]
        assert places.brought() == ""
        settings.BACKUP_PLACES = []
        monkeypatch.setattr(shelf, "ALWAYS_KEPT", 0)
        assert places.brought() == ""

    @pytest.mark.strict
    def test_it_does_not_where_they_always_did(carried, computer):
        computer("old")
        put_back(shelf.copies(shelf.home())[2])
        with replacing.using(replacing.place()):
            back_up(shelf.Why.RESTORED)
        assert places.brought() == ""

    def test_whoever_chose_an_older_copy_is_not_asked_again(computer, settings, stick):
        computer("old")
        make.make_club("Klub Spadille")
        for _ in range(3):
            back_up(also=stick)
        computer("new")
        put_back(shelf.copies(stick)[0])
        with replacing.using(replacing.place()):
            made = back_up(also=stick)
        assert choose(settings, stick).number == made.number

    def test_the_command_asks_for_a_name_and_changes_nothing(apart, settings, stick):
        settings.BACKUP_PLACES = [stick]
        before = replacing.place().read_bytes()
        with pytest.raises(CommandError, match="no number says which is right"):
            call_command("restore")
        assert replacing.place().read_bytes() == before

    def test_an_older_copy_of_this_computer_is_no_second_way(computer, settings):
        computer("only")
        make.make_club("Klub Spadille")
        older = back_up()
        back_up()
        shutil.copyfile(older.database, replacing.place())
        put_back(older)
        with replacing.using(replacing.place()):
            made = back_up(shelf.Why.RESTORED)
        assert made.number == 3
        assert choose(settings) == made


def test_what_an_earlier_programs_note_says_is_passed_over(settings, tmp_path):
    settings.VAR_DIR = tmp_path
    shelf.home().mkdir()
    shelf.put_back_note().write_text("copy 6 of 2026-11-24 20:15", encoding="utf-8")
    assert shelf.to_come(shelf.home(), []).number == 1
    assert len(shelf.line_to_come(shelf.home(), shelf.Why.START)["lines"]) == 1
