"""One attempt at one paper: take the lease, build, render, put the file away, finish."""

import datetime as dt
import json
import logging
import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from uuid import UUID

from celery.exceptions import SoftTimeLimitExceeded
from django.utils import timezone

from lhombre_club.printing import merging, registry, renderer
from lhombre_club.printing.domain import asking, files, jobs
from lhombre_club.printing.models import Job
from lhombre_club.printing.parts import parts_of

logger = logging.getLogger(__name__)


class ChangedError(Exception):
    """What a paper shows has changed since its parts were asked for."""


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
    except ChangedError:
        logger.warning("Print job %s: changed while its parts were being made.", job)
        jobs.fail(held, error=Job.Error.CHANGED)
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
    if held.kind == registry.MERGED:
        names = asking.files_of(held.params["papers"])
        pdf = _merged(names, title=held.title)
        _finish(held, pdf, digest=asking.merged_digest(names))
    elif held.files:
        _finish(held, _merged(held.files))
    else:
        _build(held)


def _build(held: jobs.Held) -> None:
    """Render the paper, or its part; queue the parts of a long one."""
    digest = _digest(held)
    as_of = _as_of(held, digest)
    parts = _parts(held, digest, as_of)
    if _digest(held) != digest:
        digest = ""  # changed while it was built: nobody may take it for what it is not
        _built.cache_clear()
    if held.whole is not None:
        if digest != held.digest or held.part >= len(parts):
            raise ChangedError
        _finish(held, renderer.render(parts[held.part]))
    elif len(parts) > 1:
        jobs.split(held, parts=len(parts), digest=digest, as_of=as_of)
    else:
        _finish(held, renderer.render(parts[0]), digest=digest, as_of=as_of)


def _parts(held: jobs.Held, digest: str, as_of: dt.datetime) -> list[registry.Paper]:
    """Build the paper, and return it in parts."""
    if not digest:
        return parts_of(registry.build(held.kind, held.params))
    params = held.params | {"as_of": as_of.isoformat()}
    return _built(held.kind, json.dumps(params, sort_keys=True), digest)


@lru_cache(maxsize=1)
def _built(kind: str, params: str, digest: str) -> list[registry.Paper]:  # noqa: ARG001 -- a key
    """Remember the parts of the last paper: the worker that made one makes the next."""
    return parts_of(registry.build(kind, json.loads(params)))


def _as_of(held: jobs.Held, digest: str) -> dt.datetime:
    """Return the moment to be stated: when it was asked for, if nothing has changed since."""
    unchanged = held.whole is not None or (digest and digest == held.digest)
    return held.as_of if held.as_of and unchanged else timezone.now()


def _digest(held: jobs.Held) -> str:
    return registry.digests([(held.kind, held.params)])[0]


def _merged(names: Sequence[str], *, title: str = "") -> bytes:
    return merging.merge([files.folder() / name for name in names], title=title)


def _finish(
    held: jobs.Held, pdf: bytes, *, digest: str | None = None, as_of: dt.datetime | None = None
) -> None:
    name = files.name_for(held.job, held.lease)
    path = put_away(name, pdf)
    if not jobs.finish(held, file_name=name, digest=digest, as_of=as_of):
        path.unlink(missing_ok=True)  # the lease went to another, and so did the job


def put_away(name: str, pdf: bytes) -> Path:
    """Write a finished paper to PAPERS_DIR: it is there whole or not at all."""
    folder = files.folder()
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
