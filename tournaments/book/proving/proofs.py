"""How the last proof of the account came out, noted where a page can read it."""

import datetime as dt
from contextlib import suppress
from dataclasses import asdict, dataclass

from django.utils import timezone

from lhombre_club import notes
from tournaments.book.proving.ledger_check import check_all
from tournaments.models import Table

NOTE = "proof"


@dataclass(frozen=True, slots=True)
class Proof:
    """One proof of all events."""

    at: dt.datetime
    tables: int
    differences: int


def prove(*, rebuild: bool = False, elsewhere: bool = False) -> tuple[list[str], Proof]:
    """Prove the account of every event, and note how it came out.

    Nothing is noted ``elsewhere``: while the database in use is not the club's own, but a copy that
    is tried or is to take its place. Returns what differs, in words, and the proof.
    """
    found = check_all(rebuild=rebuild)
    proof = Proof(timezone.now(), Table.objects.count(), len(found))
    if not elsewhere:
        with suppress(OSError):  # a full disk keeps nobody from knowing
            notes.write(NOTE, {**asdict(proof), "at": proof.at.isoformat()})
    return found, proof


def last() -> Proof | None:
    """Return the last proof; None: there was none, or what was noted cannot be read."""
    read = notes.read(NOTE)
    try:
        return Proof(**{**read, "at": dt.datetime.fromisoformat(read["at"])})
    except (ValueError, KeyError, TypeError):
        return None
