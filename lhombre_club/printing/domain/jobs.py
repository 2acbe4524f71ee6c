"""A job's way: queued, running under a lease, then done, failed or unavailable.

Every change of state is one conditional UPDATE, so that two workers, or a worker and its dead
predecessor, cannot both make it. Whoever changes no row stops.

A long paper is split: its parts are jobs of their own, each with a lease, and when the last is
done the whole is queued again to join them.
"""

import datetime as dt
from dataclasses import dataclass
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from lhombre_club.printing import registry
from lhombre_club.printing.bell import bell
from lhombre_club.printing.domain import files
from lhombre_club.printing.models import Job

MOST_ATTEMPTS = 3
RING_AGAIN = dt.timedelta(seconds=30)
"""A job that has waited this long since its last bell is rung for again."""

State, Error = Job.State, Job.Error
HOPELESS: Final = {
    Error.NO_PANGO: State.UNAVAILABLE,
    Error.GONE: State.FAILED,
    Error.CHANGED: State.FAILED,
}
"""A second attempt would fail alike, or make another paper than was asked for."""


@dataclass(frozen=True, slots=True)
class Held:
    """A job under the lease of one attempt."""

    job: UUID
    lease: UUID
    kind: str
    params: dict[str, Any]
    title: str = ""
    digest: str = ""
    as_of: dt.datetime | None = None
    whole: UUID | None = None
    """The job of which it is a part."""
    part: int = 0
    files: tuple[str, ...] = ()
    """Those of its parts, where it was split."""


def take(*, job: UUID, node: str) -> Held | None:
    """Take a job that waits, or whose lease has passed; None when it is not to be had."""
    now = timezone.now()
    lease = uuid4()
    free = Q(state=State.QUEUED) | _passed(now)
    taken = Job.objects.filter(free, pk=job, attempts__lt=MOST_ATTEMPTS).update(
        state=State.RUNNING,
        worker=node[:120],
        lease=lease,
        lease_until=now + _lease_of(job),
        attempts=F("attempts") + 1,
    )
    row = Job.objects.filter(pk=job, lease=lease).first() if taken else None
    if row is None:
        return None
    return Held(
        job=job,
        lease=lease,
        kind=row.kind,
        params=row.params,
        title=row.title,
        digest=row.digest,
        as_of=row.as_of,
        whole=row.whole_id,
        part=row.part,
        files=tuple(row.parts.order_by("part").values_list("file_name", flat=True)),
    )


def _passed(now: dt.datetime) -> Q:
    """Held too long, or for longer than anything is: by a clock that was put back since."""
    longest = max(settings.TAGGED_LEASE_SECONDS, settings.JOB_LEASE_SECONDS)
    ahead = Q(lease_until__gt=now + dt.timedelta(seconds=longest))
    return Q(state=State.RUNNING) & (Q(lease_until__lt=now) | ahead)


def _lease_of(job: UUID) -> dt.timedelta:
    """Return how long a job may be held: longer than its hard time limit."""
    params = Job.objects.filter(pk=job).values_list("params", flat=True).first() or {}
    tagged = registry.is_tagged(params)
    return dt.timedelta(
        seconds=settings.TAGGED_LEASE_SECONDS if tagged else settings.JOB_LEASE_SECONDS
    )


def finish(
    held: Held, *, file_name: str, digest: str | None = None, as_of: dt.datetime | None = None
) -> bool:
    """Mark the job done with its file; False when the lease has gone to another.

    ``digest`` and ``as_of`` are what the paper shows, where that is not what was asked for.
    """
    done = _held(held).update(
        state=State.DONE,
        file_name=file_name,
        error="",
        finished_at=timezone.now(),
        lease=None,
        lease_until=None,
        **_shows(held, digest, as_of),
    )
    if done and held.files:
        drop_parts(held.job)
    if done and held.whole is not None:
        follow(held.whole)
    return bool(done)


def split(held: Held, *, parts: int, digest: str, as_of: dt.datetime) -> bool:
    """Queue the parts of a long paper instead of it; False when the lease has gone to another."""
    with transaction.atomic():
        changed = _held(held).update(
            state=State.SPLIT,
            attempts=0,  # that it was split is no failure; its parts count their own
            lease=None,
            lease_until=None,
            **_shows(held, digest, as_of),
        )
        if not changed:
            return False
        whole = Job.objects.get(pk=held.job)
        made = Job.objects.bulk_create(
            Job(
                whole=whole,
                part=part,
                batch=whole.batch,
                kind=whole.kind,
                params=whole.params,
                title=whole.title,
                actor=whole.actor,
                digest=digest,
                as_of=as_of,
                rung_at=timezone.now(),
            )
            for part in range(parts)
        )
        for job in made:
            transaction.on_commit(partial(bell.ring, job.pk))
    return True


def fail(held: Held, *, error: Job.Error) -> None:
    """Note that an attempt failed: another follows at once, unless it was the third.

    Without Pango, or about something that is gone or changed, a second attempt would fail alike.
    """
    if error in HOPELESS:
        _stop(_held(held), HOPELESS[error], error)
    elif _give_back(_held(held), error):
        bell.ring(held.job, tagged=registry.is_tagged(held.params))
    if held.whole is not None:
        follow(held.whole)


