"""The first club, its first director, and the one-time link by which a password is set."""

import datetime as dt
import hashlib
import secrets
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from lhombre_club.members.domain import record
from lhombre_club.members.domain.factor import end_factor
from lhombre_club.members.domain.security import Kind, give_office, note
from lhombre_club.members.models import Club, ClubRole, SetupLink, User
from lhombre_club.members.reasons import SetupReason, SetupRefusedError
from lhombre_club.refusal import Refusal

LINK_LIVES = dt.timedelta(hours=24)
_TOKEN_BYTES = 32


@dataclass(frozen=True, slots=True)
class Director:
    """A director as typed on the page of the one-time link. An empty name keeps the old one."""

    username: str
    password: str
    name: str = ""


@transaction.atomic
def found_club(*, name: str, actor: str, key: UUID | None = None) -> Club:
    """Make a club; ``key`` is the one that it had on another computer."""
    club = Club(name=name, **({"id": key} if key else {}))
    record.save(club, actor)
    return club


def the_club() -> Club | None:
    """The club that this installation was set up for: the oldest."""
    return Club.objects.order_by("created_at", "pk").first()


@transaction.atomic
def make_setup_link(*, actor: str) -> str:
    """Make a link's token; links made before and not used become void.

    Only a digest is kept, so that a copy of the database opens nothing.
    """
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    SetupLink.objects.filter(used_at=None).delete()
    SetupLink.objects.create(
        digest=digest_of(token), expires_at=timezone.now() + LINK_LIVES, made_by=actor
    )
    note(Kind.LINK, actor=actor)
    return token


def setup_link(token: str) -> SetupLink:
    """The link of a token. Refused for LINK when it opens nothing (any longer)."""
    link = SetupLink.objects.filter(
        digest=digest_of(token), used_at=None, expires_at__gt=timezone.now()
    ).first()
    if link is None:
        raise Refusal(SetupReason.LINK)
    return link


def use_setup_link(
    *, token: str, director: Director, club_name: str, actor: str, address: str = ""
) -> User:
    """Set the password of a director of the club, or make a new director of it.

    The club is made, under ``club_name``, when there is none. A code is asked for no more: who has
    the club's own computer may have lost his phone.

    Refused for LINK when the link opens nothing (any longer). Raises SetupRefusedError when the
    name belongs to somebody else, or the password is too weak; the link stays good.
    """
    link = setup_link(token)
    made = make_password(director.password)  # slow, and may wait its turn: nobody waits for that
    with transaction.atomic():
        user, club = _use(link, director, made, club_name, actor)
        note(Kind.BY_LINK, actor=user.actor, user=user, address=address)
        end_factor(user=user, actor=link.made_by, address=address)
        for role in _roles_for(user, club):
            give_office(user, club, role=role, actor=link.made_by, address=address)
    return user


def _use(
    link: SetupLink, director: Director, made: str, club_name: str, actor: str
) -> tuple[User, Club]:
    # The update and not the look before it decides a race: a link is used once.
    if not SetupLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()):
        raise Refusal(SetupReason.LINK)
    club = the_club() or found_club(name=club_name, actor=actor)
    user = _director(club, director)
    user.password = made
    user.is_active = True
    user.save()
    return user, club


def _roles_for(user: User, club: Club) -> list[ClubRole.Role]:
    """Return what the link of the club's own computer gives: to the first director the whole club.

    Who has an office there keeps it as it is: the link has given him a new password.
    """
    living = ClubRole.objects.living().filter(club=club)
    if not living.filter(role=ClubRole.Role.OWNER).exists():
        return [ClubRole.Role.OWNER]
    if living.filter(user=user).exists():
        return []
    return [ClubRole.Role.ADMINISTRATOR, ClubRole.Role.DIRECTOR]


def _director(club: Club, director: Director) -> User:
    """The user, unsaved, with every complaint told at once."""
    complaints: dict[str, list[str]] = {}
    user = User.objects.filter(username__iexact=director.username).first()
    if user is None:
        user = User(username=director.username)
        if not director.name:
            complaints["name"] = [_("Your name is missing.")]
    elif not ClubRole.objects.living().filter(club=club, user=user).exists():
        complaints["username"] = [_("This user name belongs to somebody else: choose another.")]
    user.first_name = director.name or user.first_name
    complaints = {**complaints_about(user, director.password), **complaints}
    if complaints:
        raise SetupRefusedError(complaints)
    return user


def complaints_about(user: User, password: str) -> dict[str, list[str]]:
    """Return what is wrong with a user name and its password, by field."""
    complaints = {}
    for field, check in (("username", _check_user), ("password", _check_password)):
        try:
            check(user, password)
        except ValidationError as error:
            complaints[field] = error.messages
    return complaints


def _check_user(user: User, _password: str) -> None:
    user.clean_fields(exclude=["password"])


def _check_password(user: User, password: str) -> None:
    validate_password(password, user)


def digest_of(token: str) -> str:
    """Return what is kept of a one-time link."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def change_password(user: User, new: str, *, address: str = "") -> None:
    """Set the user's password; every log-in of his ends, but for one that is told the new hash.

    Raises SetupRefusedError when it is too weak.
    """
    try:
        validate_password(new, user)
    except ValidationError as error:
        raise SetupRefusedError({"password": error.messages}) from error
    user.password = make_password(new)
    with transaction.atomic():
        user.save(update_fields=["password"])
        note(Kind.PASSWORD, actor=user.actor, user=user, address=address)
