"""One attempt at one paper: take the lease, build, render, put the file away, finish."""

import logging
import os
from pathlib import Path
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from lhombre_club.printing import registry, renderer
from lhombre_club.printing.domain import jobs
from lhombre_club.printing.models import Job

logger = logging.getLogger(__name__)


def make(job: UUID, *, node: str) -> None:
    """Make the paper of ``job``; whatever goes wrong is noted on the job, not raised."""
    held = jobs.take(job=job, node=node)
    if held is None:
        return
    try:
        _make(held)
    except registry.CannotPrintError:
        logger.warning("Print job %s: nothing to print.", job, exc_info=True)
        jobs.fail(held, error=Job.Error.GONE)
    except renderer.NoPangoError:
        logger.exception("Print job %s: no Pango.", job)
        jobs.fail(held, error=Job.Error.NO_PANGO)
    except SoftTimeLimitExceeded:
        logger.exception("Print job %s took too long.", job)
        jobs.fail(held, error=Job.Error.SLOW)
    except Exception:  # a poisoned document stops nobody
        logger.exception("Print job %s failed.", job)
        jobs.fail(held, error=Job.Error.BROKEN)


def _make(held: jobs.Held) -> None:
    pdf = renderer.render(registry.build(held.kind, held.params))
    name = f"{held.job}-{held.lease.hex[:8]}.pdf"
    path = put_away(name, pdf)
    if not jobs.finish(held, file_name=name):
        path.unlink()  # the lease went to another, and so did the job


def put_away(name: str, pdf: bytes) -> Path:
    """Write a finished paper to PAPERS_DIR: it is there whole or not at all."""
    folder = Path(settings.PAPERS_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = folder / f".{name}.tmp"
    with unfinished.open("wb") as file:
        file.write(pdf)
        file.flush()
        os.fsync(file.fileno())
    path = unfinished.replace(folder / name)
    directory = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(directory)
    finally:
        os.close(directory)
    return path
