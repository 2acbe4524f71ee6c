"""``./club take-out ZIP``: the whole club, or one event of it, as one file."""

import shutil
from argparse import ArgumentParser
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import CommandError

from lhombre_club import disk
from lhombre_club.copies.fitting import FittingCommand
from lhombre_club.members.domain.setup import the_club
from lhombre_club.members.models import Club
from tournaments.carried.queries.writing import club_file, event_file
from tournaments.models import Event


class Command(FittingCommand):
    """Write the file of a club or an event."""

    help = "Write the whole club, or one event of it, into ZIP, as docs/event-file.md tells."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take where to, and what."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--event", default="", help="one event alone, by the key in its address"
        )
        parser.add_argument("--club", help="the club of this name; without it the oldest")
        parser.add_argument("--photos", action="store_true", help="with the photos of sheets")

    def handle(
        self,
        *_args: Any,
        file: Path,
        event: str = "",
        club: str | None = None,
        photos: bool = False,
        **_options: Any,
    ) -> None:
        """Say where the file is and how large, or exit 1 with the reason why there is none."""
        if file.exists():
            raise CommandError(f"{file} is there already: name another.")
        if event:
            found = event_of(event)
            made, what = event_file(found, photos=photos), found.name
        else:
            owner = club_named(club)
            made, what = club_file(owner, photos=photos), owner.name
        try:
            with made, file.open("xb") as to:
                file.chmod(0o600)
                shutil.copyfileobj(made, to)
        except OSError as error:
            raise CommandError(disk.told(error)) from error
        self.stdout.write(f"{what} is in {file} ({file.stat().st_size} bytes).")


def event_of(key: str) -> Event:
    """Return the event of that key. Raises CommandError where there is none."""
    try:
        return Event.objects.get(pk=UUID(key))
    except (ValueError, Event.DoesNotExist) as error:
        raise CommandError("There is no event of that key.") from error


def club_named(name: str | None) -> Club:
    """Return the club of that name, or the oldest. Raises CommandError where there is none."""
    found = Club.objects.filter(name=name).first() if name else the_club()
    if found is None:
        raise CommandError("There is no such club here.")
    return found
