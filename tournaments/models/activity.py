"""Who did what, when: written in the same transaction as the deed."""

import uuid

from django.db import models

from tournaments.models.event import Event


class Activity(models.Model):
    """One deed in an event."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="activities")
    actor = models.CharField(max_length=80)
    verb = models.CharField(max_length=40)
    """Such as ``event.made``, ``round.drawn``, ``round.released``, ``link.revoked``."""
    facts = models.JSONField(default=dict)
    """What it was done to and how: texts, whole numbers and nulls, by the names that ``book.verbs``
    declares for the verb. Ids are texts."""
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.at:%H:%M} {self.verb}"
