"""``./club backup``: a checked copy of the database."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from lhombre_club import backup


class Command(BaseCommand):
    """Make a copy in ``var/backups``, check it, and keep the newest fourteen."""

    help = (
        "Make a checked copy of the database and of the photos of sheets in var/backups; the "
        "newest fourteen are kept."
    )

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Say where the copy is, or exit 1 with the reason why there is none."""
        try:
            path = backup.back_up()
        except backup.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{path} ({path.stat().st_size} bytes, checked)")
        photos = backup.photos_beside(path)
        if photos.exists():
            self.stdout.write(f"{photos} ({len(list(photos.iterdir()))} photos of sheets)")
