"""From when to when somebody is a member, and of what status: what is over stays to be read."""

import datetime as dt

from django.db import transaction
from django.utils.formats import date_format

from lhombre_club.members.domain import record
from lhombre_club.members.models import Answer, Attendance, Membership, PastMembership, PersonalLink
from lhombre_club.members.queries import evening
from lhombre_club.members.reasons import MemberReason
from lhombre_club.refusal import Refusal

DAY = dt.timedelta(days=1)


def step(membership: Membership, was: str, day: dt.date) -> PastMembership | None:
    """Let the status that a member has got, unsaved, hold from ``day`` on.

    Return the time as what he ``was``, unsaved: None where it did not last a day, and where he
    has left, since then it is put right what he was at last.
    """
    if membership.status == was or membership.left_on is not None:
        return None
    if membership.since is not None and membership.since >= day:
        return None
    past = PastMembership(
        club_id=membership.club_id,
        person_id=membership.person_id,
        status=was,
        since=membership.since,
        until=day - DAY,
    )
    membership.since = day
    return past


@transaction.atomic
def set_times(
    *, membership: Membership, since: dt.date | None, left_on: dt.date | None, actor: str
) -> Membership:
    """Say from when a member is what he is, and which day is his last; None: it is not known.

    What was said of evenings after his last day, and of none before today, is taken back. Refused
    for ENDS_FIRST and OVERLAPS.
    """
    kept = _locked(membership)
    _expect_order(since, left_on)
    _expect_after_all(kept, since)
    if (kept.since, kept.left_on) != (since, left_on):
        kept.since, kept.left_on = since, left_on
        record.save(kept, actor)
        _cancel(kept, actor)
    return kept


@transaction.atomic
def come_back(*, membership: Membership, since: dt.date, status: str, actor: str) -> Membership:
    """Let somebody who has left be a member again. Refused for NOT_LEFT and OVERLAPS."""
    kept = _locked(membership)
    if kept.left_on is None:
        raise Refusal(MemberReason.NOT_LEFT)
    past = PastMembership(
        club_id=kept.club_id,
        person_id=kept.person_id,
        status=kept.status,
        since=kept.since,
        until=kept.left_on,
    )
    if since <= past.until:
        raise _overlaps(past)
    record.save(past, actor)
    # What he had when he left stays ended.
    PersonalLink.objects.filter(club=kept.club_id, person=kept.person_id).delete()
    kept.since, kept.left_on, kept.status = since, None, Membership.Status(status)
    record.save(kept, actor)
    return kept


@transaction.atomic
def add_past(
    *,
    membership: Membership,
    status: str,
    since: dt.date | None,
    until: dt.date,
    actor: str,
) -> PastMembership:
    """Note a time that is over. Refused for ENDS_FIRST, OVERLAPS and BEGUN."""
    kept = _locked(membership)
    _expect_order(since, until)
    if kept.since is None or until >= kept.since:
        raise Refusal(MemberReason.BEGUN)
    for other in past_of(kept):
        if (since is None or since <= other.until) and (
            other.since is None or other.since <= until
        ):
            raise _overlaps(other)
    past = PastMembership(
        club_id=kept.club_id,
        person_id=kept.person_id,
        status=Membership.Status(status),
        since=since,
        until=until,
    )
    record.save(past, actor)
    return past


@transaction.atomic
def drop_past(*, past: PastMembership, actor: str) -> None:
    """Take away a time that was noted by mistake."""
    record.lock(past.club)
    record.delete(past, actor)


def past_of(membership: Membership) -> list[PastMembership]:
    """Return the times of a member that are over, the first first."""
    return list(
        PastMembership.objects.filter(
            club=membership.club_id, person=membership.person_id
        ).select_related("club")
    )


def _locked(membership: Membership) -> Membership:
    record.lock(membership.club)
    return Membership.objects.select_related("person", "club").get(pk=membership.pk)


def _expect_order(since: dt.date | None, until: dt.date | None) -> None:
    if since is not None and until is not None and until < since:
        raise Refusal(MemberReason.ENDS_FIRST)


def _expect_after_all(membership: Membership, since: dt.date | None) -> None:
    past = past_of(membership)
    if past and (since is None or since <= past[-1].until):
        raise _overlaps(past[-1])


def _overlaps(past: PastMembership) -> Refusal:
    until = date_format(past.until, "DATE_FORMAT")
    return Refusal(MemberReason.OVERLAPS, status=past.get_status_display(), until=until)


def _cancel(membership: Membership, actor: str) -> None:
    """Take back what was said of evenings to come on which he is no member any more."""
    if membership.left_on is None:
        return
    after = max(membership.left_on, evening() - DAY)
    rows = Attendance.objects.filter(club=membership.club_id, person=membership.person_id)
    for row in rows.filter(date__gt=after):
        record.delete(row, actor)
    his = {"club": membership.club_id, "person": membership.person_id}
    Answer.objects.filter(**his, date__gt=after).delete()
    if membership.is_left(evening()):
        PersonalLink.objects.filter(**his).delete()
