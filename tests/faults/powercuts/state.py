"""What a database holds, as one word."""

import hashlib
from typing import Any

LEDGER = (
    "tournaments_revision",
    "scoring_journalentry",
    "scoring_seattotal",
    "tournaments_seal",
)
"""What is written in the one transaction of a deal; a request has others around it."""


def digest(there: Any, tables: tuple[str, ...] = ()) -> str:
    """Return the SHA-256 of every row of the tables, or of all; ``there`` is a connection."""
    names = there.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    said = hashlib.sha256()
    for (name,) in names.fetchall():
        if not tables or name in tables:
            columns = there.execute(f'PRAGMA table_info("{name}")').fetchall()
            # As the file has it: a connection of Django's would make days and times of some.
            quoted = ", ".join(f'quote("{column[1]}")' for column in columns)
            rows = there.execute(f'SELECT {quoted} FROM "{name}" ORDER BY 1').fetchall()
            said.update(repr((name, rows)).encode())
    return said.hexdigest()
