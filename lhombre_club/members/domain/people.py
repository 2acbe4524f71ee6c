"""Add and change members."""

from django.db import transaction
from django.utils.translation import gettext as _

from lhombre_club.members.details import (
    FIELDS,
    MemberDetails,
    MemberField,
    Status,
    as_typed,
    checked,
)
from lhombre_club.members.domain import record
from lhombre_club.members.domain.times import step
from lhombre_club.members.models import Club, Membership, Person
from lhombre_club.members.own_fields import own_of
from lhombre_club.members.queries import evening
from lhombre_club.members.reasons import DetailsRefusedError
from lhombre_club.members.shown import names_taken, wrong_pseudonym


def details_of(membership: Membership) -> MemberDetails:
    """What is kept of a member. The person must have been selected with it."""
    kept = {name: getattr(_owner(field, membership), name) for name, field in FIELDS.items()}
    return as_typed({**kept, "own": own_of(membership.own)})


def put(details: MemberDetails, membership: Membership) -> bool:
    """Set the fields of a member and his person, unsaved; True if anything is different."""
    if details_of(membership) == details:
        return False
    for name, field in FIELDS.items():
        setattr(_owner(field, membership), name, getattr(details, name))
    membership.own = dict(details.own)
    return True


def _owner(field: MemberField, membership: Membership) -> Membership | Person:
    return membership.person if field.is_persons else membership


@transaction.atomic
def add_person(*, club: Club, details: MemberDetails, actor: str) -> Membership:
    """Make a person a member of the club.

    Raises ``DetailsRefusedError`` when the details cannot be kept or the number is taken.
    """
    record.lock(club)
    fit = _fit(club, details, but=None)
    membership = Membership(club=club, person=Person(), since=evening())
    put(fit, membership)
    record.save(membership.person, actor)
    record.save(membership, actor)
    return membership


@transaction.atomic
def change_person(*, membership: Membership, details: MemberDetails, actor: str) -> Membership:
    """Change what is kept of a member; nothing is written when nothing is different.

    Another status holds from today on; what he was until yesterday stays to be read.

    Raises ``DetailsRefusedError`` when the details cannot be kept or the number is taken.
    """
    record.lock(membership.club)
    fit = _fit(membership.club, details, but=membership)
    kept = Membership.objects.select_related("person").get(pk=membership.pk)
    was = kept.status
    if put(fit, kept):
        if past := step(kept, was, evening()):
            record.save(past, actor)
        record.save(kept.person, actor)
        record.save(kept, actor)
    return kept


def add_guest(*, club: Club, name: str, actor: str) -> Membership:
    """Make somebody who came along a guest member, by the name alone."""
    first, _blank, last = " ".join(name.split()).rpartition(" ")
    details = MemberDetails(first or last, last if first else "", status=Status.GUEST)
    return add_person(club=club, details=details, actor=actor)


def _fit(club: Club, details: MemberDetails, *, but: Membership | None) -> MemberDetails:
    fit = checked(details)
    if wrong := _wrong_pseudonym(club, fit, but):
        raise DetailsRefusedError({"display_name": wrong})
    others = Membership.objects.filter(club=club, number__iexact=fit.number)
    if but is not None:
        others = others.exclude(pk=but.pk)
    holder = others.select_related("person").first() if fit.number else None
    if holder:
        raise DetailsRefusedError(
            {
                "number": _("Number %(number)s belongs to %(name)s.")
                % {"number": fit.number, "name": holder.person.full_name}
            }
        )
    return fit


def _wrong_pseudonym(club: Club, fit: MemberDetails, but: Membership | None) -> str:
    """Return what is wrong with a pseudonym; no query without one."""
    rows = Membership.objects.filter(club=club).select_related("person")
    others = {str(row.pk): details_of(row) for row in rows} if fit.display_name else {}
    return wrong_pseudonym(fit, str(but.pk) if but else "", names_taken(others))
