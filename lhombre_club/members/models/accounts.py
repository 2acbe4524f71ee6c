"""Who can log in: users, their offices, the links that make them, and what happened to them."""

import uuid

from django.contrib.auth.models import AbstractUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models.people import Club


class User(AbstractUser):
    """Somebody who can log in. A player needs no user; a paired phone has none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)

    @property
    def actor(self) -> str:
        """The opaque key under which this user's deeds are recorded."""
        return f"user:{self.pk}"


class Session(AbstractBaseSession):
    """What a browser is remembered by, which says of itself whose log-in it is.

    The rest is sealed: to open those of everybody, to find one's own, took as long as there were.
    """

    user = models.UUIDField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Return what writes them."""
        from lhombre_club.members.logins.sessions import SessionStore  # noqa: PLC0415 -- it reads them

        return SessionStore


class Offices(models.Manager["ClubRole"]):
    """Those that there are, and that there were."""

    def living(self) -> models.QuerySet["ClubRole"]:
        """Return those that somebody has just now, and can use.

        Only a scorer's begins on a day to come. The others hold from when they are given, and are
        over once they are ended, also where the computer's clock was wrong then, or is now.
        """
        now = timezone.now()
        begun = ~Q(role=ClubRole.Role.SCORER) | Q(since__lte=now)
        goes_on = Q(until=None) | Q(until__gt=now, ended_by="")
        return self.filter(begun, goes_on, user__is_active=True)


class ClubRole(models.Model):
    """An office: what somebody may do in a club, from when and until when.

    Read at each request, never kept in the session; ``members.offices`` says what each may do. It
    is ended and not removed, so that everybody sees who had what.
    """

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        ADMINISTRATOR = "administrator", _("administrator")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        """At the tables of one event, on one day."""
        TREASURER = "treasurer", _("treasurer")
        SECRETARY = "secretary", _("secretary")
        MEMBER = "member", _("member")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="club_roles")
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="roles")
    role = models.CharField(max_length=20, choices=Role)
    since = models.DateTimeField(default=timezone.now)
    until = models.DateTimeField(null=True, blank=True)
    """When it ends or was ended; None: when somebody ends it."""
    event = models.UUIDField(null=True, blank=True)
    """Of a scorer: the key of the only event that it is good for."""
    tables = models.JSONField(default=list, blank=True)
    """Of a scorer: the numbers of the only tables; none: all of the event."""
    given_by = models.CharField(max_length=80, blank=True)
    """Under what key; empty where it is older than offices are."""
    ended_by = models.CharField(max_length=80, blank=True)
    """Likewise; empty where it was not ended, or by its day."""

    objects = Offices()

    class Meta:
        ordering = ["since", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["user", "club", "role"], condition=Q(until=None), name="role_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.role} {self.club}"


class OfficeLink(models.Model):
    """A one-time link that gives an office to whoever opens it. Only its digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=64, unique=True)
    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="office_links")
    role = models.CharField(max_length=20, choices=ClubRole.Role)
    since = models.DateTimeField(null=True, blank=True)
    """From when the office is; None: from when it is taken."""
    until = models.DateTimeField(null=True, blank=True)
    event = models.UUIDField(null=True, blank=True)
    tables = models.JSONField(default=list, blank=True)
    made_by = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"{self.role} {self.club} until {self.expires_at:%Y-%m-%d %H:%M}"


class SetupLink(models.Model):
    """A one-time link with which a director sets a password. Only its digest is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=64, unique=True)
    made_by = models.CharField(max_length=80)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["created_at"]

    def __str__(self) -> str:
        return f"{self.created_at:%Y-%m-%d %H:%M}"


class SecondFactor(models.Model):
    """That somebody is asked for a code from his phone, beside the password, when he logs in."""

    user = models.OneToOneField(User, on_delete=models.CASCADE, primary_key=True)
    secret = models.CharField(max_length=64)
    """What the phone has too; from it each half minute's digits follow."""
    last_step = models.BigIntegerField()
    """The half minute, counted since 1970, whose digits were used last."""
    wrong = models.PositiveIntegerField(default=0)
    """Codes in a row that were not right."""
    since = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.user} since {self.since:%Y-%m-%d}"


