"""What is known of a sheet beside its deals: is it what was played, and who says otherwise."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Participant
from tournaments.models.round import Table


class Flag(models.Model):
    """A doubt about a sheet. Somebody clears it with a reason before the round is final."""

    class Kind(models.TextChoices):
        SUMS = "sums", _("the sums on the paper differ")
        SECOND = "second", _("the second entry differs")
        UNCONFIRMED = "unconfirmed", _("a player says that it is not right")
        DOUBT = "doubt", _("the director is in doubt")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLEARED = "cleared", _("cleared")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="flags")
    deal = models.PositiveSmallIntegerField(default=0)
    """The deal, or the last of the ten that it is about; 0: the whole sheet."""
    kind = models.CharField(max_length=12, choices=Kind)
    seen = models.CharField(max_length=64)
    """Digest of what was in doubt: clearing it says nothing of what is entered later."""
    words = models.CharField(max_length=200, blank=True)
    """What whoever raised it has to say."""
    actor = models.CharField(max_length=80)
    owner = models.CharField(max_length=80, blank=True)
    """The actor that looks into it; empty: nobody yet."""
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    reason = models.CharField(max_length=200, blank=True)
    cleared_by = models.CharField(max_length=80, blank=True)
    cleared_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "deal", "kind"], condition=Q(state="open"), name="open_flag_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: {self.kind}"


class Protest(models.Model):
    """Somebody says that a provisional round is not as it was played; a director answers."""

    class State(models.TextChoices):
        OPEN = "open", _("open")
        ANSWERED = "answered", _("answered")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="protests")
    deal = models.PositiveSmallIntegerField(default=0)
    """0: the whole sheet."""
    participant = models.ForeignKey(
        Participant, on_delete=models.CASCADE, null=True, blank=True, related_name="protests"
    )
    """From whose page it came; None: from the table's own link."""
    actor = models.CharField(max_length=80)
    words = models.CharField(max_length=200, blank=True)
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    answer = models.CharField(max_length=200, blank=True)
    answered_by = models.CharField(max_length=80, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "deal", "participant"],
                condition=Q(state="open", participant__isnull=False),
                name="open_protest_once",
            ),
            models.UniqueConstraint(
                fields=["table", "deal"],
                condition=Q(state="open", participant__isnull=True),
                name="open_protest_of_a_table_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: {self.state}"


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
    """A player who does not keep the sheet says that ten deals of it are right."""

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="confirmations")
    deal = models.PositiveSmallIntegerField()
    """The last of the deals."""
    seat = models.PositiveSmallIntegerField()
    seen = models.CharField(max_length=64)
    """Digest of the results that he saw; others are not confirmed."""
    actor = models.CharField(max_length=80)
    confirmed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["deal"]
        constraints = [
            models.UniqueConstraint(fields=["table", "deal"], name="confirmed_once"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: seat {self.seat}"
