"""Who plays with whom: the pairs or teams of an event."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Final
from uuid import UUID

from django.db import transaction

from lhombre_club.members.models import Club, Person, SeatingWish
from lhombre_club.members.queries import wishes_among
from lhombre_club.refusal import Refusal
from tournaments.book.accounts import locked_tables
from tournaments.book.activity import note, raise_version
from tournaments.book.begun import Preset, begin_event, expect_no_results
from tournaments.book.replaced import remove_rounds
from tournaments.models import Event, Participant, Team
from tournaments.plans.leagues import FEWEST_TEAMS, MOST_TEAMS, LeagueError, groups
from tournaments.teams.reasons import TeamReason
from tournaments.words.figures import BETWEEN
from tournaments.words.units import units_of

SIZES: Final[Mapping[str, int]] = {Event.Kind.PAIRS: 2, Event.Kind.TEAMS: 4}
"""How many make a pair, and a team."""
LONGEST_NAME: Final = 160
LONGEST_DIVISION: Final = 40
MOST_HANDICAP: Final = 10_000
DIVISIONS: Final = "ABCDEFGH"


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamEntry:
    """What a director says of a pair or team. Its number is its place in the list."""

    members: tuple[UUID, ...]
    """Participants. The first two are a team's first pair, the next two its second."""
    name: str = ""
    """Empty: named after its members or its number."""
    division: str = ""
    handicap: int = 0
    """Points added once to the total of the event."""
    captain: UUID | None = None


def fewest_players(kind: str) -> int:
    """Return how many an event of ``kind`` needs; of pairs 4, of teams 8."""
    return SIZES[kind] * FEWEST_TEAMS


@transaction.atomic
def make_team_event(
    *, club: Club, name: str, date: dt.date, people: Sequence[Person], actor: str, preset: Preset
) -> Event:
    """Make a pair or team event of ``people``, put together as they stand and not yet drawn.

    Refused for TeamReason where they are too few.
    """
    event = begin_event(club=club, name=name, date=date, people=people, actor=actor, preset=preset)
    return set_teams(event=event, teams=suggested(event), actor=actor)


def suggested(event: Event) -> tuple[TeamEntry, ...]:
    """Put the participants together as they stand; who is left over is in no team.

    Two who wish never to sit at one table are put together only where nobody else is left.
    """
    size, rest, wishes = SIZES[event.kind], list(event.participants.all()), apart(event)
    made = []
    while len(rest) >= size:
        team = [rest.pop(0)]
        while len(team) < size:
            fits = (
                at
                for at, one in enumerate(rest)
                if not any(frozenset((one.number, other.number)) in wishes for other in team)
            )
            team.append(rest.pop(next(fits, 0)))
        made.append(TeamEntry(members=tuple(one.pk for one in team)))
    return tuple(made)


def entries_of(event: Event) -> tuple[TeamEntry, ...]:
    """Return the teams as they are; three queries."""
    return tuple(
        TeamEntry(
            members=members,
            name=team.name,
            division=team.division,
            handicap=team.handicap,
            captain=team.captain_id,
        )
        for team, members in _known(event)
    )


