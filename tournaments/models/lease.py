"""Who keeps the sheet of a table: shown to everybody, and no lock."""

import uuid

from django.db import models

from tournaments.models.round import Table


class TableLease(models.Model):
    """The device that keeps a table's sheet. Others may enter too; deals merge by revision."""

    table = models.OneToOneField(
        Table, on_delete=models.CASCADE, primary_key=True, related_name="lease"
    )
    holder = models.CharField(max_length=80)
    """The actor that it writes as."""
    name = models.CharField(max_length=160)
    """Whose device it is."""
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """Where he sits; None: he does not play at the table."""
    taken_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    """When it last entered or asked something, give or take half a minute."""

    class Meta:
        ordering = ["taken_at"]

    def __str__(self) -> str:
        return f"{self.table}: {self.name} since {self.taken_at:%H:%M}"


class BarredDevice(models.Model):
    """A device that a director has shut out of a table; its link opens nothing there any more."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="barred")
    holder = models.CharField(max_length=80)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(fields=["table", "holder"], name="barred_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table}: not {self.holder}"
