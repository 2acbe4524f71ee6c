"""Rounds, tables, and who sits where."""

import uuid
from typing import TypeVar

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event, Participant
from tournaments.models.sitters import Sitter

MOST_SEATS = 5
AnyModel = TypeVar("AnyModel", bound=models.Model)


class Standing(models.Manager[AnyModel]):
    """Rows of the rounds that stand: what ``book.replaced`` put aside is not among them."""

    round = ""
    """The way to the round."""

    def get_queryset(self) -> models.QuerySet[AnyModel]:
        """Return the rows that stand."""
        return super().get_queryset().filter(**{f"{self.round}replaced_at": None})


class OfStanding(Standing[AnyModel]):
    """The same, of rows that have a round."""

    round = "round__"


class Round(models.Model):
    """A round of an event: drawn first, then released to the room.

    ``every`` has also those that were replaced: tables at which every deal was taken back before
    others sat down there, kept for what was entered.
    """

    class State(models.TextChoices):
        DRAFT = "draft", _("draft")
        RELEASED = "released", _("released")
        PROVISIONAL = "provisional", _("provisional")
        """Every sheet is in; whoever thinks that one is wrong says so now."""
        FINAL = "final", _("final")

    SHOWN = (State.RELEASED, State.PROVISIONAL, State.FINAL)
    """States in which the room may see the round."""
    DECIDABLE = (State.RELEASED, State.PROVISIONAL)
    """States in which penalties are given and links open their table."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    date = models.DateField(null=True, blank=True)
    """The evening it is played on; None: that of the event."""
    state = models.CharField(max_length=12, choices=State, default=State.DRAFT)
    released_at = models.DateTimeField(null=True, blank=True)
    provisional_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    replaced_at = models.DateTimeField(null=True, blank=True)
    """None: it stands."""

    objects = Standing["Round"]()
    every = models.Manager["Round"]()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(
                fields=["event", "number"],
                condition=Q(replaced_at__isnull=True),
                name="round_once",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.event} {self.number}"


class Table(models.Model):
    """A table in one round; its account is the book of the same id."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    match = models.ForeignKey(
        "tournaments.Match", on_delete=models.SET_NULL, null=True, blank=True, related_name="tables"
    )
    """The match of two pairs or teams that it belongs to, in an event of such."""
    first_dealer = models.PositiveSmallIntegerField(default=0)
    """Seat that deals the first deal."""
    locked = models.BooleanField(default=False)
    """Another draw leaves it as it is."""
    extra_minutes = models.PositiveSmallIntegerField(default=0)
    """Minutes that the director gave it on top, together."""
    extra_at = models.DateTimeField(null=True, blank=True)
    """When he last did."""
    paper_at = models.DateTimeField(null=True, blank=True)
    """When its paper sheet came into the director's hand; None: it is still out."""
    paper_by = models.CharField(max_length=80, blank=True)
    """The actor who took it in."""

    objects = OfStanding["Table"]()
    every = models.Manager["Table"]()

    class Meta:
        ordering = ["round__number", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="table_once"),
        ]

    def __str__(self) -> str:
        return f"{self.round} / {self.number}"

    @property
    def book(self) -> str:
        """The opaque key under which scoring keeps this table's account."""
        return str(self.pk)


class Seat(models.Model):
    """Who sits at a table, in playing order: 0 North, 1 West, 2 South, 3 East."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seats")
    seat = models.PositiveSmallIntegerField()
    participant = models.ForeignKey(Participant, on_delete=models.PROTECT, related_name="seats")
    """Whose points they are."""
    substitute = models.ForeignKey(
        "members.Person",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="substitutions",
    )
    """Who played in the participant's place; the play counts in his own statistics."""
    substitute_name = models.CharField(max_length=160, blank=True)
    substitute_from = models.PositiveSmallIntegerField(default=1)
    """Number of the first deal that he played; the participant played those before it."""

    objects = OfStanding["Seat"]()
    every = models.Manager["Seat"]()

    class Meta:
        ordering = ["table", "seat"]
        constraints = [
            models.UniqueConstraint(fields=["table", "seat"], name="seat_once"),
            models.UniqueConstraint(fields=["round", "participant"], name="one_seat_in_a_round"),
            models.CheckConstraint(condition=Q(seat__lt=MOST_SEATS), name="seat_exists"),
        ]

    def __str__(self) -> str:
        return f"{self.table} {self.seat}: {self.participant}"

    @property
    def sitter(self) -> Sitter:
        """Who plays on it in which deal."""
        return Sitter(self.participant.name, self.substitute_name, self.substitute_from)

    @property
    def sits(self) -> str:
        """Name of who plays on it in the round: the substitute, where there is one, or both."""
        return str(self.sitter)
