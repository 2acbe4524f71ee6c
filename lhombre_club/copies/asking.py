"""The passphrase, from whoever types the command or from its standard input."""

import getpass
import sys

from lhombre_club.copies.restoring import PassphraseError
from lhombre_club.copies.shelf import Copy


def passphrase_of(copy: Copy) -> str:
    """Ask for the passphrase of a copy. Raises PassphraseError where there is none to be had."""
    typed = typed_passphrase(f"{copy} is encrypted. Its passphrase: ")
    if not typed:
        raise PassphraseError(f"{copy} is encrypted, and was not opened: it wants its passphrase.")
    return typed


def typed_passphrase(prompt: str) -> str:
    """Read a line that is not shown; without a terminal the next one of standard input."""
    if sys.stdin.isatty():
        return getpass.getpass(prompt)
    return sys.stdin.readline().rstrip("\r\n")
