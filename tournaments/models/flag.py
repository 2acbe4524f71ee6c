"""A doubt about a sheet."""

import uuid
from collections.abc import Mapping
from typing import Final

from django.db import models
from django.db.models import Q
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.models.round import Table


class Flag(models.Model):
    """A doubt about a sheet. Somebody clears it with a reason before the round is final."""

    class Kind(models.TextChoices):
        SUMS = "sums", _("the sums on the paper differ")
        SECOND = "second", _("the second entry differs")
        UNCONFIRMED = "unconfirmed", _("a player says that it is not right")
        DOUBT = "doubt", _("the director is in doubt")

    class State(models.TextChoices):
        OPEN = "open", _("open")
        CLEARED = "cleared", _("cleared")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="flags")
    deal = models.PositiveSmallIntegerField(default=0)
    """The deal, or the last of the ten that it is about; 0: the whole sheet."""
    kind = models.CharField(max_length=12, choices=Kind)
    differs = models.BooleanField(default=True)
    """Two readings differ; otherwise a proof was not given, and was done without."""
    seen = models.CharField(max_length=64)
    """Digest of what was in doubt: clearing it says nothing of what is entered later."""
    words = models.CharField(max_length=200, blank=True)
    """What whoever raised it has to say."""
    actor = models.CharField(max_length=80)
    owner = models.CharField(max_length=80, blank=True)
    """The actor that looks into it; empty: nobody yet."""
    state = models.CharField(max_length=8, choices=State, default=State.OPEN)
    reason = models.CharField(max_length=200, blank=True)
    cleared_by = models.CharField(max_length=80, blank=True)
    cleared_at = models.DateTimeField(null=True, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["created_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "deal", "kind"], condition=Q(state="open"), name="open_flag_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}: {self.kind}"

    @property
    def says(self) -> str:
        """What is in doubt, for a sentence."""
        kind = self.Kind(self.kind)
        return str(kind.label if self.differs else NOT_GIVEN.get(kind, kind.label))


NOT_GIVEN: Final[Mapping[str, Promise]] = {
    Flag.Kind.SUMS: _("the sums on the paper are not typed"),
    Flag.Kind.SECOND: _("nobody has read it a second time"),
    Flag.Kind.UNCONFIRMED: _("no other player has confirmed it"),
}
"""What is in doubt where a proof was done without."""
