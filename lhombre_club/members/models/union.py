"""What the union asks of a club and gives it."""

import uuid

from django.db import models

from lhombre_club.members.models.people import Club, Membership


def _members() -> list[str]:
    return [status for status in Membership.Status if status != Membership.Status.GUEST]


def _steps() -> list[int]:
    return [25, 50, 75]


class UnionFigures(models.Model):
    """The figures of the union's statutes, which a club writes down anew when they change.

    Before it does they are those of https://www.lhombre.dk/vedtaegter/ and
    https://www.lhombre.dk/tilskud/. Amounts are whole kroner.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.OneToOneField(Club, on_delete=models.CASCADE, related_name="union_figures")
    statuses = models.JSONField(default=_members)
    """Who of the club is a member to the union."""
    a_member = models.PositiveIntegerField(default=10)
    least = models.PositiveIntegerField(default=125)
    """What a club pays at the least for its members."""
    a_team = models.PositiveIntegerField(default=0)
    """For each team at the championship."""
    counted_on = models.CharField(max_length=5, default="10-01")
    paid_by = models.CharField(max_length=5, default="11-01")
    """Month and day."""
    votes_above = models.JSONField(default=_steps)
    """One vote, and one more above each of these numbers of members."""
    a_lesson = models.PositiveIntegerField(default=50)
    """The grant for each beginner and each instructor on an evening."""
    lessons = models.PositiveIntegerField(default=10)
    """For so many evenings of a season at the most."""

    def __str__(self) -> str:
        return str(self.club)
