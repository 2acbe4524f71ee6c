"""A program and a database of another age do not work together: a sentence says so, everywhere."""

import os
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection

from lhombre_club import parts, serve
from lhombre_club.alone import LOCK, alone
from lhombre_club.copies import fitting, looking, replacing
from lhombre_club.copies.fitting import FittingCommand, MisfitError
from lhombre_club.copies.making import back_up
from lhombre_club.serve import CannotStartError
from tests.running.test_parts import BecameError

NEWER = (
    "INSERT INTO django_migrations (app, name, applied) VALUES ('tournaments', '9999_later', %s)"
)
OLDER = "DELETE FROM django_migrations WHERE app = 'tournaments' AND name > %s"
NONE = "DELETE FROM django_migrations WHERE applied > %s"
LONG_AGO = "2001-01-01"
AGES = (
    (NEWER, LONG_AGO, r"newer program \(tournaments 9999_later\)"),
    (OLDER, "0020", r"older program.*\./club upgrade"),
    (NONE, LONG_AGO, r"not set up here yet.*\./club run"),
)
COMMANDS = (
    ("link",),
    ("check_ledger",),
    ("seed_demo",),
    ("move", "sqlite" if connection.vendor != "sqlite" else "postgres://nobody"),
    ("restore", "--epoch"),
)


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR, settings.SERVED_AT = tmp_path, tmp_path / "address"


def change(statement, value):
    with connection.cursor() as cursor:
        cursor.execute(statement, [value])


@pytest.mark.django_db
@pytest.mark.parametrize(("statement", "value", "words"), AGES)
def test_every_command_and_every_part_refuses_it(statement, value, words, monkeypatch):
    change(statement, value)
    for command in COMMANDS:
        with pytest.raises(CommandError, match=words):
            call_command(*command, stdout=StringIO())
    monkeypatch.setattr(os, "execv", BecameError.by)
    for name in ("web", "worker", "beat"):
        with pytest.raises(MisfitError, match=words):
            parts.become(parts.read_arguments([name]))


@pytest.mark.django_db
@pytest.mark.parametrize(("statement", "value", "_words"), AGES)
def test_without_the_look_they_go_on(statement, value, _words, monkeypatch):
    """The twin: neither the parts nor the commands would notice."""
    monkeypatch.setattr(FittingCommand, "requires_migrations_checks", False)
    monkeypatch.setattr(fitting, "look", lambda **_named: None)
    change(statement, value)
    monkeypatch.setattr(os, "execv", BecameError.by)
    monkeypatch.setattr(serve, "look_at_port", lambda _options: None)
    call_command("check_ledger", stdout=StringIO())
    with pytest.raises(BecameError, match="gunicorn"):
        parts.become(parts.read_arguments(["web"]))


@pytest.mark.django_db
def test_a_start_refuses_a_newer_one_and_brings_an_older_one_up_to_date(monkeypatch):
    monkeypatch.setattr(looking, "before_start", list)
    done: list[str] = []
    monkeypatch.setattr(serve, "copy_database", done.append)
    monkeypatch.setattr(serve, "call_command", lambda *words, **_named: done.append(words[0]))
    change(OLDER, "0020")
    serve.bring_up_to_date()
    assert done == ["upgrade", "upgrade"]  # a copy of that reason, and the deed
    fitting.look(upgrades=True)
    change(NEWER, LONG_AGO)
    with pytest.raises(CannotStartError, match="9999_later"):
        serve.bring_up_to_date()
    with pytest.raises(CommandError, match="9999_later"):
        call_command("upgrade")


@pytest.mark.django_db
@pytest.mark.parametrize(("statement", "value"), ((OLDER, "0020"), (NONE, LONG_AGO)))
def test_one_that_another_process_makes_ready_is_said_to_be_so(statement, value, tmp_path):
    change(statement, value)
    other = os.getppid()
    with alone(tmp_path):
        (tmp_path / LOCK).write_text(f"{other} \n", encoding="ascii")
        with pytest.raises(MisfitError, match=rf"ready just now \(process {other}\)\. Try again"):
            fitting.look()
    with pytest.raises(MisfitError, match=r"not set up here yet|older program"):
        fitting.look()  # what ended and left its number holds nothing


@pytest.mark.django_db
def test_one_that_fits_is_looked_at_in_silence():
    fitting.look()


def test_what_was_cut_off_is_finished_first(monkeypatch):
    monkeypatch.setattr(replacing, "is_begun", lambda: True)
    with pytest.raises(MisfitError, match=r"being put back.*\./club upgrade"):
        fitting.look()


def test_a_database_that_is_away_is_a_sentence(monkeypatch):
    def silent(_connection):
        raise OperationalError("connection refused")

    monkeypatch.setattr(fitting, "MigrationLoader", silent)
    with pytest.raises(MisfitError, match="does not answer: connection refused"):
        fitting.look()


if connection.vendor == "sqlite":

    def test_looking_makes_no_file(monkeypatch, tmp_path):
        monkeypatch.setitem(connection.settings_dict, "NAME", str(tmp_path / "club.sqlite3"))
        with pytest.raises(MisfitError, match="not set up"):
            fitting.look()
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.django_db(transaction=True)
    def test_a_copy_is_made_of_any(club):
        """It reads no row: whoever has the wrong program must be able to keep what there is."""
        change(NEWER, LONG_AGO)
        try:
            assert "tournaments 9999_later" in back_up().slip()["shape"]
        finally:
            change("DELETE FROM django_migrations WHERE name = %s", "9999_later")
