"""The chain over what decides an event's points: changing the past breaks it."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


class Seal(models.Model):
    """One link of an event's chain: a deed, sealed together with all that came before it.

    Written in the deed's own transaction, never changed. The newest seal's code is printed on
    papers with totals.
    """

    class Kind(models.TextChoices):
        ROUND = "round", _("the rules and seats of a round")
        RESULT = "result", _("a result")
        ENTRY = "entry", _("a decision beside the deals")
        WITHDRAWN = "withdrawn", _("a decision that was withdrawn")
        REWORDED = "reworded", _("names that were replaced, as somebody was forgotten")

    SAID = (Kind.ROUND, Kind.REWORDED)
    """What is sealed stands in the seal itself, and is no deed of the play."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="seals", db_index=False)
    number = models.PositiveIntegerField()
    """From 1, without a gap."""
    kind = models.CharField(max_length=10, choices=Kind)
    subject = models.UUIDField()
    """Key of the round, revision or entry; of a round that was drawn anew nothing is left. Of words
    that were replaced it is the key of who was forgotten."""
    content = models.TextField(blank=True)
    """What was sealed, where it is ``SAID``; else it is read from the row."""
    digest = models.CharField(max_length=64)
    """SHA-256 over the digest before, the kind and the content."""
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            # It is the index by event too.
            models.UniqueConstraint(fields=["event", "number"], name="seal_once"),
        ]

    def __str__(self) -> str:
        return f"{self.event} seal {self.number}"
