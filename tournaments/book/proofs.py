"""How the last proof of the account came out, kept where a page can read it.

It is kept in the data folder and not in the database: a restore must not bring back the proof of
another state.
"""

import datetime as dt
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.book.ledger_check import check_all
from tournaments.models import Table


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof of all events."""

    at: dt.datetime
    tables: int
    differences: int


def _file() -> Path:
    return (Path(settings.VAR_DIR) / "proof").with_suffix(".json")


def prove(*, rebuild: bool = False) -> tuple[list[str], Proof]:
    """Prove the account of every event, and remember how it came out.

    Returns what differs, in words, and what is remembered.
    """
    found = check_all(rebuild=rebuild)
    proof = Proof(timezone.now(), Table.objects.count(), len(found))
    unfinished = _file().with_suffix(".tmp")
    with suppress(OSError):  # a full disk keeps nobody from knowing
        unfinished.write_text(json.dumps({**asdict(proof), "at": proof.at.isoformat()}), "utf-8")
        unfinished.replace(_file())
    return found, proof


def last() -> Proof | None:
    """Return the last proof; None: there was none, or what was kept cannot be read."""
    try:
        said = json.loads(_file().read_text(encoding="utf-8"))
        return Proof(**{**said, "at": dt.datetime.fromisoformat(said["at"])})
    except (OSError, ValueError, KeyError, TypeError):
        return None
