"""``./club web``, ``worker``, ``beat`` and ``upgrade``: the program part by part.

For a computer whose own supervisor keeps things running, as systemd and compose do. The upgrade
is what ``./club run`` does before it serves. Each other part is one process in the foreground: it
looks whether database and program are of one age, takes hold of the data folder, and then becomes
gunicorn or celery, which keeps the folder as long as it or a child of it lives.
"""

import argparse
import os
import sys
from dataclasses import dataclass
from ipaddress import IPv4Address

import django
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection

from lhombre_club import serve
from lhombre_club.alone import RunningError, alone, part
from lhombre_club.celery import clock_command, worker_command
from lhombre_club.copies import fitting
from lhombre_club.serve import CannotStartError, Options

FIRST = "embedded"


@dataclass(frozen=True)
class Asked:
    """What stands after ``./club``."""

    part: str
    web: Options
    name: str = FIRST
    """Of the worker; a second one needs another."""


def _count(text: str) -> int:
    if text.isdecimal() and int(text):
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is no number of processes")


def _name(text: str) -> str:
    if text.isascii() and text.isalnum():
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is no name: give letters and digits")


def read_arguments(words: list[str] | None = None) -> Asked:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="./club")
    parts = parser.add_subparsers(dest="part", required=True)
    web = parts.add_parser("web", help="the web server")
    web.add_argument("--port", type=serve.port, default=serve.PORT, help="port to listen on")
    web.add_argument(
        "--bind", type=IPv4Address, default=serve.LOCAL, metavar="ADDRESS", help="to listen on"
    )
    web.add_argument(
        "--processes", type=_count, default=1, metavar="N", help="more than one on PostgreSQL"
    )
    worker = parts.add_parser("worker", help="what makes the papers")
    worker.add_argument("--name", type=_name, default=FIRST, help="of a second worker")
    parts.add_parser("beat", help="the clock, which tells the worker what is due")
    parts.add_parser("upgrade", help="bring the database to this program's shape, and end")
    read = parser.parse_args(words)
    if read.part != "web":
        return Asked(read.part, Options(port=serve.PORT), getattr(read, "name", FIRST))
    return Asked(read.part, Options(port=read.port, bind=str(read.bind), processes=read.processes))


def command(asked: Asked) -> list[str]:
    """Return the command that does the work. Raises CannotStartError."""
    if asked.part == "beat":
        return clock_command()
    if asked.part == "worker":
        return worker_command(node=asked.name, clock=False)
    own_memory = "locmem" in settings.CACHES["default"]["BACKEND"]
    if asked.web.processes > 1 and (own_memory or connection.vendor == "sqlite"):
        raise CannotStartError(
            "Several processes need PostgreSQL and Redis: a SQLite file has one writer at a time, "
            "and limits are counted in one memory. Set DATABASE_URL and CACHE_URL, or leave "
            "--processes out."
        )
    serve.look_at_port(asked.web)
    return serve.web_command(asked.web)


def become(asked: Asked) -> None:
    """Take hold of the folder and become the part; return only by an error."""
    name = asked.part if asked.name == FIRST else f"{asked.part}-{asked.name}"
    with part(settings.VAR_DIR, name) as held:
        fitting.look()
        words = command(asked)
        if asked.part == "web":
            settings.SERVED_AT.write_text(settings.PUBLIC_URL, encoding="utf-8")
        for number in held:
            os.set_inheritable(number, True)  # noqa: FBT003 -- the function's own word
        os.execv(words[0], words)  # noqa: S606 -- our own commands, no shell


def upgrade() -> int:
    """Do what ``./club run`` does before it serves; return the exit status."""
    with alone(settings.VAR_DIR, "./club upgrade"):
        serve.bring_up_to_date()
        return 0 if serve.account_agrees() else 1


def _own_address(web: Options) -> str:
    """Where this computer itself reaches the web server."""
    host = serve.LOCAL if web.bind == serve.EVERYWHERE else web.bind
    return f"http://{host}:{web.port}"


def main(words: list[str] | None = None) -> int:
    """Run the part; return the exit status if it could not start, or has ended."""
    asked = read_arguments(words)
    os.chdir(serve.ROOT)
    os.umask(0o077)  # what is written here is about people
    try:
        if asked.part == "web":
            os.environ.setdefault("PUBLIC_URL", _own_address(asked.web))
        os.environ.setdefault("LOG_TO", "json")
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lhombre_club.settings")
        django.setup()
        if asked.part == "upgrade":
            return upgrade()
        become(asked)
    except (CannotStartError, RunningError, fitting.MisfitError, ImproperlyConfigured) as error:
        serve.say(str(error))
    return 1


if __name__ == "__main__":
    sys.exit(main())
