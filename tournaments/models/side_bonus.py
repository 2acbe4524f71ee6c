"""Kroner that everybody in the room pays one player, once: nine matadors above all."""

import uuid

from django.db import models
from django.db.models import Q

from tournaments.models.event import Event, Participant


class SideBonus(models.Model):
    """Kroner beside all accounts, with a reason. It is taken away, never changed.

    No point is moved, so no place depends on it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    """Made by the client before it sends, so that sending twice is the same as once."""
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="side_bonuses")
    winner = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    """Who gets it."""
    payers = models.ManyToManyField(Participant, related_name="+")
    """Everybody else who was there in the round, as it was when the bonus was given."""
    each = models.PositiveSmallIntegerField()
    """Whole kroner from each of them."""
    reason = models.CharField(max_length=200)
    round = models.PositiveSmallIntegerField()
    """Number of the round in which it was; the round may be drawn anew and still be meant."""
    table = models.PositiveSmallIntegerField(default=0)
    """Number of the table where the winner sat; 0: at none."""
    deal = models.PositiveSmallIntegerField(default=0)
    """The deal it is about; 0: none."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_by = models.CharField(max_length=80, blank=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.CheckConstraint(condition=Q(each__gt=0), name="side_bonus_of_something"),
            models.CheckConstraint(condition=~Q(reason=""), name="side_bonus_has_a_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.event}: {self.reason}"
