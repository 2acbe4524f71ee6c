"""A club's calendar: the evenings it means to play."""

import uuid

from django.db import models

from tournaments.models.season import Season


class PlannedEvening(models.Model):
    """A day of the calendar. What is played on it is an event of its own, of the same date."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="calendar")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="calendar"
    )
    name = models.CharField(max_length=120)
    date = models.DateField()
    begins = models.TimeField(null=True, blank=True)
    """Local time; None: nothing is said of it."""
    ends = models.TimeField(null=True, blank=True)
    """Local time, after midnight where it is earlier than the beginning."""
    place = models.CharField(max_length=120, blank=True)
    remark = models.CharField(max_length=200, blank=True)
    called_off = models.BooleanField(default=False)
    changes = models.PositiveIntegerField(default=0)
    """How often it has changed, which tells the calendar of a phone that it holds an old one."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["date", "begins", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "date", "name"], name="planned_evening_once_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.date}"
