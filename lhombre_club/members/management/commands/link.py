"""``./club link``: a new one-time link with which a director sets a password."""

from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.db import DatabaseError
from django.urls import reverse

from lhombre_club import disk
from lhombre_club.copies.fitting import FittingCommand
from lhombre_club.members import domain, queries


class Command(FittingCommand):
    """Print a one-time link; links made before and not used become void."""

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
        served = urlsplit(settings.PUBLIC_URL)
        if options["port"]:
            served = served._replace(netloc=f"{served.hostname}:{options['port']}")
        self.stdout.write(f"{served.geturl()}{reverse('members:welcome', args=[token])}")
