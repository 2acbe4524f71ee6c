"""What the worker does for tournaments: prove the account while nobody plays.

Only a worker imports this module.
"""

import logging

from celery import shared_task

from tournaments.book.ledger_check import check_all

LONGEST_CHECK = 30 * 60  # seconds; a deal of many years' evenings is settled in far less

logger = logging.getLogger(__name__)


@shared_task(soft_time_limit=LONGEST_CHECK, time_limit=LONGEST_CHECK + 60)
def check_ledger() -> None:
    """Write each difference to the worker's log, as an error."""
    for difference in check_all():
        logger.error("The account does not agree: %s", difference)