def follow(whole: UUID) -> None:
    """Queue a paper whose parts are all done, to join them; let it fail with one that failed."""
    parts = Job.objects.filter(whole=whole)
    waits = Job.objects.filter(pk=whole, state=State.SPLIT)
    failed = parts.filter(state__in=[State.FAILED, State.UNAVAILABLE]).order_by("part").first()
    if failed is not None:
        if _stop(waits, State(failed.state), Error(failed.error)):
            drop_parts(whole)
    elif not parts.exclude(state=State.DONE).exists() and waits.update(
        state=State.QUEUED, rung_at=timezone.now()
    ):
        transaction.on_commit(partial(bell.ring, whole))


def drop_parts(whole: UUID) -> None:
    """Forget the parts of a paper that is joined, or is not to be made, and their files."""
    gone = list(Job.objects.filter(whole=whole).values_list("pk", flat=True))
    Job.objects.filter(whole=whole).delete()
    files.remove_of(gone)


def cancel(*, batch: UUID) -> int:
    """Forget what is still to come of a batch; return how many papers that were.

    Whoever makes one of them right now finds no row at the end, and throws the paper away.
    """
    waiting = Job.objects.filter(batch=batch, state__in=Job.WAITING)
    with transaction.atomic():
        papers = list(waiting.filter(whole=None).values_list("pk", flat=True))
        parts = list(Job.objects.filter(whole__in=papers).values_list("pk", flat=True))
        Job.objects.filter(pk__in=papers, state__in=Job.WAITING).delete()
        gone = [*parts, *papers]
        kept = set(Job.objects.filter(pk__in=gone).values_list("pk", flat=True))
        transaction.on_commit(partial(files.remove_of, [pk for pk in gone if pk not in kept]))
    return len(papers) - len(kept.intersection(papers))


def try_again(*, job: UUID, actor: str) -> bool:
    """Queue a job that was not made, or whose file is gone; return whether there was such a job."""
    row = Job.objects.filter(pk=job, whole=None).first()
    if row is None or row.state in Job.WAITING or files.is_there(row.file_name):
        return False
    stopped = Job.objects.filter(pk=job, state=row.state, file_name=row.file_name)
    with transaction.atomic():
        if twin_of(row).update(asked_at=timezone.now()):
            stopped.delete()  # somebody has asked for the same anew
            return True
        drop_parts(job)
        changed = stopped.update(
            state=State.QUEUED,
            attempts=0,
            error="",
            file_name="",
            actor=actor,
            rung_at=timezone.now(),
            asked_at=timezone.now(),
            finished_at=None,
        )
        if changed:
            tagged = registry.is_tagged(row.params)
            transaction.on_commit(partial(bell.ring, job, tagged=tagged))
    return bool(changed)


def twin_of(job: Job) -> QuerySet[Job]:
    """Return the other job that makes, or has made, the same paper."""
    same = Job.objects.filter(digest=job.digest, whole=None, state__in=Job.LIVE)
    return same.exclude(Q(pk=job.pk) | Q(digest=""))


def release(*, node: str) -> int:
    """Free what a dead predecessor of the same name held; return how many jobs wait anew."""
    return _give_back(Job.objects.filter(state=State.RUNNING, worker=node), Error.LOST)


def sweep() -> int:
    """Free passed leases, and ring for each job that waits unheard; return how many."""
    now = timezone.now()
    passed = Job.objects.filter(_passed(now))
    passed.update(rung_at=None)  # the last bell was heard by who held it
    _give_back(passed, Error.LOST)
    for whole in Job.objects.filter(state=State.SPLIT).values_list("pk", flat=True):
        follow(whole)  # a worker may have died between its last part and this
    rung = Q(rung_at__gt=now - RING_AGAIN, rung_at__lte=now)  # not ahead: the clock was put back
    return _ring(Q(rung_at__isnull=True) | ~rung)


def ring_for_all() -> int:
    """Ring for each job that waits, heard or not: a new worker knows of none."""
    return _ring(Q())


def _ring(which: Q) -> int:
    waiting = dict(Job.objects.filter(which, state=State.QUEUED).values_list("pk", "params"))
    Job.objects.filter(pk__in=waiting, state=State.QUEUED).update(rung_at=timezone.now())
    return sum(bell.ring(job, tagged=registry.is_tagged(params)) for job, params in waiting.items())


def _held(held: Held) -> QuerySet[Job]:
    return Job.objects.filter(pk=held.job, state=State.RUNNING, lease=held.lease)


def _shows(held: Held, digest: str | None, as_of: dt.datetime | None) -> dict[str, Any]:
    """Return what to note where a paper shows something else than was asked for."""
    if digest is None or digest == held.digest:
        return {}
    twin = Job.objects.filter(digest=digest, whole=None, state__in=Job.LIVE).exists()
    return {"digest": "" if twin else digest, "as_of": as_of or timezone.now()}


def _give_back(rows: QuerySet[Job], error: Job.Error) -> int:
    """Queue the rows anew, or stop those that had their last attempt; return how many wait."""
    _stop(rows.filter(attempts__gte=MOST_ATTEMPTS), State.FAILED, error)
    return rows.filter(attempts__lt=MOST_ATTEMPTS).update(
        state=State.QUEUED, lease=None, lease_until=None
    )


def _stop(rows: QuerySet[Job], state: Job.State, error: Job.Error) -> int:
    return rows.update(
        state=state, error=error, finished_at=timezone.now(), lease=None, lease_until=None
    )
