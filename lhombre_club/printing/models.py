"""A print job. The row is the truth; the Celery message is only a bell."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _


class Job(models.Model):
    """One document to be made: a kind, and the ids that its builder needs."""

    class State(models.TextChoices):
        QUEUED = "queued", _("waiting")
        RUNNING = "running", _("being made")
        DONE = "done", _("ready")
        FAILED = "failed", _("failed")
        UNAVAILABLE = "unavailable", _("PDF is not available")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    batch = models.UUIDField(default=uuid.uuid4, db_index=True)
    """Jobs asked for together, such as the sheets of a round."""
    kind = models.CharField(max_length=40)
    """Which registered builder makes it."""
    params = models.JSONField(default=dict)
    """Ids and the language, never names."""
    title = models.CharField(max_length=200)
    state = models.CharField(max_length=20, choices=State, default=State.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    worker = models.CharField(max_length=120, blank=True)
    """The node that holds the lease."""
    lease = models.UUIDField(null=True, blank=True)
    """Made anew by each attempt; only its holder may finish the job."""
    lease_until = models.DateTimeField(null=True, blank=True)
    rung_at = models.DateTimeField(null=True, blank=True)
    """When the bell was last rung."""
    file_name = models.CharField(max_length=200, blank=True)
    """Name of the finished file in PAPERS_DIR."""
    error = models.TextField(blank=True)
    """A sentence for the person who asked."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at", "title"]
        constraints = [
            models.CheckConstraint(
                condition=~Q(state="running") | Q(lease__isnull=False, lease_until__isnull=False),
                name="running_has_lease",
            ),
            models.CheckConstraint(
                condition=~Q(state="done") | ~Q(file_name=""), name="done_has_file"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.title} ({self.state})"
