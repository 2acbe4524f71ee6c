"""Typed builders for tests: valid by default, nothing surprising."""

import datetime as dt

from lhombre_club.members.models import Club, ClubRole, Membership, Person, User

PASSWORD = "a long enough password"
NAMES = (
    "Agnes", "Aksel", "Birte", "Bent", "Dorthe", "Erik", "Gerda", "Hans",
    "Inger", "Jens", "Karen", "Laurits", "Mette", "Niels", "Oda", "Poul",
)  # fmt: skip
EVENING = dt.date(2026, 11, 21)


def make_club(name: str = "Klub Spadille") -> Club:
    return Club.objects.create(name=name)


def make_user(username: str = "somebody") -> User:
    return User.objects.create_user(username=username, password=PASSWORD)


def make_director(club: Club, username: str = "director") -> User:
    user = make_user(username)
    ClubRole.objects.create(user=user, club=club, role=ClubRole.Role.DIRECTOR)
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
