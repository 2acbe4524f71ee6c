"""Who of a file is here already: the same person, or one of the same name and number, else nobody.

Only people of the club are looked at: a key that is somebody's of another club is given to nobody.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID, uuid4

from django.db.models import Q

from lhombre_club.members.alphabet import name_key
from lhombre_club.members.domain import record
from lhombre_club.members.models import Club, Membership, Person, ShownAs
from lhombre_club.refusal import Refusal
from tournaments.carried.queries.schema import MORE, OWN_OF_MEMBER, TIMES
from tournaments.carried.reasons import CarriedReason
from tournaments.kept.domain.names import stands_for
from tournaments.models import Forgotten

Row = Mapping[str, Any]
OF_PERSON: Final = (
    "first_name",
    "last_name",
    "display_name",
    "shown_as",
    "email",
    "phone",
    "address",
)
OF_MEMBER: Final = tuple(name for name in MORE if name not in {*TIMES, OWN_OF_MEMBER})


@dataclass(frozen=True, slots=True)
class Met:
    """Somebody of a file, and who that is here."""

    row: Row
    key: UUID
    """Of the person here; of one who is made, as it will be."""
    is_new: bool
    number: str
    """In the club; empty where it has none, or where another has it already."""
    joins: bool = False
    """He is made a member, as the file says that he is one."""

    @property
    def name(self) -> str:
        """First and last name, as the file has them."""
        return _name(self.row)


def meet(club: Club, rows: Sequence[Row], known: Mapping[str, UUID]) -> list[Met]:
    """Return who of the file is who here, in the order of the file; some queries.

    ``known`` are those who were met before, by their keys in the file. Refused for FORGOTTEN where
    somebody has his name in the file still who was forgotten here.
    """
    own = _own(club)
    _expect_nobody_back(club, rows)
    members = {row.person_id: row for row in Membership.objects.filter(club=club)}
    numbers = {row.number.casefold(): key for key, row in members.items() if row.number}
    found = _found(rows, own, members, numbers) | {
        row["id"]: known[row["id"]] for row in rows if row["id"] in known
    }
    there = set(
        Person.objects.filter(pk__in=[row["id"] for row in rows]).values_list("pk", flat=True)
    )
    met = []
    for row in rows:
        key = found.get(row["id"]) or (uuid4() if UUID(row["id"]) in there else UUID(row["id"]))
        number = row["number"].casefold()
        has_number = bool(number) and numbers.setdefault(number, key) == key
        joins = row["status"] is not None and key not in members
        is_new = row["id"] not in found
        met.append(Met(row, key, is_new, row["number"] if has_number else "", joins))
    return met


def _expect_nobody_back(club: Club, rows: Iterable[Row]) -> None:
    gone = {row.person: stands_for(row.number) for row in Forgotten.objects.filter(club=club)}
    for row in rows:
        instead = gone.get(UUID(row["id"]))
        if instead and _name(row) != instead:
            raise Refusal(CarriedReason.FORGOTTEN, who=instead)


def _found(
    rows: Sequence[Row],
    own: Mapping[UUID, Person],
    members: Mapping[UUID, Membership],
    numbers: Mapping[str, UUID],
) -> dict[str, UUID]:
    """Return who of the file is here, by the keys in the file: nobody is two of them."""
    found = {row["id"]: UUID(row["id"]) for row in rows if UUID(row["id"]) in own}
    taken = set(found.values())
    for row in rows:
        if row["id"] not in found and (key := _same(row, own, members, numbers, taken)):
            found[row["id"]] = key
            taken.add(key)
    return found


def make(club: Club, people: Iterable[Met], actor: str) -> None:
    """Make those who are new, and members of those who are to be."""
    taken = {name_key(each.display_name) for each in _own(club).values() if each.display_name}
    for each in people:
        if each.is_new:
            person = Person(id=each.key, **{n: each.row[n] for n in OF_PERSON if n in each.row})
            if person.display_name and name_key(person.display_name) in taken:
                person.display_name, person.shown_as = "", ShownAs.CLUBS
            record.save(person, actor)
        if each.joins:
            member = Membership(
                club=club,
                person_id=each.key,
                number=each.number,
                status=each.row["status"],
                **times_of(each.row),
                **{name: each.row[name] for name in OF_MEMBER if name in each.row},
            )
            record.save(member, actor)


def times_of(row: Row) -> dict[str, dt.date | None]:
    """Return from when to when a row says that somebody is a member; ValueError for no day."""
    said = {name: row.get(name) for name in TIMES}
    return {name: dt.date.fromisoformat(day) if day else None for name, day in said.items()}


def _own(club: Club) -> dict[UUID, Person]:
    """Return the people of the club: its members, and who plays in its events."""
    ways = ("memberships__club", "participations__event__club", "substitutions__round__event__club")
    keys: set[UUID] = set()
    for way in ways:
        keys |= set(Person.objects.filter(Q(**{way: club})).order_by().values_list("pk", flat=True))
    return Person.objects.in_bulk(list(keys))


def _same(
    row: Row,
    own: Mapping[UUID, Person],
    members: Mapping[UUID, Membership],
    numbers: Mapping[str, UUID],
    taken: set[UUID],
) -> UUID | None:
    """Return the one person of the club who has this name, and no other number."""
    name, number = name_key(_name(row)), row["number"].casefold()
    if number and (holder := numbers.get(number)) and holder not in taken:
        return holder if name_key(own[holder].full_name) == name else None
    alike = [
        key
        for key, person in own.items()
        if key not in taken and name_key(person.full_name) == name
    ]
    if len(alike) != 1:
        return None
    member = members.get(alike[0])
    return None if number and member and member.number else alike[0]


def _name(row: Row) -> str:
    return f"{row['first_name']} {row['last_name']}".strip()
