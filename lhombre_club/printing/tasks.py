"""What the worker does: make one paper, sweep for papers that nobody makes, and take over.

Only a worker imports this module; the pages ring by the task's name.
"""

import logging
from typing import Any
from uuid import UUID

from celery import shared_task
from celery.signals import worker_process_init, worker_process_shutdown, worker_ready
from django.db import connections

from lhombre_club.printing import making, renderer, unpacked
from lhombre_club.printing.domain import jobs, tidying

logger = logging.getLogger(__name__)


@shared_task(bind=True)
def make_paper(self: Any, job_id: str) -> None:
    """Make the paper of a job, if it still is to be made."""
    making.make(UUID(job_id), node=self.request.hostname or "by hand")


@shared_task
def sweep() -> None:
    """Free passed leases and ring for the jobs that wait unheard."""
    jobs.sweep()


@shared_task
def tidy() -> None:
    """Remove old papers, and what killed workers left."""
    tidying.tidy()


@worker_ready.connect
def take_over(sender: Any, **_kwargs: Any) -> None:
    """Free the leases of the worker that had this name before, and ring for all that waits."""
    jobs.release(node=sender.hostname)
    jobs.ring_for_all()
    tidying.tidy()  # a computer that is off at night does it now
    connections.close_all()  # the next child is forked from here, and SQLite bears no fork


@worker_process_init.connect
def warm(**_kwargs: Any) -> None:
    """Load WeasyPrint before the first job asks for it."""
    unpacked.claim()
    try:
        renderer.warm()
    except renderer.NoPangoError:
        logger.warning("No Pango on this computer: papers will be marked as unavailable.")


@worker_process_shutdown.connect
def let_go(**_kwargs: Any) -> None:
    """Leave no unpacked fonts behind."""
    renderer.let_go()
    unpacked.leave()
