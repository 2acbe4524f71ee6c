"""Draw the matches of a pair or team event: all meet all, in divisions side by side."""

import datetime as dt
import random
import secrets
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from typing import Final

from django.db import transaction
from django.utils import timezone

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import locked_tables
from tournaments.book.activity import note, raise_version
from tournaments.book.begun import SEED_BITS, expect_no_results, rounds_begun
from tournaments.book.proving.seals import seal
from tournaments.book.replaced import remove_rounds
from tournaments.folders.domain import demand_sound
from tournaments.models import Event, League, Match, Participant, Round, Seat, Table, Team
from tournaments.plans import leagues, matches
from tournaments.teams.domain.again import Lost, dates_kept, lost_by, substitutes_kept
from tournaments.teams.domain.teams import SIZES, apart
from tournaments.teams.queries import settings_of
from tournaments.teams.reasons import LeagueReason
from tournaments.words.units import units_of

MOST_TIMES: Final = 4
MOST_DAYS: Final = 366


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSettings:
    """How the matches are drawn."""

    times: int = 1
    """How often every two meet; the second time with home and away exchanged."""
    byes_on_purpose: bool = False
    """Two teams of each division sit out in every round but the last."""
    mixing: bool = False
    """Within a team everybody plays with each of the others in turn."""
    first: dt.date | None = None
    """When the first round is played; None: on the date of the event."""
    days: int = 0
    """Days from one round to the next; 0: all on one day."""


