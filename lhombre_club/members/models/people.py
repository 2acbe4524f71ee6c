"""People, clubs, memberships, wishes and attendance."""

import datetime as dt
import uuid

from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from simple_history.models import HistoricalRecords


class ShownAs(models.TextChoices):
    """Under what name everybody reads of somebody; ``members.shown`` makes it."""

    CLUBS = "", _("as the club has chosen")
    """Of a person alone."""
    INITIAL = "initial", _("first name and the initial of the last")
    FULL = "full", _("first and last name")
    PSEUDONYM = "pseudonym", _("pseudonym")


class Club(models.Model):
    """A club."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(_("name"), max_length=120)
    words = models.JSONField(default=dict, blank=True)
    """Which words of ``club_words`` it has chosen; what is not named is the usual one."""
    shows_money = models.BooleanField(default=False)
    """Whether everybody may read who pays whom, and what side bonuses somebody got."""
    shows_rating = models.BooleanField(default=False)
    """Whether everybody may read how strong its players are."""
    shown_as = models.CharField(max_length=10, choices=ShownAs.choices[1:], default=ShownAs.INITIAL)
    """Under what name everybody reads of those who have chosen nothing else, and of guests."""
    created_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """One person for life; results point to a participant, not here."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    first_name = models.CharField(_("first name"), max_length=80)
    last_name = models.CharField(_("last name"), max_length=80, blank=True)
    display_name = models.CharField(
        _("pseudonym"),
        max_length=80,
        blank=True,
        help_text=_("Everybody reads it where it is chosen above; no other member is called so."),
    )
    shown_as = models.CharField(
        _("everybody reads"),
        max_length=10,
        choices=ShownAs.choices,
        default=ShownAs.CLUBS,
        blank=True,
    )
    email = models.EmailField(_("e-mail"), blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    address = models.CharField(_("postal address"), max_length=200, blank=True)
    history = HistoricalRecords()

    tag = ""
    """What tells him from another of his full name, where a list of the club is shown."""

    class Meta:
        ordering = ["first_name", "last_name"]

    def __str__(self) -> str:
        return self.name

    @property
    def full_name(self) -> str:
        """First and last name."""
        return f"{self.first_name} {self.last_name}".strip()

    @property
    def listed(self) -> str:
        """First and last name, as no other member of a list of the club has them."""
        return f"{self.full_name} ({self.tag})" if self.tag else self.full_name

    @property
    def name(self) -> str:
        """What the club calls him: in its events, on its sheets and papers."""
        return self.full_name


class Membership(models.Model):
    """That a person belongs to a club, under a number of the club's own."""

    class Status(models.TextChoices):
        ACTIVE = "active", _("active")
        PASSIVE = "passive", _("passive")
        HONORARY = "honorary", _("honorary")
        GUEST = "guest", _("guest")

    class Reached(models.TextChoices):
        EMAIL = "email", _("e-mail")
        LETTER = "letter", _("letter")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="memberships")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="memberships")
    number = models.CharField(_("number"), max_length=20, blank=True)
    status = models.CharField(_("status"), max_length=20, choices=Status, default=Status.ACTIVE)
    since = models.DateField(null=True, blank=True)
    """From when he is of this status; None: longer than anybody has noted."""
    left_on = models.DateField(null=True, blank=True)
    """His last day as a member; None: none is known."""
    reached_by = models.CharField(
        _("the club writes by"),
        max_length=10,
        choices=Reached,
        default=Reached.EMAIL,
        blank=True,
    )
    household = models.CharField(
        _("household"),
        max_length=40,
        blank=True,
        help_text=_("A word that those of one household have in common, and nobody else."),
    )
    own = models.JSONField(default=dict, blank=True)
    """What the club keeps of him in fields of its own: a text by the key of the field."""
    is_substitute = models.BooleanField(_("can be called as a substitute"), default=False)
    is_beginner = models.BooleanField(_("beginner"), default=False)
    is_instructor = models.BooleanField(_("teaches beginners"), default=False)
    history = HistoricalRecords()

    class Meta:
        ordering = ["number", "person__first_name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person"], name="member_once"),
            models.UniqueConstraint(
                fields=["club", "number"], condition=~Q(number=""), name="number_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.person}".strip()

    def is_left(self, date: dt.date) -> bool:
        """Whether his last day is over on ``date``."""
        return self.left_on is not None and self.left_on < date


class OwnField(models.Model):
    """Something that a club keeps of its members beside what the program knows by itself."""

    class Kind(models.TextChoices):
        TEXT = "text", _("text")
        DATE = "date", _("date")
        NUMBER = "number", _("whole number")
        CHOICE = "choice", _("one of several")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="own_fields")
    label = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    choices = models.JSONField(default=list, blank=True)
    """Of what is chosen, the texts there are to choose from."""
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["made_at", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["club", "label"], name="own_field_once"),
        ]

    def __str__(self) -> str:
        return self.label


class MemberNote(models.Model):
    """What directors note of a member for a while; gone the night after its last day."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="member_notes")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="member_notes")
    text = models.CharField(max_length=300)
    until = models.DateField()
    """The last day on which it stands."""
    actor = models.CharField(max_length=80)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["until", "at"]

    def __str__(self) -> str:
        return f"{self.person}: {self.text}"


class PastMembership(models.Model):
    """What somebody was in a club for a time that is over; what he is, is his membership."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="past_memberships")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="past_memberships")
    status = models.CharField(max_length=20, choices=Membership.Status)
    since = models.DateField(null=True, blank=True)
    """None: longer than anybody has noted."""
    until = models.DateField()
    """The last day."""
    history = HistoricalRecords()

    class Meta:
        ordering = ["until"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person", "until"], name="past_once"),
            models.CheckConstraint(
                condition=Q(since=None) | Q(since__lte=F("until")), name="past_begins_first"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.status} – {self.until}"


class SeatingWish(models.Model):
    """What two of a club ask of the seating, on every evening on which both come."""

    class Kind(models.TextChoices):
        APART = "apart", _("not at one table")
        TOGETHER = "together", _("at one table")
        FIRST_ROUND = "first_round", _("not at one table in the first round")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="seating_wishes")
    one = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    """The one of the lower key, so that two have one wish."""
    other = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=12, choices=Kind)
    history = HistoricalRecords()

    class Meta:
        ordering = ["one__first_name", "other__first_name"]
        constraints = [
            models.UniqueConstraint(fields=["club", "one", "other"], name="seating_wish_once"),
            models.CheckConstraint(condition=~Q(one=F("other")), name="seating_wish_of_two"),
        ]

    def __str__(self) -> str:
        return f"{self.one}, {self.other}: {self.kind}"


class Attendance(models.Model):
    """Whether a person plays at the club on a date. Nobody else is expected."""

    class State(models.TextChoices):
        EXPECTED = "expected", _("expected")
        """Has said that he comes; the check-in asks about him when it is closed."""
        HERE = "here", _("here")
        LATE = "late", _("late")
        """Comes, but not for the first round."""
        FREE = "free", _("free")
        """Is here and plays only where somebody is missing."""
        AWAY = "away", _("away")
        """Has cancelled, or did not come."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="attendances")
    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="attendances")
    date = models.DateField()
    state = models.CharField(max_length=10, choices=State, default=State.HERE)
    marked_at = models.DateTimeField(auto_now_add=True)
    history = HistoricalRecords()

    class Meta:
        ordering = ["date", "marked_at"]
        constraints = [
            models.UniqueConstraint(fields=["club", "person", "date"], name="here_once"),
        ]

    def __str__(self) -> str:
        return f"{self.date} {self.person}"
