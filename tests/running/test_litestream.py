"""What Litestream keeps, with the settings of docs/operations.md, is the club a second ago."""

import lzma
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings as program
from django.core.management import call_command
from django.db import connection

from lhombre_club.copies import looking, replacing
from lhombre_club.copies.making import back_up
from lhombre_club.queued_sqlite.library import wal_is_safe
from tests.faults.harness import PATIENCE
from tests.running.keep import KEPT, name_of_now
from tests.running.test_restore import put_back

pytestmark = pytest.mark.strict  # it waits for another program

ROOT = Path(__file__).resolve().parents[2]
LITESTREAM = Path(sys.executable).with_name("litestream")

if connection.vendor == "sqlite" and wal_is_safe():

    @pytest.fixture
    def database(tmp_path, settings, monkeypatch):
        """A club's evening, in a file of its own."""
        settings.VAR_DIR = tmp_path
        path = tmp_path / "club.sqlite3"
        path.write_bytes(lzma.decompress((KEPT / name_of_now()).read_bytes()))
        monkeypatch.setattr(replacing, "place", lambda: path)
        return path

    @pytest.fixture
    def configuration(tmp_path):
        """The page's own, for this folder."""
        page = (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
        (text,) = re.findall(r"```yaml\n(dbs:\n.*?)```", page, re.DOTALL)
        text = text.replace("/srv/lhombre/var", str(tmp_path))
        file = tmp_path / "litestream.yml"
        file.write_text(text.replace("/mnt/second/club", str(tmp_path / "second")))
        return file

    @contextmanager
    def replicating(configuration):
        command = [LITESTREAM, "replicate", "-config", configuration]
        with (configuration.parent / "litestream.log").open("ab") as log:
            process = subprocess.Popen(command, stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.kill()
            process.wait()

    def restored(configuration, database):
        """The path of what Litestream has; it need not be there."""
        there = database.with_name("restored.sqlite3")
        there.unlink(missing_ok=True)
        command = [LITESTREAM, "restore", "-config", configuration, "-o", there, database]
        subprocess.run(command, check=False, capture_output=True)
        return there

    def name_in(file):
        with closing(sqlite3.connect(file)) as there:
            tables = {row[0] for row in there.execute("SELECT name FROM sqlite_master")}
            if "members_club" not in tables:
                return ""
            return there.execute("SELECT name FROM members_club").fetchone()[0]

    def until_it_has(name, configuration, database):
        until = time.monotonic() + PATIENCE
        while name_in(restored(configuration, database)) != name:
            assert time.monotonic() < until
            time.sleep(0.3)

    def write(database, *names):
        """Commit each name by itself, as the program does."""
        with closing(sqlite3.connect(database, isolation_level=None, timeout=20)) as club:
            club.executescript(str(program.SQLITE_OPTIONS["init_command"]))
            for name in names:
                club.execute("BEGIN IMMEDIATE")
                club.execute("UPDATE members_club SET name = ?", (name,))
                club.execute("COMMIT")

    @contextmanager
    def django_there(database, django_db_blocker):
        with django_db_blocker.unblock(), replacing.connected_to(str(database)):
            yield

    def test_after_a_kill_what_was_replicated_comes_back(
        database, configuration, django_db_blocker
    ):
        with replicating(configuration):
            write(database, *(f"Klub {number}" for number in range(300)))
            with django_there(database, django_db_blocker):
                back_up()  # both keep out of each other's way
                assert looking.before_start() == []
            until_it_has("Klub 299", configuration, database)
        write(database, "too late")
        there = restored(configuration, database)
        assert (name_in(there), name_in(database)) == ("Klub 299", "too late")  # the twin
        said = StringIO()
        with django_there(there, django_db_blocker):
            call_command("check_ledger", stdout=said)
        assert "8 tables, no differences" in said.getvalue()
        there.replace(database)
        assert looking.before_start() == []  # it is no older than the newest copy

    def test_it_wants_a_new_start_where_the_file_was_replaced(
        database, configuration, django_db_blocker
    ):
        """By an upgrade or a restore; the page says so."""
        with django_there(database, django_db_blocker):
            copy = back_up()
        with replicating(configuration) as blind:
            write(database, "before")
            until_it_has("before", configuration, database)
            with django_db_blocker.unblock():
                put_back(copy)
            write(database, "after")
            time.sleep(3)  # three times as long as it looks again
            assert blind.poll() is None
        assert name_in(restored(configuration, database)) == "before"  # the twin
        with replicating(configuration):
            until_it_has("after", configuration, database)
