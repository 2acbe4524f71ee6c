"""The board of honour: who has won which title in which year, from the first one on."""

import uuid

from django.db import models


class Honour(models.Model):
    """A title of a year; shared where several rows have it, and not given where it has no name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="honours")
    year = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    name = models.CharField(max_length=160, blank=True)
    """As it stands on the board: of a member, of a pair, of somebody who died long ago."""
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-year", "title", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "title", "name"], name="honour_once"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.title}: {self.name}"
