"""The club goes into another database and back, the same to the microsecond, or stays."""

import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db import connection

from lhombre_club.copies import looking, moving
from lhombre_club.copies.moving import MoveError
from tests import migrated
from tests.faults.web import scratch_environment

pytestmark = pytest.mark.strict  # a program of its own for each step

ROOT = Path(__file__).resolve().parents[2]


def club(environment, *words, status=0):
    """Run a command of the program in a process of its own; return what it said."""
    done = subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


if connection.vendor == "sqlite":

    @pytest.fixture(scope="module")
    def demo(tmp_path_factory):
        """A file with a club in the middle of an evening."""
        folder = tmp_path_factory.mktemp("demo")
        with scratch_environment(folder) as environment:
            migrated.put_down(folder / "club.sqlite3")
            club(environment, "seed_demo")
            yield environment

    def copied(demo, tmp_path, between=""):
        """Copy the demo into a file, doing ``between`` before; return what is said."""
        url = f"sqlite:///{tmp_path / 'there.sqlite3'}"
        code = (
            "from lhombre_club.copies import moving\n"
            "from lhombre_club.copies.moving import TARGET\n"
            "from tournaments.models import Revision, Seal\n"
            f"moving.open_target({url!r})\n"
            f"moving.run_there({url!r}, 'migrate', '--verbosity', '0')\n"
            f"said = []\n{between}\n"
            "print(moving.copy_rows(said.append), 'rows')\n"
            "try:\n"
            "    moving.compare(said.append)\n"
            "except moving.MoveError as error:\n"
            "    print(error)\n"
            "here = Revision.objects.order_by('pk').values_list('pk', 'created_at')\n"
            "print(list(here) == list(here.using(TARGET)), len(here),\n"
            "      any(at.microsecond % 1000 for _pk, at in here))\n"
            "if moving.MANY == 1: print(*said, sep='\\n')\n"
        )
        return club(demo, "shell", "-v", "0", "-c", code)

    def test_every_row_is_there_the_same_to_the_microsecond(demo, tmp_path):
        rows, same = copied(demo, tmp_path).splitlines()
        assert int(rows.removesuffix(" rows")) > 1000
        word, deals, microseconds = same.split()
        assert (word, int(deals) > 100, microseconds) == ("True", True, "True")

    @pytest.mark.nightly
    def test_what_takes_long_is_told_while_it_is_done(demo, tmp_path):
        rows, _, *told = copied(demo, tmp_path, "moving.MANY = 1").splitlines()
        begun = [line for line in told if not line.startswith("  ")]
        assert begun[0].startswith(f"copying {rows} of ")
        assert begun[1] == f"comparing {rows} with what is there now"
        sizes = [line for line in told if line.startswith("  ")]
        assert sizes[: len(sizes) // 2] == sizes[len(sizes) // 2 :]
        half = sizes[: len(sizes) // 2]
        assert begun[0].endswith(f" of {len(half)} tables")
        assert sum(int(line.split()[0]) for line in half) == int(rows.removesuffix(" rows"))

    @pytest.mark.nightly
    def test_rows_whose_times_are_cut_are_not_taken_for_the_same(demo, tmp_path):
        """The twin: what a dump in JSON makes of them."""
        cut = (
            "written = moving._written\n"
            "def milliseconds(value):\n"
            "    if not hasattr(value, 'microsecond'): return value\n"
            "    return value.replace(microsecond=value.microsecond // 1000 * 1000)\n"
            "moving._written = lambda model, row: written(model, tuple(map(milliseconds, row)))\n"
        )
        said = copied(demo, tmp_path, cut)
        assert "are not the same in both" in said
        assert "False" in said

    @pytest.mark.nightly
    def test_a_row_that_is_missing_there_is_noticed(demo, tmp_path):
        forget = (
            "rows_of = moving.rows_of\n"
            "def forget(model, using):\n"
            "    rows = list(rows_of(model, using))\n"
            "    return iter(rows[:-1] if (model, using) == (Seal, TARGET) else rows)\n"
            "moving.rows_of = forget\n"
        )
        assert "None there" in copied(demo, tmp_path, forget)

    @pytest.mark.parametrize(
        ("url", "words"),
        (
            ("postgres://nobody@127.0.0.1:1/none", "The other database does not answer"),
            ("postgres://club@127.0.0.1:door/club", "is no address of a database"),
            ("mysql://club@127.0.0.1/club", "Say where to"),
            ("sqlite", "The club is in a file already"),
        ),
    )
    def test_what_is_no_place_for_a_club_switches_nothing(demo, url, words):
        assert words in club(demo, "move", url, status=1)
        assert not (Path(demo["LHOMBRE_VAR"]) / "database").exists()
        assert (Path(demo["LHOMBRE_VAR"]) / "club.sqlite3").exists()


def test_a_command_that_fails_there_stops_the_move():
    with pytest.raises(MoveError, match=r"In the other database: .*Unknown command"):
        moving.run_there("sqlite://:memory:", "sing")


def test_what_is_switched_counts_from_the_next_start(tmp_path, settings):
    settings.DATABASE_AT = tmp_path / "database"
    moving.switch("postgres://club@127.0.0.1:5432/club")
    assert settings.DATABASE_AT.read_text() == "postgres://club@127.0.0.1:5432/club"
    assert settings.DATABASE_AT.stat().st_mode & 0o077 == 0
    moving.switch("")
    assert list(tmp_path.iterdir()) == []
    moving.switch("")


if connection.vendor == "postgresql":

    @pytest.mark.django_db
    def test_a_file_that_is_not_used_is_told(settings, tmp_path):
        settings.VAR_DIR, settings.OWN_FILE = tmp_path, tmp_path / "club.sqlite3"
        assert looking.before_start() == []
        settings.OWN_FILE.write_bytes(b"")
        (said,) = looking.before_start()
        assert "is not used" in said


@pytest.mark.django_db(transaction=True)
def test_another_database_that_a_later_start_would_use_is_told(settings, tmp_path, monkeypatch):
    settings.VAR_DIR, settings.DATABASE_AT = tmp_path, tmp_path / "database"
    moving.switch("postgres://club:secret@127.0.0.1:5432/club")
    monkeypatch.delenv("DATABASE_URL", raising=False)
    assert looking.unused_address() == []
    monkeypatch.setenv("DATABASE_URL", "postgres://club:secret@127.0.0.1:5432/club")
    assert looking.unused_address() == []
    monkeypatch.setenv("DATABASE_URL", "postgres://club:secret@127.0.0.1:5432/other")
    said = looking.unused_address()
    assert f"uses the one in {settings.DATABASE_AT}" in said[0]
    assert "secret" not in said[0]
    told = StringIO()
    call_command("restore", "--epoch", stdout=told)
    assert said[0] in told.getvalue()
