"""What was asked for on paper, and whether it is there."""

import datetime as dt
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.utils import timezone

from lhombre_club.members.models import Club
from lhombre_club.printing.models import Job
from tournaments.models import Event

MOST_JOBS: Final = 200
"""How far back the page looks."""
LATE: Final = dt.timedelta(minutes=1)
"""After this somebody should look whether a worker runs."""
WAITING: Final = (Job.State.QUEUED, Job.State.RUNNING)


@dataclass(frozen=True, slots=True)
class Batch:
    """Papers asked for together."""

    id: UUID
    kind: str
    at: dt.datetime
    jobs: tuple[Job, ...]

    @property
    def ready(self) -> int:
        """How many are there."""
        return sum(job.state == Job.State.DONE for job in self.jobs)

    @property
    def waiting(self) -> bool:
        """Whether one is still to come."""
        return any(job.state in WAITING for job in self.jobs)

    @property
    def late(self) -> bool:
        """Whether one should have come by now."""
        since = timezone.now() - LATE
        return any(
            job.state in WAITING and (job.rung_at or job.created_at) < since for job in self.jobs
        )


def papers_of(event: Event) -> list[Batch]:
    """Return what was asked for of an event, the newest first; one query."""
    newest = Job.objects.filter(params__event=str(event.pk)).order_by("-created_at")[:MOST_JOBS]
    together: dict[UUID, list[Job]] = {}
    for job in sorted(newest, key=lambda job: job.created_at):
        together.setdefault(job.batch, []).append(job)
    batches = [
        Batch(id=batch, kind=jobs[0].kind, at=jobs[0].created_at, jobs=tuple(jobs))
        for batch, jobs in together.items()
    ]
    return batches[::-1]


def paper_of(club: Club, pk: UUID) -> Job | None:
    """Return a print job of one of the club's events; None for what is not the club's."""
    job = Job.objects.filter(pk=pk).first()
    if job is None:
        return None
    return job if Event.objects.filter(pk=job.params.get("event"), club=club).exists() else None
