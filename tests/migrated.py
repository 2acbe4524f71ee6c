"""A database of all migrations with nothing in it, made once for all processes of a run.

To migrate a new one takes ten seconds of a processor, and each process of a run needs one.
"""

import fcntl
import hashlib
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parents[1]
MADE = ROOT / "var" / "tests" / "migrated"


def _digest() -> str:
    """Return what is another as soon as a new database would be."""
    made = hashlib.sha256(django.__version__.encode())
    for folder in ("lhombre_club", "scoring", "tournaments"):
        for file in sorted((ROOT / folder).rglob("migrations/*.py")):
            made.update(file.read_bytes())
    return made.hexdigest()[:16]


def _make(path: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.sqlite3"
        settings = {"LHOMBRE_VAR": folder, "DATABASE_URL": f"sqlite:///{database}"}
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "lhombre_club.settings", **settings}
        command = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True)
        made = Path(folder) / "made"
        sqlite3.connect(database).execute("VACUUM INTO ?", [str(made)])
        shutil.move(made, path)


def ready() -> Path:
    """Return the one of this program's shape; whoever comes first makes it."""
    MADE.mkdir(parents=True, exist_ok=True)
    known = MADE / f"{_digest()}.sqlite3"
    with (MADE / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not known.exists():
            for older in MADE.glob("*.sqlite3"):
                older.unlink()
            _make(known)
    return known


def put_down(database: Path) -> None:
    """Let ``database`` be a new one of this program's shape."""
    known = ready()
    for left in ("-wal", "-shm"):
        database.with_name(database.name + left).unlink(missing_ok=True)
    shutil.copyfile(known, database)


if __name__ == "__main__":
    ready()
