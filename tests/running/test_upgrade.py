"""An upgrade that fails leaves the database as it was, to the byte."""

import shutil
import sqlite3
from contextlib import closing
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from lhombre_club import serve
from lhombre_club.copies import replacing
from lhombre_club.copies.making import back_up
from tests import make
from tests.tournaments.conftest import WON
from tournaments.management.commands import upgrade
from tournaments.models import Table


def run():
    told = StringIO()
    call_command(upgrade.Command(), stdout=told)
    return told.getvalue()


if connection.vendor == "sqlite":

    @pytest.fixture
    def database(tmp_path, settings, monkeypatch, club):
        """A club's database of the program before, with a deal in it."""
        settings.VAR_DIR = tmp_path
        path = tmp_path / "club.sqlite3"
        monkeypatch.setattr(replacing, "place", lambda: path)
        make.enter(
            Table.objects.get(round__event=make.make_released_event(club, tables=1)),
            1,
            WON,
        )
        shutil.copyfile(back_up().database, path)
        with replacing.using(path):
            call_command("migrate", "tournaments", "0020", verbosity=0)
        return path

    @pytest.fixture
    def upgraded(database):
        """Upgrade it, as if the process had it for its own."""
        with replacing.using(database):
            connection.ensure_connection()  # which says in the file how it keeps its journal
            connection.close()
            yield database.read_bytes()

    def asked(file, question):
        with closing(sqlite3.connect(file)) as there:
            return there.execute(question).fetchall()

    POINTS = "SELECT book, seat, points FROM scoring_seattotal ORDER BY book, seat"
    LAST = "SELECT max(name) FROM django_migrations WHERE app = 'tournaments'"

    @pytest.mark.strict
    @pytest.mark.django_db(transaction=True)
    def test_the_database_is_upgraded_and_what_was_there_is_put_aside(database, upgraded):
        points = asked(database, POINTS)
        said = run()
        assert asked(database, LAST) > [("0021",)]
        assert asked(database, POINTS) == points != []
        (aside,) = database.parent.glob("aside-*")
        assert asked(aside / database.name, LAST) < [("0021",)]
        assert not replacing.ready(database).exists()
        assert said == (
            "The database was upgraded on a copy: the points of every seat are the same as "
            f"before. What was there before is in {aside}.\n"
        )

    def test_a_start_says_what_the_upgrade_said(monkeypatch, capsys):
        monkeypatch.setattr(
            serve, "call_command", lambda _name, stdout: stdout.write("It was proved.\n")
        )
        serve.upgrade_database()
        assert capsys.readouterr().out == "club: It was proved.\nclub: the database is ready\n"

    def fails(*_words, **_named):
        raise OperationalError("no such column")

    def forgets(*_words, **_named):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE scoring_seattotal SET points = points + 1 WHERE seat = 0")

    @pytest.mark.django_db(transaction=True)
    @pytest.mark.parametrize(("migrate", "words"), ((fails, "failed"), (forgets, "change points")))
    @pytest.mark.nightly
    def test_one_that_fails_or_changes_points_changes_nothing(
        database, upgraded, monkeypatch, migrate, words
    ):
        monkeypatch.setattr(upgrade, "call_command", migrate)
        with pytest.raises(CommandError, match=words):
            run()
        connection.close()
        assert database.read_bytes() == upgraded
        assert sorted(file.name for file in database.parent.glob("*club*")) == ["club.sqlite3"]

    @pytest.mark.nightly
    @pytest.mark.django_db(transaction=True)
    def test_without_the_copy_a_failed_one_leaves_it_changed(database, upgraded):
        """The twin: the same fault, met while the database is in its place."""
        forgets()
        connection.close()
        assert database.read_bytes() != upgraded


@pytest.mark.django_db
@pytest.mark.django_db
def test_where_nothing_is_to_be_copied_it_migrates(monkeypatch):
    called = []
    monkeypatch.setattr(upgrade, "call_command", lambda *words, **_named: called.append(words))
    if connection.vendor == "sqlite":
        monkeypatch.setattr(connection.introspection, "table_names", list)
    run()
    assert called == [("migrate",)]
