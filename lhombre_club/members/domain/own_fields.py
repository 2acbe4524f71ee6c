"""The fields that a club adds to what is kept of its members."""

from collections.abc import Sequence
from typing import Final

from django.db import transaction

from lhombre_club.members.details import tidy
from lhombre_club.members.domain import record
from lhombre_club.members.importing.lines import COLUMNS, word
from lhombre_club.members.models import Club, Membership, OwnField
from lhombre_club.members.own_fields import LONGEST, fields_of
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal

MOST: Final = 20
"""Fields of one club."""
MOST_CHOICES: Final = 50


@transaction.atomic
def add_field(*, club: Club, label: str, kind: str, choices: Sequence[str], actor: str) -> OwnField:
    """Let a club keep something more of its members.

    Refused for FIELDS_FULL; FIELD_NAME where a column of a list is called so already; and
    FIELD_CHOICES where there is nothing to choose from.
    """
    del actor  # what is kept in it is said by the history of each member
    record.lock(club)
    if len(fields_of(club)) >= MOST:
        raise Refusal(MemberReason.FIELDS_FULL, most=MOST)
    field = OwnField(club=club, label=tidy(label), kind=OwnField.Kind(kind))
    _expect_name(field)
    field.choices = _fit(field, choices)
    field.save()
    return field


@transaction.atomic
def change_field(*, field: OwnField, label: str, choices: Sequence[str], actor: str) -> OwnField:
    """Call a field otherwise, or let there be other things to choose from.

    Refused as ``add_field`` is, and for FIELD_CHOSEN where a member has what would be no choice.
    """
    del actor
    record.lock(field.club)
    field.label = tidy(label)
    _expect_name(field)
    field.choices = _fit(field, choices)
    for row in holders(field):
        text = row.own[str(field.pk)]
        if field.kind == OwnField.Kind.CHOICE and text not in field.choices:
            raise Refusal(MemberReason.FIELD_CHOSEN, text=text)
    field.save()
    return field


@transaction.atomic
def remove_field(*, field: OwnField, actor: str) -> None:
    """Keep it no longer, nor what was kept in it; the history of each member still says it."""
    record.lock(field.club)
    for row in holders(field):
        row.own = {key: text for key, text in row.own.items() if key != str(field.pk)}
        record.save(row, actor)
    field.delete()


def holders(field: OwnField) -> list[Membership]:
    """Return the members of whom something is kept in a field."""
    rows = Membership.objects.filter(club=field.club_id)
    return [row for row in rows if row.own.get(str(field.pk))]


def _expect_name(field: OwnField) -> None:
    """Refuse a name under which a list would not know it from another column."""
    called = word(field.label)
    others = {word(each.label) for each in fields_of(field.club) if each.pk != field.pk}
    if not called or called in COLUMNS or called in others:
        raise Refusal(MemberReason.FIELD_NAME, label=field.label)


def _fit(field: OwnField, choices: Sequence[str]) -> list[str]:
    if field.kind != OwnField.Kind.CHOICE:
        return []
    fit = list({text.casefold(): text for text in map(tidy, choices) if text}.values())
    fits = all(len(text) <= LONGEST and text.isprintable() for text in fit)
    if not fit or len(fit) > MOST_CHOICES or not fits:
        raise Refusal(MemberReason.FIELD_CHOICES, most=MOST_CHOICES, letters=LONGEST)
    return fit