@transaction.atomic
def set_teams(*, event: Event, teams: Sequence[TeamEntry], actor: str) -> Event:
    """Let ``teams`` be the pairs or teams of ``event``.

    If others play together than before, or in other divisions, a draw is thrown away. Refused
    for TeamReason, and for HAS_RESULTS if that would take away what was played.
    """
    locked_tables(event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    players = {player.pk: player for player in event.participants.all()}
    verify(event.kind, teams, players)
    known = entries_of(event)
    if _drawn(teams) != _drawn(known):
        expect_no_results(event)
        remove_rounds(event.rounds.all())
    _store(event, _renamed(event, teams, known, players), players)
    note(event=event, verb="teams.set", actor=actor, teams=len(teams))
    raise_version(event.pk)
    return event


@transaction.atomic
def part_into_divisions(
    *, event: Event, number: int, actor: str, teams: Sequence[TeamEntry] | None = None
) -> Event:
    """Deal the teams, the strongest first, to and fro into ``number`` equally strong groups.

    ``teams`` are stored so; None: as they are known. One group is none: then all teams meet all.
    Refused as ``set_teams`` is.
    """
    teams, said = entries_of(event) if teams is None else teams, units_of(event.kind)
    if not 1 <= number <= len(DIVISIONS):
        raise Refusal(TeamReason.DIVISIONS, **said)
    try:
        parted = groups(range(len(teams)), number)
    except LeagueError as error:
        raise Refusal(TeamReason.DIVISIONS, **said) from error
    names = DIVISIONS if number > 1 else ("",)
    of = {team: name for name, part in zip(names, parted, strict=False) for team in part}
    changed = [replace(team, division=of[place]) for place, team in enumerate(teams)]
    return set_teams(event=event, teams=changed, actor=actor)


def verify(kind: str, teams: Sequence[TeamEntry], known: Mapping[UUID, object]) -> None:
    """Refuse for TeamReason if ``teams`` cannot be those of an event with the players ``known``."""
    said = units_of(kind)
    if len(teams) < FEWEST_TEAMS:
        raise Refusal(TeamReason.TOO_FEW, **said)
    if len(teams) > MOST_TEAMS:
        raise Refusal(TeamReason.TOO_MANY, **said)
    seen: set[UUID] = set()
    for number, team in enumerate(teams, start=1):
        wrong = _wrong(team, SIZES[kind], known, seen)
        if wrong:
            raise Refusal(wrong, team=number, **said)
        seen.update(team.members)


def _wrong(
    team: TeamEntry, size: int, known: Mapping[UUID, object], seen: set[UUID]
) -> TeamReason | None:
    if len(team.members) != size:
        return TeamReason.SIZE
    if not known.keys() >= set(team.members):
        return TeamReason.STRANGER
    if len(set(team.members) - seen) < size:
        return TeamReason.TWICE
    if team.captain is not None and team.captain not in team.members:
        return TeamReason.CAPTAIN
    return TeamReason.HANDICAP if abs(team.handicap) > MOST_HANDICAP else None


def _drawn(teams: Sequence[TeamEntry]) -> list[tuple[tuple[UUID, ...], str]]:
    """Return what of the teams a draw is made from."""
    return [(team.members, team.division) for team in teams]


def _renamed(
    event: Event,
    teams: Sequence[TeamEntry],
    known: Sequence[TeamEntry],
    players: Mapping[UUID, Participant],
) -> list[TeamEntry]:
    """Forget names that were made of members: a pair that changes is called after the new ones."""
    if event.kind != Event.Kind.PAIRS:
        return list(teams)
    made = {_named(event, 0, [players[member] for member in team.members]) for team in known}
    return [replace(team, name="") if team.name in made else team for team in teams]


def _known(event: Event) -> list[tuple[Team, tuple[UUID, ...]]]:
    teams = event.teams.prefetch_related("participants")
    return [
        (
            team,
            tuple(
                player.pk
                for player in sorted(team.participants.all(), key=lambda who: who.place_in_team)
            ),
        )
        for team in teams
    ]


def apart(event: Event) -> frozenset[frozenset[int]]:
    """Return which two of the event wish never to sit at one table, by number; two queries."""
    rows = event.participants.exclude(person=None)
    numbers = dict(rows.values_list("person_id", "number"))
    return frozenset(
        frozenset((numbers[wish.one_id], numbers[wish.other_id]))
        for wish in wishes_among(event.club, numbers)
        if wish.kind == SeatingWish.Kind.APART
    )


def _store(event: Event, teams: Sequence[TeamEntry], players: Mapping[UUID, Participant]) -> None:
    """Keep the rows of teams that stay: matches point at them."""
    event.participants.update(team=None, place_in_team=0)
    event.teams.filter(number__gt=len(teams)).delete()
    for number, entry in enumerate(teams, start=1):
        members = [players[member] for member in entry.members]
        team, _made = Team.objects.update_or_create(
            event=event,
            number=number,
            defaults={
                "name": entry.name.strip()[:LONGEST_NAME] or _named(event, number, members),
                "division": entry.division.strip()[:LONGEST_DIVISION],
                "handicap": entry.handicap,
                "captain_id": entry.captain,
            },
        )
        for place, member in enumerate(members):
            member.team, member.place_in_team = team, place
    placed = [players[member] for member in chain.from_iterable(team.members for team in teams)]
    Participant.objects.bulk_update(placed, ["team", "place_in_team"])


def _named(event: Event, number: int, members: Sequence[Participant]) -> str:
    if event.kind == Event.Kind.PAIRS:
        return BETWEEN.join(member.name for member in members)[:LONGEST_NAME]
    return str(units_of(event.kind)["numbered"]) % {"number": number}
