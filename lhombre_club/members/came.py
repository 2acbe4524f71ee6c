"""Who came on which evening, and how often in a time: for the meeting, and for teaching grants."""

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias
from uuid import UUID

from lhombre_club.members.models import Answer, Attendance, Club, Membership
from lhombre_club.members.queries import evening, members, who_stayed

State = Attendance.State
CAME: Final = frozenset({State.HERE, State.FREE})
"""Who plays, and who is there for whoever is missing."""
Played: TypeAlias = Mapping[dt.date, Mapping[UUID, State]]
"""By the day of each event: HERE of who was dealt cards, FREE of who took somebody's place."""
_readers: list[Callable[[Club, dt.date, dt.date], Played]] = []


def register(reader: Callable[[Club, dt.date, dt.date], Played]) -> None:
    """Say who can tell what was played from one day to another: people know of no tables."""
    _readers.append(reader)


@dataclass(frozen=True, slots=True)
class Evening:
    """How many were there on an evening."""

    date: dt.date
    played: int
    free: int
    """They were there, and took somebody's place at most."""
    away: int
    """They had cancelled, or did not come."""
    guests: int
    beginners: int
    instructors: int
    """Of those who were there."""


@dataclass(frozen=True, slots=True)
class Often:
    """How often a member was there."""

    membership: Membership
    played: int
    free: int
    away: int
    broken: int
    """On how many of these evenings he was not there although he had answered that he comes."""


@dataclass(frozen=True, slots=True)
class Time:
    """Who came in a time."""

    evenings: list[Evening] = field(default_factory=list)
    """The first first; a day on which nobody came is none."""
    often: list[Often] = field(default_factory=list)
    """In the order of the names; who is not spoken of anywhere is not among them."""


def in_time(club: Club, first: dt.date, last: dt.date) -> Time:
    """Return who came from ``first`` to ``last``; six queries, however many evenings."""
    played = _played(club, first, last)
    said = _said(club, first, last, played)
    known = {row.person_id: row for row in members(club)}
    by_person: dict[UUID, Counter[str]] = defaultdict(Counter)
    broken = _broken(club, said)
    evenings = []
    for date, states in sorted(said.items()):
        if not CAME.isdisjoint(states.values()):
            counted = _counted(states, played.get(date))
            evenings.append(_evening(date, counted, known))
            for person in states:
                by_person[person][counted.get(person, "")] += 1
    often = [
        Often(row, count[State.HERE], count[State.FREE], count[State.AWAY], broken[row.person_id])
        for row in known.values()
        if (count := by_person.get(row.person_id, Counter())) or broken[row.person_id]
    ]
    return Time(evenings, often)


def on(club: Club, date: dt.date) -> list[tuple[Membership, State]]:
    """Return how it was with each member on an evening, in the order of the names."""
    states = _said(club, date, date, _played(club, date, date)).get(date, {})
    return [(row, states[row.person_id]) for row in members(club) if row.person_id in states]


def _broken(club: Club, said: dict[dt.date, dict[UUID, State]]) -> Counter[UUID]:
    """Return on how many evenings who was not there who had answered that he comes."""
    held = [date for date, states in said.items() if not CAME.isdisjoint(states.values())]
    comes = Answer.objects.filter(club=club, date__in=held, said=Answer.Said.COMES)
    return Counter(
        person
        for date, person in comes.values_list("date", "person_id")
        if said[date].get(person) not in CAME
    )


def _evening(
    date: dt.date,
    counted: Mapping[UUID, State],
    known: Mapping[UUID, Membership],
) -> Evening:
    count = Counter(counted.values())
    there = [known[key] for key, state in counted.items() if state in CAME and key in known]
    return Evening(
        date=date,
        played=count[State.HERE],
        free=count[State.FREE],
        away=count[State.AWAY],
        guests=sum(row.status == Membership.Status.GUEST for row in there),
        beginners=sum(row.is_beginner for row in there),
        instructors=sum(row.is_instructor for row in there),
    )


def _counted(
    states: Mapping[UUID, State], played: Mapping[UUID, State] | None
) -> Mapping[UUID, State]:
    """Return as what each counts: where there was an event, who was dealt no card has not played.

    None as ``played``: there was no event, and what was said is all that is known.
    """
    if played is None:
        return states
    return {
        person: state for person, state in states.items() if state != State.HERE or person in played
    }


def _played(club: Club, first: dt.date, last: dt.date) -> dict[dt.date, dict[UUID, State]]:
    """Return who played, by day; a day has no line where it is over and no event was on it."""
    found: dict[dt.date, dict[UUID, State]] = {}
    for reader in _readers:
        for date, people in reader(club, first, last).items():
            found.setdefault(date, {}).update(people)
    if first <= evening() <= last:
        found.setdefault(evening(), {})
    return found


def _said(
    club: Club, first: dt.date, last: dt.date, played: Played
) -> dict[dt.date, dict[UUID, State]]:
    """Return how it was with everybody, by evening; who left before the end was there.

    Who was dealt cards was there as well, whatever was said of him.
    """
    here = {"club": club, "date__range": (first, last)}
    stayed = who_stayed(Attendance.history.filter(**here))
    found: dict[dt.date, dict[UUID, State]] = defaultdict(dict)
    for date, person, state in Attendance.objects.filter(**here).values_list(
        "date", "person_id", "state"
    ):
        left = state == State.AWAY and (date, person) in stayed
        found[date][person] = State.HERE if left else State(state)
    for date, people in played.items():
        found[date].update(people)
    return found
