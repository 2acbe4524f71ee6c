"""``./club take-in ZIP``: a club or an event from its file, on an empty machine too."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.core.management.base import CommandError
from django.db import transaction

from lhombre_club import disk
from lhombre_club.copies.fitting import FittingCommand
from lhombre_club.copies.words import counted
from lhombre_club.members.domain.setup import found_club, the_club
from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.carried.domain.clubs import take_club
from tournaments.carried.domain.events import take_event
from tournaments.carried.queries.reading import Carried, read
from tournaments.management.commands.take_out import club_named

ACTOR: Final = "system:take-in"


class Command(FittingCommand):
    """Take in the file of a club or an event."""

    help = (
        "Take in ZIP, of a club or an event. Where there is no club yet, that of the file is "
        "made. All is proved before it is kept; otherwise nothing is stored."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the file, and into which club."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--club", help="into the club of this name; without it the oldest")

    def handle(self, *_args: Any, file: Path, club: str | None = None, **_options: Any) -> None:
        """Say what was taken in, or exit 1 with the reason."""
        try:
            with file.open("rb") as stream, read(stream) as carried, transaction.atomic():
                self._take(carried, club)
        except Refusal as refusal:
            lines = refusal.facts.get("found", ())
            found = [str(line) for line in lines] if isinstance(lines, tuple) else []
            raise CommandError("\n".join([str(refusal), *found])) from refusal
        except OSError as error:
            raise CommandError(disk.told(error)) from error

    def _take(self, carried: Carried, name: str | None) -> None:
        club = club_named(name) if name else the_club() or _founded(carried)
        if carried.kind == "event":
            event = take_event(club=club, carried=carried, actor=ACTOR)
            self.stdout.write(f"{event.name} is taken in; the account and the seals agree.")
            return
        events = take_club(club=club, carried=carried, actor=ACTOR)
        made = counted(len(events), "event")
        self.stdout.write(f"{club.name} is taken in, with {made}; the account and the seals agree.")


def _founded(carried: Carried) -> Club:
    """Make the club of the file, with its own key: nobody has one here."""
    told = carried.manifest["club"]
    return found_club(name=told["name"], actor=ACTOR, key=UUID(told["id"]))
