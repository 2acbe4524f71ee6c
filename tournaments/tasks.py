"""What the worker does for tournaments: prove the account and copy the club.

Only a worker imports this module.
"""

import logging

from celery import shared_task

from lhombre_club.copies.engine import CopyError
from lhombre_club.copies.making import back_up
from lhombre_club.copies.shelf import Why
from tournaments.book.proofs import prove

LONGEST_COPY = 10 * 60  # seconds; a gigabyte to a slow stick
LONGEST_CHECK = 30 * 60  # seconds; a deal of many years' evenings is settled in far less

logger = logging.getLogger(__name__)


@shared_task(soft_time_limit=LONGEST_CHECK, time_limit=LONGEST_CHECK + 60)
def check_ledger() -> None:
    """Write each difference to the worker's log, as an error."""
    for difference in prove()[0]:
        logger.error("The account does not agree: %s", difference)


@shared_task(soft_time_limit=LONGEST_COPY, time_limit=LONGEST_COPY + 60)
def copy_club(why: str) -> None:
    """Make a copy while the program runs; write to the worker's log why there is none."""
    try:
        back_up(Why(why))
    except CopyError as error:
        logger.error("%s", error)  # noqa: TRY400 -- a sentence for the operator says it
