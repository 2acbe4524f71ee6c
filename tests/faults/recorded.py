"""The worker, which notes each paper that it finished in a file beside the papers.

With ``WITHOUT_LEASE`` set, the protection is switched off: whoever hears a bell makes the paper,
whether another makes it or has made it, and everybody may finish it.
"""

import os
import uuid
from pathlib import Path

from celery.signals import worker_init
from django.conf import settings

from lhombre_club.celery import app

__all__ = ["app"]


@worker_init.connect
def record(**_kwargs):
    from lhombre_club.printing.domain import jobs  # noqa: PLC0415 -- after the setup

    finish = jobs.finish
    log = Path(settings.VAR_DIR) / "finished.log"

    def noted(held, **kwargs):
        done = finish(held, **kwargs)
        if done:
            with log.open("a", encoding="ascii") as file:
                file.write(f"{held.job}\n")
        return done

    jobs.finish = noted
    if os.environ.get("WITHOUT_LEASE"):
        jobs.take, jobs._held = take_anything, any_row


def take_anything(*, job, node):
    """Hold the job, whatever its state."""
    from lhombre_club.printing.domain import jobs  # noqa: PLC0415
    from lhombre_club.printing.models import Job  # noqa: PLC0415

    row = Job.objects.filter(pk=job).first()
    if row is None:
        return None
    return jobs.Held(job=job, lease=uuid.uuid4(), kind=row.kind, params=row.params, title=node)


def any_row(held):
    """Let everybody finish it."""
    from lhombre_club.printing.models import Job  # noqa: PLC0415

    return Job.objects.filter(pk=held.job)
