"""The journal: one wide row for each settled deal, written once."""

from typing import Any, NoReturn

from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _


class WrittenOnceError(TypeError):
    """Somebody tried to change or delete what is written once."""


class JournalEntries(models.QuerySet["JournalEntry"]):
    """Entries in number are as fixed as one."""

    def update(self, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise WrittenOnceError("a journal entry is reversed, never changed")

    def delete(self) -> NoReturn:
        """Refuse."""
        raise WrittenOnceError("a journal entry is reversed, never deleted")


class JournalEntry(models.Model):
    """What moved between five seats, the pot, the penalties and the cash, or the undoing of that.

    The amounts are points. They are NOT NULL and sum to nothing, by a CHECK that SQLite and
    PostgreSQL both enforce, also against ``bulk_create`` and SQL of other hands.
    """

    class Kind(models.TextChoices):
        DEAL = "deal", _("deal")
        ANTE = "ante", _("ante")
        PENALTY = "penalty", _("penalty")
        HAND = "hand", _("entry by hand")
        TRANSFER = "transfer", _("transfer of a stake")
        REVERSAL = "reversal", _("reversal")

    book = models.CharField(max_length=64)
    """Opaque key of the table whose account this is."""
    deal = models.PositiveSmallIntegerField()
    """Number on the sheet; 0 for what belongs to no deal, such as the antes at the start."""
    kind = models.CharField(max_length=10, choices=Kind)
    reverses = models.OneToOneField(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="reversed_by"
    )
    seat0 = models.IntegerField()
    seat1 = models.IntegerField()
    seat2 = models.IntegerField()
    seat3 = models.IntegerField()
    seat4 = models.IntegerField()
    pot = models.IntegerField()
    penalties = models.IntegerField(default=0)
    """What penalties took away: players lose it to nobody."""
    cash = models.IntegerField(default=0)
    """What came from or went to the club's cash box."""
    revision = models.UUIDField()
    """The result revision that was settled, or the table entry that was made by hand."""
    ruleset_digest = models.CharField(max_length=64)
    reason = models.CharField(max_length=200)
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    objects = JournalEntries.as_manager()

    class Meta:
        ordering = ["id"]
        indexes = [models.Index(fields=["book", "deal"], name="journal_book_deal")]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(
                    seat0=-F("seat1")
                    - F("seat2")
                    - F("seat3")
                    - F("seat4")
                    - F("pot")
                    - F("penalties")
                    - F("cash")
                ),
                name="journal_sums_to_nothing",
            ),
            models.CheckConstraint(
                condition=models.Q(kind="reversal", reverses__isnull=False)
                | models.Q(
                    kind__in=["deal", "ante", "penalty", "hand", "transfer"],
                    reverses__isnull=True,
                ),
                name="journal_reversal_names_its_entry",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.book} {self.deal} {self.kind}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        """Write the row, once."""
        if not self._state.adding:
            raise WrittenOnceError("a journal entry is reversed, never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        """Refuse."""
        raise WrittenOnceError("a journal entry is reversed, never deleted")

    @property
    def seats(self) -> tuple[int, int, int, int, int]:
        """The amounts of the five seats, in playing order."""
        return (self.seat0, self.seat1, self.seat2, self.seat3, self.seat4)


class SeatTotal(models.Model):
    """A projection: what the account says of one seat. ``check_ledger --rebuild`` remakes it."""

    book = models.CharField(max_length=64)
    seat = models.PositiveSmallIntegerField()
    points = models.IntegerField(default=0)
    """All that the account moved to the seat, penalties and entries by hand included."""
    penalties = models.IntegerField(default=0)
    """The part of the points that penalties are: never above nothing."""
    deals = models.PositiveSmallIntegerField(default=0)
    """Deals in which the seat held cards."""
    declared = models.PositiveSmallIntegerField(default=0)
    won = models.PositiveSmallIntegerField(default=0)
    """Games won as declarer."""
    kodille = models.PositiveSmallIntegerField(default=0)
    highest = models.PositiveSmallIntegerField(default=0)
    """Value of the highest contract won as declarer, points per opponent."""

    class Meta:
        ordering = ["book", "seat"]
        constraints = [models.UniqueConstraint(fields=["book", "seat"], name="seat_total_once")]

    def __str__(self) -> str:
        return f"{self.book} {self.seat}: {self.points}"
