"""Pairs and teams that meet: how a league is drawn, and who meets whom in a round."""

import uuid

from django.db import models
from django.db.models import F, Q

from tournaments.models.event import Event, Team
from tournaments.models.round import Round


class League(models.Model):
    """How the matches of a pair or team event are drawn; none before its first draw."""

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="league"
    )
    times = models.PositiveSmallIntegerField(default=1)
    """How often every two meet."""
    byes_on_purpose = models.BooleanField(default=False)
    """Two teams sit out in every round but the last, so that substitutes are at hand."""
    mixing = models.BooleanField(default=False)
    """Within a team everybody plays with each of the others in turn."""

    class Meta:
        ordering = ["event"]

    def __str__(self) -> str:
        return f"{self.event}: {self.times}"


class Match(models.Model):
    """Two pairs or teams that meet in a round.

    A pair match has one table and a team match two. Where an odd number of teams plays, some
    meet in a ring: such a match has one table, and those two meet at another in another round.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    number = models.PositiveSmallIntegerField()
    home = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="matches_at_home")
    """Sits North and South at the first table."""
    away = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="matches_away")

    class Meta:
        ordering = ["round__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="match_once"),
            models.UniqueConstraint(fields=["round", "home", "away"], name="meeting_once_a_round"),
            models.CheckConstraint(condition=~Q(home=F("away")), name="match_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"
