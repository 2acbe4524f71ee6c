"""A job's way: queued, running under a lease, then done, failed or unavailable.

Every change of state is one conditional UPDATE, so that two workers, or a worker and its dead
predecessor, cannot both make it. Whoever changes no row stops.
"""

import datetime as dt
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from lhombre_club.printing import registry
from lhombre_club.printing.bell import bell
from lhombre_club.printing.models import Job

MOST_ATTEMPTS = 3
RING_AGAIN = dt.timedelta(seconds=30)
"""A job that has waited this long since its last bell is rung for again."""

State, Error = Job.State, Job.Error


@dataclass(frozen=True, slots=True)
class Held:
    """A job under the lease of one attempt."""

    job: UUID
    lease: UUID
    kind: str
    params: dict[str, Any]


def request_paper(
    *, kind: str, params: dict[str, Any], title: str, actor: str, batch: UUID | None = None
) -> Job:
    """Make the row of a print job, and ring for it when the caller's transaction commits.

    ``params`` holds ids and the language, never names; ``batch`` is the same for papers asked for
    together. Raises LookupError for a kind without a builder.
    """
    if not registry.is_registered(kind):
        raise LookupError(f"no builder is registered for {kind!r}")
    job = Job.objects.create(
        kind=kind,
        params=params,
        title=title[:200],
        actor=actor,
        batch=batch or uuid4(),
        rung_at=timezone.now(),
    )
    transaction.on_commit(partial(bell.ring, job.pk))
    return job


def try_again(*, job: UUID, actor: str) -> bool:
    """Queue a job that was not made; return whether there was such a job."""
    stopped = Job.objects.filter(pk=job, state__in=[State.FAILED, State.UNAVAILABLE])
    changed = stopped.update(
        state=State.QUEUED,
        attempts=0,
        error="",
        actor=actor,
        rung_at=timezone.now(),
        finished_at=None,
    )
    if changed:
        transaction.on_commit(partial(bell.ring, job))
    return bool(changed)


def take(*, job: UUID, node: str) -> Held | None:
    """Take a job that waits, or whose lease has passed; None when it is not to be had."""
    now = timezone.now()
    lease = uuid4()
    free = Q(state=State.QUEUED) | Q(state=State.RUNNING, lease_until__lt=now)
    taken = Job.objects.filter(free, pk=job, attempts__lt=MOST_ATTEMPTS).update(
        state=State.RUNNING,
        worker=node[:120],
        lease=lease,
        lease_until=now + dt.timedelta(seconds=settings.JOB_LEASE_SECONDS),
        attempts=F("attempts") + 1,
    )
    if not taken:
        return None
    row = Job.objects.get(pk=job)
    return Held(job=job, lease=lease, kind=row.kind, params=row.params)


def finish(held: Held, *, file_name: str) -> bool:
    """Mark the job done with its file; False when the lease has gone to another."""
    return bool(
        _held(held).update(
            state=State.DONE,
            file_name=file_name,
            error="",
            finished_at=timezone.now(),
            lease=None,
            lease_until=None,
        )
    )


def fail(held: Held, *, error: Job.Error) -> None:
    """Note that an attempt failed: another follows at once, unless it was the third.

    Without Pango, or about something that is gone, a second attempt would fail alike.
    """
    if error is Error.NO_PANGO:
        _stop(_held(held), State.UNAVAILABLE, error)
    elif error is Error.GONE:
        _stop(_held(held), State.FAILED, error)
    elif _give_back(_held(held), error):
        bell.ring(held.job)


def release(*, node: str) -> int:
    """Free what a dead predecessor of the same name held; return how many jobs wait anew."""
    return _give_back(Job.objects.filter(state=State.RUNNING, worker=node), Error.LOST)


def sweep() -> int:
    """Free passed leases, and ring for each job that waits unheard; return how many."""
    now = timezone.now()
    _give_back(Job.objects.filter(state=State.RUNNING, lease_until__lt=now), Error.LOST)
    return _ring(Q(rung_at__isnull=True) | Q(rung_at__lte=now - RING_AGAIN))


def ring_for_all() -> int:
    """Ring for each job that waits, heard or not: a new worker knows of none."""
    return _ring(Q())


def _ring(which: Q) -> int:
    waiting = list(Job.objects.filter(which, state=State.QUEUED).values_list("pk", flat=True))
    Job.objects.filter(pk__in=waiting, state=State.QUEUED).update(rung_at=timezone.now())
    return sum(bell.ring(job) for job in waiting)


def _held(held: Held) -> QuerySet[Job]:
    return Job.objects.filter(pk=held.job, state=State.RUNNING, lease=held.lease)


def _give_back(rows: QuerySet[Job], error: Job.Error) -> int:
    """Queue the rows anew, or stop those that had their last attempt; return how many wait."""
    _stop(rows.filter(attempts__gte=MOST_ATTEMPTS), State.FAILED, error)
    return rows.filter(attempts__lt=MOST_ATTEMPTS).update(
        state=State.QUEUED, lease=None, lease_until=None
    )


def _stop(rows: QuerySet[Job], state: Job.State, error: Job.Error) -> None:
    rows.update(state=state, error=error, finished_at=timezone.now(), lease=None, lease_until=None)
