"""What leaves the laptop can be read only by whoever knows the passphrase, in the format of age.

Copies are encrypted for a key whose public half lies here, so that one at night needs no typing.
The other half goes with each copy, itself encrypted with the passphrase: a new laptop, or the
program ``age`` on any computer, opens a copy with the passphrase alone.
"""

import hashlib
import json
import time
import unicodedata
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO

import pyrage
from django.conf import settings

from lhombre_club import disk
from lhombre_club.copies.engine import CopyError

_END = "-----END AGE ENCRYPTED FILE-----"
"""The last line of a locked key."""
TRIES, PAUSE = 5, 2.0
"""How often a busy computer tries a passphrase again, and after how many seconds."""


class WrongPassphraseError(Exception):
    """The passphrase does not open the key."""


class BusyError(Exception):
    """Whether the passphrase opens the key could not be tried: the computer has too much to do."""


@dataclass(frozen=True, slots=True)
class Key:
    """What copies are encrypted for."""

    recipient: str
    """The public half."""
    locked: str
    """The other half, for which one needs the passphrase; it goes with each copy."""


class _Written:
    """A stream that remembers what went through it, and how it failed."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.digest = hashlib.sha256()
        self.error: OSError | None = None

    def write(self, data: bytes) -> int:
        """Write; pyrage would wrap the error in one of its own, without its number."""
        try:
            count = self.stream.write(data)
        except OSError as error:
            self.error = error
            raise
        self.digest.update(data[:count])
        return count

    def flush(self) -> None:
        """Do what is asked of every stream."""
        self.stream.flush()


def at() -> Path:
    """Return where the key is kept; it is not there where copies are not encrypted."""
    return Path(settings.VAR_DIR) / "copies_key"


def kept() -> Key | None:
    """Return the key that copies are encrypted for, if they are. Raises CopyError."""
    if not at().exists():
        return None
    try:
        return Key(**json.loads(at().read_text(encoding="ascii")))
    except (OSError, ValueError, TypeError) as error:
        raise CopyError(
            f"{at()} cannot be read, so that no copy can be encrypted, and none is sent in plain. "
            "Set the passphrase again:  ./club passphrase"
        ) from error


def keep(key: Key | None) -> None:
    """Encrypt for this key from now on; None: no more."""
    if key is None:
        at().unlink(missing_ok=True)
        return
    unfinished = at().with_suffix(".tmp")
    unfinished.touch(mode=0o600)
    unfinished.write_text(written(key), encoding="ascii")
    disk.sync(unfinished)
    unfinished.replace(at())
    disk.sync(at().parent)


def written(key: Key) -> str:
    """Return the key as it is kept."""
    return json.dumps(asdict(key))


def new_key(passphrase: str) -> Key:
    """Return a new key that opens with the passphrase; it takes a second or two on purpose."""
    identity = pyrage.x25519.Identity.generate()
    locked = pyrage.passphrase.encrypt(f"{identity}\n".encode(), normal(passphrase), armored=True)
    return Key(str(identity.to_public()), locked.decode("ascii"))


def is_whole(locked: str, digest: str = "") -> bool:
    """Whether a locked key is what was written, as far as can be seen without its passphrase.

    One that is not would refuse the right passphrase in the words for a wrong one. Where its
    SHA-256 was not noted, as by earlier programs, it is only looked whether its end is there.
    """
    if digest:
        return hashlib.sha256(locked.encode()).hexdigest() == digest
    return locked.rstrip().endswith(_END)


def unlock(locked: str, passphrase: str) -> pyrage.x25519.Identity:
    """Return the half of a key that opens what is encrypted.

    Raises WrongPassphraseError, and BusyError: how much work the library is ready to do for a
    passphrase it guesses from how fast the computer is just then.
    """
    for _try in range(TRIES):
        try:
            return _unlock(locked, passphrase)
        except BusyError:
            time.sleep(PAUSE)
    return _unlock(locked, passphrase)


def _unlock(locked: str, passphrase: str) -> pyrage.x25519.Identity:
    try:
        opened = pyrage.passphrase.decrypt(locked.encode(), normal(passphrase))
        return pyrage.x25519.Identity.from_str(opened.decode("ascii").strip())
    except (pyrage.DecryptError, pyrage.IdentityError, ValueError) as error:
        if str(error).startswith("Excessive work"):
            raise BusyError from error
        raise WrongPassphraseError from error


def normal(passphrase: str) -> str:
    """Return a passphrase as it is used: an å is one letter, whichever keyboard it came from."""
    return unicodedata.normalize("NFC", passphrase).strip()


def encrypt(source: Path, target: Path, key: Key) -> str:
    """Write ``source`` to ``target``, encrypted; return the SHA-256 of that. Raises OSError."""
    recipient = pyrage.x25519.Recipient.from_str(key.recipient)
    with source.open("rb") as plain, target.open("wb") as file:
        written = _Written(file)
        try:
            pyrage.encrypt_io(plain, written, [recipient])
        except (OSError, pyrage.EncryptError) as error:
            raise written.error or OSError(str(error)) from error
    return written.digest.hexdigest()


def decrypt(source: Path, target: Path, identity: pyrage.x25519.Identity) -> None:
    """Write ``source`` to ``target`` in plain, wholly or not at all.

    Raises OSError: of the disk, with its number, or without one where ``source`` is not whole.
    """
    with source.open("rb") as encrypted:
        try:
            with target.open("wb") as file:
                written = _Written(file)
                try:
                    pyrage.decrypt_io(encrypted, written, [identity])
                except (OSError, pyrage.DecryptError) as error:
                    raise written.error or OSError(f"{source} is damaged") from error
        except OSError:
            target.unlink(missing_ok=True)
            raise
