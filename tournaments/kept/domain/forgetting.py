"""Forgetting: a name stands nowhere any more, and every point stays where it was."""

import datetime as dt
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from lhombre_club.copies import forgotten as outside
from lhombre_club.copies import shelf
from lhombre_club.copies.forgotten import Entry
from lhombre_club.members.domain import record
from lhombre_club.members.models import Club, Membership, Person, User
from lhombre_club.refusal import Refusal
from tournaments.cash.domain.dues import keep_owing
from tournaments.kept.domain import removing, rewriting
from tournaments.kept.domain.names import Names, names_of, stands_for
from tournaments.kept.domain.rewriting import Change
from tournaments.kept.reasons import ForgetReason
from tournaments.models import Event, Forgotten, Participant, Payment, Round, SheetPhoto

OVER_AFTER: Final = dt.timedelta(days=30)
"""So long after its evening an event may still be played on, if its rounds are not closed."""
STANDS: Final = (
    "memberships__person",
    "attendances__person",
    "events__participants__person",
    "events__rounds__seats__substitute",
    "seasons__champion",
    "seasons__draw__places__person",
    "seasons__past__results__person",
)
"""Ways from a club to those who stand in it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What would be done."""

    person: Person
    club: Club
    number: int
    names: Names
    changes: Sequence[Change]
    events: Sequence[Event]
    """In which he stands; the newest first."""
    photos: Sequence[SheetPhoto]
    accounts: Sequence[User]
    unpaid: int
    """Payments that are not ticked off, of him or to him."""


def plan(person: Person, club: Club, number: int | None = None) -> Plan:
    """Return what forgetting somebody would change, without writing."""
    number = number or next_number(club)
    names = names_of(person, club, stands_for(number))
    his = Q(payer=str(person.pk)) | Q(payee=str(person.pk))
    going = removing.going(person, club)
    named = rewriting.changes(person, club, names)
    return Plan(
        person=person,
        club=club,
        number=number,
        names=names,
        changes=[each for each in named if (each.rows.kind, each.pk) not in going],
        events=list(removing.play_on(person, club)),
        photos=list(removing.photos_of(person, club).select_related("event")),
        accounts=removing.accounts_of(person),
        unpaid=Payment.objects.filter(his, paid_at=None).count(),
    )


def why_not(person: Person, club: Club, directed: Collection[Club]) -> Refusal | None:
    """Return why somebody cannot be forgotten now by a director of these clubs."""
    if clubs_of(person).exclude(pk__in=[each.pk for each in directed]).exists():
        return Refusal(ForgetReason.ELSEWHERE)
    if names := [event.name for event in _not_over(person, club).distinct()]:
        return Refusal(ForgetReason.PLAYS, name=person.full_name, event=", ".join(names))
    return None


def _not_over(person: Person, club: Club) -> QuerySet[Event]:
    """Return the events of lately, and to come, in which he stands and not every round is closed.

    Some clubs close none: after a while it is over all the same.
    """
    open_ = Round.objects.exclude(state=Round.State.FINAL).values("event")
    lately = removing.play_on(person, club).filter(
        date__gte=timezone.localdate() - OVER_AFTER, abandoned=False
    )
    return lately.filter(Q(rounds=None) | Q(pk__in=open_))


def clubs_of(person: Person) -> QuerySet[Club]:
    """Return the clubs in which anything of somebody stands, the oldest first.

    Each way is looked up alone: all together would be joined, everything with everything.
    """
    anywhere = Q()
    for way in STANDS:
        anywhere |= Q(pk__in=Club.objects.filter(**{way: person}).values("pk"))
    return Club.objects.filter(anywhere).order_by("created_at")


def next_number(club: Club) -> int:
    """Return a number that nobody has who was forgotten, by the list beside the copies either."""
    listed = (one.number for one in outside.read(shelf.home()) if one.club == str(club.pk))
    stored = Forgotten.objects.filter(club=club).values_list("number", flat=True)
    after = 1 + max((*listed, *stored), default=0)
    return next(number for number in count(after) if not _is_called(stands_for(number), club))


def _is_called(name: str, club: Club) -> bool:
    """Whether somebody is called so: forgotten elsewhere, and taken in with the club's file."""
    first, _blank, last = name.rpartition(" ")
    people = Person.objects.filter(first_name=first or last, last_name=last if first else "")
    guests = Participant.objects.filter(event__club=club, name=name)
    return guests.exists() or any(club in clubs_of(person) for person in people)


def forget_member(*, membership: Membership, actor: str, directed: Collection[Club]) -> Forgotten:
    """Replace every name of a member, in each club in which he stands.

    Return what is left of it in his own. Raises Refusal while he plays, and where he stands in a
    club that is not among ``directed``.
    """
    person = membership.person
    removing.overwrite()
    with transaction.atomic():
        every = list(clubs_of(person))
        for club in every:
            record.lock(club)
        for club in every:
            if refused := why_not(person, club, directed):
                raise refused
        number = max(map(next_number, every))  # he has one name everywhere, as he is one person
        plans = [plan(person, club, number) for club in every]
        done = [do(each, actor) for each in plans]
        # Last, and before the commit: a copy of before must not bring back who is gone.
        outside.note(map(entry_of, done))
    removing.settle()
    return next(each for each in done if each.club_id == membership.club_id)


def do(what: Plan, actor: str) -> Forgotten:
    """Do what is planned, in the caller's transaction."""
    person, club, names = what.person, what.club, what.names
    kept = Forgotten.objects.create(
        club=club, person=person.pk, number=what.number, actor=actor, at=timezone.now()
    )
    rewriting.write(what.changes, kept.pk)
    rewriting.write_journal(club, names)
    kept.photos = removing.remove_photos(what.photos, actor)
    kept.save(update_fields=["photos"])
    removing.forget_twins(club, names)
    removing.close_accounts(what.accounts, names.instead)
    removing.clear_sessions(names, what.accounts)
    keep_owing(club=club, person=person, actor=actor)
    for membership in Membership.objects.filter(person=person, club=club).select_related("club"):
        removing.end_membership(membership, actor)
    removing.rename_person(Person.objects.get(pk=person.pk), names, actor)
    touched = rewriting.events_of(what.changes) | {event.pk for event in what.events}
    removing.tell_events(what.events, person, actor)
    removing.remove_papers(touched, club, names)
    removing.raise_versions(touched)
    return kept


def entry_of(row: Forgotten) -> Entry:
    """Return what stands of somebody outside of the database."""
    return Entry(str(row.club_id), str(row.person), row.number, tuple(row.photos))
