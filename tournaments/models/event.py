"""An event and those who play in it."""

import uuid

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _


def three_or_four() -> list[int]:
    """Sizes of tables unless the director says otherwise."""
    return [3, 4]


class Event(models.Model):
    """A club night or a championship; it keeps the copy of the rules it began with."""

    class Kind(models.TextChoices):
        INDIVIDUAL = "individual", _("individual")
        PAIRS = "pairs", _("pairs")
        TEAMS = "teams", _("teams")

    class Comparison(models.TextChoices):
        RAW = "raw", _("points as they are")
        PER_OPPONENT = "per_opponent", _("points per opponent")
        PER_ACTIVE_DEAL = "per_active_deal", _("points per deal played")

    class Verification(models.TextChoices):
        """How a sheet is proved to say what the paper says, before its round is provisional."""

        NONE = "none", _("nothing more")
        STATED = "stated", _("the sums on the paper are typed too")
        SECOND = "second", _("a second person enters every sheet blind")
        CONFIRMED = "confirmed", _("another player confirms every ten deals")

    class Smallest(models.IntegerChoices):
        """The smallest amount that is paid when an event is settled up; øre."""

        KRONE = 100, _("whole kroner")
        HALF = 50, _("half kroner")
        OERE = 1, _("whole øre")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey("members.Club", on_delete=models.PROTECT, related_name="events")
    name = models.CharField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    kind = models.CharField(max_length=20, choices=Kind, default=Kind.INDIVIDUAL)
    ruleset = models.JSONField()
    """The rule set as it was at the start: ``RuleSet.to_json()``."""
    ruleset_digest = models.CharField(max_length=64)
    accounting = models.CharField(max_length=10, default="rasle")
    """How the account is kept: a key of ``scoring.sequence.KINDS``."""
    sitter_pays = models.BooleanField(default=False)
    ante = models.PositiveSmallIntegerField(_("ante"), default=2)
    """Bits that everybody puts into a pott."""
    pot_cap = models.PositiveIntegerField(_("limit of the pot"), null=True, blank=True)
    """The most bits that one deal takes from the pot of a mixed account, or adds to it."""
    account_settings = models.JSONField(default=dict)
    """What else was chosen about the account, by key; what is missing is as usual."""
    start = models.IntegerField(_("starting stake"), default=0)
    """Points that each seat begins with on the sheet; no standing counts them."""
    unit = models.DecimalField(
        _("kroner a point"), max_digits=12, decimal_places=6, null=True, blank=True
    )
    """None: not played for money."""
    smallest = models.PositiveSmallIntegerField(
        _("amounts are rounded to"), choices=Smallest, default=Smallest.KRONE
    )
    """Øre."""
    comparison = models.CharField(max_length=20, choices=Comparison, default=Comparison.RAW)
    """How seats at tables of different sizes are compared."""
    min_deals = models.PositiveSmallIntegerField(_("fewest deals to be placed"), default=0)
    frozen_after = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number of the last round of which everybody sees results; None: of all."""
    season = models.ForeignKey(
        "tournaments.Season",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="events",
    )
    abandoned = models.BooleanField(_("abandoned"), default=False)
    """It was broken off; what was played stays."""
    verification = models.CharField(max_length=10, choices=Verification, default=Verification.NONE)
    protest_minutes = models.PositiveSmallIntegerField(default=30)
    """How long protests are received when a round is provisional, or closed before others; 0: none
    are, at any time."""
    provisional_by_itself = models.BooleanField(default=False)
    """A round becomes provisional as soon as its last sheet is in and proved."""
    tables_of = models.JSONField(default=three_or_four)
    """Sizes of tables that the draw may use; where they do not come out, somebody sits out."""
    deals_per_round = models.PositiveSmallIntegerField(_("deals a round"), default=40)
    planned_rounds = models.PositiveSmallIntegerField(_("rounds"), default=2)
    tie_chain = models.JSONField(default=list)
    """Keys of the metrics that order the standings, first to last."""
    seed = models.PositiveBigIntegerField()
    """What the draw was made from; the same seed gives the same plan."""
    since_draw = models.JSONField(default=dict)
    """Swaps made by hand since the draw, and the plan before it: ``seating.domain.again``."""
    language = models.CharField(max_length=5, default="da")
    """The language of its papers."""
    version = models.PositiveBigIntegerField(default=1)
    """Raised by each write that a standings page can see; the ETag is made from it."""
    epoch = models.UUIDField(default=uuid.uuid4)
    """Changes when a backup is restored, so that no ETag of a lost future matches."""
    created_at = models.DateTimeField(auto_now_add=True)
    archived_at = models.DateTimeField(null=True, blank=True)
    """Since when it lies behind the fold of the list; None: it stands in the list."""

    class Meta:
        ordering = ["-date", "-created_at"]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def count_players() -> models.Count:
        """Count who plays in an event, as an annotation of it: a substitute is not one more."""
        plays = Participant.in_some_round("participants__")
        return models.Count("participants", filter=plays, distinct=True)

    @property
    def has_oere(self) -> bool:
        """Whether its amounts are written with their øre, as some have any."""
        return self.smallest < self.Smallest.KRONE


class DeletedEvent(models.Model):
    """That an event was deleted which was never played: the club's own log of it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(
        "members.Club", on_delete=models.CASCADE, related_name="deleted_events"
    )
    name = models.CharField(max_length=120)
    date = models.DateField()
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.name} {self.date}"


