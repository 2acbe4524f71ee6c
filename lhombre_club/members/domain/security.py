"""What is noted of who gets in, so that directors see what nobody of them did."""

from typing import Any, Final

from django.db.models import F, QuerySet
from django.utils import timezone

from lhombre_club.members.models import Club, ClubRole, SecurityNote, User

Kind = SecurityNote.Kind
NOTED_APART: Final = 200
"""So many names and addresses of an hour are told apart; the others are one note together."""


def note(
    kind: SecurityNote.Kind,
    *,
    actor: str,
    user: User | None = None,
    club: Club | None = None,
    office: str = "",
    address: str = "",
) -> None:
    """Note that something happened."""
    SecurityNote.objects.create(
        kind=kind, actor=actor, user=user, club=club, office=office, address=address
    )


def note_refused(
    username: str, address: str, *, kind: SecurityNote.Kind = SecurityNote.Kind.REFUSED
) -> None:
    """Count a log-in that was refused; a flood of them makes few notes."""
    now = timezone.now()
    hour = now.replace(minute=0, second=0, microsecond=0)
    user = User.objects.filter(username=username).first()
    of_the_hour = SecurityNote.objects.filter(kind=kind, hour=hour)
    if _counted(of_the_hour.filter(user=user, address=address)):
        return
    if of_the_hour.count() >= NOTED_APART:
        user, address = None, ""
        if _counted(of_the_hour.filter(user=None, address="")):
            return
    SecurityNote.objects.create(kind=kind, user=user, address=address, hour=hour, at=now)


def _counted(notes: QuerySet[SecurityNote]) -> bool:
    return bool(notes.update(times=F("times") + 1, at=timezone.now()))


def give_office(
    user: User, club: Club, *, role: ClubRole.Role, actor: str, address: str = "", **terms: Any
) -> tuple[ClubRole, bool]:
    """Give an office, on ``terms`` of its model, and note it; return it, and whether it is new.

    Who has the same without an end keeps that.
    """
    asked = {"user": user, "club": club, "role": role, "until": terms.pop("until", None)}
    asked |= {name: terms.pop(name) for name in ("event", "tables") if name in terms}
    found, given = ClubRole.objects.get_or_create(**asked, defaults={"given_by": actor, **terms})
    if given:
        note(Kind.OFFICE, actor=actor, user=user, club=club, office=role, address=address)
    return found, given
