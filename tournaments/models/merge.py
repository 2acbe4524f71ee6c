"""That two members were made one, and all that is needed to make them two again."""

import uuid

from django.db import models

from lhombre_club.members.models import Club, Person


class Merge(models.Model):
    """What went over from one member to another, until that is undone or he who stays is gone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="merges")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merges")
    """Who stays."""
    name = models.CharField(max_length=161)
    """Who has gone."""
    moved = models.JSONField()
    """Rows that were his, by model and field: their keys."""
    gone = models.JSONField()
    """Rows that are no more, each as Django writes it: his own, and what he had twice."""
    made = models.JSONField()
    """Keys of the times as a member that were noted of who stays."""
    lacked = models.JSONField()
    """What who stays had not and was given: field, what he had, what he got."""
    actor = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.name}: {self.person_id}"
