"""A season: evenings of a club that are counted together."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _


class Season(models.Model):
    """Evenings counted together, the best of them for each player."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="seasons")
    name = models.CharField(_("name"), max_length=120)
    planned = models.PositiveSmallIntegerField(_("evenings planned"), default=5)
    best = models.PositiveSmallIntegerField(_("evenings that count"), null=True, blank=True)
    """The best so many of a player's evenings count; None: all of them."""
    min_deals = models.PositiveSmallIntegerField(_("fewest deals to be placed"), default=0)
    counts_abandoned = models.BooleanField(_("an evening broken off counts"), default=True)
    champion = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    """Whom the director has named."""
    champion_name = models.CharField(max_length=160, blank=True)
    """His name then; empty: nobody, where ``champion_why`` says why."""
    champion_why = models.CharField(max_length=200, blank=True)
    """Why it is not as the table says; empty: it is."""

    class Meta:
        ordering = ["name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="season_name_once"),
        ]

    def __str__(self) -> str:
        return self.name
