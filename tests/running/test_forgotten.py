"""Who was forgotten is brought back by no copy: the real command, on a file of its own."""

import shutil
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from lhombre_club.copies import forgotten as outside
from lhombre_club.copies import replacing, shelf
from lhombre_club.copies.forgotten import Entry
from lhombre_club.copies.making import back_up
from lhombre_club.members import domain
from lhombre_club.members.models import Membership, Person
from tests import make
from tournaments.events.domain.member_removing import remove_member
from tournaments.kept.domain.again import forget_again
from tournaments.kept.domain.forgetting import forget_member
from tournaments.kept.domain.removing import compact
from tournaments.management.commands.restore import Command
from tournaments.models import Forgotten, SheetPhoto, Table

ACTOR = "system:test"
NAMES = ("kanarius", "xylofugl")


@pytest.fixture(autouse=True)
def folders(settings, tmp_path):
    """A data folder of its own."""
    settings.VAR_DIR, settings.PHOTOS_DIR = tmp_path, tmp_path / "media"
    settings.PAPERS_DIR = tmp_path / "papers"
    settings.PHOTOS_DIR.mkdir()
    return tmp_path


@pytest.fixture
def played(club, settings):
    """A member who has played, with a photo of the sheet."""
    event = make.make_released_event(club, tables=1)
    person = Person.objects.filter(participations__event=event)[0]
    person.first_name, person.last_name = "Kanarius", "Xylofugl"
    person.save()
    event.participants.filter(person=person).update(name=person.name)
    table = Table.objects.select_related("round__event").get(round__event=event)
    make.enter(table, 1, None)
    photo = make.make_photo(table, 12)
    (settings.PHOTOS_DIR / photo.file_name).write_text(person.full_name[:12])
    event.rounds.update(state="final")
    return Membership.objects.get(person=person)


def is_told(content):
    return any(name in content.casefold() for name in NAMES)


def in_file(path):
    """Whether any page of a database has his name, those too that nothing leads to any more."""
    return is_told(path.read_bytes().decode("latin-1"))


def forget(member):
    return forget_member(membership=member, actor=ACTOR, directed=[member.club])


if connection.vendor == "sqlite":

    @pytest.fixture
    def database(tmp_path, monkeypatch):
        """Where a database of its own would be; the tests' own stays where it is."""
        path = tmp_path / "club.sqlite3"
        monkeypatch.setattr(replacing, "place", lambda: path)
        return path

    def restored(*words):
        told = StringIO()
        call_command(Command(), *map(str, words), "--yes", stdout=told)
        return told.getvalue()

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize("again", (True, False), ids=("again", "twin"))
    def test_a_copy_of_before_brings_nobody_back(played, database, settings, monkeypatch, again):
        copy = back_up()
        assert in_file(copy.database)
        forget(played)
        shutil.copyfile(back_up().database, database)
        assert not in_file(database)
        if not again:
            monkeypatch.setattr(Command, "_forget_again", lambda _self: None)
            monkeypatch.setattr(
                "tournaments.management.commands.restore.remove_again", lambda *_places: None
            )
        told = restored(copy.path)
        assert in_file(database) is not again
        assert ("forgotten again" in told) is again
        photos = [file.read_text() for file in settings.PHOTOS_DIR.iterdir()]
        assert any(map(is_told, photos)) is not again

    @pytest.mark.django_db(transaction=True)
    def test_nothing_of_a_name_stands_in_the_file_of_the_database(played):
        """Also of what was removed: rows of before, and pages that are free."""
        twice = domain.add_guest(club=played.club, name="Kanarius Xylofugl", actor=ACTOR)
        remove_member(membership=twice, actor=ACTOR)
        file = Path(connection.settings_dict["NAME"])
        back_up()
        assert in_file(file) or in_file(file.with_name(f"{file.name}-wal"))
        forget(played)
        compact()
        wal = file.with_name(f"{file.name}-wal")
        assert not in_file(file)
        assert not (wal.exists() and in_file(wal))

    @pytest.mark.django_db(transaction=True)
    def test_nor_does_another_computer_that_has_the_stick_alone(
        played, database, tmp_path, settings
    ):
        stick = tmp_path / "stick"
        stick.mkdir()
        copy = back_up(also=stick)
        forget(played)
        back_up(also=stick)
        there = stick / copy.path.name
        shutil.rmtree(shelf.home())
        restored(there)
        assert not in_file(database)
        assert not list(settings.PHOTOS_DIR.iterdir())
        assert outside.read(shelf.home()) == outside.read(stick) != []

    @pytest.mark.django_db(transaction=True)
    def test_the_proof_of_the_account_holds_before_and_after(played, database):
        copy = back_up()
        forget(played)
        told = restored(copy.path)
        assert "is back" in told
        shutil.copyfile(database, database.with_name("looked-at"))
        with replacing.using(database.with_name("looked-at")):
            said = StringIO()
            call_command("check_ledger", elsewhere=True, stdout=said)
            assert Forgotten.objects.get().number == 1
        assert "agrees" in said.getvalue()


@pytest.mark.django_db(transaction=True)
def test_where_another_program_has_restored_they_are_forgotten_too(played):
    """As on PostgreSQL, where pg_restore is typed by hand."""
    outside.note([Entry(str(played.club_id), str(played.person_id), 7)])
    told = StringIO()
    call_command("restore", "--epoch", stdout=told)
    assert "forgotten again" in told.getvalue()
    assert not Person.objects.filter(first_name="Kanarius").exists()
    assert Forgotten.objects.get().number == 7
    assert not SheetPhoto.objects.exists()


@pytest.mark.django_db
def test_whom_nobody_knows_stays_on_the_list_and_numbers_do_not_meet(played):
    nobody = Entry(str(played.club_id), str(make.new_id()), 1)
    elsewhere = Entry(str(make.new_id()), str(make.new_id()), 1)
    assert forget_again([nobody, elsewhere], actor=ACTOR) == 0
    his = Entry(str(played.club_id), str(played.person_id), 1)
    assert forget_again([nobody, his], actor=ACTOR) == 1
    assert {row.number for row in Forgotten.objects.all()} == {1, 2}
    assert forget_again([nobody, his], actor=ACTOR) == 0


def test_a_line_that_was_cut_off_is_passed_over(tmp_path):
    entry = Entry("a", "b", 1, ("c.jpg",))
    outside.note([entry], tmp_path)
    file = tmp_path / outside.FILE
    file.write_text(f'{file.read_text()}{{"club": "a", "per')
    assert outside.read(tmp_path) == [entry]
    assert file.stat().st_mode & 0o077 == 0
    outside.note([entry], tmp_path)
    assert outside.read(tmp_path, tmp_path / "none") == [entry]
