"""A person whose name is nobody else's, in every place of the list; and how a trace is found."""

import datetime as dt
import uuid
from decimal import Decimal
from pathlib import Path
from typing import Any, Final

from django.apps import apps
from django.core.cache import cache
from django.db import connection, models
from django.utils import timezone

from lhombre_club.members.details import MemberDetails
from lhombre_club.members.domain import add_person, keep_wish
from lhombre_club.members.logins.sessions import SessionStore
from lhombre_club.members.models import (
    Attendance,
    Club,
    MemberNote,
    Membership,
    Passkey,
    PastMembership,
    Person,
    SeatingWish,
    Session,
    ShownAs,
    User,
)
from lhombre_club.printing.models import Job
from tests import make
from tests.strangers.scene import Scene
from tournaments.kept.domain.names import all_of, keys_of
from tournaments.kept.domain.places import ALL_ROWS, KEPT
from tournaments.kept.domain.places.rows import Rows
from tournaments.models import Event, Letter, Merge, Participant, Round, Seat
from tournaments.years.counting import count_on
from tournaments.years.rating import rate_on

FIRST, LAST, ALIAS = "Kanarius", "Xylofugl", "Piphans"
NAME: Final = f"{FIRST} {LAST}"
EARLIER: Final = "Kvidderby"
"""His last name of before."""
EMAIL, PHONE, NUMBER = "pip@fuglebur.example", "+45 99887766", "kan-77"
USER: Final = "kxpip"
TOKENS: Final = tuple(
    each.casefold() for each in (FIRST, LAST, ALIAS, EARLIER, EMAIL, PHONE, NUMBER, USER)
)
ACTOR: Final = "system:test"
Words = (models.CharField, models.TextField)


def plant(there: Scene, folder: Path) -> Membership:
    """Let the first who sits at the table be the canary, and stand in every place of the list."""
    club = there.club
    person = there.rows["participant"].person
    member = Membership.objects.select_related("person").get(club=club, person=person)
    _called(member)
    Participant.objects.filter(person=person).update(name=NAME)
    _rows_of(there, person)
    Round.objects.update(state=Round.State.FINAL, closed_at=timezone.now())
    for each in club.events.all():
        Event.objects.filter(pk=each.pk).update(version=each.version + 1)
    count_on(club, seconds=60)
    rate_on(club, seconds=60)
    for rows in ALL_ROWS:
        _name_in(rows, club, person)
    (folder / "slip.pdf").write_text(NAME)
    Job.objects.create(
        kind="labels", params={"club": str(club.pk)}, title=f"Labels, {NAME}", actor=ACTOR,
        state=Job.State.DONE, file_name="slip.pdf",
    )  # fmt: skip
    cache.set("worked:canary", NAME)
    return member


def _called(member: Membership) -> None:
    """Give him his names one after the other, so that the history has the earlier ones."""
    person = member.person
    for last in (EARLIER, LAST):
        person.first_name, person.last_name, person.display_name = FIRST, last, ALIAS
        person.email, person.phone, person.shown_as = EMAIL, PHONE, ShownAs.FULL
        person.save()
    member.number = NUMBER
    member.save()


def _account_of() -> User:
    """Let somebody log in who has his name."""
    user = User.objects.create_user(USER, EMAIL, make.PASSWORD, first_name=FIRST, last_name=LAST)
    Passkey.objects.create(user=user, name=NAME[:40], site="x", credential="canary")
    session = SessionStore()
    session.update({"_auth_user_id": str(user.pk), "said": NAME})
    session.save()
    held = SessionStore()
    held["held_form"] = {"user": "x", "to": "/", "fields": [["name", [NAME]]]}
    held.save()
    return user


def _rows_of(there: Scene, person: Person) -> None:
    """Make the rows that the scene has not: each table of the list has one of the club."""
    club, event, table = there.club, there.event, there.table
    other = Person.objects.filter(memberships__club=club).exclude(pk=person.pk)[0]
    keep_wish(club=club, one=person, other=other, kind=SeatingWish.Kind.APART, actor=ACTOR)
    for days in (-3, 30):
        date = timezone.localdate() + dt.timedelta(days=days)
        Attendance.objects.create(club=club, person=person, date=date)
    _letters_of(club, person, other)
    PastMembership.objects.create(club=club, person=person, status="guest", until=make.EVENING)
    his = {"club": club, "person": person, "until": timezone.localdate(), "actor": ACTOR}
    MemberNote.objects.create(**his, text=f"{EMAIL} is read on Mondays")
    MemberNote.objects.create(**{**his, "person": other}, text=f"Comes with {NAME}")
    drives = Membership.objects.get(club=club, person=other)
    drives.own = {str(there.rows["fields"].pk): f"With {NAME}"}
    drives.save()
    user = _account_of()
    seat = Seat.objects.filter(table=table).exclude(participant__person=person)[0]
    Seat.objects.filter(pk=seat.pk).update(substitute=person, substitute_name=NAME)
    known: dict[str, Any] = {
        "club": club, "event": event, "table": table, "round": table.round, "user": user,
        "person": person, "captain": None, "champion": person, "participant": seat.participant,
    }  # fmt: skip
    made = {
        "tournaments.Wish": _two(event),
        "tournaments.Settling": {"season": None, "table": None},
        "tournaments.TrayItem": {"correction": None},
    }
    for rows in ALL_ROWS:
        is_his = rows.club and (rows.worded or rows.ways)
        if is_his and not all_of(rows.kind).filter(rows.in_club(club.pk)).exists():
            _make(rows.kind, known | made.get(rows.model, {}))
    for name in ("AccessAttempt", "AccessLog", "AccessFailureLog"):
        _make(apps.get_model(f"axes.{name}"), {"username": f"{USER} on 0123456789"})


