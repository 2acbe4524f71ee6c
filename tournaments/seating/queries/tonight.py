"""What a club plays on one evening, and who has come without playing in any of it."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models import Exists, Max, OuterRef, Q

from lhombre_club.members.models import Attendance, Club, Person
from lhombre_club.members.namesakes import tagged
from lhombre_club.members.queries import attendance
from tournaments.models import Event, Participant, Revision, Round, Seat
from tournaments.seating.queries.joining import next_round


@dataclass(frozen=True, slots=True)
class Gone:
    """Who is marked as away, and is to play in a round to come."""

    player: Participant
    after: int
    """The last round that has begun, where he was to play in it; 0: he has not played."""


@dataclass(frozen=True, slots=True)
class Running:
    """An event of the evening that is not over."""

    event: Event
    rounds: tuple[int, ...]
    """Numbers of the rounds that somebody may still come into; none where all have begun."""
    gone: tuple[Gone, ...] = ()
    missing: tuple[Seat, ...] = ()
    """Of pairs and teams: the next chair of each who is away, where nobody else plays on it."""
    is_prepared: bool = False
    """Nobody plays in it yet: it is drawn of those who are here."""

    @property
    def is_open(self) -> bool:
        """Whether somebody who comes now can be let into it: teams are put together beforehand."""
        return self.event.kind == Event.Kind.INDIVIDUAL


@dataclass(frozen=True, slots=True)
class Tonight:
    """A club's evening."""

    running: tuple[Running, ...]
    """The events that are not over, the oldest first."""
    arrived: tuple[Person, ...]
    """Who is here, or comes later, and plays in none of them, in the order in which they came."""
    left: Mapping[object, int] = field(default_factory=dict)
    """After which round those have left who play in none of them to its end, by their keys."""
    gone: Mapping[object, int] = field(default_factory=dict)
    """The last begun round in which those sat who are marked as away now, by their keys."""
    over: tuple[Event, ...] = ()
    """The events that are over, the oldest first."""

    @property
    def is_prepared(self) -> bool:
        """Whether an event waits for those who come."""
        return any(one.is_prepared for one in self.running)

    @property
    def arrived_names(self) -> str:
        """Their names for a sentence."""
        return ", ".join(person.listed for person in self.arrived)


def open_events(club: Club, date: dt.date) -> list[Event]:
    """Return the events of a day that are not over nor archived, the oldest first; one query."""
    return _events(club, date)[0]


def _events(club: Club, date: dt.date) -> tuple[list[Event], list[Event]]:
    """Return the events of a day that are not archived: what is not over, and what is."""
    rounds = Round.objects.filter(event=OuterRef("pk"))
    waiting = Exists(rounds.exclude(state=Round.State.FINAL))
    known = Event.objects.filter(club=club, date=date, abandoned=False, archived_at=None)
    known = known.annotate(runs=waiting | ~Exists(rounds)).order_by("created_at")
    rows = list(known)
    return [each for each in rows if each.runs], [each for each in rows if not each.runs]


def tonight_of(club: Club, date: dt.date) -> Tonight:
    """Return what is played on a date; four queries where nothing is, else five and two an event.

    One or two more where somebody has come who plays in none, and two where somebody is away.
    """
    (events, over), left, gone = _events(club, date), left_early(club, date), _gone(club, date)
    if not events:
        return Tonight((), (), left, gone, tuple(over))
    now = attendance(club, date)
    known = playing_in(events)
    playing = {person for _event, people in known for person in people}
    arrived = (person for person in (*now.here, *now.late) if person.pk not in playing)
    return Tonight(
        running=tuple(_running(known, now.away)),
        arrived=tuple(tagged(club.pk, arrived)),
        left=left,
        gone=gone,
        over=tuple(over),
    )


def _gone(club: Club, date: dt.date) -> dict[object, int]:
    """Return the last begun round in which those sat who are marked as away, by their keys.

    Whoever is in the plan still has played all the same; a chair on which somebody else plays is
    not his.
    """
    marked = Attendance.objects.filter(club=club, date=date, state=Attendance.State.AWAY)
    begun = Exists(Revision.objects.filter(table__round=OuterRef("round")))
    own = Seat.objects.filter(begun, round__event__club=club, round__event__date=date)
    own = own.filter(Q(substitute_name="") | Q(substitute_from__gt=1))
    own = own.filter(participant__person__in=marked.values("person"))
    last = own.values("participant__person").annotate(last=Max("round__number"))
    return dict(last.values_list("participant__person", "last"))


def is_prepared(event: Event, people: Collection[object]) -> bool:
    """Whether an event waits for people; ``people`` are those who play in it."""
    return event.kind == Event.Kind.INDIVIDUAL and not people


def _running(
    known: Sequence[tuple[Event, Collection[object]]], away: Iterable[Person]
) -> Iterable[Running]:
    missing, events = list(away), [event for event, _people in known]
    own = Participant.objects.filter(event__in=events, event__kind=Event.Kind.INDIVIDUAL)
    still = list(own.filter(person__in=missing).playing()) if missing else []
    for event, people in known:
        rounds = tuple(range(next_round(event), event.planned_rounds + 1))
        gone = (
            Gone(one, rounds[0] - 1 if one.from_round < rounds[0] else 0)
            for one in still
            if one.event_id == event.pk and rounds and (one.to_round or rounds[0]) >= rounds[0]
        )
        waits = is_prepared(event, people)
        yield Running(event, rounds, tuple(gone), _missing(event, missing, rounds), waits)


def _missing(event: Event, away: Sequence[Person], rounds: Sequence[int]) -> tuple[Seat, ...]:
    if event.kind == Event.Kind.INDIVIDUAL or not away:
        return ()
    today = Q(round__date=None) | Q(round__date=event.date)
    seats = Seat.objects.filter(today, round__event=event, round__number__in=rounds)
    own = seats.filter(participant__person__in=away, substitute_name="")
    found = own.select_related("participant", "round").order_by("-round__number")
    return tuple({seat.participant_id: seat for seat in found}.values())


def left_early(club: Club, date: dt.date) -> dict[object, int]:
    """Return after which round those have left who played to the end of no event of the day.

    By their keys; of events that are over too, since who went home is not there for the next.
    """
    known = {event.pk: event for event in Event.objects.filter(club=club, date=date)}
    last: dict[object, int] = {}
    stay: set[object] = set()
    rows = Participant.objects.filter(event__in=known).playing()
    for event, person, to_round in rows.values_list("event_id", "person_id", "to_round"):
        if to_round is None or to_round >= known[event].planned_rounds:
            stay.add(person)
        else:
            last[person] = max(to_round, last.get(person, 0))
    return {person: number for person, number in last.items() if person not in stay}


def playing_in(events: Iterable[Event]) -> list[tuple[Event, frozenset[object]]]:
    """Return the keys of the people of each event, but not of those who never came."""
    known = list(events)
    found: dict[object, set[object]] = {event.pk: set() for event in known}
    rows = Participant.objects.filter(event__in=known).playing()
    for event, person in rows.values_list("event_id", "person_id"):
        found[event].add(person)
    return [(event, frozenset(found[event.pk])) for event in known]


def plays_too(person: Person, event: Event) -> list[Event]:
    """Return the other events of the same day that are not over, in which somebody plays."""
    others = [each for each in open_events(event.club, event.date) if each.pk != event.pk]
    return [each for each, people in playing_in(others) if person.pk in people]
