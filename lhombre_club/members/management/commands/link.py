"""``./club link``: a new one-time link with which a director sets a password."""

import socket
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError
from django.urls import reverse

from lhombre_club import disk
from lhombre_club.copies.fitting import FittingCommand
from lhombre_club.members import domain, queries


class Command(FittingCommand):
    """Print a one-time link; links made before and not used become void."""

    stealth_options = ("address",)
    """Where the program that asks for a link is about to serve, whatever was served before."""

    help = "Print a one-time link with which a director sets a password (valid for 24 hours)."

    def add_arguments(self, parser: CommandParser) -> None:
        """The first start asks for a link only while nobody can log in."""
        parser.add_argument(
            "--port",
            type=int,
            help="the port that the club is served on, if not the last one that it was",
        )
        parser.add_argument(
            "--unless-director",
            action="store_true",
            help="print nothing when somebody can log in already",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        """Make the link and print it alone on its line, for people and for scripts."""
        try:
            if options["unless_director"] and queries.has_director():
                return
            token = domain.make_setup_link(actor="system:command")
        except DatabaseError as error:
            raise CommandError(f"There is no link: {disk.told(error)}") from error
        own = options.get("address")
        served = urlsplit(own or _served())
        if options["port"]:
            name = f"[{served.hostname}]" if ":" in (served.hostname or "") else served.hostname
            served = served._replace(netloc=f"{name}:{options['port']}")
        self.stdout.write(f"{served.geturl()}{reverse('members:welcome', args=[token])}")
        if not own and not _answers(served):
            self.stderr.write(
                f"Nothing answers at {served.geturl()} now: start the club with  ./club run , or "
                "name its port with  --port"
            )


def _served() -> str:
    """Where the club is served, or was last: what it said itself counts above this terminal."""
    if settings.SERVED_AT.exists():
        return str(settings.SERVED_AT.read_text(encoding="utf-8").strip())
    return str(settings.PUBLIC_URL)


def _answers(served: SplitResult) -> bool:
    """Whether somebody listens there; a name with a certificate is a proxy's affair."""
    if served.scheme != "http":
        return True
    try:
        socket.create_connection((served.hostname, served.port or 80), timeout=2).close()
    except (OSError, ValueError):
        return False
    return True
