"""What moves points at a table beside its deals: penalties, entries by hand, stakes."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Table


class PenaltyReason(models.Model):
    """A line of the club's own list of what is penalised, and how hard."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="+")
    text = models.CharField(_("reason"), max_length=200)
    points = models.PositiveSmallIntegerField(_("points"), default=0)
    """What it costs unless the director decides otherwise; 0: a warning only."""
    position = models.PositiveSmallIntegerField(default=0)
    retired = models.BooleanField(default=False)

    class Meta:
        ordering = ["position", "text"]
        constraints = [
            models.UniqueConstraint(fields=["club", "text"], name="penalty_reason_once"),
        ]

    def __str__(self) -> str:
        return self.text


class TableEntry(models.Model):
    """Points moved at a table by decision, with a reason. It is withdrawn, never changed.

    What the seats do not have among themselves comes from or goes to one account: the penalties
    for a penalty, the club's cash box for the others.
    """

    class Kind(models.TextChoices):
        PENALTY = "penalty", _("penalty")
        HAND = "hand", _("entry by hand")
        TRANSFER = "transfer", _("transfer of a stake")

    id = models.UUIDField(primary_key=True)
    """Made by the client before it sends, so that sending twice is the same as once."""
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=10, choices=Kind)
    deal = models.PositiveSmallIntegerField(default=0)
    """The deal it is about; 0: none."""
    seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """Whom a penalty or a warning concerns; None: several, as the amounts say."""
    amounts = models.JSONField()
    """Points by seat, as many as sit at the table; all 0 is a warning."""
    reason = models.CharField(max_length=200)
    decided_by = models.CharField(max_length=160, blank=True)
    """Name of who decided it, where that is not who entered it."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=80, blank=True)
    withdrawn_reason = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=~Q(reason=""), name="table_entry_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.reason}"
