"""``./club passphrase``: copies on a stick that only whoever knows it can read."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.core.management.base import CommandError, no_translations

from lhombre_club import disk
from lhombre_club.copies import encryption
from lhombre_club.copies.asking import typed_passphrase
from lhombre_club.copies.fitting import ClubCommand


class Command(ClubCommand):
    """Set the passphrase for copies in second places, or take it away."""

    help = (
        "Encrypt every copy that goes to a second place, such as a stick, from now on; to put one "
        "back the passphrase is asked for. It is kept nowhere: write it on paper."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take ``--none``."""
        parser.add_argument("--none", action="store_true", help="encrypt no more")

    @no_translations
    def handle(self, *_args: Any, none: bool = False, **_options: Any) -> None:
        """Ask twice, and say what follows; or exit 1, and all is as it was."""
        try:
            if none:
                encryption.keep(None)
                self.stdout.write("Copies in second places are not encrypted from now on.")
                return
            encryption.keep(encryption.new_key(self._asked()))
        except OSError as error:
            raise CommandError(disk.told(error)) from error
        self.stdout.write(
            "From the next copy on, what goes to a second place is encrypted, and what lies there "
            "in plain is encrypted too. Copies on this computer stay as they are.\n"
            "Write the passphrase on paper, and keep that where the stick is not: without it "
            "nobody can open those copies. Copies from before this want the passphrase of then."
        )

    def _asked(self) -> str:
        typed = encryption.normal(typed_passphrase("A passphrase, of some words: "))
        if not typed and not sys.stdin.isatty():
            raise CommandError(
                "There is no passphrase. Type this command at a terminal, or give it as a line of "
                "standard input. Nothing was changed."
            )
        try:
            validate_password(typed)
        except ValidationError as error:
            raise CommandError(
                " ".join(error.messages).replace("password", "passphrase")
            ) from error
        if sys.stdin.isatty() and encryption.normal(typed_passphrase("Once more: ")) != typed:
            raise CommandError("They are not the same. Nothing was changed.")
        return typed
