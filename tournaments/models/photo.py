"""A photo of a sheet, kept as evidence."""

import uuid

from django.db import models

from tournaments.models.round import Table


class SheetPhoto(models.Model):
    """What a director attached to a table; the file of its id lies in PHOTOS_DIR."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="photos")
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
        return f"{self.table}: {self.created_at:%Y-%m-%d %H:%M}"

    @property
    def file_name(self) -> str:
        """Name of its file in PHOTOS_DIR."""
        return f"{self.pk.hex}.jpg"
