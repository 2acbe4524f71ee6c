"""The documented line puts a dump into an empty PostgreSQL database, or changes nothing."""

import re
import shlex
import subprocess
from pathlib import Path

import psycopg
import pytest
from django.db import connection

from lhombre_club.copies import engine, restoring
from lhombre_club.copies.making import back_up
from lhombre_club.members.models import Club
from tests import make
from tests.tournaments.conftest import WON
from tournaments.models import Table

ROOT = Path(__file__).resolve().parents[2]
LINE = re.compile(r"^pg_restore .* --dbname URL club\.dump$", re.MULTILINE)


def documented():
    """The words of the page, up to the name of the database."""
    (line,) = LINE.findall((ROOT / "docs" / "operations.md").read_text(encoding="utf-8"))
    return shlex.split(line.partition(" --dbname")[0])


def test_what_the_program_does_itself_is_what_the_page_says():
    assert documented() == ["pg_restore", *engine.INTO_AN_EMPTY_ONE]


def section(page):
    """What a page says of putting a dump back."""
    return page.partition("\n### Into PostgreSQL\n")[2].partition("\n## ")[0]


IN_ORDER = (
    *("End the program", "make an empty", "secret_key", "pg_restore --single", "database"),
    "./club restore --epoch",
)
"""The key before the line that opens the club: what was printed meanwhile would not be valid."""


def in_order(text):
    """Whether numbered steps have it all, each thing in or after the step of the one before."""
    at = 0
    for words in IN_ORDER:
        at = text.find(words, at)
        if at < 0:
            return False
    return re.findall(r"^(\d)\. ", text, re.MULTILINE) == ["1", "2", "3", "4", "5"]


def test_page_and_program_give_the_same_steps_in_the_same_order():
    page = section((ROOT / "docs" / "operations.md").read_text(encoding="utf-8"))
    assert in_order(page)
    assert in_order(restoring._by_pg_restore())
    first, second, *rest = restoring._by_pg_restore().splitlines()
    late = "\n".join((first, *rest, second))  # the twin: the key at the end
    assert not in_order(late)


if connection.vendor == "postgresql":

    @pytest.fixture
    def dump(settings, tmp_path, club):
        """A copy of an evening with a result."""
        settings.VAR_DIR = tmp_path
        make.enter(Table.objects.get(round__event=make.make_released_event(club, tables=1)), 1, WON)
        return back_up().database

    @pytest.fixture
    def target(settings):
        """An empty database: its address."""
        there = connection.settings_dict
        server = f"postgres://{there['USER']}:{there['PASSWORD']}@{there['HOST']}:{there['PORT']}"
        with psycopg.connect(f"{server}/postgres", autocommit=True) as maintenance:
            maintenance.execute("DROP DATABASE IF EXISTS restored WITH (FORCE)")
            maintenance.execute("CREATE DATABASE restored")
            yield f"{server}/restored"
            maintenance.execute("DROP DATABASE restored WITH (FORCE)")

    def restore(words, url, dump):
        """Return the exit status."""
        command = [*words, "--dbname", url, str(dump)]
        return subprocess.run(command, capture_output=True, check=False).returncode

    def tables(url):
        with psycopg.connect(url) as there:
            asked = there.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
            return sorted(row[0] for row in asked)

    def rows(url):
        """The rows of every table, each as PostgreSQL writes it, with its microseconds."""
        with psycopg.connect(url) as there:
            return {
                name: sorted(row[0] for row in there.execute(f'SELECT t::text FROM "{name}" t'))
                for name in tables(url)
            }

    def other_club(url):
        """Let a table of another club be there."""
        with psycopg.connect(url) as there:
            there.execute("CREATE TABLE tournaments_seal (id integer)")

    @pytest.mark.django_db(transaction=True)
    def test_into_an_empty_database_every_row_comes_back(dump, target):
        own = target.replace("/restored", f"/{connection.settings_dict['NAME']}")
        assert restore(documented(), target, dump) == 0
        assert rows(target) == rows(own)
        assert rows(own)["tournaments_revision"]
        Club.objects.update(name="Klub Basta")
        assert rows(target) != rows(own)  # the twin: what would not be the same

    @pytest.mark.django_db(transaction=True)
    def test_into_one_that_is_not_empty_it_ends_with_an_error_and_mixes_nothing(dump, target):
        other_club(target)
        assert restore(documented(), target, dump) != 0
        assert tables(target) == ["tournaments_seal"]

    @pytest.mark.nightly
    @pytest.mark.django_db(transaction=True)
    def test_without_those_words_it_mixes_both(dump, target):
        """The twin."""
        other_club(target)
        restore(["pg_restore"], target, dump)
        assert len(tables(target)) > 10
