"""What a club plays on one evening, and who has come without playing in any of it."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from django.db.models import Exists, Max, OuterRef, Q

from lhombre_club.members.models import Attendance, Club, Person
from lhombre_club.members.namesakes import tagged
from lhombre_club.members.queries import Evening, attendance
from tournaments.book.begun import has_begun
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.seating.queries.helping import Helper, helpers_of, last_helped
from tournaments.seating.queries.joining import next_round
from tournaments.seating.queries.leaving import Until, left_early


@dataclass(frozen=True, slots=True)
class Gone:
    """Who is marked as away, and is to play in a round to come."""

    player: Participant
    after: int
    """The last round that has begun, where he was to play in it; 0: he has not played."""


@dataclass(frozen=True, slots=True)
class Stay:
    """How somebody plays in an event that is not over."""

    event: Event
    player: UUID
    """Key of the participant."""
    first: int
    """The round from which he plays."""
    after: int
    """The last round that has begun, where he was to play in it; 0: he has not played."""
    left: bool
    """Whether he is out before the end."""
    rounds: tuple[int, ...]
    """Numbers of the rounds that have not begun."""


@dataclass(frozen=True, slots=True)
class Running:
    """An event of the evening that is not over."""

    event: Event
    rounds: tuple[int, ...]
    """Numbers of the rounds that somebody may still come into; none where all have begun."""
    gone: tuple[Gone, ...] = ()
    later: tuple[Participant, ...] = ()
    """Who is marked as coming later, and is to play in the first round, which has not begun."""
    missing: tuple[Seat, ...] = ()
    """Of pairs and teams: the next chair of each who is away, where nobody else plays on it."""
    is_prepared: bool = False
    """Nobody plays in it yet: it is drawn of those who are here."""
    guests: tuple[str, ...] = ()
    """Names of those who play for another, and of whom the club's list has only that."""

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
    left: Mapping[object, Until] = field(default_factory=dict)
    """How far those play who play in none of them to its end, by their keys."""
    gone: Mapping[object, int] = field(default_factory=dict)
    """The last begun round in which those sat who are marked as away now, by their keys."""
    over: tuple[Event, ...] = ()
    """The events that are over, the oldest first."""
    stays: Mapping[object, Stay] = field(default_factory=dict)
    """How those play who play in an event that is not over, by their keys."""
    finished: frozenset[object] = frozenset()
    """The keys of those who played in an event that is over."""
    helping: frozenset[object] = frozenset()
    """The keys of those who play, or are to play, in the place of another."""
    helped: Mapping[object, Helper] = field(default_factory=dict)
    """On which chair they have played last for another, by their keys."""
    where: Mapping[object, tuple[str, ...]] = field(default_factory=dict)
    """Of several events that are not over the names of those in which each plays, by their keys."""
    late: frozenset[object] = frozenset()
    """The keys of those who come later: they are not here for the next round."""

    @property
    def is_prepared(self) -> bool:
        """Whether an event waits for those who come."""
        return any(one.is_prepared for one in self.running)

    @property
    def substitutes(self) -> frozenset[object]:
        """The keys of those who play, or have played, for another and have not gone home since."""
        left = {person for person, chair in self.helped.items() if chair.went_home}
        return (self.helping | self.helped.keys()) - left

    @property
    def arrived_names(self) -> str:
        """Their names for a sentence, but of those who went home from an event that is over."""
        return ", ".join(each.listed for each in self.arrived if each.pk not in self.left)


def open_events(club: Club, date: dt.date) -> list[Event]:
    """Return the events of a day that are not over nor archived, the oldest first; one query."""
    return _events(club, date)[0]


def _events(club: Club, date: dt.date) -> tuple[list[Event], list[Event]]:
    """Return the events of a day that are not archived: what is not over, and what is.

    Of an evening that was broken off only the rounds count that the room has seen; where it has
    seen none, nothing is played.
    """
    rounds = Round.objects.filter(event=OuterRef("pk"))
    counts = Q(event__abandoned=False) | Q(state__in=Round.SHOWN)
    waiting = Exists(rounds.filter(counts).exclude(state=Round.State.FINAL))
    known = Event.objects.filter(club=club, date=date, archived_at=None)
    known = known.filter(Q(abandoned=False) | Exists(rounds.filter(state__in=Round.SHOWN)))
    known = known.annotate(runs=waiting | ~Exists(rounds)).order_by("created_at")
    rows = list(known)
    return [each for each in rows if each.runs], [each for each in rows if not each.runs]


