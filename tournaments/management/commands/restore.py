"""``./club restore``: put a checked copy back, and prove it before."""

import sqlite3
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db.models import Max
from django.utils.timezone import localtime

from lhombre_club import disk
from lhombre_club.alone import RunningError, alone
from lhombre_club.copies import fitting, looking, places, replacing, restoring, shelf
from lhombre_club.copies.asking import passphrase_of
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.fitting import ClubCommand
from lhombre_club.copies.making import back_up
from lhombre_club.copies.shelf import Copy, Why
from lhombre_club.copies.words import counted
from lhombre_club.members.models import Membership
from tournaments.book.begun import begin_epoch
from tournaments.kept.domain.again import forget_again, listed_in, remove_again
from tournaments.models import Event, Revision
from tournaments.review.domain.photos import photos_lost

ACTOR = "system:restore"
COUNTED = {"deal": Revision, "evening": Event, "member": Membership}
"""What a copy may lack, and where it is."""
A_DEAL = ("table_id", "deal")
"""Of which there are as many revisions as it was corrected, and the first."""


def listed(counts: dict[str, int]) -> str:
    """Say what there is of each that is COUNTED."""
    return ", ".join(counted(count, what) for what, count in counts.items())


def holding() -> str:
    """Say how much the database in use has of each that is COUNTED, and when it ends."""
    counts = {}
    for what, model in COUNTED.items():
        rows = model._base_manager.all()  # noqa: SLF001 -- documented
        counts[what] = (rows.values(*A_DEAL).distinct() if model is Revision else rows).count()
    at = Revision.objects.aggregate(at=Max("created_at"))["at"]
    when = f"; the last result is of {localtime(at):%Y-%m-%d %H:%M}" if at else ""
    return f"{listed(counts)}{when}"


