"""Who says that a round is not as it was played."""

import uuid

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Participant
from tournaments.models.round import Table


class Protest(models.Model):
    """Somebody says that a round is not as it was played; a director answers."""

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
    """Whose it is; None: of the table, sent by its own link."""
    actor = models.CharField(max_length=80)
    """Who sent it: a visitor, a device, or the director who noted it."""
    words = models.CharField(max_length=1000, blank=True)
    """What he said, and below it what he said later."""
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    answer = models.CharField(max_length=200, blank=True)
    answered_by = models.CharField(max_length=80, blank=True)
    answered_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "deal", "participant", "actor"],
                condition=Q(state="open", participant__isnull=False),
                name="open_protest_once",
            ),
            models.UniqueConstraint(
                fields=["table", "deal", "actor"],
                condition=Q(state="open", participant__isnull=True),
                name="open_protest_of_a_table_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: {self.state}"

    @property
    def is_answered(self) -> bool:
        """Nobody has to look into it any more."""
        return self.state == self.State.ANSWERED

    @property
    def is_withdrawn(self) -> bool:
        """Who made it has taken it back; a director may also answer what he noted himself."""
        return self.is_answered and not self.answer and self.answered_by == self.actor