def tonight_of(club: Club, date: dt.date) -> Tonight:
    """Return what is played on a date; six queries where nothing is, else seven and two an event.

    One or two more where somebody has come who plays in none, one where somebody is away, and one
    where an event is over.
    """
    (events, over), left = _events(club, date), left_early(club, date)
    everybody = helpers_of(club, date)
    helped = last_helped(everybody)
    gone = _gone(club, date, helped)
    finished = frozenset(person for _event, people in playing_in(over) for person in people)
    if not events:
        return Tonight((), (), left, gone, tuple(over), finished=finished, helped=helped)
    now = attendance(club, date)
    own = list(Participant.objects.filter(event__in=events).exclude(person=None).playing())
    playing = {one.person_id for one in own}
    arrived = (person for person in (*now.here, *now.late) if person.pk not in playing)
    helpers = [one for one in everybody if one.is_open]
    running = tuple(_running(events, own, now, helpers))
    return Tonight(
        running=running,
        arrived=tuple(tagged(club.pk, arrived)),
        late=frozenset(person.pk for person in now.late),
        left=left,
        gone=gone,
        over=tuple(over),
        stays=_stays(running, own),
        finished=finished,
        helping=frozenset(one.person for one in helpers if one.person),
        helped=helped,
        where=_where(events, own, helpers),
    )


def _where(
    events: Sequence[Event], own: Iterable[Participant], helpers: Iterable[Helper]
) -> dict[object, tuple[str, ...]]:
    if len(events) == 1:
        return {}
    plays = {(one.event_id, one.person_id) for one in own}
    plays |= {(one.event, one.person) for one in helpers if one.person}
    found: dict[object, tuple[str, ...]] = {}
    for event in events:
        for key in (person for at, person in plays if at == event.pk):
            found[key] = (*found.get(key, ()), event.name)
    return found


def _stays(running: Iterable[Running], own: Iterable[Participant]) -> dict[object, Stay]:
    """Return how each plays; of two events that one counts which he has not left."""
    at = {one.event.pk: one for one in running}
    found: dict[object, Stay] = {}
    for one in own:
        here = at[one.event_id]
        planned = here.event.planned_rounds
        begun = here.rounds[0] - 1 if here.rounds else planned
        last = planned if one.to_round is None else one.to_round
        after = min(begun, last) if one.from_round <= begun else 0
        stay = Stay(here.event, one.pk, one.from_round, after, last < planned, here.rounds)
        if one.person_id not in found or found[one.person_id].left:
            found[one.person_id] = stay
    return found


def _gone(club: Club, date: dt.date, helped: Mapping[object, Helper]) -> dict[object, int]:
    """Return the last begun round in which those sat who are marked as away, by their keys.

    Whoever is in the plan still has played all the same; a chair on which somebody else plays is
    that one's, and he has gone who was marked after he had played on it.
    """
    marked = Attendance.objects.filter(club=club, date=date, state=Attendance.State.AWAY)
    begun = Exists(Table.objects.filter(has_begun(), round=OuterRef("round")))
    seats = Seat.objects.filter(begun, round__event__club=club, round__event__date=date)
    own = seats.filter(Q(substitute_name="") | Q(substitute_from__gt=1))
    rows = own.filter(participant__person__in=marked.values("person")).order_by()
    last = rows.values("participant__person").annotate(last=Max("round__number"))
    found: dict[object, int] = dict(last.values_list("participant__person", "last"))
    for person, chair in helped.items():
        if chair.went_home:
            found[person] = max(chair.round, found.get(person, 0))
    return found


def is_prepared(event: Event, people: Collection[object]) -> bool:
    """Whether an event waits for people; ``people`` are those who play in it."""
    return event.kind == Event.Kind.INDIVIDUAL and not people


def _running(
    events: Iterable[Event],
    own: Sequence[Participant],
    now: Evening,
    helpers: Sequence[Helper],
) -> Iterable[Running]:
    away, late = ({person.pk for person in people} for people in (now.away, now.late))
    for event in events:
        rounds = tuple(range(next_round(event), event.planned_rounds + 1))
        people = [one for one in own if one.event_id == event.pk]
        still = people if event.kind == Event.Kind.INDIVIDUAL and rounds else ()
        gone = (
            Gone(one, rounds[0] - 1 if one.from_round < rounds[0] else 0)
            for one in still
            if one.person_id in away and (one.to_round or rounds[0]) >= rounds[0]
        )
        later = (
            one
            for one in still
            if one.person_id in late and one.from_round == rounds[0] == 1 < len(rounds)
        )
        yield Running(
            event=event,
            rounds=rounds,
            gone=tuple(gone),
            later=tuple(later),
            missing=_missing(event, now.away, rounds),
            is_prepared=is_prepared(event, people),
            guests=_guests(event, helpers),
        )


def _guests(event: Event, helpers: Iterable[Helper]) -> tuple[str, ...]:
    names = (one.name for one in helpers if one.event == event.pk and one.person is None)
    return tuple(dict.fromkeys(names))


def _missing(event: Event, away: Sequence[Person], rounds: Sequence[int]) -> tuple[Seat, ...]:
    if event.kind == Event.Kind.INDIVIDUAL or not away:
        return ()
    today = Q(round__date=None) | Q(round__date=event.date)
    seats = Seat.objects.filter(today, round__event=event, round__number__in=rounds)
    own = seats.filter(participant__person__in=away, substitute_name="")
    found = own.select_related("participant", "round").order_by("-round__number")
    return tuple({seat.participant_id: seat for seat in found}.values())


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
