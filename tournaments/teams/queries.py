"""Pairs and teams as they stand: who is in them, whom they meet, how it went, who could help."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from operator import attrgetter
from typing import Any
from uuid import UUID

from lhombre_club.members.models import Person
from lhombre_club.members.queries import attendance, members
from scoring.domain import totals
from tournaments.folders.queries.secret import totals_shown
from tournaments.models import (
    Event,
    League,
    Match,
    Participant,
    Round,
    Seat,
    Sitter,
    Team,
)
from tournaments.review.queries.rounds import TableState, rounds
from tournaments.teams.domain.teams import apart
from tournaments.words.figures import sitting


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table of a match."""

    participant: UUID
    name: str
    team: UUID | None
    sitter: Sitter
    """Whose place it is, and who plays there."""
    points: int

    @property
    def says(self) -> str:
        """Who sits there, and for whom."""
        return sitting(self.sitter)


@dataclass(frozen=True, slots=True)
class MatchTable:
    """A table of a match."""

    state: TableState
    chairs: tuple[Chair, ...]
    """In playing order: North and South are the first and the third."""

    @property
    def pairs(self) -> tuple[tuple[Chair, ...], tuple[Chair, ...]]:
        """North and South, and West and East."""
        return self.chairs[::2], self.chairs[1::2]

    def points(self, team: UUID) -> int:
        """Return what ``team`` has won here."""
        return sum(chair.points for chair in self.chairs if chair.team == team)


@dataclass(frozen=True, slots=True)
class MatchState:
    """Two pairs or teams that meet."""

    number: int
    home: Team
    away: Team
    tables: tuple[MatchTable, ...]

    @property
    def is_begun(self) -> bool:
        """Whether a deal is in."""
        return any(table.state.entered for table in self.tables)

    @property
    def is_complete(self) -> bool:
        """Whether every deal is in."""
        return all(table.state.is_complete for table in self.tables)

    @property
    def home_points(self) -> int:
        """What those at home have won."""
        return sum(table.points(self.home.pk) for table in self.tables)

    @property
    def away_points(self) -> int:
        """What the visitors have won."""
        return sum(table.points(self.away.pk) for table in self.tables)

    @property
    def margin(self) -> int:
        """By how much those at home lead."""
        return self.home_points - self.away_points


@dataclass(frozen=True, slots=True)
class LeagueRound:
    """The matches of a round, and who sits it out."""

    id: UUID
    number: int
    date: dt.date
    is_released: bool
    is_final: bool
    matches: tuple[MatchState, ...]
    byes: tuple[Team, ...]

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """Everybody who has a seat."""
        tables = (table for match in self.matches for table in match.tables)
        return tuple(chair for table in tables for chair in table.chairs)


@dataclass(frozen=True, slots=True)
class Others:
    """Those of the club who do not play in an event, or not in a round of it."""

    tonight: tuple[Person, ...]
    """Who is marked as here, late or free on its day; substitutes first."""
    rest: tuple[Person, ...]
    """The other members, by name."""
    out: tuple[Person, ...] = ()
    """Who plays in the event and sits the round out."""

    @property
    def all(self) -> tuple[Person, ...]:
        """All of them."""
        return (*self.out, *self.tonight, *self.rest)


def others(event: Event, date: dt.date | None = None, out: Iterable[Person] = ()) -> Others:
    """Who does not play in an event, those first who are at the club on its day, or on ``date``.

    Who was to play and never came may come after all. ``out``: the people of the event who sit
    out.
    """
    playing = set(event.participants.playing().values_list("person_id", flat=True))
    now = attendance(event.club, date or event.date)
    tonight = [person for person in (*now.free, *now.late, *now.here) if person.pk not in playing]
    known = playing | {person.pk for person in tonight}
    everybody = {row.person_id: row.person for row in members(event.club)}
    return Others(
        tonight=tuple(everybody.get(person.pk, person) for person in tonight),
        rest=tuple(person for key, person in everybody.items() if key not in known),
        out=tuple(everybody.get(person.pk, person) for person in out),
    )


