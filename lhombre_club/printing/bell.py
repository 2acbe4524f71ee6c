"""The bell: a Celery message with the id of a job, which may come late, twice or never.

Nobody waits for it. Where the broker does not answer, the job stays in the queue and the sweep
rings again; the request that asked for the paper succeeds all the same.
"""

import logging
import time
from typing import Any
from uuid import UUID

from celery import current_app
from django.conf import settings

MAKE_PAPER = "lhombre_club.printing.tasks.make_paper"
DEAF_SECONDS = 10
"""How long a broker that did not answer is left alone, so that a batch waits for it once."""

logger = logging.getLogger(__name__)


class Bell:
    """Rings for jobs, and remembers for a while that nobody answered."""

    def __init__(self) -> None:
        self.deaf_until = 0.0

    def ring(self, job: UUID, *, tagged: bool = False) -> bool:
        """Tell a worker that ``job`` waits; return whether the broker took the message.

        One that is ``tagged`` may take longer, see ``registry.is_tagged``.
        """
        limits: dict[str, Any] = settings.TAGGED_TIME_LIMITS if tagged else {}
        return self.send(MAKE_PAPER, str(job), **limits)

    def send(self, task: str, *words: str, **options: Any) -> bool:
        """Ask a worker for ``task``; return whether the broker took the message."""
        if time.monotonic() < self.deaf_until:
            return False
        try:
            current_app.send_task(task, args=words, **options)
        except Exception:  # whatever a broker's client raises: nothing is lost by it
            logger.warning("The broker did not answer; what waits comes later.", exc_info=True)
            self.deaf_until = time.monotonic() + DEAF_SECONDS
            return False
        return True


bell = Bell()
