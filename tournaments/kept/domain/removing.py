"""What cannot be said under another name: it is removed with whoever is forgotten."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from functools import partial
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.conf import settings
from django.core.cache import cache
from django.db import connection, transaction
from django.db.models import Model, Q, QuerySet

from lhombre_club.members.domain import record
from lhombre_club.members.logins.sessions import HELD, SessionStore
from lhombre_club.members.models import (
    Answer,
    Attendance,
    Club,
    ClubRole,
    MemberNote,
    Membership,
    Passkey,
    PastMembership,
    Person,
    PersonalLink,
    RecoveryCode,
    SeatingWish,
    SecondFactor,
    SecurityNote,
    Session,
    ShownAs,
    User,
)
from lhombre_club.members.queries import evening
from lhombre_club.printing.domain import tidying
from tournaments.book.activity import note, raise_version
from tournaments.kept.domain.names import Names
from tournaments.models import Event, Letter, Merge, Seat, SheetPhoto
from tournaments.review.domain.photos import file_of

GO_WITH_A_MEMBER: Final = (MemberNote, Answer, PersonalLink, Letter, Merge)
"""Rows about one member, which go with them."""


def going(person: Person, club: Club) -> set[tuple[type[Model], Any]]:
    """Return which rows of the club go with somebody, each by its kind and key."""
    return {
        (kind, key)
        for kind in GO_WITH_A_MEMBER
        for key in kind.objects.filter(club=club, person=person).values_list("pk", flat=True)
    }


def play_on(person: Person, club: Club) -> QuerySet[Event]:
    """Return the events in which somebody stands, himself or in the place of another."""
    seats = Seat.every.filter(substitute=person).values("round__event")
    here = Q(participants__person=person) | Q(pk__in=seats)
    return Event.objects.filter(here, club=club).distinct()


def photos_of(person: Person, club: Club) -> QuerySet[SheetPhoto]:
    """Return the photos of sheets on which he may stand.

    Of a table that was drawn anew nobody knows who sat there: its photos are among them where he
    plays in the event.
    """
    sat = Seat.every.filter(Q(participant__person=person) | Q(substitute=person)).values("table")
    lost = Q(table=None, event__in=play_on(person, club).values("pk"))
    return SheetPhoto.objects.filter(Q(table__in=sat) | lost, event__club=club)


def accounts_of(person: Person) -> list[User]:
    """Return the accounts of his name that have no office, nor ever had the whole program."""
    name = person.full_name.casefold()
    idle = User.objects.exclude(club_roles__in=ClubRole.objects.living()).filter(is_superuser=False)
    return [user for user in idle if user.get_full_name().casefold() == name]


def remove_photos(photos: Iterable[SheetPhoto], actor: str) -> list[str]:
    """Remove photos, their files with the commit; return the names of the files."""
    names = []
    for photo in photos:
        names.append(photo.file_name)
        note(event=photo.event, verb="photo.removed", actor=actor, photo=str(photo.pk))
        transaction.on_commit(partial(file_of(photo).unlink, missing_ok=True))
        photo.delete()
    return names


def remove_files(names: Iterable[str]) -> None:
    """Remove files of photos that a copy has brought back."""
    for name in names:
        if Path(name).name == name:
            (Path(settings.PHOTOS_DIR) / name).unlink(missing_ok=True)


def rename_person(person: Person, names: Names, actor: str) -> None:
    """Let a person be called otherwise, and let nothing tell who it was: no history either."""
    word, _blank, number = names.instead.rpartition(" ")
    person.first_name, person.last_name = word or number, number if word else ""
    person.display_name = person.email = person.phone = person.address = ""
    person.shown_as = ShownAs.FULL
    record.save(person, actor)
    _forget_history(Person, Q(id=person.pk))


def end_membership(membership: Membership, actor: str) -> None:
    """Take them off the list, with wishes, answers, link, tonight and what is to come.

    The evenings before stay.
    """
    club, person = membership.club, membership.person
    wishes = Q(one=person) | Q(other=person)
    for row in (
        *SeatingWish.objects.filter(wishes, club=club),
        *Attendance.objects.filter(club=club, person=person, date__gte=evening()),
        *PastMembership.objects.filter(club=club, person=person),
    ):
        record.delete(row, actor)
    PastMembership.history.filter(club=club, person_id=person.pk).delete()
    for kind in GO_WITH_A_MEMBER:
        kind.objects.filter(club=club, person=person).delete()
    SeatingWish.history.filter(wishes, club=club).delete()
    key = membership.pk
    membership.number = membership.household = ""
    membership.own = {}
    record.save(membership, actor)
    record.delete(membership, actor)
    # The newest line stays, so that what counts the changes never goes back to an earlier number.
    _forget_history(Membership, Q(id=key))


def gone_of(club: Club) -> dict[UUID, list[Any]]:
    """Return the lines of history of those who left the list for good: removed, or merged."""
    were = Membership.history.filter(club=club).values("person_id")
    lines = Person.history.filter(id__in=were).exclude(id__in=Person.objects.values("id"))
    found: dict[UUID, list[Any]] = defaultdict(list)
    for line in lines:
        found[line.id].append(line)
    return found


def forget_gone(club: Club, people: Collection[UUID]) -> int:
    """Remove the history of those who have left the list for good; return of how many."""
    Person.history.filter(id__in=people).delete()
    Membership.history.filter(club=club, person_id__in=people).delete()
    Attendance.history.filter(club=club, person_id__in=people).delete()
    PastMembership.history.filter(club=club, person_id__in=people).delete()
    return len(people)


def forget_twins(club: Club, names: Names) -> None:
    """Remove the history of whoever of these names was removed, or merged into the one."""
    whole = {name.casefold() for name in names.whole}
    twins = [
        key
        for key, lines in gone_of(club).items()
        if any(
            {f"{one.first_name} {one.last_name}".strip().casefold(), one.email.casefold()} & whole
            for one in lines
        )
    ]
    forget_gone(club, twins)


def _forget_history(kind: type[Model], whose: Q) -> None:
    """Remove all lines of a history but the newest."""
    lines = kind.history.filter(whose)  # type: ignore[attr-defined]  # simple_history adds it
    newest = lines.order_by("-history_id").values_list("history_id", flat=True).first()
    lines.exclude(history_id=newest).delete()


def close_accounts(accounts: Iterable[User], instead: str) -> None:
    """Let nobody log in by these accounts, and nothing tell whose they were."""
    for at, user in enumerate(accounts):
        tried = Q(username=user.username) | Q(username__startswith=f"{user.username} on ")
        for log in (AccessAttempt, AccessLog, AccessFailureLog):
            log.objects.filter(tried).delete()
        for kept in (SecurityNote, SecondFactor, RecoveryCode, Passkey):
            kept.objects.filter(user=user).delete()
        user.username = f"{instead} {at}" if at else instead
        user.first_name = user.last_name = user.email = ""
        user.is_active = False
        user.set_unusable_password()
        user.save()


def clear_sessions(names: Names, accounts: Collection[User]) -> None:
    """End the log-ins of these accounts; let no session hold a form in which he is named."""
    gone = {str(user.pk) for user in accounts}
    for session in Session.objects.all():
        said = session.get_decoded()
        if said.get("_auth_user_id") in gone:
            session.delete()
        elif names.said(said) != said:
            kept = {key: names.said(value) for key, value in said.items() if key != HELD}
            session.session_data = SessionStore().encode(kept)
            session.save(update_fields=["session_data"])


def remove_papers(events: Collection[UUID], club: Club, names: Names) -> int:
    """Remove what was printed of these events and of the club's years; return how many papers."""
    return tidying.let_go_about({str(key) for key in (*events, club.pk)}, names.said)


def tell_events(events: Collection[Event], person: Person, actor: str) -> None:
    """Write one line into the log of each event, and let its pages know."""
    for event in events:
        played = event.participants.filter(person=person).first()
        if played is not None:
            note(event=event, verb="member.forgotten", actor=actor, player=played.number)
        else:
            note(event=event, verb="substitute.forgotten", actor=actor)


def raise_versions(events: Iterable[UUID]) -> None:
    """Let every page of these events be drawn anew."""
    for key in events:
        raise_version(key)
    transaction.on_commit(cache.clear)


def overwrite() -> None:
    """Let the database write over what is removed or changed in this connection from now on.

    Else the name would stand in the file until its room is used again.
    """
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA secure_delete = ON")


def settle() -> None:
    """Let nothing of it stand in the journal of the database; it is tried, and done at night."""
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def compact() -> None:
    """Write the database anew, so that no page of it holds what was there before. By night."""
    settle()
    if connection.vendor == "sqlite" and not connection.in_atomic_block:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM")
        settle()
