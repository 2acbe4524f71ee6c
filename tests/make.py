"""Typed builders for tests: valid by default, nothing surprising."""

import datetime as dt
import uuid

from django.conf import settings
from django.core.cache import cache
from django.utils import timezone

from lhombre_club.members.models import Club, ClubRole, Membership, Person, ShownAs, User
from lhombre_club.printing.domain.asking import note_opened
from lhombre_club.printing.models import Job
from rules import RULESETS
from tournaments.book.proving.seals import seal
from tournaments.book.results import NewResult, enter_result
from tournaments.models import Event, Participant, Round, Seat, SheetPhoto, Table
from tournaments.papers import asking

PASSWORD = "a long enough password"
NAMES = (
    "Agnes", "Aksel", "Birte", "Bent", "Dorthe", "Erik", "Gerda", "Hans",
    "Inger", "Jens", "Karen", "Laurits", "Mette", "Niels", "Oda", "Poul",
)  # fmt: skip
EVENING = dt.date(2026, 11, 21)


def new_id() -> uuid.UUID:
    """An id as a client makes it."""
    return uuid.uuid4()


def empty_cache() -> None:
    """Forget what is kept, here alone: there is one Redis for all processes that run tests."""
    cache.key_prefix = settings.CACHES["default"]["KEY_PREFIX"] = uuid.uuid4().hex


def make_club(name: str = "Klub Spadille") -> Club:
    """A club whose players have agreed that everybody reads their names, and who pays whom."""
    return Club.objects.create(name=name, shows_money=True, shown_as=ShownAs.FULL)


def make_user(username: str = "somebody") -> User:
    return User.objects.create_user(username=username, password=PASSWORD)


def make_director(club: Club, username: str = "director") -> User:
    """Somebody who may do everything in the club, as its first director."""
    return make_officer(club, ClubRole.Role.OWNER, username)


def make_officer(club: Club, role: ClubRole.Role, username: str = "", **terms) -> User:
    """Somebody who has one office of the club."""
    user = make_user(username or role)
    ClubRole.objects.create(user=user, club=club, role=role, **terms)
    return user


def make_person(first_name: str = "Agnes", last_name: str = "Bak", **kwargs) -> Person:
    return Person.objects.create(first_name=first_name, last_name=last_name, **kwargs)


def make_members(club: Club, count: int = 16) -> list[Person]:
    """``count`` active members, numbered from 101."""
    people = [make_person(NAMES[i % 16], f"Nr{i + 1}") for i in range(count)]
    Membership.objects.bulk_create(
        Membership(club=club, person=person, number=str(101 + i)) for i, person in enumerate(people)
    )
    return people


def make_released_event(
    club: Club, *, tables=4, rounds=1, players=4, deals=40, ruleset="dlu", people=None, **kwargs
) -> Event:
    """An event whose rounds are released; in each the seats move on to the next tables.

    Without ``people`` new members play.
    """
    played = RULESETS[ruleset] if isinstance(ruleset, str) else ruleset
    event = Event.objects.create(
        club=club,
        name="Klubaften",
        date=EVENING,
        ruleset=played.to_json(),
        ruleset_digest=played.digest,
        tie_chain=["points", "won", "kodille", "highest"],
        deals_per_round=deals,
        planned_rounds=rounds,
        seed=1,
        **kwargs,
    )
    people = people or make_members(club, tables * players)
    participants = Participant.objects.bulk_create(
        Participant(event=event, person=person, number=number, name=person.name)
        for number, person in enumerate(people, start=1)
    )
    for turn in range(rounds):
        make_round(event, participants, turn, tables)
    return event


def make_round(event: Event, participants: list[Participant], turn: int, tables: int) -> Round:
    round_ = Round.objects.create(
        event=event,
        number=turn + 1,
        state=Round.State.RELEASED,
        released_at=timezone.now(),
    )
    made = Table.objects.bulk_create(
        Table(round=round_, number=number) for number in range(1, tables + 1)
    )
    players = len(participants) // tables
    Seat.objects.bulk_create(
        Seat(
            round=round_,
            table=table,
            seat=seat,
            participant=participants[(place + turn * seat) % tables * players + seat],
        )
        for place, table in enumerate(made)
        for seat in range(players)
    )
    event.version = seal(event.pk, [round_])
    return round_


def enter(
    table: Table,
    deal: int,
    record: dict[str, object] | None,
    *,
    base: int = 0,
    actor: str = "system:test",
    key: uuid.UUID | None = None,
) -> None:
    """Enter a deal as the director's own program would."""
    enter_result(
        table=table,
        entry=NewResult(id=key or new_id(), deal=deal, base=base, record=record),
        actor=actor,
    )


def make_photo(table: Table, size: int) -> SheetPhoto:
    """The row of a photo of so many bytes; its file is the caller's."""
    return SheetPhoto.objects.create(
        event=table.round.event,
        table=table,
        round_number=table.round.number,
        table_number=table.number,
        digest="x",
        width=1,
        height=1,
        size=size,
        actor="user:x",
    )


def again(event: Event, **kwargs) -> Event:
    """Another evening of one round with the same people at one table, in the same season."""
    event.refresh_from_db()
    people = [participant.person for participant in event.participants.all()]
    fields = ("club", "name", "ruleset", "ruleset_digest", "accounting", "sitter_pays", "season")
    other = Event.objects.create(
        **{
            **{field: getattr(event, field) for field in fields},
            "date": event.date,
            "tie_chain": event.tie_chain,
            "deals_per_round": event.deals_per_round,
            "seed": 2,
            **kwargs,
        }
    )
    participants = Participant.objects.bulk_create(
        Participant(event=other, person=person, number=number, name=person.name if person else "")
        for number, person in enumerate(people, start=1)
    )
    make_round(other, participants, 0, 1)
    return other


def open_sheets(round_: Round) -> None:
    """Make the sheets of a round, and open each."""
    asking.ask_for_round(round_=round_, kind=asking.Kind.SCORE_SHEET, actor="system:test")
    for job in Job.objects.filter(opened_at=None):
        note_opened(job)
