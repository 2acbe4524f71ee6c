"""A photo of a sheet, kept as evidence."""

import uuid

from django.db import models

from tournaments.models.event import Event
from tournaments.models.round import Table


class SheetPhoto(models.Model):
    """What a director attached to a table; the file of its id lies in PHOTOS_DIR."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="photos")
    table = models.ForeignKey(Table, on_delete=models.SET_NULL, related_name="photos", null=True)
    """None: the table was drawn anew. The evidence stays with the event."""
    round_number = models.PositiveSmallIntegerField()
    """Of the table for which it was sent."""
    table_number = models.PositiveSmallIntegerField()
    digest = models.CharField(max_length=64)
    """SHA-256 of what was sent; the same photo is attached once."""
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    size = models.PositiveIntegerField()
    """Bytes of the file as it is kept."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["table", "digest"], name="photo_once"),
        ]

    def __str__(self) -> str:
        at = f"{self.created_at:%Y-%m-%d %H:%M}"
        return f"{self.event}, {self.round_number}/{self.table_number}: {at}"

    @property
    def file_name(self) -> str:
        """Name of its file in PHOTOS_DIR."""
        return f"{self.pk.hex}.jpg"