class Command(ClubCommand):
    """Put a copy in the place of the database; what was there is put aside."""

    help = (
        "Put a copy in the place of the database: the newest, or the one that FILE is, or the "
        "newest on a stick. What was there is put aside. Phones are told that some deals may be "
        "missing."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take a copy, or ``--epoch`` where another program has restored."""
        parser.add_argument(
            "file", nargs="?", help="the copy, or the folder of copies; else the newest is taken"
        )
        parser.add_argument("--yes", action="store_true", help="do not ask about what is newer")
        parser.add_argument(
            "--epoch",
            action="store_true",
            help="restore nothing: only tell every page that an older state was put back",
        )

    def handle(
        self, *_args: Any, file: str | None = None, epoch: bool, yes: bool = False, **_options: Any
    ) -> None:
        """Say what was put back and where the old is, or exit 1 with the reason why not."""
        try:
            with alone(Path(settings.VAR_DIR), "./club restore"):
                if replacing.finish():
                    self.stdout.write("Finished first what was cut off when a copy was put back.")
                self._places = [shelf.home()]
                if epoch:
                    fitting.look()
                    self._begin_epoch()
                    self._forget_again()
                    call_command("check_ledger", stdout=self.stdout)
                    self._copy()
                    for sentence in looking.unused_address():
                        self.stdout.write(sentence)
                else:
                    self._restore(Path(file) if file else None, yes=yes)
                    self._copy()
        except (
            restoring.RestoreError,
            RunningError,
            looking.LostError,
            fitting.MisfitError,
        ) as error:
            raise CommandError(str(error)) from error
        except OSError as error:
            raise CommandError(disk.told(error)) from error
        if lost := photos_lost():
            self.stdout.write(
                f"Photos of sheets that have no whole file: {len(lost)}. If you have another copy "
                f"of the folder {settings.PHOTOS_DIR}, put its files there; the pages show them "
                "at once."
            )

    def _restore(self, file: Path | None, *, yes: bool) -> None:
        restoring.expect_a_file()
        copy = restoring.named(file)
        restoring.expect_one_line(copy, file)
        try:
            with restoring.in_plain(copy, passphrase_of) as opened:
                self._put_back(opened, copy, yes=yes)
        except restoring.DamagedError as error:
            raise CommandError(f"{error} {restoring.instead_of(copy)}".rstrip()) from error
        if told := places.only_here(copy):
            self.stdout.write(told)

    def _put_back(self, copy: Copy, chosen: Copy, *, yes: bool) -> None:
        """Put ``copy`` back, which is ``chosen`` in plain; it asks where more is there."""
        restoring.look_at(copy)
        newer = self._newer(copy)
        lacks = [f"{copy} lacks what is there now: {newer}."] if newer else []
        if last := shelf.after(chosen):
            lacks.append(f"It is not the newest: {last} lies beside it, in {last.path}.")
        if lacks and not yes:
            self._ask(" ".join(lacks))
        self._places.append(chosen.path.parent)
        aside = restoring.put_back(copy, self._prove, chosen.path.parent)
        remove_again(*self._places)
        self.stdout.write(f"{copy} is back, with {self._holds}.")
        before = aside / replacing.place().name
        if before.exists() and before.stat().st_size:
            self.stdout.write(f"What was there before is in {aside}.")
        elif (key := aside / shelf.KEY).exists():
            self.stdout.write(
                "A key without a club was here, which a start or a command before this one had "
                f"made. It is in {key}: only what was printed or opened on a phone with it "
                "needs it."
            )
        if newer:
            self.stdout.write(
                f"Missing now, and still in there: {newer}. To take all of that back instead of "
                f"this copy, type  ./club restore {aside}"
            )

    def _copy(self) -> None:
        """From now on the latest state is this one."""
        try:
            back_up(Why.RESTORED)
        except CopyError as error:
            self.stdout.write(str(error))

    def _newer(self, copy: Copy) -> str:
        """Say what the copy lacks; nothing where what is there cannot be read."""
        tables = []
        for model in COUNTED.values():
            table = model._meta  # noqa: SLF001 -- Django's own name
            key = str(table.pk.column)
            what = " || ' ' || ".join(A_DEAL) if model is Revision else f'"{key}"'
            tables.append((table.db_table, key, what))
        try:
            counts = dict(zip(COUNTED, restoring.only_here(copy, tables), strict=True))
        except sqlite3.DatabaseError:
            return ""
        return listed({what: count for what, count in counts.items() if count})

    def _ask(self, lacks: str) -> None:
        """Say what the copy lacks, and ask. Raises RestoreError unless the answer is yes."""
        if not sys.stdin.isatty():
            raise restoring.RestoreError(f"{lacks} To put it back all the same, add  --yes")
        self.stdout.write(
            f"{lacks} What is there now is put aside, not lost. Put this copy back? (yes/no)"
        )
        if sys.stdin.readline().strip().lower() not in {"yes", "y", "ja", "j"}:
            raise restoring.RestoreError("Nothing was changed.")

    def _prove(self) -> None:
        """Prove the copy, which is the database now, and begin its new epoch."""
        try:
            call_command("check_ledger", elsewhere=True, stdout=self.stdout)
        except CommandError as error:
            raise restoring.DamagedError(
                f"The account of this copy does not agree: {error} Take another copy."
            ) from error
        self._holds = holding()
        self._begin_epoch()
        self._forget_again()

    def _begin_epoch(self) -> None:
        events = begin_epoch(actor=ACTOR)
        self.stdout.write(
            f"{counted(events, 'event')} {'begins' if events == 1 else 'begin'} a new epoch: "
            "every page loads anew."
        )

    def _forget_again(self) -> None:
        """Bring nobody back who was forgotten since the copy was made."""
        count = forget_again(listed_in(*self._places), actor=ACTOR)
        if count:
            self.stdout.write(
                f"{counted(count, 'person')} whom the copy still knew "
                f"{'was' if count == 1 else 'were'} forgotten again."
            )
