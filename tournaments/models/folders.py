"""How the folders of an event travel from table to table."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class FolderPlan(models.Model):
    """The folders of an event; an event without one has its cards dealt at the table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="folder_plan")
    folders = models.PositiveSmallIntegerField(_("folders in the set"))
    first = models.JSONField()
    """Folder with which each table begins, in the order of the tables' numbers."""
    together = models.PositiveSmallIntegerField(_("folders that travel together"), default=1)
    step = models.SmallIntegerField(_("bundles further on"), default=1)
    """How many bundles on the next bundle of a table lies; negative: the other way."""
    reshuffled_after = models.PositiveSmallIntegerField(_("shuffled again after"), default=0)
    """Deals at a table, counted from ``from_round`` on; 0: never."""
    round_deals = models.PositiveSmallIntegerField(_("deals of a round"), default=0)
    """That full tables play, by which all tables count; 0: each counts its own."""
    copies = models.PositiveSmallIntegerField(_("equal sets"), default=1)
    from_round = models.PositiveSmallIntegerField(_("from round"), default=1)
    """The first round that is played with them."""
    before = models.JSONField(default=list)
    """The folders of earlier evenings, first to last: of each the fields above, but the event."""

    class Meta:
        ordering = ["event"]

    def __str__(self) -> str:
        return f"{self.event}: {self.folders}"
