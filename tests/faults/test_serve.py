"""The whole ``./club run``: it starts, survives, and leaves nothing behind."""

import http.client
import os
import re
import signal
import sqlite3
import ssl
import subprocess
import sys

import pytest
from django.db import connection

from lhombre_club.copies import shelf
from lhombre_club.copies.shelf import Why
from tests.faults.harness import PATIENCE, ROOT
from tests.faults.web import scratch_environment
from tests.faults.whole import SERVE, Running, family, wait_for
from tests.migrated import put_down

pytestmark = pytest.mark.fault

OURS = ("PUBLIC_URL", "ALLOWED_HOSTS", "CI", "SECRET_KEY", "CACHE_URL")


@pytest.fixture
def environment(tmp_path):
    """A fresh installation with a database of its own, without a broker."""
    with scratch_environment(tmp_path) as env:
        for name in OURS:
            env.pop(name, None)
        yield {**env, "CELERY_BROKER_URL": "spool://"}


@pytest.fixture
def migrated(tmp_path):
    """What is started begins with the tables, which takes less."""
    if connection.vendor == "sqlite":
        put_down(tmp_path / "club.sqlite3")


def run_once(env, *words):
    return subprocess.run(
        [*SERVE, "--once", *words],
        env=env,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def status_of(port, host="127.0.0.1", path="/"):
    there = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        there.request("GET", path, headers={"Host": host})
        return there.getresponse().status
    except OSError:
        return None
    finally:
        there.close()


@pytest.mark.nightly
def test_a_look_ends_well_and_the_next_one_copies_before_it_migrates(environment, tmp_path):
    first = run_once(environment)
    assert first.returncode == 0, first.stdout + first.stderr
    assert re.search(r"http://127\.0\.0\.1:8000/welcome/\S{20,}/", first.stdout)
    assert (tmp_path / "secret_key").stat().st_mode & 0o077 == 0
    assert not (tmp_path / "backups").exists()
    assert family(tmp_path) == []

    back = [sys.executable, "manage.py", "migrate", "--verbosity", "0", "printing", "zero"]
    subprocess.run(back, env=environment, cwd=ROOT, check=True)
    second = run_once(environment)
    assert second.returncode == 0, second.stdout + second.stderr
    assert "a checked copy of the database is" in second.stdout
    assert "the database is ready" in second.stdout
    (copy,) = shelf.copies(tmp_path / "backups")
    assert copy.why == Why.UPGRADE
    if copy.database.suffix == ".sqlite3":
        with sqlite3.connect(copy.database) as copied:
            tables = {row[0] for row in copied.execute("SELECT name FROM sqlite_master")}
        assert "members_club" in tables
        assert "printing_job" not in tables


@pytest.mark.strict
def test_the_dead_are_started_again_and_nobody_else_comes_in(environment, tmp_path):
    with Running(environment) as club:
        assert club.says("Ctrl-C"), club.lines
        assert status_of(club.port) < 500
        assert status_of(club.port, "evil.example") == 400

        same_folder = run_once(environment, "--demo")
        assert same_folder.returncode == 1
        assert f"running already (process {club.process.pid})" in same_folder.stdout
        elsewhere = {**environment, "LHOMBRE_VAR": str(tmp_path / "other")}
        same_port = run_once(elsewhere, "--port", str(club.port))
        assert same_port.returncode == 1
        assert f"./club run --port {club.port + 1}" in same_port.stdout

        before = club.children()
        assert sorted(before) == ["celery", "gunicorn"]
        for pid in before.values():
            os.kill(pid, signal.SIGKILL)
        assert club.says("worker ended unexpectedly")
        assert club.says("web server ended unexpectedly")
        assert wait_for(lambda: status_of(club.port) is not None)
        assert wait_for(lambda: sorted(club.children()) == ["celery", "gunicorn"])
        assert not set(club.children().values()) & set(before.values())
        assert not (tmp_path / "backups").exists()
        assert club.end(signal.SIGINT) == 0
    assert family(tmp_path) == []
    assert status_of(club.port) is None
    assert [copy.why for copy in shelf.copies(tmp_path / "backups")] == [Why.STOP]


@pytest.mark.nightly
def test_nothing_stays_behind_when_the_program_itself_is_killed(environment, tmp_path):
    with Running(environment) as club:
        assert club.says("Ctrl-C"), club.lines
        link = [sys.executable, "manage.py", "link"]
        printed = subprocess.run(
            link, env=environment, cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert printed.stdout.startswith(f"http://127.0.0.1:{club.port}/welcome/")
        left = set(family(tmp_path)) - {club.process.pid}
        club.process.kill()
        club.process.wait()
    # What it had started may still write: the next waits for its end, and is not refused.
    restored = subprocess.run(
        [sys.executable, "manage.py", "restore", "--epoch"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert restored.returncode == 0, restored.stderr
    assert left
    assert not left & set(family(tmp_path))


def test_a_setting_that_cannot_be_understood_stops_the_start(environment):
    done = run_once({**environment, "SITE_TLS": "perhaps"})
    assert done.returncode == 1
    assert "SITE_TLS" in done.stdout


IN_A_ROOM = """
import sys
from lhombre_club import serve
serve.lan_address = lambda: "127.0.0.1"  # a machine that tests may be in no network
sys.exit(serve.main())
"""


@pytest.mark.strict
@pytest.mark.usefixtures("migrated")
def test_in_a_room_it_serves_https_to_whoever_trusts_its_authority(environment, tmp_path):
    program = [sys.executable, "-u", "-c", IN_A_ROOM]
    with Running(environment, "--lan", "--tls", program=program) as club:
        assert club.says("Ctrl-C"), club.lines
        assert club.says(f"http://127.0.0.1:{club.port}/trust/")
        trusting = ssl.create_default_context(cafile=tmp_path / "authority" / "authority.pem")
        there = http.client.HTTPSConnection("127.0.0.1", club.port, timeout=60, context=trusting)
        there.request("GET", "/login/")
        shown = there.getresponse()
        assert shown.status == 200
        assert "secure" in shown.headers["Set-Cookie"].lower()
        assert "Strict-Transport-Security" not in shown.headers
        plain = http.client.HTTPConnection("127.0.0.1", club.port, timeout=60)
        plain.request("GET", "/login/")
        sent = plain.getresponse()
        assert sent.headers["Location"] == f"https://127.0.0.1:{club.port}/login/"
        assert status_of(club.port, path="/trust/") == 200
        beside = run_once(environment)
        assert f"https://127.0.0.1:{club.port} and can take results" in beside.stdout
        assert club.end() == 0
