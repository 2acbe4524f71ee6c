"""What a director lets the room's screen show."""

import datetime as dt
from typing import Final

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event

OVER: Final = dt.timedelta(minutes=30)
"""How long a clock that has run out is still seen."""
LONGEST: Final = 100
"""Letters of what is said on it."""


class Screen(models.Model):
    """The room's screen of an event; one that has none shows by itself what is asked for."""

    class Face(models.TextChoices):
        SEATS = "seats", _("Who sits where, by name")
        PLAN = "plan", _("Who sits where, by table")
        PROGRESS = "progress", _("How far the tables are")
        STANDINGS = "standings", _("The standings")
        AWARDS = "awards", _("The awards of the night")
        CLOCK = "clock", _("The clock, large")

    event = models.OneToOneField(
        Event, on_delete=models.CASCADE, primary_key=True, related_name="screen"
    )
    faces = models.JSONField(default=list)
    """Values of ``Face``, in the order in which they are shown; none: by itself."""
    call = models.CharField(max_length=LONGEST, blank=True)
    """Said above everything, such as that coffee is served."""
    foot = models.CharField(max_length=LONGEST, blank=True)
    """Said below everything, such as who gave the prizes."""
    ends_at = models.DateTimeField(null=True, blank=True)
    """When the time that is played is up; None: the clock stands still."""

    def __str__(self) -> str:
        return str(self.event)

    @property
    def clock(self) -> dt.datetime | None:
        """When the clock runs out, or did a little while ago."""
        shown = self.ends_at and timezone.now() < self.ends_at + OVER
        return self.ends_at if shown else None

    @property
    def is_over(self) -> bool:
        """Whether the time is up."""
        return self.ends_at is not None and self.ends_at <= timezone.now()

    @property
    def clock_seen(self) -> str:
        """What is sent back with another time, so that two who give it do not give it twice."""
        return self.ends_at.isoformat() if self.ends_at else ""
