"""Pairs and teams as they stand: who is in them, whom they meet, and how it went."""

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from scoring.domain import totals
from tournaments.domain.queries.events import TableState, rounds
from tournaments.domain.queries.standings import standings
from tournaments.models import Event, League, Match, Round, Seat, Team
from tournaments.seating.leagues import LeagueError, exchanged


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat at a table of a match."""

    participant: UUID
    name: str
    team: UUID | None
    substitute: str
    """Name of who plays for him; empty: he does himself."""
    points: int


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
class Meeting:
    """What one team has won from another so far, over all tables at which they met."""

    points: int


@dataclass(frozen=True, slots=True)
class CrossRow:
    """One team against all others of its division."""

    team: Team
    meetings: tuple[Meeting | None, ...]
    """By the order of the rows; None where they have not met, and for the team itself."""


@dataclass(frozen=True, slots=True)
class Crosstable:
    """Who has won how much from whom in one division."""

    division: str
    rows: tuple[CrossRow, ...]


@dataclass(frozen=True, slots=True)
class Mover:
    """A team in the next season."""

    name: str
    moved: int
    """1: it goes a division down; -1: up; 0: it stays."""


@dataclass(frozen=True, slots=True)
class NextDivision:
    """A division of the next season."""

    name: str
    teams: tuple[Mover, ...]


def league_rounds(event: Event) -> list[LeagueRound]:
    """Return the rounds with their matches; ten queries, however many there are."""
    every = {team.pk: team for team in event.teams.all()}
    dates = dict(event.rounds.values_list("pk", "date"))
    chairs = _chairs(event)
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


def crosstables(event: Event, drawn: Sequence[LeagueRound]) -> list[Crosstable]:
    """Return who has won how much from whom, division by division; one query."""
    met = _meetings(drawn)
    divisions: dict[str, list[Team]] = defaultdict(list)
    for team in event.teams.all():
        divisions[team.division].append(team)
    return [
        Crosstable(
            division,
            tuple(
                CrossRow(one, tuple(met.get((one.pk, other.pk)) for other in inside))
                for one in inside
            ),
        )
        for division, inside in sorted(divisions.items())
    ]


def settings_of(event: Event) -> dict[str, object]:
    """Return how the matches were drawn, or are drawn usually; two queries."""
    league = League.objects.filter(event=event).first() or League(event=event)
    dates = list(event.rounds.values_list("date", flat=True)[:2])
    first = (dates[0] if dates else None) or event.date
    second = dates[1] if len(dates) > 1 else None
    return {
        "times": league.times,
        "byes_on_purpose": league.byes_on_purpose,
        "mixing": league.mixing,
        "first": first,
        "days": max((second - first).days, 0) if second else 0,
    }


def next_divisions(event: Event, moving: int) -> list[NextDivision] | None:
    """Return the divisions of the next season, the highest first, if so many change places.

    The divisions stand in the order of their names. None where they are too small for it.
    """
    found = standings(event)
    rows = found.team_divisions or {"": found.teams}
    now = [[row.number for row in inside] for inside in rows.values()]
    try:
        following = exchanged(now, moving if len(now) > 1 else 0)
    except LeagueError:
        return None
    names = {row.number: row.name for inside in rows.values() for row in inside}
    was = {number: place for place, inside in enumerate(now) for number in inside}
    return [
        NextDivision(
            name,
            tuple(Mover(names[number], place - was[number]) for number in inside),
        )
        for place, (name, inside) in enumerate(zip(rows, following, strict=True))
    ]


def _meetings(drawn: Sequence[LeagueRound]) -> Mapping[tuple[UUID, UUID], Meeting]:
    met: dict[tuple[UUID, UUID], Meeting] = {}
    for match in (match for round_ in drawn if round_.is_released for match in round_.matches):
        for table in match.tables:
            if table.state.entered:
                for one, other in ((match.home, match.away), (match.away, match.home)):
                    before = met.get((one.pk, other.pk), Meeting(0))
                    met[one.pk, other.pk] = Meeting(before.points + table.points(one.pk))
    return met


def _chairs(event: Event) -> Mapping[UUID, list[Chair]]:
    """Return who sits where, with what the account says of the shown rounds; two queries."""
    seats = Seat.objects.filter(round__event=event).select_related("participant", "round")
    ordered = list(seats.order_by("table", "seat"))
    shown = {str(seat.table_id) for seat in ordered if seat.round.state in Round.SHOWN}
    won = {
        (book, total.seat): total.points
        for book, own in totals(frozenset(shown)).items()
        for total in own
    }
    chairs: dict[UUID, list[Chair]] = defaultdict(list)
    for seat in ordered:
        chairs[seat.table_id].append(
            Chair(
                seat.participant_id,
                seat.participant.name,
                seat.participant.team_id,
                seat.substitute_name,
                won.get((str(seat.table_id), seat.seat), 0),
            )
        )
    return chairs