class RecoveryCode(models.Model):
    """A code on paper, for whoever has no phone at hand. Only its hash is kept."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    number = models.PositiveSmallIntegerField()
    """By which it is known, and begins."""
    digest = models.CharField(max_length=128)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["user", "number"], name="recovery_code_once"),
        ]

    def __str__(self) -> str:
        return f"{self.user} {self.number}"


class Passkey(models.Model):
    """A key in a phone, a computer or on a ring: it answers in the place of digits."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="passkeys")
    name = models.CharField(max_length=40)
    """As its owner calls it."""
    site = models.CharField(max_length=253)
    """The host that it answers; it knows no other."""
    credential = models.CharField(max_length=1400, unique=True)
    """By which the browser finds it."""
    public = models.BinaryField()
    """By which its answers are proved. With it nobody gets in."""
    counter = models.BigIntegerField(default=0)
    """How often it has answered, where it counts; one that counts backwards is a copy."""
    asked_at = models.BigIntegerField(default=0)
    """When it was asked what it answered last, in milliseconds since 1970: each once."""
    since = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["since"]

    def __str__(self) -> str:
        return f"{self.user} {self.name}"


class SentForm(models.Model):
    """A form that was sent by somebody who is logged in; kept for as long as he may go back."""

    key = models.CharField(max_length=64, primary_key=True)
    """Digest of the mark of the form and of all that was filled in."""
    location = models.CharField(max_length=500, blank=True)
    """The page that it led to; empty while it is being stored."""
    sent_at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        ordering = ["sent_at"]

    def __str__(self) -> str:
        return f"{self.sent_at:%Y-%m-%d %H:%M} {self.location}"


class SecurityNote(models.Model):
    """That something happened to who can get in; kept for ``tasks.NOTED``."""

    class Kind(models.TextChoices):
        LOGGED_IN = "logged_in", _("logged in")
        REFUSED = "refused", _("was not let in")
        PASSWORD = "password", _("changed the password")
        BY_LINK = "by_link", _("set a password by a link")
        LINK = "link", _("made a link that sets a password")
        ENDED = "ended", _("ended log-ins elsewhere")
        OFFICE = "office", _("got an office")
        INVITED = "invited", _("made a link that gives an office")
        WITHDRAWN = "withdrawn", _("took back a link that gives an office")
        OFFICE_ENDED = "office_ended", _("has an office no longer")
        WRONG_CODE = "wrong_code", _("typed the right password, and a code that was not")
        FACTOR = "factor", _("logs in in two steps from now on")
        FACTOR_ENDED = "factor_ended", _("logs in by the password alone again")
        FACTOR_TAKEN = "factor_taken", _("had the second step taken away")
        CODES = "codes", _("made new codes for paper")
        CODE_USED = "code_used", _("used a code from paper")
        PASSKEY = "passkey", _("added a passkey")
        PASSKEY_GONE = "passkey_gone", _("removed a passkey")
        YEAR_REOPENED = "year_reopened", _("opened a closed year of the cash book again")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=20, choices=Kind)
    user = models.ForeignKey(
        User, null=True, blank=True, on_delete=models.CASCADE, related_name="security_notes"
    )
    """Whom it is about; nobody where the name is unknown, which may be a password typed amiss."""
    club = models.ForeignKey(
        Club, null=True, blank=True, on_delete=models.CASCADE, related_name="security_notes"
    )
    """Of an office."""
    office = models.CharField(max_length=20, blank=True, choices=ClubRole.Role)
    """Which."""
    actor = models.CharField(max_length=80)
    """Who did it, as elsewhere; empty for whoever tried to log in."""
    address = models.CharField(max_length=45, blank=True)
    """From where; empty at the club's computer, and for many addresses of one hour."""
    times = models.PositiveIntegerField(default=1)
    hour = models.DateTimeField(null=True, blank=True)
    """In which hour so many refusals were counted together."""
    at = models.DateTimeField(default=timezone.now, db_index=True)
    """The last time."""

    class Meta:
        ordering = ["-at"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.user} {self.kind}"
