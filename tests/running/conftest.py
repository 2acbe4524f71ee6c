"""A passphrase and its key, made once: each use takes a second on purpose."""

import unicodedata

import pytest

from lhombre_club.copies import encryption
from lhombre_club.copies.encryption import WrongPassphraseError

WORDS = "fem høns på en pind"


@pytest.fixture(scope="session")
def key():
    """What copies are encrypted for; WORDS open it."""
    return encryption.new_key(WORDS)


@pytest.fixture(scope="session")
def identity(key):
    """What opens it, whichever way the keyboard writes an å."""
    return encryption.unlock(key.locked, f" {unicodedata.normalize('NFD', WORDS)}\n")


@pytest.fixture
def in_no_time(identity, monkeypatch):
    """Let WORDS and nothing else open the key, without the second it takes."""

    def unlock(_locked, words):
        if words != WORDS:
            raise WrongPassphraseError
        return identity

    monkeypatch.setattr(encryption, "unlock", unlock)