def league_rounds(event: Event, *, shown_only: bool = False) -> list[LeagueRound]:
    """Return the rounds with their matches; ten queries, however many there are.

    With ``shown_only`` for everybody: by the deals that nobody has still to play, which takes
    five queries more with folders.
    """
    every = {team.pk: team for team in event.teams.all()}
    dates = dict(event.rounds.values_list("pk", "date"))
    chairs = _chairs(event, shown_only=shown_only)
    of: dict[UUID, list[UUID]] = defaultdict(list)
    drawn: dict[UUID, list[Match]] = defaultdict(list)
    for match in Match.objects.filter(round__event=event).prefetch_related("tables"):
        drawn[match.round_id].append(match)
        of[match.pk] = [table.pk for table in match.tables.all()]
    told = []
    for state in rounds(event):
        at = {table.id: table for table in state.tables}
        met = tuple(
            MatchState(
                match.number,
                every[match.home_id],
                every[match.away_id],
                tuple(MatchTable(at[table], tuple(chairs[table])) for table in of[match.pk]),
            )
            for match in drawn[state.id]
        )
        playing = {side.pk for match in met for side in (match.home, match.away)}
        told.append(
            LeagueRound(
                state.id,
                state.number,
                dates[state.id] or event.date,
                state.is_released,
                state.is_final,
                met,
                tuple(team for key, team in every.items() if key not in playing),
            )
        )
    return told


def settings_of(event: Event) -> dict[str, Any]:
    """Return how the matches were drawn, or are drawn usually; two queries."""
    league = League.objects.filter(event=event).first() or League(event=event)
    first, days = days_of(event)
    return {
        "times": league.times,
        "byes_on_purpose": league.byes_on_purpose,
        "mixing": league.mixing,
        "first": first,
        "days": days,
    }


def days_of(event: Event) -> tuple[dt.date, int]:
    """Return when the first round is played, and how many days after it the second; one query."""
    dates = list(event.rounds.values_list("date", flat=True)[:2])
    first = (dates[0] if dates else None) or event.date
    second = dates[1] if len(dates) > 1 else None
    return first, max((second - first).days, 0) if second else 0


def in_none(event: Event) -> list[str]:
    """Return the names of those in the event who belong to no pair or team; one query."""
    return list(event.participants.filter(team=None).values_list("name", flat=True))


@dataclass(frozen=True, slots=True)
class Unwilling:
    """Two who wish never to sit at one table, and do."""

    one: str
    other: str
    round: int | None = None
    table: int | None = None
    """None: they are partners, and nothing is drawn yet."""


def unwilling(event: Event) -> list[Unwilling]:
    """Return who sits together and wishes not to, as it is drawn; before, who are partners."""
    wishes = apart(event)
    if not wishes:
        return []
    seats = Seat.objects.filter(round__event=event).select_related("participant", "table__round")
    tables: dict[tuple[int | None, int | None], list[Participant]] = defaultdict(list)
    for seat in seats.order_by("round__number", "table__number", "participant__number"):
        if seat.sitter.is_substituted(1):
            continue
        tables[seat.table.round.number, seat.table.number].append(seat.participant)
    found = tables.items() if tables else (((None, None), pair) for pair in _partners(event))
    return [
        Unwilling(one.name, other.name, *where)
        for where, players in found
        for one, other in combinations(players, 2)
        if frozenset((one.number, other.number)) in wishes
    ]


def _partners(event: Event) -> Iterator[Sequence[Participant]]:
    """Yield every two of a pair or team that play together; of teams that mix, at first."""
    placed = event.participants.exclude(team=None).order_by("team__number", "place_in_team")
    for _team, players in groupby(placed, key=attrgetter("team_id")):
        own = list(players)
        yield from (own[:2], own[2:])


def seats_of(round_: Round) -> list[Seat]:
    """Return the chairs of a round, table by table, with whose they are; one query."""
    seats = round_.seats.select_related("participant", "round__event")
    return list(seats.order_by("table__number", "seat"))


def _chairs(event: Event, *, shown_only: bool) -> Mapping[UUID, list[Chair]]:
    """Return who sits where, with what the account says of the shown rounds; two queries."""
    seats = Seat.objects.filter(round__event=event).select_related("participant", "round")
    ordered = list(seats.order_by("table", "seat"))
    books = {str(seat.table_id) for seat in ordered if seat.round.state in Round.SHOWN}
    accounts = totals_shown(event, books).totals if shown_only else totals(books)
    won = {(book, total.seat): total.points for book, own in accounts.items() for total in own}
    chairs: dict[UUID, list[Chair]] = defaultdict(list)
    for seat in ordered:
        chairs[seat.table_id].append(
            Chair(
                seat.participant_id,
                seat.participant.name,
                seat.participant.team_id,
                seat.sitter,
                won.get((str(seat.table_id), seat.seat), 0),
            )
        )
    return chairs