def _letters_of(club: Club, person: Person, other: Person) -> None:
    """Name him in a letter to another, and let him be who stayed when two were merged."""
    words = {"club": club, "person": other, "batch": uuid.uuid4(), "subject": NAME, "text": NAME}
    Letter.objects.create(**words, kind="plan", about="x", actor=ACTOR)
    Merge.objects.filter(club=club).update(person=person, name=NAME)


def _two(event: Event) -> dict[str, Any]:
    one, other = event.participants.all()[:2]
    return {"one": one, "other": other}


def _make(kind: type[models.Model], known: dict[str, Any]) -> models.Model:
    """Make a row with something in every field that must have it."""
    values = {}
    for field in kind._meta.concrete_fields:
        if field.name in known:
            values[field.name] = known[field.name]
        elif not (field.has_default() or field.null or field.primary_key or field.blank):
            values[field.name] = _something(field, known)
    return kind._base_manager.create(**values)


def _something(field: Any, known: dict[str, Any]) -> Any:
    if field.is_relation:
        kind = field.related_model
        return kind._base_manager.first() or _make(kind, known)
    by_kind: tuple[tuple[Any, Any], ...] = (
        (models.BooleanField, False), (models.DateTimeField, timezone.now()),
        (models.DateField, make.EVENING), (models.DecimalField, Decimal(1)),
        (models.IntegerField, 1), (models.FloatField, 1.0), (models.UUIDField, uuid.uuid4()),
        (models.JSONField, []), (models.GenericIPAddressField, "10.0.0.1"),
    )  # fmt: skip
    choices = [value for value, _label in field.flatchoices if value != ""]
    return next((one for kind, one in by_kind if isinstance(field, kind)), (choices or ["x"])[0])


def _name_in(rows: Rows, club: Club, person: Person) -> None:
    """Write the name into each field of the list that may hold one, of one row of the club."""
    if not rows.worded:
        return
    found = all_of(rows.kind)
    if rows.club:
        found = found.filter(rows.in_club(club.pk))
    his = found.filter(rows.of_keys(keys_of(person, club)))
    row = his.order_by("pk").first() or found.order_by("pk").first()
    assert row is not None, rows.model
    said = {name: _with_name(row, name, rows) for name in rows.worded}
    all_of(rows.kind).filter(pk=row.pk).update(**said)


def _with_name(row: models.Model, name: str, rows: Rows) -> Any:
    field = row._meta.get_field(name)
    if isinstance(field, Words):
        text = NAME if name in rows.named else f"{NAME}, {EMAIL}"
        return text[: field.max_length]
    was = getattr(row, name)
    return [*was, NAME] if isinstance(was, list) else {**was, "said": f"x {LAST}", NAME: "x"}


# --- what is left -------------------------------------------------------------------------


def traces(*folders: Path) -> set[str]:
    """Return where any of his names still stands: tables, files, the cache."""
    found = set()
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            if any(is_told(value) for row in cursor.fetchall() for value in row):
                found.add(table)
    if any(is_told(session.get_decoded()) for session in Session.objects.all()):
        found.add("sessions")
    for folder in folders:
        files = (file for file in folder.rglob("*") if file.is_file())
        found |= {file.name for file in files if is_told(file.read_bytes().decode("latin-1"))}
    if is_told(cache.get("worked:canary")):
        found.add("cache")
    return found


def is_told(value: Any) -> bool:
    """Whether a value has any of his names in it."""
    text = str(value).casefold()
    return any(token in text for token in TOKENS)


SAID_OTHERWISE: Final = {"django_session", "members_session", "members_securitynote"}
"""Tables whose rows are his by a key: what is packed is looked at by itself."""


def planted() -> set[str]:
    """Return the tables of the list in which a name stands, and so must be found before."""
    every = (rows for each in KEPT for rows in each.rows if rows.worded or rows.own)
    return {rows.kind._meta.db_table for rows in every} - SAID_OTHERWISE


def another(club: Club, first: str, last: str) -> Membership:
    """Make one more member."""
    return add_person(club=club, details=MemberDetails(first, last), actor=ACTOR)
