"""How a club usually plays, the rule sets that it has made itself, and its board of honour."""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.event import Event
from tournaments.models.season import Season


class ClubPreset(models.Model):
    """What an event of a club may start from, under a name of the club’s own."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="presets")
    name = models.CharField(_("name"), max_length=80)
    place = models.PositiveSmallIntegerField(default=0)
    """Order in the list; the first is what the club usually plays."""
    kind = models.CharField(max_length=20, choices=Event.Kind, default=Event.Kind.INDIVIDUAL)
    rules = models.CharField(max_length=40)
    """Id of a published rule set, or of one of the club’s own."""
    options = models.JSONField(default=dict)
    """What was chosen in it, by the option’s name."""
    accounting = models.CharField(max_length=10)
    settings = models.JSONField(default=dict)
    """What was chosen about the account, by key; what is missing is as usual."""
    unit = models.DecimalField(max_digits=12, decimal_places=6, null=True, blank=True)
    smallest = models.PositiveSmallIntegerField(
        choices=Event.Smallest, default=Event.Smallest.KRONE
    )
    start = models.IntegerField(default=0)
    deals = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    season = models.ForeignKey(
        Season, on_delete=models.SET_NULL, null=True, blank=True, related_name="+"
    )
    language = models.CharField(max_length=5, default="da")

    class Meta:
        ordering = ["place", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "name"], name="preset_name_once"),
        ]

    def __str__(self) -> str:
        return self.name


class OwnRules(models.Model):
    """One version of a rule set that a club has made from another. Its rules are never changed.

    The highest version of an id counts; events keep the copy that they began with.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="own_rules")
    slug = models.CharField(max_length=40)
    """Id of the rule set, which none that is published has."""
    version = models.PositiveSmallIntegerField()
    ruleset = models.JSONField()
    """All of it: ``RuleSet.to_json()``."""
    offered = models.BooleanField(default=True)
    """Not: the club has put it away, and it is in no list any more."""
    actor = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["slug", "version"]
        constraints = [
            models.UniqueConstraint(
                fields=["club", "slug", "version"], name="own_rules_version_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.slug} {self.version}"


class Honour(models.Model):
    """A title of the board of honour; shared by all rows that have it, not given without a name."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="honours")
    year = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=80)
    name = models.CharField(max_length=160, blank=True)
    """As it stands on the board: of a member, of a pair, of somebody who died long ago."""
    remark = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-year", "title", "name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "year", "title", "name"], name="honour_once"),
        ]

    def __str__(self) -> str:
        return f"{self.year} {self.title}: {self.name}"


class ClubWriter(models.Model):
    """What a user of another computer is called, who wrote in the club's books before it came."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.CASCADE, related_name="writers")
    actor = models.CharField(max_length=80)
    name = models.CharField(max_length=300)

    class Meta:
        ordering = ["actor"]
        constraints = [
            models.UniqueConstraint(fields=["club", "actor"], name="club_writer_once"),
        ]

    def __str__(self) -> str:
        return self.name
