"""Keep a small database of this program's shape: ``python -m tests.running.keep``, at a landing.

It is the demonstration's evening, named by the last migration of ``tournaments``. The tests open
each, upgrade it and look whether the evening is still the same.
"""

import lzma
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import migrated

KEPT = Path(__file__).parent / "kept"
ROOT = Path(__file__).resolve().parents[2]
MIGRATIONS = ROOT / "tournaments" / "migrations"


def put_down(folder: Path, back: int = 0) -> None:
    """Let ``folder`` be a data folder with a kept database: of this shape, or so many before."""
    folder.mkdir(mode=0o700)
    kept = sorted(KEPT.iterdir())[-1 - back]
    (folder / "club.sqlite3").write_bytes(lzma.decompress(kept.read_bytes()))


def name_of_now() -> str:
    """Return what a database of this program's shape is called."""
    return f"{max(file.name for file in MIGRATIONS.glob('0*.py'))[:4]}.sqlite3.xz"


def keep() -> Path:
    """Make the database and return where it is."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "club.sqlite3"
        settings = {"LHOMBRE_VAR": folder, "DATABASE_URL": f"sqlite:///{database}"}
        environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "lhombre_club.settings", **settings}
        migrated.put_down(database)
        command = [sys.executable, "manage.py", "seed_demo"]
        subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
        kept = KEPT / name_of_now()
        kept.write_bytes(lzma.compress(database.read_bytes(), preset=9 | lzma.PRESET_EXTREME))
    return kept


if __name__ == "__main__":
    sys.stdout.write(f"{keep()}\n")
