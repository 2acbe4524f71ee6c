"""A season: evenings counted together, its seats, drawn at its start, and the club's calendar."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event


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


class SeasonDraw(models.Model):
    """Who sits where on every evening of a season, so that all meet equally often."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    season = models.OneToOneField(Season, on_delete=models.CASCADE, related_name="draw")
    seed = models.PositiveBigIntegerField()
    """The same seed gives the same draw."""
    evenings = models.JSONField()
    """By evening its tables, each a list of places in playing order; places are from 0."""
    least = models.PositiveSmallIntegerField()
    """How often two meet who meet least in the season."""
    most = models.PositiveSmallIntegerField()
    """How often two meet who meet most."""
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["season"]

    def __str__(self) -> str:
        return f"{self.season}: {len(self.evenings)}"


class SeasonPlace(models.Model):
    """Who has a place of a season's draw; a person can be forgotten, and the place stays."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    draw = models.ForeignKey(SeasonDraw, on_delete=models.CASCADE, related_name="places")
    number = models.PositiveSmallIntegerField()
    """From 0, as in the evenings of the draw."""
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, related_name="+"
    )

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="season_place_once"),
            models.UniqueConstraint(fields=["draw", "person"], name="season_person_once"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.person}"


class DrawnEvening(models.Model):
    """The event that was made of an evening of the draw."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    draw = models.ForeignKey(SeasonDraw, on_delete=models.PROTECT, related_name="made")
    number = models.PositiveSmallIntegerField()
    """Of the evening, from 1."""
    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="drawn_evening")

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["draw", "number"], name="drawn_evening_once"),
        ]

    def __str__(self) -> str:
        return f"{self.draw} {self.number}"


class PastEvening(models.Model):
    """An evening that was played without this program: what each won, and no deal of it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="past")
    date = models.DateField()
    name = models.CharField(max_length=120)
    deals = models.PositiveSmallIntegerField()
    """How many each has played."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["date", "name"]
        constraints = [
            models.UniqueConstraint(fields=["season", "date", "name"], name="past_evening_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.date}"


class PastResult(models.Model):
    """What somebody won on such an evening; a person can be forgotten, and the points stay."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    evening = models.ForeignKey(PastEvening, on_delete=models.CASCADE, related_name="results")
    person = models.ForeignKey(
        "members.Person", on_delete=models.SET_NULL, null=True, related_name="+"
    )
    name = models.CharField(max_length=160)
    points = models.IntegerField()

    class Meta:
        ordering = ["-points", "name"]

    def __str__(self) -> str:
        return f"{self.name}: {self.points}"


class PlannedEvening(models.Model):
    """A day of the calendar. What is played on it is an event of its own, of the same date."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="calendar")
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="calendar"
    )
    name = models.CharField(max_length=120)
    date = models.DateField()
    begins = models.TimeField(null=True, blank=True)
    """Local time; None: nothing is said of it."""
    ends = models.TimeField(null=True, blank=True)
    """Local time, after midnight where it is earlier than the beginning."""
    place = models.CharField(max_length=120, blank=True)
    remark = models.CharField(max_length=200, blank=True)
    called_off = models.BooleanField(default=False)
    changes = models.PositiveIntegerField(default=0)
    """How often it has changed, which tells the calendar of a phone that it holds an old one."""
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["date", "begins", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "date", "name"], name="planned_evening_once_a_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} {self.date}"
