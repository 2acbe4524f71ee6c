"""Who was forgotten, by keys alone, and how long a club keeps what need not stay for ever."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Forgotten(models.Model):
    """That somebody was forgotten: nothing that says who it was but a key that leads nowhere.

    The same stands outside the database, so that a copy of before brings nobody back.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="forgotten")
    person = models.UUIDField()
    """Key of the person, whose row stays under another name; no row has to be there."""
    number = models.PositiveIntegerField()
    """What tells one who was forgotten from another."""
    photos = models.JSONField(default=list)
    """Names of the files that were removed with him."""
    actor = models.CharField(max_length=80)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person"], name="forgotten_once"),
            models.UniqueConstraint(fields=["club", "number"], name="forgotten_number_once"),
        ]

    def __str__(self) -> str:
        return str(self.number)


class KeptFor(models.Model):
    """How many months a club keeps what need not stay; 0: for ever. Without it all stays."""

    club = models.OneToOneField(
        "members.Club", on_delete=models.CASCADE, primary_key=True, related_name="kept_for"
    )
    photos = models.PositiveSmallIntegerField(_("photos of sheets"), default=0)
    """Since they were attached."""
    protests = models.PositiveSmallIntegerField(_("words of protests and doubts"), default=0)
    """Since they were written, where they are answered."""
    guests = models.PositiveSmallIntegerField(_("guests who do not come any more"), default=0)
    """Since they were seen last."""
    answers = models.PositiveSmallIntegerField(_("answers whether somebody comes"), default=0)
    """Since the evening."""
    pages = models.PositiveSmallIntegerField(
        _("pages on which everybody reads how an event went"), default=0
    )
    """Since its day; its figures stay, and so do the club's own pages of it."""
    letters = models.PositiveSmallIntegerField(_("letters to members"), default=0)
    """Since they were written."""
    actor = models.CharField(max_length=80)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        kept = (self.photos, self.protests, self.guests, self.answers, self.pages, self.letters)
        return ", ".join(map(str, kept))
