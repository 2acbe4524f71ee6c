"""What members say of evenings to come, each by a link of his own."""

import uuid

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models.people import Club, Person


class PersonalLink(models.Model):
    """The address at which a member answers for himself. Only its digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="personal_links")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="personal_links")
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=80)
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["made_at"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person"], name="personal_link_once"),
        ]

    def __str__(self) -> str:
        return f"{self.person} {self.made_at:%Y-%m-%d %H:%M}"


class Answer(models.Model):
    """What a member has said of an evening. It marks nobody as here: a director does."""

    class Said(models.TextChoices):
        COMES = "comes", _("comes")
        AWAY = "away", _("does not come")
        SUBSTITUTE = "substitute", _("can substitute")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="answers")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="answers")
    date = models.DateField()
    said = models.CharField(max_length=10, choices=Said)
    at = models.DateTimeField(default=timezone.now)
    is_late = models.BooleanField(default=False)
    """Whether it came when the list of the evening was taken already."""

    class Meta:
        ordering = ["date", "at"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person", "date"], name="answer_once"),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.person}: {self.said}"


class ListTaken(models.Model):
    """That a director took over who said that he comes: those were marked as here."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="lists_taken")
    date = models.DateField()
    since = models.DateTimeField()
    at = models.DateTimeField()
    """Whoever was marked as here from ``since`` to ``at`` was so by it: nobody else writes then."""
    marked = models.PositiveIntegerField()
    """How many."""
    actor = models.CharField(max_length=80)

    class Meta:
        ordering = ["at"]

    def __str__(self) -> str:
        return f"{self.date} {self.at:%Y-%m-%d %H:%M}: {self.marked}"
