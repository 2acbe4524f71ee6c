"""What ``docs/operations.md`` tells its reader to type, and how each of it is understood."""

import argparse
import importlib.util
import re
import shlex
from pathlib import Path

from django.core.management import CommandError, get_commands, load_command_class

from lhombre_club import parts, serve
from tests.test_project import settings_of_the_environment

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "operations.md"
INSTALLED = "/opt/lhombre-club/club"
UNITS = ROOT / "docs" / "deploying" / "systemd"
VALUES = {
    "N": "8001", "FOLDER": "/media/stick", "FILE": "club.sqlite3", "ZIP": "club.zip",
    "ADDRESS": "127.0.0.1", "URL": "postgres://user:password@host:5432/club",
}  # fmt: skip
"""What a reader may put in the place of a word in capitals."""
PROGRAMS = (
    *("age", "cp", "createdb", "createuser", "docker", "install", "litestream"),
    *("pg_restore", "pip", "systemctl", "useradd"),
)
EXAMPLES = {value: word for word, value in VALUES.items()}
"""The same, where the page has an example."""


class UnknownError(Exception):
    """Nobody understands this; the message is the command and the part of it."""


def commands(text):
    """Everything on a page that is to be typed: lines of blocks, and code with a blank in it."""
    text = re.sub(r"^```\w+\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)  # a file to write
    blocks = re.findall(r"^```\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)
    rest = re.sub(r"^```\n.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    spans = re.findall(r"`([^`\n]+)`", rest)
    typed = [each for each in spans if each.startswith("./") or " " in each]
    lines = [line for block in blocks for line in block.splitlines() if line.strip()]
    return sorted({*lines, *(each for each in typed if not each.startswith("-"))})


def options(text):
    """The options that a page names by themselves."""
    return sorted(set(re.findall(r"`(--[\w-]+)[^`\n]*`", text)))


def words(command, **values):
    """The words of a command as a reader types it, with all that is optional in it."""
    typed = [EXAMPLES.get(word, word) for word in shlex.split(re.sub(r"[\[\]]", "", command))]
    return [{**VALUES, **values}.get(word, word) for word in typed]


def started(club, typed):
    """What ``./club`` starts for these words, as its own lines have it, without ``python``."""
    done = club.run(*typed)
    found = re.search(r"^STARTED (.*)$", done.stdout, flags=re.MULTILINE)
    if done.returncode or not found:
        raise UnknownError(f"./club {' '.join(typed)}: {done.stdout}")
    return shlex.split(found[1])


def understand(typed, club):
    """Raise UnknownError unless every word of a command is understood by what it goes to."""
    try:
        _understand(list(typed), club)
    except (SystemExit, CommandError, argparse.ArgumentError, KeyError) as error:
        raise UnknownError(f"{' '.join(typed)}: {error!r}") from error


def _understand(typed, club):
    match typed:
        case ["sudo", "-u", "postgres", *rest] | ["sudo", *rest]:
            _understand(rest, club)
        case [word, *rest] if re.fullmatch(r"[A-Z_]+=.*", word):
            _known(word.partition("=")[0], settings_of_the_environment())
            _understand(rest, club)
        case ["./club" | "/opt/lhombre-club/club", *rest]:
            _python(started(club, rest))
        case [".venv/bin/python" | "python", *rest]:
            _python(rest)
        case _:
            _of_the_system(typed, club)


def _python(typed):
    match typed:
        case ["-m", "lhombre_club.serve", *rest]:
            serve.read_arguments(rest)
        case ["-m", "lhombre_club.parts", *rest]:
            parts.read_arguments(rest)
        case ["-m", module, *_]:
            _known(module, [module] if importlib.util.find_spec(module) else [])
        case ["manage.py", name, *rest]:
            command = load_command_class(get_commands()[name], name)
            command.create_parser("./club", name).parse_args(rest)
        case _:
            raise UnknownError(" ".join(typed))


def _of_the_system(typed, club):
    """What is no program of ours: everything that it names of ours has to be there."""
    match typed:
        case ["apt-get", "install", *packages]:
            pango = re.findall(r'^PANGO="(.+)"$', (ROOT / "club").read_text(), re.MULTILINE)
            _known(" ".join(packages), pango)
        case ["systemd-run", *rest]:
            _understand(rest[rest.index(INSTALLED) :], club)
        case ["docker", "compose", "--file", _file, "exec", _service, *rest]:
            _understand(rest, club)
        case _:
            _known(typed[0], PROGRAMS)
    for word in typed:
        _named(word)


def _named(word):
    if word.startswith("docs/"):
        _known(word, [word] if (ROOT / word).exists() else [])
    elif word.endswith((".target", ".service")):
        _known(word, [unit.name for unit in UNITS.iterdir()])


def _known(word, known):
    if word not in known:
        raise UnknownError(word)
