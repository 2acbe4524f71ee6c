"""What was asked for on paper, and whether it is there."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db.models import Count, Q
from django.utils import timezone

from lhombre_club.members.models import Club
from lhombre_club.printing.domain import files
from lhombre_club.printing.domain.asking import merged_digest
from lhombre_club.printing.models import Job
from lhombre_club.printing.registry import MERGED, hash_of, is_tagged
from tournaments.models import Event

MOST_JOBS: Final = 500
"""How far back the page looks: the sheets of a hundred tables for an evening and more."""
LATE: Final = dt.timedelta(minutes=1)
"""After this somebody should look whether a worker runs."""
State = Job.State


@dataclass(frozen=True, slots=True)
class Batch:
    """Papers asked for together, in their order."""

    id: UUID
    jobs: tuple[Job, ...]
    merged: Job | None = None
    """The newest job of one file of them all; it may be of what they were before."""
    there: frozenset[str] = frozenset()
    """Names of the files that are kept."""

    @property
    def kind(self) -> str:
        """What they are."""
        return self.jobs[0].kind

    @property
    def at(self) -> dt.datetime:
        """When they were last asked for; what is there already may be asked for again."""
        return max(job.asked_at for job in self.jobs)

    @property
    def ready(self) -> int:
        """How many are there."""
        return sum(job.state == State.DONE for job in self.jobs)

    @property
    def waiting(self) -> bool:
        """Whether one is still to come."""
        return any(job.state in Job.WAITING for job in self.jobs_and_merged)

    @property
    def late(self) -> bool:
        """Whether one should have come by now."""
        now = timezone.now()
        return any(_is_late(job, now) for job in self.jobs_and_merged)

    @property
    def percent(self) -> int:
        """How far they are; a long paper counts by its parts, and joining them is one more."""
        made = sum(_made(job) for job in self.jobs)
        return int(100 * made / len(self.jobs))

    @property
    def complete(self) -> bool:
        """Whether all are there and can be joined in one file."""
        return all(job.state == State.DONE and job.file_name in self.there for job in self.jobs)

    @property
    def joins(self) -> bool:
        """Whether one file of them all is as good as each; what is read aloud loses its tags."""
        return not any(is_tagged(job.params) for job in self.jobs)

    @property
    def in_one(self) -> Job | None:
        """The job of one file of the papers as they are now; None: nobody has asked for it."""
        names = [job.file_name for job in self.jobs]
        if self.merged is None or self.merged.digest != merged_digest(names):
            return None
        lost = self.merged.state == State.DONE and self.merged.file_name not in self.there
        return None if lost else self.merged

    @property
    def jobs_and_merged(self) -> tuple[Job, ...]:
        """The papers, and the one file of them all."""
        return self.jobs if self.merged is None else (*self.jobs, self.merged)


def papers_of(event: Event) -> list[Batch]:
    """Return what was asked for of an event, the newest first; one query.

    A paper that was asked for anew stands where it was asked for last, and nowhere else.
    """
    together: dict[UUID, list[Job]] = defaultdict(list)
    merged: dict[UUID, Job] = {}
    for job in _newest(_jobs_of(event)):
        if job.kind == MERGED:
            merged.setdefault(job.batch, job)
        else:
            together[job.batch].append(job)
    there = files.all_there()  # last: what is ready by its row has had its file before
    return [
        Batch(batch, tuple(sorted(jobs, key=_in_order)), merged.get(batch), there)
        for batch, jobs in together.items()
    ]


def batch_of(event: Event, pk: UUID) -> Batch | None:
    """Return one batch of an event as the page shows it; None where it shows no such batch."""
    return next((batch for batch in papers_of(event) if batch.id == pk), None)


def alone(job: Job) -> Batch:
    """Return a paper that was asked for by itself, as a batch."""
    return Batch(job.batch, (job,), there=files.all_there())


def paper_of(clubs: Sequence[Club], pk: UUID) -> Job | None:
    """Return a print job of one of these clubs or an event of theirs; None for another's."""
    job = Job.objects.filter(pk=pk, whole=None).first()
    if job is None or job.params.get("club") in {str(club.pk) for club in clubs}:
        return job
    own = Event.objects.filter(pk=job.params.get("event"), club__in=clubs)
    return job if own.exists() else None


def _jobs_of(event: Event) -> Iterable[Job]:
    of_event = Job.objects.filter(params__event=str(event.pk), whole=None)
    counted = of_event.annotate(
        parts_ready=Count("parts", filter=Q(parts__state=State.DONE)), parts_all=Count("parts")
    )
    return counted.order_by("-asked_at", "place")[:MOST_JOBS]


def _newest(jobs: Iterable[Job]) -> Iterable[Job]:
    """Leave out what was asked for anew since."""
    seen: set[str] = set()
    for job in jobs:
        paper = hash_of([job.kind, job.params])
        if paper not in seen:
            seen.add(paper)
            yield job


def _is_late(job: Job, now: dt.datetime) -> bool:
    if job.state == State.RUNNING and is_tagged(job.params):  # takes minutes, and its lease says so
        return job.lease_until is not None and job.lease_until < now
    return job.state in Job.WAITING and (job.rung_at or job.asked_at) < now - LATE


def _in_order(job: Job) -> tuple[int, dt.datetime]:
    return job.place, job.created_at


def _made(job: Job) -> float:
    if job.state == State.DONE:
        return 1.0
    ready, parts = getattr(job, "parts_ready", 0), getattr(job, "parts_all", 0)
    return ready / (parts + 1) if parts else 0.0
