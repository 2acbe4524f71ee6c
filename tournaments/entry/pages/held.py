"""What a browser holds of the entry pages for the time without a network: files, and which build.

The files have no version in their names; the build is told by what is in them.
"""

import json
from fnmatch import fnmatchcase
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from django.templatetags.static import static

WORKER: Final = "entry/worker.js"
HELD: Final = (
    "entry/*",
    "events/*.css",
    "fonts/*.woff2",
    "members/*",
    "review/*.css",
    "sheets/*.css",
    "standings/*.css",
    "tournaments/*",
)


@cache
def worker() -> str:
    """Return the worker's script, which differs when any file that it holds does."""
    files = _files()
    build = sha256()
    for name in files:
        build.update(f"{name}\0".encode() + _read(name))
    paths = [static(name) for name in files if name != WORKER]
    return (
        f"const BUILD = {json.dumps(build.hexdigest()[:16])};\n"
        f"const FILES = {json.dumps(paths)};\n"
        f"{_read(WORKER).decode()}"
    )


def _files() -> list[str]:
    """Return by name what the entry pages are made of, and somewhat more."""
    names = {
        name
        for finder in finders.get_finders()
        for name, _storage in finder.list([])
        if any(fnmatchcase(name, pattern) for pattern in HELD)
    }
    return sorted(names)


def _read(name: str) -> bytes:
    return Path(str(finders.find(name))).read_bytes()
