"""``./club move`` is killed at any moment: the club is whole on one side, which says so."""

import os
import signal
import subprocess
import time
from pathlib import Path
from random import Random

import psycopg
import pytest
from django.db import connection

from tests.faults.harness import ROOT, python
from tests.faults.web import scratch_environment
from tests.sizes import MOVE_LOTS, MOVES_KILLED

pytestmark = [pytest.mark.fault, pytest.mark.nightly]
SEED = 20261124
LONGEST = 12.0
"""Seconds in which the first is killed; each later one in as many as the last whole move took."""
HASH = (
    "from django.db import connection as c; from tests.faults.powercuts.state import LEDGER\n"
    "from tournaments.models import Revision, Seal; import hashlib\n"
    "rows = [*Revision.objects.order_by('pk').values_list('pk', 'deal', 'number', 'created_at'),\n"
    "        *Seal.objects.order_by('event', 'number').values_list('event', 'digest')]\n"
    "print(c.vendor, len(rows), hashlib.sha256(repr(rows).encode()).hexdigest())"
)


def club(environment, *words):
    return subprocess.run(
        python("manage.py", *words),
        cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


def held(environment):
    """Which database the program uses from the next start, and what is in it."""
    said = club(environment, "shell", "-v", "0", "-c", HASH)
    assert said.returncode == 0, said.stderr
    vendor, count, word = said.stdout.split()
    assert int(count) > 100
    return vendor, word


def emptied(url):
    """Make the server's database empty again, as somebody would whose move was cut off."""
    with psycopg.connect(url, autocommit=True) as there:
        there.execute("DROP SCHEMA public CASCADE")
        there.execute("CREATE SCHEMA public")


def killed(environment, to, after):
    """Start a move and kill it with all that it has started; return whether it was over first."""
    process = subprocess.Popen(
        python("manage.py", "move", to),
        cwd=ROOT, env=environment, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    end = time.monotonic() + after
    while process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)
    over = process.poll() is not None
    os.killpg(process.pid, signal.SIGKILL) if not over else None
    process.wait()
    return over


if connection.vendor == "postgresql":

    @pytest.mark.parametrize("lot", range(MOVE_LOTS))
    def test_a_move_that_is_killed_leaves_the_club_whole_and_a_second_succeeds(tmp_path, lot):
        var, chance = tmp_path / "var", Random(SEED + lot)  # noqa: S311
        var.mkdir()
        with scratch_environment(var) as environment:
            server = environment.pop("DATABASE_URL")
            for words in (("migrate", "--verbosity", "0"), ("seed_demo",)):
                assert club(environment, *words).returncode == 0
            vendor, word = held(environment)
            kills, took = 0, LONGEST
            while kills < MOVES_KILLED:
                to = "sqlite" if vendor == "postgresql" else server
                began = time.monotonic()
                over = killed(environment, to, chance.uniform(0, took))
                kills += not over
                took = time.monotonic() - began if over else took
                now, same = held(environment)
                assert same == word, f"after kill {kills}, on the way to {to}"
                if now == vendor:
                    took = finish(environment, to, server)
                    now, same = held(environment)
                assert (now, same) == ("sqlite" if to == "sqlite" else "postgresql", word)
                vendor = now
                for left in (var / "backups").glob("club-*"):
                    assert (left / "copy.json").exists()

    def finish(environment, to, server):
        """Try again, as the program says it; return the seconds of that move."""
        if to == server:
            emptied(server)
        began = time.monotonic()
        said = club(environment, "move", to)
        took = time.monotonic() - began
        assert said.returncode == 0, said.stdout + said.stderr
        assert "the same there as here; the account agrees" in said.stdout
        if to == "sqlite":
            emptied(server)
        return took

    def test_the_twin_a_half_copied_club_is_not_the_same(tmp_path):
        """What the test above compares sees a row that is missing there."""
        with scratch_environment(tmp_path) as environment:
            for words in (("migrate", "--verbosity", "0"), ("seed_demo",)):
                assert club(environment, *words).returncode == 0
            before = held(environment)
            with psycopg.connect(environment["DATABASE_URL"], autocommit=True) as there:
                there.execute("DELETE FROM tournaments_seal WHERE number > 300")
            assert held(environment) != before
            assert Path(environment["LHOMBRE_VAR"]) == tmp_path
