"""Asking for papers: the same request is the same job and the same file while nothing changes."""

from collections.abc import Sequence
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from lhombre_club.printing import Wanted, registry
from lhombre_club.printing.bell import bell
from lhombre_club.printing.domain import files
from lhombre_club.printing.models import Job
from lhombre_club.printing.reasons import PrintReason
from lhombre_club.refusal import Refusal

MOST_WAITING: Final = 8
"""Batches that one person may have waiting: more than he can carry to the printer."""

State = Job.State


def request_paper(
    *, kind: str, params: dict[str, Any], title: str, actor: str, batch: UUID | None = None
) -> Job:
    """Ask for one paper, and ring for it when the caller's transaction commits.

    ``params`` holds ids and the language, never names; ``batch`` is the same for papers asked for
    together. Where the same was asked for and nothing has changed since, that job is returned.
    Raises LookupError for a kind without a builder.
    """
    return request_papers(wanted=[Wanted(kind, params, title)], actor=actor, batch=batch)[0]


def request_papers(*, wanted: Sequence[Wanted], actor: str, batch: UUID | None = None) -> list[Job]:
    """Ask for papers that belong together, and return their jobs in this order.

    What is there, or on its way, is not made anew; it goes over into the new batch. Who asks
    for nothing but the whole of an old batch gets that. Raises LookupError as above.
    """
    for each in wanted:
        if not registry.is_registered(each.kind):
            raise LookupError(f"no builder is registered for {each.kind!r}")
    digests = registry.digests([(each.kind, each.params) for each in wanted])
    with transaction.atomic():
        return _ask(wanted, digests, actor, batch)


def request_merged(*, papers: Sequence[Job], params: dict[str, Any], title: str, actor: str) -> Job:
    """Ask for one file of these papers, which are ready, in their order and in their batch."""
    keys = [str(job.pk) for job in papers]
    wanted = Wanted(registry.MERGED, params | {"papers": keys}, title)
    digest = merged_digest([job.file_name for job in papers])
    with transaction.atomic():
        return _ask([wanted], [digest], actor, papers[0].batch)[0]


def files_of(papers: Sequence[str]) -> list[str]:
    """Return the files of papers that are ready, in this order.

    Raises CannotPrintError where one is no longer there.
    """
    ready = Job.objects.filter(pk__in=papers, state=State.DONE)
    names = {str(pk): name for pk, name in ready.values_list("pk", "file_name")}
    if missing := [pk for pk in papers if not files.is_there(names.get(pk, ""))]:
        raise registry.CannotPrintError(f"no longer there: {missing}")
    return [names[pk] for pk in papers]


def papers_of(batch: UUID) -> QuerySet[Job]:
    """Return the papers of a batch, without their parts and their one file."""
    return Job.objects.filter(batch=batch, whole=None).exclude(kind=registry.MERGED)


def merged_digest(names: Sequence[str]) -> str:
    """Return the content hash of one file of all these."""
    return registry.hash_of([registry.MERGED, *names])


def note_opened(job: Job) -> None:
    """Note that a paper is being looked at; with one file of several it is all of these."""
    papers = [job.pk, *job.params.get("papers", ())]
    Job.objects.filter(pk__in=papers).update(opened_at=timezone.now())


def demand_room(*, actor: str) -> None:
    """Raise Refusal where enough waits that this person has asked for."""
    waiting = Job.objects.filter(actor=actor, state__in=Job.WAITING)
    if waiting.order_by().values("batch").distinct().count() >= MOST_WAITING:
        raise Refusal(PrintReason.TOO_MANY)


def _ask(
    wanted: Sequence[Wanted], digests: Sequence[str], actor: str, batch: UUID | None
) -> list[Job]:
    now = timezone.now()
    known = _live(digests)
    batch = batch or _whole_batch(known, digests) or uuid4()
    new = {
        place: Job(
            batch=batch,
            kind=each.kind,
            params=each.params,
            title=each.title[:200],
            actor=actor,
            digest=digest,
            rung_at=now,
        )
        for place, (each, digest) in enumerate(zip(wanted, digests, strict=True))
        if digest not in known
    }
    # Two who ask at the same moment: one makes the row, and both find it.
    Job.objects.bulk_create(new.values(), ignore_conflicts=True)
    known = _live(digests)
    jobs = [known.get(digest) or new[place] for place, digest in enumerate(digests)]
    _put_together(jobs, batch)
    to_make = {job.pk for job in new.values()} & {job.pk for job in jobs} | _queue_lost(jobs)
    for job in jobs:
        if job.pk in to_make:
            transaction.on_commit(partial(bell.ring, job.pk, tagged=registry.is_tagged(job.params)))
    return jobs


def _live(digests: Sequence[str]) -> dict[str, Job]:
    found = Job.objects.filter(whole=None, state__in=Job.LIVE, digest__in=set(digests) - {""})
    return {job.digest: job for job in found}


def _whole_batch(known: dict[str, Job], digests: Sequence[str]) -> UUID | None:
    """Return the batch that is already just what is asked for."""
    batches = {job.batch for job in known.values()}
    if len(batches) != 1 or set(digests) != set(known):
        return None
    (batch,) = batches
    return batch if papers_of(batch).count() == len(known) else None


def _put_together(jobs: Sequence[Job], batch: UUID) -> None:
    """Let the jobs stand in this batch, after what is there, in their order."""
    now, keys = timezone.now(), [job.pk for job in jobs]
    others = papers_of(batch).exclude(pk__in=keys).count()
    for place, job in enumerate(jobs, start=others):
        job.batch, job.place, job.asked_at = batch, place, now
    Job.objects.bulk_update(jobs, ["batch", "place", "asked_at"], batch_size=200)
    Job.objects.filter(whole__in=keys).update(batch=batch)


def _queue_lost(jobs: Sequence[Job]) -> set[UUID]:
    """Queue those that were made and whose file is gone; return their keys."""
    done = [job for job in jobs if job.state == State.DONE]
    lost = [job for job in done if not files.is_there(job.file_name)]
    for job in lost:
        job.state, job.file_name = State.QUEUED, ""
        job.attempts, job.rung_at, job.finished_at = 0, timezone.now(), None
    changed = ["state", "file_name", "attempts", "rung_at", "finished_at"]
    Job.objects.bulk_update(lost, changed, batch_size=200)
    return {job.pk for job in lost}
