"""What the worker does for tournaments: prove the account, count the years, copy, let go, write.

Only a worker imports this module.
"""

import logging
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from celery import shared_task
from celery.signals import worker_ready
from django.conf import settings

from lhombre_club import logs
from lhombre_club.copies import drill
from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.making import back_up
from lhombre_club.copies.shelf import Why
from lhombre_club.members.models import Club
from lhombre_club.printing.bell import bell
from tournaments.book.proving.proofs import prove
from tournaments.carried.domain import kept
from tournaments.kept.domain.retention import every_night
from tournaments.letters.domain import sending
from tournaments.years.counting import count_on
from tournaments.years.rating import rate_on

LONGEST_COPY = 10 * 60  # seconds; a gigabyte to a slow stick
LONGEST_CHECK = 30 * 60  # seconds; a deal of many years' evenings is settled in far less
LONGEST_DRILL = LONGEST_COPY + LONGEST_CHECK

logger = logging.getLogger(__name__)


@shared_task(soft_time_limit=LONGEST_CHECK, time_limit=LONGEST_CHECK + 60)
def check_ledger() -> None:
    """Write each difference to the worker's log, as an error."""
    for difference in prove()[0]:
        logger.error("The account does not agree: %s", difference)


@shared_task(soft_time_limit=LONGEST_CHECK, time_limit=LONGEST_CHECK + 60)
def let_go() -> None:
    """Let go what each club keeps no longer, files that nobody took in, and old log files."""
    every_night()
    kept.forget_old()
    logs.forget_old(Path(settings.LOG_FILE))


@shared_task
def count_years() -> None:
    """Count what changed since the last time, for so long that no paper waits for it.

    Strengths wait until all is counted: every evening after a change has others.
    """
    for club in Club.objects.all():
        if not count_on(club):
            rate_on(club)


@shared_task
def send_letters() -> None:
    """Send what waits, for so long that no paper waits for it; ask again for the rest."""
    if sending.send_waiting():
        bell.send(send_letters.name)


@shared_task(soft_time_limit=LONGEST_COPY, time_limit=LONGEST_COPY + 60)
def copy_club(why: str) -> None:
    """Make a copy while the program runs; write to the worker's log why there is none."""
    try:
        back_up(Why(why))
    except CopyError as error:
        logger.error("%s", error)  # noqa: TRY400 -- a sentence for the operator says it


@shared_task(soft_time_limit=LONGEST_DRILL, time_limit=LONGEST_DRILL + 60)
def restore_drill() -> None:
    """Try once a month whether the newest copy could be put back; log why it could not.

    In a process of its own, since that uses another database, and gently: somebody may be playing.
    """
    if not drill.is_due():
        return
    nice = shutil.which("nice")
    done = subprocess.run(  # noqa: S603 -- our own command, no shell
        [*([nice] if nice else []), sys.executable, "manage.py", "restore_drill", "--unattended"],
        cwd=settings.BASE_DIR,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        logger.error("%s", done.stderr.strip())


@worker_ready.connect
def ask_as_it_starts(**_kwargs: Any) -> None:
    """A computer that is off at night does it as it starts."""
    bell.send(let_go.name)
    if drill.is_due():
        bell.send(restore_drill.name)
