"""Import a list of members: all of its good lines, in one transaction, or nothing."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Model
from simple_history.utils import bulk_create_with_history, bulk_update_with_history

from lhombre_club.members.details import FIELDS
from lhombre_club.members.domain import record
from lhombre_club.members.domain.people import details_of, put
from lhombre_club.members.domain.times import step
from lhombre_club.members.importing.matching import Member
from lhombre_club.members.importing.preview import ImportLine, Kind, Preview, preview
from lhombre_club.members.models import Club, Membership, PastMembership, Person
from lhombre_club.members.own_fields import fields_of
from lhombre_club.members.queries import evening
from lhombre_club.members.reasons import ImportReason
from lhombre_club.refusal import Refusal

_BATCH = 100  # SQLite takes no more than some hundred values in one statement


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did: how many members were made, changed, met unchanged, left out."""

    new: int
    changed: int
    unchanged: int
    errors: int


class StalePreviewError(Refusal):
    """The members changed since the preview was shown; ``preview`` is what is true now."""

    def __init__(self, now: Preview) -> None:
        super().__init__(ImportReason.STALE)
        self.preview = now


def preview_import(*, club: Club, text: str) -> Preview:
    """What ``import_members`` would do now. Refused where ``text`` is no list of members."""
    return preview(text, _known(_memberships(club)), fields_of(club))


@transaction.atomic
def import_members(
    *, club: Club, text: str, actor: str, seen: str | None = None, since: dt.date | None = None
) -> Imported:
    """Make and change members as a list says; lines in error are left out.

    Members are found by number, else by e-mail, else by name, so that importing a list twice
    changes nothing. ``seen`` is the digest of the preview that was accepted. Who is new is a
    member from the day that the line says, else from ``since``, else from today.

    Refused where ``text`` is no list of members; raises StalePreviewError where another preview
    than the one ``seen`` is true now. Nothing is written then.
    """
    record.lock(club)
    members = _memberships(club)
    plan = preview(text, _known(members), fields_of(club))
    if seen is not None and plan.digest != seen:
        raise StalePreviewError(plan)
    _create(club, [line for line in plan.lines if line.kind is Kind.NEW], since, actor)
    _change(members, [line for line in plan.lines if line.kind is Kind.CHANGED], actor)
    return Imported(*(plan.count(kind) for kind in Kind))


def _memberships(club: Club) -> dict[str, Membership]:
    rows = Membership.objects.filter(club=club).select_related("person").order_by("pk")
    return {str(row.person_id): row for row in rows}


def _known(members: dict[str, Membership]) -> list[Member]:
    return [Member(key, details_of(membership)) for key, membership in members.items()]


def _create(club: Club, lines: list[ImportLine], since: dt.date | None, actor: str) -> None:
    made: list[Membership] = []
    usual = since or evening()
    for line in lines:
        if line.details is None:
            raise AssertionError("a new line has details")
        membership = Membership(club=club, person=Person(), since=line.since or usual)
        put(line.details, membership)
        made.append(membership)
    _bulk_create([membership.person for membership in made], Person, actor)
    _bulk_create(made, Membership, actor)


def _bulk_create(rows: Sequence[Model], model: type[Model], actor: str) -> None:
    if rows:
        bulk_create_with_history(list(rows), model, batch_size=_BATCH, default_change_reason=actor)


def _change(members: dict[str, Membership], lines: list[ImportLine], actor: str) -> None:
    changed = [members[line.key] for line in lines]
    numbers = {row.pk: row.number for row in changed}
    statuses = {row.pk: row.status for row in changed}
    for membership, line in zip(changed, lines, strict=True):
        if line.details is None:
            raise AssertionError("a changed line has details")
        put(line.details, membership)
    today = evening()
    steps = (step(row, statuses[row.pk], today) for row in changed)
    _bulk_create([past for past in steps if past], PastMembership, actor)
    # Numbers may go round among members, and each is unique at every moment.
    moved = [row.pk for row in changed if row.number != numbers[row.pk]]
    Membership.objects.filter(pk__in=moved).update(number="")
    if changed:
        bulk_update_with_history(
            [row.person for row in changed],
            Person,
            [each.name for each in FIELDS.values() if each.is_persons],
            batch_size=_BATCH,
            default_change_reason=actor,
        )
        bulk_update_with_history(
            changed,
            Membership,
            [*(each.name for each in FIELDS.values() if not each.is_persons), "since", "own"],
            batch_size=_BATCH,
            default_change_reason=actor,
        )
