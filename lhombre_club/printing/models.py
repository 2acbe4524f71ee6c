"""A print job. The row is the truth; the Celery message is only a bell."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """One document to be made: a kind, and the ids that its builder needs."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being made")
        SPLIT = "split", _("being made in parts")
        """It waits for its parts, which are jobs of their own; then it is queued to join them."""
        DONE = "done", _("ready")
        REMOVED = "removed", _("no longer kept")
        FAILED = "failed", _("failed")
        UNAVAILABLE = "unavailable", _("PDF is not available")

    class Error(models.TextChoices):
        """Why it was not made; the label is a sentence for the person who asked."""

        BROKEN = (
            "broken",
            _(
                "This paper could not be made in three attempts. Try again; if it fails once more, "
                "the reason stands in the worker's log."
            ),
        )
        SLOW = (
            "slow",
            _("This paper took too long to make. Try again when the computer is less busy."),
        )
        LOST = (
            "lost",
            _(
                "The worker stopped three times while it made this paper. Try again; if it fails "
                "once more, the reason stands in the worker's log."
            ),
        )
        GONE = (
            "gone",
            _(
                "What this paper is about is no longer there. Open the event and ask for its "
                "papers anew."
            ),
        )
        CHANGED = (
            "changed",
            _("Names, seats or results changed while this paper was being made. Try again."),
        )
        NO_PANGO = (
            "no-pango",
            _(
                "PDF needs the Pango library, which this computer does not have. Install it with "
                "“apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 "
                "fonts-dejavu-core” and try again."
            ),
        )

    WAITING = (State.QUEUED, State.RUNNING, State.SPLIT)
    """States of a paper that is still to come."""
    LIVE = (*WAITING, State.DONE)
    """States of a paper that need not be asked for a second time."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    batch = models.UUIDField(default=uuid.uuid4, db_index=True)
    """Jobs asked for together, such as the sheets of a round; of several times the last."""
    place = models.PositiveIntegerField(default=0)
    """Where it stands in its batch, such as the order of the tables."""
    whole = models.ForeignKey(
        "self", on_delete=models.CASCADE, null=True, blank=True, related_name="parts"
    )
    """The job of which this is a part: it makes some pages of the same paper."""
    part = models.PositiveSmallIntegerField(default=0)
    """Which part it makes, from 0."""
    kind = models.CharField(max_length=40)
    """Which registered builder makes it."""
    params = models.JSONField(default=dict)
    """Ids and the language, never names."""
    title = models.CharField(max_length=200)
    digest = models.CharField(max_length=64, blank=True)
    """Content hash of what the paper shows; empty: nobody knows. See ``registry.digests``."""
    as_of = models.DateTimeField(default=timezone.now)
    """From when on the paper shows this: stated on it, so that making it again gives the same."""
    state = models.CharField(max_length=20, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True)
    """The node that holds the lease."""
    lease = models.UUIDField(null=True, blank=True)
    """Made anew by each attempt; only its holder may finish the job."""
    lease_until = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    """When a worker was last told of it."""
    file_name = models.CharField(max_length=200, blank=True)
    """Name of the finished file in PAPERS_DIR."""
    error = models.CharField(max_length=20, choices=Error, blank=True)
    """Why the last attempt failed, kept when it was the last one."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    asked_at = models.DateTimeField(default=timezone.now)
    """When it was last asked for; somebody may ask for what is there already."""
    finished_at = models.DateTimeField(null=True, blank=True)
    opened_at = models.DateTimeField(null=True, blank=True)
    """When somebody last opened it, alone or in one file with others: then it can be printed."""

    class Meta:
        ordering = ["created_at", "place"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="running") | Q(lease__isnull=False, lease_until__isnull=False),
                name="running_has_lease",
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | ~Q(file_name=""), name="done_has_file"
            ),
            # Two who ask at once make one job.
            models.UniqueConstraint(
                fields=["digest"],
                condition=Q(whole=None, state__in=["queued", "running", "split", "done"])
                & ~Q(digest=""),
                name="one_job_for_a_paper",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.state})"
