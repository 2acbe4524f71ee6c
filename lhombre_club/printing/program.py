"""The program that draws the papers, as a hash: after an update no paper is as it was."""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings

FOLDERS: Final = ("lhombre_club", "rules", "scoring", "templates", "tournaments")
LOCK: Final = "requirements.txt"
KINDS: Final = frozenset({".css", ".html", ".mo", ".py", ".svg", ".woff2"})


@cache
def program() -> str:
    """Return a hash of all that decides how a paper looks; read once in a process."""
    return _hash(Path(settings.BASE_DIR))


def _hash(base: Path) -> str:
    files = (path for folder in FOLDERS for path in (base / folder).rglob("*"))
    total = hashlib.sha256()
    for path in (base / LOCK, *sorted(path for path in files if path.suffix in KINDS)):
        total.update(f"{path.relative_to(base)}\n".encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()
