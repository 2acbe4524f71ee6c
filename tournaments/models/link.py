"""The link on a score sheet that opens one table, and nothing else."""

import uuid

from django.db import models

from tournaments.models.round import Table


class EntryLink(models.Model):
    """A signed, expiring, revocable way in to one table's entry page."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="entry_links")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"{self.table} until {self.expires_at:%Y-%m-%d %H:%M}"
