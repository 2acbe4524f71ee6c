"""Offices: given by a one-time link, ended, and never removed.

Who may give and end which stands in ``members.offices``. Whatever came from an office ends with it:
here the links that he made; whoever else has something of his hears ``office_ended``.
"""

import datetime as dt
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.contrib.auth.hashers import make_password
from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext as _

from lhombre_club.members.domain.security import Kind, give_office, note
from lhombre_club.members.domain.setup import Director, complaints_about, digest_of
from lhombre_club.members.models import Club, ClubRole, OfficeLink, User
from lhombre_club.members.offices import given_by
from lhombre_club.members.reasons import OfficeReason, SetupReason, SetupRefusedError
from lhombre_club.refusal import Refusal

Role = ClubRole.Role
LINK_LIVES: Final = dt.timedelta(days=7)
_TOKEN_BYTES: Final = 32

office_ended = Signal()
"""Sent in the transaction with ``role``, and ``keep``: the key of the session that stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """An office as it is offered."""

    role: Role
    since: dt.datetime | None = None
    """None: from when it is taken."""
    until: dt.datetime | None = None
    event: UUID | None = None
    tables: Sequence[int] = ()
    """Of a scorer; none: all of the event."""


@transaction.atomic
def invite(
    *, club: Club, offer: Offer, roles: Iterable[ClubRole], actor: str, address: str = ""
) -> str:
    """Make a one-time link that gives the office; return its token. Only a digest is kept.

    ``roles`` are the offices of who does it. Refused for NOT_YOURS where they do not give it.
    """
    if offer.role not in given_by(roles, club.pk):
        raise Refusal(OfficeReason.NOT_YOURS)
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    expires = timezone.now() + LINK_LIVES
    OfficeLink.objects.create(
        digest=digest_of(token),
        club=club,
        role=offer.role,
        since=offer.since,
        until=offer.until,
        event=offer.event,
        tables=sorted(offer.tables),
        made_by=actor,
        expires_at=min(expires, offer.until or expires),
    )
    note(
        Kind.INVITED,
        actor=actor,
        user=_who(actor),
        club=club,
        office=offer.role,
        address=address,
    )
    return token


def _who(actor: str) -> User | None:
    """Return the user who acts, whom a note about a link is about."""
    kind, _colon, key = actor.partition(":")
    return User.objects.filter(pk=key).first() if kind == "user" else None


def office_link(token: str) -> OfficeLink:
    """Return the link of a token, with its club. Refused for LINK when it opens nothing more."""
    links = OfficeLink.objects.select_related("club")
    link = links.filter(
        digest=digest_of(token), used_at=None, expires_at__gt=timezone.now()
    ).first()
    if link is None:
        raise Refusal(SetupReason.LINK)
    return link


@transaction.atomic
def withdraw(*, link: OfficeLink, roles: Iterable[ClubRole], actor: str) -> None:
    """Let a link open nothing any more. Refused for NOT_YOURS as the office itself."""
    if Role(link.role) not in given_by(roles, link.club_id):
        raise Refusal(OfficeReason.NOT_YOURS)
    if OfficeLink.objects.filter(pk=link.pk, used_at=None).delete()[0]:
        note(Kind.WITHDRAWN, actor=actor, user=_who(actor), club=link.club, office=link.role)


@transaction.atomic
def take_office(*, token: str, user: User, address: str = "") -> ClubRole:
    """Give the office of a link to somebody who has an account; he does it himself.

    Refused for LINK when it opens nothing (any longer), and for HAS_IT when he has that office.
    """
    link = office_link(token)
    # The update and not the look before it decides a race: a link is used once.
    if not OfficeLink.objects.filter(pk=link.pk, used_at=None).update(used_at=timezone.now()):
        raise Refusal(SetupReason.LINK)
    role, given = give_office(
        user,
        link.club,
        role=Role(link.role),
        actor=link.made_by,
        address=address,
        **({"since": link.since} if link.since else {}),
        until=link.until,
        event=link.event,
        tables=link.tables,
    )
    if not given:
        raise Refusal(OfficeReason.HAS_IT)
    return role


def make_account(*, token: str, who: Director, address: str = "") -> User:
    """Make an account for whoever has no one, and give him the office of the link.

    Refused for LINK. Raises SetupRefusedError when a name is missing or somebody else's, or the
    password is too weak; the link stays good.
    """
    office_link(token)
    made = make_password(who.password)  # slow, and may wait its turn: nobody waits for that
    user = User(username=who.username, first_name=who.name, password=made)
    with transaction.atomic():
        complaints = complaints_about(user, who.password)
        if User.objects.filter(username__iexact=who.username).exists():
            complaints["username"] = [_("This user name belongs to somebody else: choose another.")]
        if not who.name:
            complaints["name"] = [_("Your name is missing.")]
        if complaints:
            raise SetupRefusedError(complaints)
        user.save(force_insert=True)
        take_office(token=token, user=user, address=address)
    return user


@transaction.atomic
def end_office(
    *, role: ClubRole, roles: Iterable[ClubRole], actor: str, address: str = "", keep: str = ""
) -> bool:
    """End an office at once, with all that came from it; return whether somebody had it still.

    ``roles`` are the offices of who does it, ``keep`` the key of a session that stays. Anybody ends
    his own. Refused for NOT_YOURS, and for LAST_OWNER where the club would have none.
    """
    own = any(each.pk == role.pk for each in roles)
    if not own and Role(role.role) not in given_by(roles, role.club_id):
        raise Refusal(OfficeReason.NOT_YOURS)
    Club.objects.select_for_update().get(pk=role.club_id)  # of two last owners one stays
    owners = ClubRole.objects.living().filter(club=role.club_id, role=Role.OWNER)
    if role.role == Role.OWNER and not owners.exclude(user=role.user_id).exists():
        raise Refusal(OfficeReason.LAST_OWNER)
    living = ClubRole.objects.living().filter(pk=role.pk).values("pk")
    if not ClubRole.objects.filter(pk__in=living).update(until=timezone.now(), ended_by=actor):
        return False
    note(
        Kind.OFFICE_ENDED,
        actor=actor,
        user=role.user,
        club=role.club,
        office=role.role,
        address=address,
    )
    _end_links(role)
    office_ended.send(ClubRole, role=role, keep=keep)
    return True


def _end_links(role: ClubRole) -> None:
    """Let the links open nothing that he could not make any more."""
    left = ClubRole.objects.living().filter(user=role.user_id, club=role.club_id)
    still = given_by(left, role.club_id)
    made = OfficeLink.objects.filter(club=role.club_id, made_by=role.user.actor, used_at=None)
    made.exclude(role__in=still).delete()
