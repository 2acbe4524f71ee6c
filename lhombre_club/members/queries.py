"""What is read about people more than once."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from lhombre_club.members.alphabet import danish_key, name_key
from lhombre_club.members.models import (
    Attendance,
    Club,
    ClubRole,
    Membership,
    OfficeLink,
    PastMembership,
    Person,
    SeatingWish,
    SecondFactor,
    SecurityNote,
    User,
)
from lhombre_club.members.namesakes import tell_apart
from lhombre_club.members.offices import MAY, Deed

# Who plays on after midnight is still at the same evening.
EVENING_ENDS = dt.timedelta(hours=5)
STAYED = dt.timedelta(minutes=30)
"""Who was marked as here so long was here; what is put right sooner was a slip."""
ALIKE_FROM = 6
"""Letters of a name from which one slip does not make it another's: Bo Ek is not Bo Eg."""


def evening(moment: dt.datetime | None = None) -> dt.date:
    """The date of the evening that ``moment`` (now, when left out) belongs to.

    An evening counts until five in the morning, local time.
    """
    local = timezone.localtime(moment).replace(tzinfo=None)
    return (local - EVENING_ENDS).date()


def only_club() -> Club | None:
    """The club, where this installation has one alone."""
    found = Club.objects.all()[:2]
    return found[0] if len(found) == 1 else None


def members(club: Club) -> list[Membership]:
    """The club's members with their persons, namesakes told apart, in the order of their names."""
    rows = list(Membership.objects.filter(club=club).select_related("person"))
    tell_apart(rows)
    return sorted(rows, key=lambda row: (danish_key(row.person.full_name), row.number))


def staying(club: Club, date: dt.date) -> QuerySet[Membership]:
    """The members whose last day is not over on ``date``."""
    return Membership.objects.filter(Q(left_on=None) | Q(left_on__gte=date), club=club)


def members_on(club: Club, date: dt.date) -> list[Membership]:
    """The same as ``members``, without those who have left before ``date``."""
    return [row for row in members(club) if not row.is_left(date)]


def household(membership: Membership) -> list[Person]:
    """The other members who share a household with one, but for those who have left."""
    word = membership.household
    if not word:
        return []
    rows = staying(membership.club, evening()).filter(household__iexact=word)
    others = rows.exclude(pk=membership.pk).select_related("person")
    return sorted((row.person for row in others), key=lambda person: danish_key(person.full_name))


def looked_for(rows: Iterable[Membership], words: str, who: str = "") -> list[Membership]:
    """Those of some members in whose name, pseudonym or number each word stands somewhere.

    ``who`` is ``left`` for those alone who have left, ``all`` for all, else who has not left.
    """
    today = evening()
    keys = list(filter(None, map(name_key, words.split())))
    found = []
    for row in rows:
        if who in {"", "left"} and row.is_left(today) is not (who == "left"):
            continue
        known = [name_key(text) for text in _known_by(row)]
        if all(any(key in text for text in known) for key in keys):
            found.append(row)
    return found


def _known_by(row: Membership) -> tuple[str, ...]:
    return row.person.full_name, row.person.display_name, row.number


@dataclass(frozen=True, slots=True)
class Standing:
    """What somebody is, or was, of a club on a day."""

    membership: Membership
    status: Membership.Status
    since: dt.date | None
    """From when; None: longer than anybody has noted."""


def standing_on(club: Club, date: dt.date) -> list[Standing]:
    """Who was a member on ``date``, and of what status, in the order of the names; two queries."""
    found: dict[UUID, Standing] = {}
    for each in standing_within(club, date, date):
        found.setdefault(each.membership.pk, each)
    return list(found.values())


def standing_within(club: Club, first: dt.date, last: dt.date) -> list[Standing]:
    """What each was from ``first`` to ``last``, the earliest before what came after it."""
    times = defaultdict(list)
    for past in PastMembership.objects.filter(club=club, until__gte=first).order_by("until"):
        times[past.person_id].append((past.status, past.since))
    found = []
    for row in members(club):
        said = times[row.person_id]
        if not row.is_left(first):
            said.append((row.status, row.since))
        found += [
            Standing(row, Membership.Status(status), since)
            for status, since in said
            if since is None or since <= last
        ]
    return found


def namesakes(club: Club, name: str) -> list[Membership]:
    """The members whose name is the same as ``name`` or nearly so; one query."""
    return [
        row
        for row in members(club)
        if are_alike(row.person.full_name, name) or are_alike(row.person.display_name, name)
    ]


def are_alike(one: str, other: str) -> bool:
    """Whether two names differ by capitals, accents, blanks, and by one slip of the pen at most.

    A slip is a letter too many, too few or wrong, or two that have changed places.
    """
    first, second = sorted((name_key(one), name_key(other)), key=len)
    if first == second:
        return True
    if min(len(first), ALIKE_FROM) < ALIKE_FROM or any(map(str.isdigit, first + second)):
        return False
    at = next((i for i, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), None)
    if at is None:
        return len(second) == len(first) + 1
    if len(first) != len(second):
        return first[at:] == second[at + 1 :]
    swapped = first[at : at + 2] == second[at : at + 2][::-1]
    return first[at + 1 :] == second[at + 1 :] or (swapped and first[at + 2 :] == second[at + 2 :])


