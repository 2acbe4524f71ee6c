"""A correction: what was changed together, why, and what undoes it."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.event import Event


class Correction(models.Model):
    """One deed of a director that changed results, seats or rules after play.

    The lines that it changed are revisions that point here. An undo is a correction of its own.
    """

    class Kind(models.TextChoices):
        DEALS = "deals", pgettext_lazy("what was corrected", "deals")
        SEATS = "seats", _("seats")
        RULES = "rules", _("rules")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="corrections")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.DEALS)
    before = models.JSONField(default=dict)
    """What stood before, as far as revisions do not tell: the seats or the rules."""
    reason = models.CharField(max_length=200)
    actor = models.CharField(max_length=80)
    undoes = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="undone_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"{self.created_at:%H:%M} {self.reason}"
