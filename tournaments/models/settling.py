"""Who owes whom after play, and what was paid."""

import uuid

from django.db import models
from django.db.models import F, Q

from tournaments.models.event import Event
from tournaments.models.round import Table
from tournaments.models.season import Season


class Settling(models.Model):
    """The money of a table, an evening or a season, fixed at one moment. The newest counts."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(
        Table, on_delete=models.CASCADE, null=True, blank=True, related_name="settlings"
    )
    event = models.ForeignKey(
        Event, on_delete=models.CASCADE, null=True, blank=True, related_name="settlings"
    )
    season = models.ForeignKey(
        Season, on_delete=models.CASCADE, null=True, blank=True, related_name="settlings"
    )
    fewest = models.BooleanField()
    """Proved that no fewer payments will do."""
    basis = models.CharField(max_length=64)
    """SHA-256 of the balances settled; another means that results changed afterwards."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-created_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(table__isnull=False, event__isnull=True, season__isnull=True)
                | Q(table__isnull=True, event__isnull=False, season__isnull=True)
                | Q(table__isnull=True, event__isnull=True, season__isnull=False),
                name="settling_of_one_thing",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table or self.event or self.season} {self.created_at:%Y-%m-%d %H:%M}"


class Payment(models.Model):
    """Kroner that one player owes another, ticked off when paid."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    settling = models.ForeignKey(Settling, on_delete=models.CASCADE, related_name="payments")
    payer = models.CharField(max_length=64)
    """Opaque key of who pays: a person's id, or a participant's without one."""
    payer_name = models.CharField(max_length=160)
    payee = models.CharField(max_length=64)
    payee_name = models.CharField(max_length=160)
    amount = models.DecimalField(max_digits=12, decimal_places=2)
    """Kroner."""
    reference = models.CharField(max_length=32)
    paid_at = models.DateTimeField(null=True, blank=True)
    paid_by = models.CharField(max_length=80, blank=True)
    """Actor who ticked it off."""

    class Meta:
        ordering = ["payer_name", "payee_name"]
        constraints = [
            models.CheckConstraint(condition=Q(amount__gt=0), name="payment_of_something"),
            models.CheckConstraint(condition=~Q(payer=F("payee")), name="payment_to_another"),
        ]

    def __str__(self) -> str:
        return f"{self.payer_name} pays {self.payee_name} {self.amount}"
