"""A file that was looked at and not yet taken in: it waits in the data folder, for some hours."""

import os
import time
from contextlib import suppress
from pathlib import Path
from typing import IO, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.core import signing

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.carried.reasons import CarriedReason

LIVES: Final = 4 * 60 * 60
"""Seconds; what nobody came back for is removed when the next one comes, and each night."""
MOST: Final = 20
"""Files that wait at a time; the oldest goes for one more."""
_SALT: Final = "tournaments.carried.kept"
_AT_ONCE: Final = 1 << 16


def keep(club: Club, file: IO[bytes]) -> str:
    """Keep a file till it is taken in, and return what brings it back."""
    key, place = uuid4(), _place()
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    forget_old(room=1)
    file.seek(0)
    with os.fdopen(os.open(_file(key), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as to:
        while piece := file.read(_AT_ONCE):
            to.write(piece)
    return signing.dumps([str(club.pk), str(key)], salt=_SALT)


def found(club: Club, token: str) -> IO[bytes]:
    """Return the file that waits. Refused for EXPIRED."""
    try:
        owner, key = signing.loads(token, salt=_SALT, max_age=LIVES)
        if owner == str(club.pk):
            return _file(UUID(key)).open("rb")
    except (signing.BadSignature, ValueError, OSError) as error:
        raise Refusal(CarriedReason.EXPIRED) from error
    raise Refusal(CarriedReason.EXPIRED)


def forget(file: IO[bytes]) -> None:
    """Remove a file that was taken in."""
    with suppress(OSError):
        Path(file.name).unlink()


def forget_old(*, room: int = 0) -> None:
    """Remove what waits too long, and the oldest where there would be no ``room`` for so many."""
    files = sorted(_place().glob("*.zip"), key=lambda each: each.stat().st_mtime, reverse=True)
    for at, file in enumerate(files, start=1):
        if at > MOST - room or file.stat().st_mtime < time.time() - LIVES:
            with suppress(OSError):
                file.unlink()


def _place() -> Path:
    return Path(settings.VAR_DIR) / "taken-in"


def _file(key: UUID) -> Path:
    return _place() / f"{key}.zip"
