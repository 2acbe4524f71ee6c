"""An event and those who play in it."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Event(models.Model):
    """A club night or a championship; it keeps the copy of the rules it began with."""

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual", _("individual")

    class Accounting(models.TextChoices):
        RASLE = "rasle", _("rasle")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.INDIVIDUAL)
    ruleset = models.JSONField()
    """The rule set as it was at the start: ``RuleSet.to_json()``."""
    ruleset_digest = models.CharField(max_length=64)
    accounting = models.CharField(max_length=10, choices=Accounting, default=Accounting.RASLE)
    sitter_pays = models.BooleanField(default=False)
    deals_per_round = models.PositiveSmallIntegerField(_("deals a round"), default=40)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), default=2)
    tie_chain = models.JSONField(default=list)
    """Keys of the metrics that order the standings, first to last."""
    seed = models.PositiveBigIntegerField()
    """What the draw was made from; the same seed gives the same plan."""
    language = models.CharField(max_length=5, default="da")
    """The language of its papers."""
    version = models.PositiveBigIntegerField(default=1)
    """Raised by each write that a standings page can see; the ETag is made from it."""
    epoch = models.UUIDField(default=uuid.uuid4)
    """Changes when a backup is restored, so that no ETag of a lost future matches."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-date", "-created_at"]

    def __str__(self) -> str:
        return self.name


class Participant(models.Model):
    """Somebody who plays in an event. Results point here; a person can be forgotten."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="participants")
    person = models.ForeignKey(
        "members.Person",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="participations",
    )
    number = models.PositiveSmallIntegerField()
    """Place in the draw, from 1."""
    name = models.CharField(max_length=160)
    """The name shown, as it was when the event was made."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="participant_number_once"),
            models.UniqueConstraint(fields=["event", "person"], name="participant_once"),
        ]

    def __str__(self) -> str:
        return self.name