class Team(models.Model):
    """A pair or a team of an event; its points are those of its members' seats."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="teams")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=160)
    division = models.CharField(max_length=40, blank=True)
    handicap = models.SmallIntegerField(default=0)
    """Points added once to the total of the event."""
    captain = models.ForeignKey(
        "tournaments.Participant",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="captain_of",
    )
    """Whom the director asks about the team."""

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="team_number_once"),
        ]

    def __str__(self) -> str:
        return self.name


class Participants(models.QuerySet["Participant"]):
    """Those who are to play in an event."""

    def playing(self) -> "Participants":
        """Leave out who plays in no round."""
        return self.filter(Participant.in_some_round())


class Participant(models.Model):
    """Somebody who plays in an event. Results point here; a person can be forgotten."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="participants")
    person = models.ForeignKey(
        "members.Person",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="participations",
    )
    number = models.PositiveSmallIntegerField()
    """Place in the draw, from 1."""
    name = models.CharField(max_length=160)
    """The name shown, as it was when the event was made."""
    team = models.ForeignKey(
        Team, on_delete=models.SET_NULL, null=True, blank=True, related_name="participants"
    )
    """The pair or team whose account the points go to."""
    place_in_team = models.PositiveSmallIntegerField(default=0)
    """From 0. The first two are a team's first pair, the next two its second."""
    from_round = models.PositiveSmallIntegerField(default=1)
    """The first round he plays; later than 1 for who came late."""
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    """The last round he plays; None: to the end. 0: he never came."""
    own_table = models.PositiveSmallIntegerField(null=True, blank=True)
    """Number of the table he keeps in every round, because he cannot walk far."""
    own_seat = models.PositiveSmallIntegerField(null=True, blank=True)
    """The seat he keeps there; None: any."""
    strength = models.PositiveSmallIntegerField(null=True, blank=True)
    """Group of strength, 1 the strongest; None: none."""

    objects = Participants.as_manager()

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["event", "number"], name="participant_number_once"),
            models.UniqueConstraint(fields=["event", "person"], name="participant_once"),
        ]

    def __str__(self) -> str:
        return self.name

    @staticmethod
    def in_some_round(way: str = "") -> Q:
        """Ask whether somebody plays in some round; ``way`` leads to him, as ``participants__``."""
        last, first = f"{way}to_round", F(f"{way}from_round")
        return Q((last, None)) | Q((f"{last}__gte", first))

    @property
    def plays(self) -> bool:
        """Whether he plays in some round: who never came, or left before he came, does not."""
        return self.to_round is None or self.to_round >= self.from_round

    @property
    def takes_turns(self) -> bool:
        """Whether he sits a round out in which he has no chair.

        Who is in none of an event's pairs or teams does not: he plays for others.
        """
        return self.team_id is not None or self.event.kind == Event.Kind.INDIVIDUAL

    def plays_in(self, number: int) -> bool:
        """Return whether he has come by the round of this number, and has not gone."""
        return self.from_round <= number and (self.to_round is None or number <= self.to_round)


class Wish(models.Model):
    """What two participants ask of the seating."""

    class Kind(models.TextChoices):
        APART = "apart", _("not at one table")
        TOGETHER = "together", _("at one table")
        FIRST_ROUND = "first_round", _("not at one table in the first round")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="wishes")
    kind = models.CharField(max_length=12, choices=Kind)
    one = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")
    other = models.ForeignKey(Participant, on_delete=models.CASCADE, related_name="+")

    class Meta:
        ordering = ["one__number", "other__number"]
        constraints = [
            models.UniqueConstraint(fields=["one", "other"], name="wish_once"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="wish_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.one}, {self.other}: {self.kind}"
