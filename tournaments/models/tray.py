"""What was sent for a deal and could not be placed: it waits for a director."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.correction import Correction
from tournaments.models.event import Event


class TrayItem(models.Model):
    """One result that a device was told is received, although no sheet would take it.

    What was sent is never changed; only what is decided about it is written later, once.
    """

    class Why(models.TextChoices):
        """Why no sheet took it."""

        TABLE_GONE = "table_gone", _("the table was drawn anew and is no more")
        PROVISIONAL = "provisional", _("the round was provisional")
        CLOSED = "closed", _("the round was closed")
        LINK_EXPIRED = "link_expired", _("the link of the sheet had expired")
        LINK_REVOKED = "link_revoked", _("the link of the sheet had been closed")
        DEVICE_BARRED = "barred", _("the device had been shut out of the table")

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        PLACED = "placed", _("placed")
        DISMISSED = "dismissed", _("put away")

    id = models.UUIDField(primary_key=True)
    """Made by the client; sending twice is the same as once."""
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="tray")
    table = models.UUIDField()
    """As it was sent; there may be no such table any more."""
    round_number = models.PositiveSmallIntegerField()
    table_number = models.PositiveSmallIntegerField()
    seats = models.JSONField()
    """Ids of the participants who sat at that table, by seat."""
    first_dealer = models.PositiveSmallIntegerField()
    deal = models.PositiveSmallIntegerField()
    base = models.PositiveSmallIntegerField()
    """The revision that the sender had seen."""
    sent = models.JSONField()
    """One of ``line``, ``record`` and ``withdrawn``, as it came."""
    digest = models.CharField(max_length=64)
    why = models.CharField(max_length=12, choices=Why)
    actor = models.CharField(max_length=80)
    claimed_at = models.DateTimeField(null=True)
    """When the client says it was entered."""
    received_at = models.DateTimeField(auto_now_add=True)
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    decided_by = models.CharField(max_length=80, blank=True)
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=200, blank=True)
    correction = models.OneToOneField(
        Correction, on_delete=models.PROTECT, null=True, related_name="tray_item"
    )
    """How it came into a sheet; it has the same id."""

    class Meta:
        ordering = ["received_at", "id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="waiting") | ~Q(decided_by=""), name="tray_decided_by_somebody"
            ),
            models.CheckConstraint(
                condition=Q(state="placed", correction__isnull=False)
                | (~Q(state="placed") & Q(correction__isnull=True)),
                name="tray_placed_by_a_correction",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event}, {self.round_number}/{self.table_number}/{self.deal}: {self.state}"