@transaction.atomic
def draw_matches(
    *, event: Event, settings: LeagueSettings, actor: str, seed: int | None = None
) -> Event:
    """Draw all matches anew, from ``seed`` or a new one; what was drawn before is thrown away.

    The lot decides which team has which place in the schedule. What can stay stays, as ``again``
    says. Refused for HAS_RESULTS once a
    deal is in, and for LeagueReason where there is no schedule.
    """
    locked_tables(event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    expect_no_results(event)
    event.seed = secrets.randbits(SEED_BITS) if seed is None else seed
    plan = _plan(event, settings)
    seated = _seated(plan)
    dates = dates_kept(event, settings.first, settings.days)
    helpers = substitutes_kept(event, seated)
    event.planned_rounds = len(plan)
    event.save(update_fields=["seed", "planned_rounds"])
    remove_rounds(event.rounds.all())
    League.objects.update_or_create(
        event=event,
        defaults={
            "times": settings.times,
            "byes_on_purpose": settings.byes_on_purpose,
            "mixing": settings.mixing,
        },
    )
    _store(event, plan, {**_dates(settings, len(plan)), **dates})
    _put_back(event, helpers)
    note(event=event, verb="matches.drawn", actor=actor, seed=event.seed)
    raise_version(event.pk)
    return event


def most_rounds(event: Event) -> int:
    """Return how many rounds it takes that all meet, as it was drawn; 0: nothing is drawn."""
    if not event.rounds.exists():
        return 0
    return len(_schedule(event, LeagueSettings(**settings_of(event))))


@transaction.atomic
def play_rounds(*, event: Event, rounds: int, actor: str) -> Event:
    """Play so many rounds in all of those that it takes that all meet: fewer, or more again.

    What comes back is as the lot had it. Refused for BEGUN where a round that would fall away has
    begun, for NO_MORE where there are not so many, and for NOT_DRAWN.
    """
    locked_tables(event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    there = event.rounds.count()
    if not there:
        raise Refusal(LeagueReason.NOT_DRAWN)
    settings = LeagueSettings(**settings_of(event))
    plan = _plan(event, settings)
    if not 1 <= rounds <= len(plan):
        raise Refusal(LeagueReason.NO_MORE, most=len(plan))
    if (begun := max(rounds_begun(event), default=0)) > rounds:
        raise Refusal(LeagueReason.BEGUN, number=begun)
    remove_rounds(event.rounds.filter(number__gt=rounds))
    _store(event, plan[:rounds], _dates(settings, len(plan)), after=there)
    event.planned_rounds = rounds
    event.save(update_fields=["planned_rounds"])
    note(event=event, verb="rounds.planned", actor=actor, rounds=rounds)
    raise_version(event.pk)
    return event


def lost_by_draw(*, event: Event, settings: LeagueSettings, seed: int) -> Lost:
    """Return what a draw from a seed would throw away; nothing is stored.

    Refused as ``draw_matches`` is.
    """
    expect_no_results(event)
    drawn = copy(event)
    drawn.seed = seed
    return lost_by(event, _seated(_plan(drawn, settings)), settings.first, settings.days)


@transaction.atomic
def release_round(*, round_: Round, actor: str) -> Round:
    """Show one round to the room and open its tables. Releasing twice is once.

    Refused as ``demand_sound`` is if folders would go wrong.
    """
    demand_sound(round_.event)
    waiting = Round.objects.filter(pk=round_.pk, state=Round.State.DRAFT)
    if waiting.update(state=Round.State.RELEASED, released_at=timezone.now()):
        note(event=round_.event, verb="round.released", actor=actor, round=round_.number)
        seal(round_.event_id, [round_])
    return Round.objects.select_related("event").get(pk=round_.pk)


@transaction.atomic
def set_round_date(*, round_: Round, date: dt.date | None, actor: str) -> Round:
    """Play a round on another evening; None: on the date of the event."""
    round_ = Round.objects.select_related("event").get(pk=round_.pk)
    round_.date = date
    round_.save(update_fields=["date"])
    note(event=round_.event, verb="round.dated", actor=actor, round=round_.number)
    raise_version(round_.event_id)
    return round_


def _schedule(event: Event, settings: LeagueSettings) -> leagues.Schedule:
    """Return who meets whom; teams are their numbers."""
    if not 1 <= settings.times <= MOST_TIMES:
        raise Refusal(LeagueReason.TIMES)
    divisions: dict[str, list[int]] = defaultdict(list)
    for number, division in event.teams.values_list("number", "division"):
        divisions[division].append(number)
    if not divisions:
        raise Refusal(LeagueReason.ALONE, **units_of(event.kind))
    lots = random.Random(event.seed)  # noqa: S311 - a draw must replay from its seed
    parts = [lots.sample(teams, len(teams)) for _, teams in sorted(divisions.items())]
    schedules = [
        _all_meet_all(event.kind, division, len(teams), settings)
        for division, teams in sorted(divisions.items())
    ]
    return leagues.side_by_side(parts, schedules)


def _all_meet_all(
    kind: str, division: str, teams: int, settings: LeagueSettings
) -> leagues.Schedule:
    said = units_of(kind)
    if teams < leagues.FEWEST_TEAMS:
        raise Refusal(LeagueReason.ALONE, division=division, **said)
    if settings.byes_on_purpose:
        if teams <= leagues.BYES_ON_PURPOSE + 1:
            raise Refusal(LeagueReason.BYES, division=division, **said)
        if kind == Event.Kind.PAIRS and teams % 2:
            raise Refusal(LeagueReason.ODD_PAIRS, division=division)
    return leagues.round_robin(
        teams, byes_on_purpose=settings.byes_on_purpose, times=settings.times
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """One table of a round. Teams and players are their numbers."""

    home: int
    away: int
    seats: tuple[int, ...]
    """In playing order, North first."""


def _plan(event: Event, settings: LeagueSettings) -> list[list[_Drawn]]:
    """Return the tables of each round, drawn from the seed of the event."""
    seated = event.participants.exclude(team=None).order_by("place_in_team")
    members: dict[int, list[int]] = defaultdict(list)
    for team, player in seated.values_list("team__number", "number"):
        members[team].append(player)
    drawn_of = partial(_tables, members=members, mixing=settings.mixing, apart=apart(event))
    return [
        [table for match in drawn.matches for table in drawn_of(match, number)]
        for number, drawn in enumerate(_schedule(event, settings))
    ]


def _seated(plan: Sequence[Sequence[_Drawn]]) -> list[frozenset[int]]:
    """Return who has a seat, round by round."""
    return [frozenset(player for one in tables for player in one.seats) for tables in plan]


def _dates(settings: LeagueSettings, rounds: int) -> dict[int, dt.date | None]:
    """Return when each round is played."""
    days = (dt.timedelta(days=settings.days * number) for number in range(rounds))
    return {
        number: settings.first and settings.first + after
        for number, after in enumerate(days, start=1)
    }


def _store(
    event: Event,
    plan: Sequence[Sequence[_Drawn]],
    dates: Mapping[int, dt.date | None],
    after: int = 0,
) -> None:
    """Store the rounds of a plan that come after so many."""
    teams = {team.number: team for team in event.teams.all()}
    players = {player.number: player for player in event.participants.all()}
    for number, tables in enumerate(plan[after:], start=after + 1):
        round_ = Round.objects.create(event=event, number=number, date=dates[number])
        _store_round(round_, tables, teams, players)


def _put_back(event: Event, helpers: Mapping[tuple[int, int], Seat]) -> None:
    """Let those play again who played on the chairs of others."""
    for (number, player), was in helpers.items():
        chair = Seat.objects.filter(
            round__event=event, round__number=number, participant__number=player
        )
        chair.update(substitute=was.substitute_id, substitute_name=was.substitute_name)


def _tables(
    match: leagues.Match,
    number: int,
    *,
    members: Mapping[int, Sequence[int]],
    mixing: bool,
    apart: frozenset[frozenset[int]],
) -> Sequence[_Drawn]:
    """Return the tables of a match: of pairs one, of teams one for each two pairs that meet.

    In a ring each table is a match of its own. Of two teams those pairs meet among whom fewest sit
    together who wish to sit ``apart``.
    """
    home, away = match[0], match[1]
    if len(members[home]) == SIZES[Event.Kind.PAIRS]:
        return (_Drawn(home, away, matches.seats(members[home], members[away])),)
    pairs = {team: matches.pairs_of(members[team], number, mixing=mixing) for team in match}
    if len(match) > leagues.FEWEST_TEAMS:
        return [_Drawn(one, other, seats) for one, other, seats in _seats(match, pairs)]
    ways = (pairs, {**pairs, away: pairs[away][::-1]})
    drawn = ([_Drawn(home, away, seats) for *_sides, seats in _seats(match, way)] for way in ways)
    return min(drawn, key=partial(_together, apart))


def _seats(
    match: leagues.Match, pairs: Mapping[int, Sequence[Sequence[int]]]
) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Yield at each table of a match of teams which two meet there, and who sits where."""
    for (one, first), (other, second) in matches.team_tables(match):
        yield one, other, matches.seats(pairs[one][first], pairs[other][second])


def _together(apart: frozenset[frozenset[int]], tables: Sequence[_Drawn]) -> int:
    """Return how often two sit at one table who wish not to."""
    met = (frozenset(two) for one in tables for two in combinations(one.seats, 2))
    return sum(two in apart for two in met)


def _store_round(
    round_: Round,
    drawn: Sequence[_Drawn],
    teams: Mapping[int, Team],
    players: Mapping[int, Participant],
) -> None:
    sides = dict.fromkeys((one.home, one.away) for one in drawn)
    met = Match.objects.bulk_create(
        Match(round=round_, number=number, home=teams[home], away=teams[away])
        for number, (home, away) in enumerate(sides, start=1)
    )
    of = dict(zip(sides, met, strict=True))
    tables = Table.objects.bulk_create(
        Table(round=round_, number=number, match=of[one.home, one.away])
        for number, one in enumerate(drawn, start=1)
    )
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, seat=seat, participant=players[player])
        for table, one in zip(tables, drawn, strict=True)
        for seat, player in enumerate(one.seats)
    )
