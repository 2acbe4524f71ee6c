"""What the program notes of its own doings in the data folder, outside of the database.

A restore must not bring back what was noted of another state; and whoever reads it may find the
database away.
"""

import json
from pathlib import Path
from typing import Any

from django.conf import settings


def write(name: str, facts: dict[str, Any]) -> None:
    """Note ``facts`` under ``name``, wholly or not at all. Raises OSError."""
    file = _file(name)
    unfinished = file.with_suffix(".tmp")
    unfinished.write_text(json.dumps(facts), encoding="utf-8")
    unfinished.replace(file)


def read(name: str) -> dict[str, Any]:
    """Return what was noted; nothing if there is no note, or none that can be read."""
    try:
        facts = json.loads(_file(name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return facts if isinstance(facts, dict) else {}


def _file(name: str) -> Path:
    return Path(settings.VAR_DIR) / f"{name}.json"
