"""What proves a sheet: the totals on the paper, a second reading, a player's word."""

from django.db import models

from tournaments.models.round import Table


class StatedTotal(models.Model):
    """What the paper says each seat has after a deal."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="stated")
    deal = models.PositiveSmallIntegerField()
    balances = models.JSONField()
    """Points by seat; null where the paper says nothing."""
    actor = models.CharField(max_length=80)
    stated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["deal"]
        constraints = [
            models.UniqueConstraint(fields=["table", "deal"], name="stated_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: {self.balances}"


class SecondEntry(models.Model):
    """What a second person read from the sheet, who did not see what the first had entered."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="second_entries")
    deal = models.PositiveSmallIntegerField()
    record = models.JSONField()
    """The result record, as the rules understood it."""
    line = models.CharField(max_length=60)
    """As it was typed."""
    actor = models.CharField(max_length=80)
    entered_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["deal"]
        constraints = [
            models.UniqueConstraint(fields=["table", "deal"], name="second_entry_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: {self.line}"


class Confirmation(models.Model):
    """A player who does not keep the sheet says that ten deals of it are right.

    Or so the device says that keeps it: nobody knows in whose hand it was.
    """

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="confirmations")
    deal = models.PositiveSmallIntegerField()
    """The last of the deals."""
    seat = models.PositiveSmallIntegerField()
    seen = models.CharField(max_length=64)
    """Digest of the results that he saw; others are not confirmed."""
    by_keeper = models.BooleanField(default=False)
    """It was tapped on the device that keeps the sheet, or that entered one of these deals."""
    actor = models.CharField(max_length=80)
    confirmed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["deal"]
        constraints = [
            models.UniqueConstraint(fields=["table", "deal"], name="confirmed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: seat {self.seat}"
