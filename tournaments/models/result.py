"""A deal's result is a version, never an edit."""

from typing import Any, NoReturn, Self

from django.db import models
from django.db.models import Exists, OuterRef, Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.correction import Correction
from tournaments.models.round import Table


class WrittenOnceError(TypeError):
    """Somebody tried to change or delete a revision."""


class Revisions(models.QuerySet["Revision"]):
    """Revisions in number are as fixed as one."""

    def newest(self) -> Self:
        """Return of these the one that counts of each deal; those before it are not read."""
        later = Revision.objects.order_by().filter(
            table=OuterRef("table"), deal=OuterRef("deal"), number__gt=OuterRef("number")
        )
        return self.filter(~Exists(later))

    def update(self, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise WrittenOnceError("a revision is superseded, never changed")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise WrittenOnceError("a revision is superseded, never deleted")


class Revision(models.Model):
    """What somebody entered for one deal. The highest number is the one that counts.

    It holds what was entered, never amounts. Two writers who both saw revision n meet in the
    uniqueness of (table, deal, number): one wins, the other is shown both versions.
    """

    class Ruling(models.TextChoices):
        """What a director decided about a deal, where the players' result does not count."""

        NONE = "", _("as played")
        DECIDED = "decided", _("decided by the director")
        ANNULLED = "annulled", _("annulled")
        NOT_PLAYED = "not_played", _("not played")

    id = models.UUIDField(primary_key=True)
    """Made by the client before it sends, so that sending twice is the same as once."""
    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="revisions")
    deal = models.PositiveSmallIntegerField()
    number = models.PositiveSmallIntegerField()
    record = models.JSONField(null=True)
    """The result record (docs/record.md) without rule set and players; null: no result."""
    digest = models.CharField(max_length=64)
    """Of the request, so that one id cannot carry two different results."""
    reason = models.CharField(max_length=200, blank=True)
    ruling = models.CharField(max_length=12, choices=Ruling, default=Ruling.NONE, blank=True)
    correction = models.ForeignKey(
        Correction, on_delete=models.PROTECT, null=True, blank=True, related_name="revisions"
    )
    """The correction that this version is part of; several lines may share one."""
    actor = models.CharField(max_length=80)
    claimed_at = models.DateTimeField(null=True, blank=True)
    """When the client says it was entered: a claim, never used for order."""
    created_at = models.DateTimeField(auto_now_add=True)

    objects = Revisions.as_manager()

    class Meta:
        ordering = ["table", "deal", "number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "deal", "number"], name="revision_once"),
            models.CheckConstraint(condition=Q(number__gte=1), name="revision_from_one"),
            models.CheckConstraint(condition=Q(deal__gte=1), name="deal_from_one"),
            models.CheckConstraint(
                condition=~Q(ruling__in=["annulled", "not_played"]) | Q(record__isnull=True),
                name="annulled_deal_has_no_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.deal}.{self.number}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row, once."""
        if not self._state.adding:
            raise WrittenOnceError("a revision is superseded, never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise WrittenOnceError("a revision is superseded, never deleted")
