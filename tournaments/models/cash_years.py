"""Which years of a club's cash book are closed."""

from django.db import models

from tournaments.models.cash import Booked


class YearState(Booked):
    """That a year was closed, as the meeting has approved it, or opened again; the last holds."""

    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="cash_years")
    year = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    """From 1 in each year."""
    is_closed = models.BooleanField()
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["year", "number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "number"], name="year_state_once"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {'closed' if self.is_closed else 'open'}"