@dataclass(frozen=True, slots=True)
class Evening:
    """Of whom something is known on an evening, each list in the order in which it was said."""

    here: tuple[Person, ...] = ()
    late: tuple[Person, ...] = ()
    """They come, but not for the first round."""
    free: tuple[Person, ...] = ()
    """They are here, and play only where somebody is missing."""
    expected: tuple[Person, ...] = ()
    away: tuple[Person, ...] = ()

    @property
    def states(self) -> dict[UUID, Attendance.State]:
        """The state of each person, by his key."""
        lists = {state: getattr(self, state) for state in Attendance.State}
        return {person.pk: state for state, people in lists.items() for person in people}

    @property
    def missing(self) -> tuple[Person, ...]:
        """Who has said that he comes, and has not come."""
        return (*self.expected, *self.late)

    @property
    def mostly_missing(self) -> bool:
        """Whether more than half of those who play are not here yet."""
        return len(self.missing) > len(self.here)


def attendance(club: Club, date: dt.date) -> Evening:
    """How it stands with everybody of whom something is known on ``date``; one query."""
    rows = (
        Attendance.objects.filter(club=club, date=date)
        .select_related("person")
        .order_by("marked_at", "pk")
    )
    found: dict[str, list[Person]] = defaultdict(list)
    for row in rows:
        found[row.state].append(row.person)
    return Evening(**{state: tuple(people) for state, people in found.items()})


def present(club: Club, date: dt.date) -> list[Person]:
    """The persons marked as here on ``date``, in the order in which they came."""
    return list(attendance(club, date).here)


def came(club: Club, date: dt.date) -> list[Person]:
    """The persons who were here on ``date``, and those last who left early; two queries."""
    now = attendance(club, date)
    stayed = {who for _on, who in who_stayed(Attendance.history.filter(club=club, date=date))}
    return [*now.here, *(person for person in now.away if person.pk in stayed)]


def who_stayed(history: "QuerySet[Any]") -> set[tuple[dt.date, UUID]]:
    """Who was marked as here long enough on which evening, by lines of history; one query."""
    since: dict[tuple[dt.date, UUID], dt.datetime] = {}
    stayed = set()
    names = ("date", "person_id", "history_date", "state", "history_type")
    lines = history.order_by("history_date", "history_id").values_list(*names)
    for date, person, at, state, kind in lines:
        begin = since.setdefault((date, person), at)
        if at - begin >= STAYED:
            stayed.add((date, person))
        if state != Attendance.State.HERE or kind == "-":
            del since[date, person]
    return stayed


def last_evening(club: Club, date: dt.date) -> dt.date | None:
    """The last day before ``date`` on which anybody was here; None: there was none."""
    earlier = Attendance.objects.filter(club=club, date__lt=date, state=Attendance.State.HERE)
    return earlier.order_by("-date").values_list("date", flat=True).first()


def free(club: Club, date: dt.date) -> list[Person]:
    """Who can take somebody's place, in the order in which they came."""
    return list(attendance(club, date).free)


def wishes_among(club: Club, people: Iterable[UUID]) -> list[SeatingWish]:
    """The standing wishes of a club for the seating of which both are among ``people``."""
    known = list(people)
    return list(SeatingWish.objects.filter(club=club, one__in=known, other__in=known))


def wishes_of(club: Club, person: Person) -> list[SeatingWish]:
    """What somebody wishes of the seating on every evening, or another wishes of him."""
    his = SeatingWish.objects.filter(Q(one=person) | Q(other=person), club=club)
    return list(his.select_related("one", "other"))


def has_director() -> bool:
    """Whether anybody at all can log in and direct."""
    return ClubRole.objects.living().filter(role__in=MAY[Deed.DIRECT]).exists()


def security_notes(clubs: Iterable[Club]) -> QuerySet[SecurityNote]:
    """What is noted of those who direct one of the clubs, or did; the newest first.

    What is about nobody who is known is read by the directors of the club that this installation
    was set up for.
    """
    known = [club.pk for club in clubs]
    directors = ClubRole.objects.filter(club__in=known).values("user")
    about = Q(user__in=directors) | Q(club__in=known)
    first = Club.objects.order_by("created_at", "pk").values_list("pk", flat=True).first()
    if first in known:
        about |= Q(user=None)
    return SecurityNote.objects.filter(about).select_related("user", "club")


def offices(club: Club) -> tuple[list[ClubRole], list[ClubRole]]:
    """The offices of a club: those that somebody has or will have, and those that are over."""
    now = timezone.now()
    every = list(club.roles.select_related("user"))
    over = [role for role in every if role.until and role.until <= now]
    return [role for role in every if role not in over], over[::-1]


def with_factor(users: Iterable[UUID]) -> set[UUID]:
    """Which of these users log in in two steps."""
    return set(SecondFactor.objects.filter(user__in=list(users)).values_list("user_id", flat=True))


def office_links(club: Club) -> list[OfficeLink]:
    """The links that still give an office of the club, the newest first."""
    good = club.office_links.filter(used_at=None, expires_at__gt=timezone.now())
    return list(good.order_by("-created_at"))


def names_of(actors: Iterable[str]) -> dict[str, str]:
    """What users are called, by the key under which they act."""
    keys = [actor.removeprefix("user:") for actor in actors if actor.startswith("user:")]
    users = User.objects.filter(pk__in=keys)
    return {user.actor: user.get_full_name() or user.username for user in users}
