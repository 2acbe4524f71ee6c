"""The seats of a whole season, drawn at its beginning."""

import uuid

from django.db import models

from tournaments.models.event import Event
from tournaments.models.season import Season


class SeasonDraw(models.Model):
    """Who sits where on every evening of a season, so that all meet equally often."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="draw")
    seed = models.PositiveBigIntegerField()
    """The same seed gives the same draw."""
    evenings = models.JSONField()
    """By evening its tables, each a list of places in playing order; places are from 0."""
    least = models.PositiveSmallIntegerField()
    """How often two meet who meet least in the season."""
    most = models.PositiveSmallIntegerField()
    """How often two meet who meet most."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["season"]

    def __str__(self) -> str:
        return f"{self.season}: {len(self.evenings)}"


class SeasonPlace(models.Model):
    """Who has a place of a season's draw; a person can be forgotten, and the place stays."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    draw = models.ForeignKey(SeasonDraw, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    """From 0, as in the evenings of the draw."""
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="season_place_once"),
            models.UniqueConstraint(fields=["draw", "person"], name="season_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.person}"


class DrawnEvening(models.Model):
    """The event that was made of an evening of the draw."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    draw = models.ForeignKey(SeasonDraw, on_delete=models.PROTECT, related_name="made")
    number = models.PositiveSmallIntegerField()
    """Of the evening, from 1."""
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="drawn_evening")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="drawn_evening_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draw} {self.number}"
