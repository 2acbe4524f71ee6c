"""A season of thirteen teams, two of whom sit each evening out, played through to its standings.

Every round is entered by the domain with simulated deals; the standings are worked out a second
time from nothing but who declared what (``played.Plain``).
"""

import datetime as dt
from collections import Counter
from dataclasses import replace

import pytest

from tests.tournaments.played import ACTOR, Plain, make_pairs_or_teams, play_table
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Seat, Table, Team
from tournaments.standings.domain import SeasonSettings, make_season
from tournaments.standings.queries.crosstables import crosstables
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.teams.domain.substitutes import lend_substitutes, spare
from tournaments.teams.domain.teams import entries_of, set_teams
from tournaments.teams.queries import league_rounds

pytestmark = pytest.mark.django_db(transaction=True)
TEAMS, DEALS = 13, 4
HANDICAP = -25
"""Given to the strongest team."""
FIRST = dt.date(2026, 9, 1)


@pytest.fixture
def league(club):
    of = SeasonSettings(name="2026–27", planned=1)
    season = make_season(club=club, settings=of, actor=ACTOR)
    event = make_pairs_or_teams(
        club, "teams", TEAMS, deals=DEALS, name="Holdturnering", season=season
    )
    strongest, *others = entries_of(event)
    handicapped = replace(strongest, handicap=HANDICAP, captain=strongest.members[3])
    set_teams(event=event, teams=[handicapped, *others], actor=ACTOR)
    settings = LeagueSettings(byes_on_purpose=True, first=FIRST, days=7)
    return draw_matches(event=event, settings=settings, actor=ACTOR, seed=13)


def play_season(event, plain):
    """Play every round in turn; in each but the last five are missing. Return the helpers."""
    helpers: Counter[str] = Counter()
    for round_ in event.rounds.all():
        seated = list(Seat.objects.filter(round=round_).order_by("participant__number"))
        missing = [seat.participant_id for seat in seated[round_.number % 8 :: 9][:5]]
        resting = spare(round_)
        lent = lend_substitutes(
            round_=round_, missing=missing if resting else missing[:1], actor=ACTOR
        )
        assert len(lent.seats) == (5 if resting else 0)
        assert len(lent.uncovered) == (0 if resting else 1)
        helpers.update(seat.substitute_name for seat in lent.seats)
        assert {seat.substitute_name for seat in lent.seats} <= {one.name for one in resting}
        release_round(round_=round_, actor=ACTOR)
        for table in Table.objects.filter(round=round_):
            play_table(table, 100 * round_.number + table.number, DEALS, plain)
    return helpers


@pytest.mark.strict
def test_a_season_of_thirteen_teams_to_its_standings(league):
    plain = Plain()
    helpers = play_season(league, plain)
    table = standings(league)
    handicaps = Counter({"Hold 1": HANDICAP, "Team 1": HANDICAP})
    want = {name: plain.teams[name] + handicaps[name] for name in plain.teams}
    assert {row.name: row.points for row in table.teams} == want
    assert sum(plain.teams.values()) == 0
    in_order = sorted(want.values(), reverse=True)
    assert [row.points for row in table.teams] == in_order
    assert [row.place for row in table.teams if not row.shared] == [
        1 + in_order.index(row.points) for row in table.teams if not row.shared
    ]
    # The places keep what their substitutes did, and the substitutes keep it as their own.
    own = {line.key: line for line in season_table(league.season).own}
    names = season_table(league.season).names
    assert {names[key]: line.points for key, line in own.items() if line.deals} == {
        name: plain.own[name] for name in plain.held
    }
    assert {names[key]: line.deals for key, line in own.items()} == dict(plain.held)
    assert sum(helpers.values()) == 13 * 5
    assert max(helpers.values()) <= 2  # 65 times among 52 who each sit out twice
    assert check_event(league) == []


def test_every_two_teams_meet_at_two_tables_and_every_team_sits_out_twice(league):
    rounds = league_rounds(league)
    assert [len(round_.byes) for round_ in rounds] == [2] * 13 + [0]
    byes = Counter(team.number for round_ in rounds for team in round_.byes)
    assert byes == dict.fromkeys(range(1, TEAMS + 1), 2)
    met: Counter[frozenset[int]] = Counter()
    pairs = set()
    for round_ in rounds:
        for match in round_.matches:
            for at in match.tables:
                north, west, south, east = (chair.participant for chair in at.chairs)
                assert {at.chairs[0].team, at.chairs[1].team} == {match.home.pk, match.away.pk}
                met[frozenset((match.home.number, match.away.number))] += 1
                pairs |= {frozenset((north, south)), frozenset((west, east))}
    assert len(met) == TEAMS * (TEAMS - 1) // 2
    assert set(met.values()) == {2}
    assert len(pairs) == 2 * TEAMS  # nobody mixes here
    assert [round_.date for round_ in rounds[:3]] == [
        FIRST, FIRST + dt.timedelta(7), FIRST + dt.timedelta(14),
    ]  # fmt: skip


def test_the_crosstable_says_what_each_won_from_each(league):
    plain = Plain()
    for round_ in league.rounds.all()[:1]:
        release_round(round_=round_, actor=ACTOR)
        for table in Table.objects.filter(round=round_):
            play_table(table, 100 * round_.number + table.number, DEALS, plain)
    rounds = league_rounds(league)
    (crosstable,) = crosstables(league, rounds)
    names = [row.team.name for row in crosstable.rows]
    told = {
        (row.team.name, names[place]): meeting.points
        for row in crosstable.rows
        for place, meeting in enumerate(row.meetings)
        if meeting is not None
    }
    assert told == {key: plain.meetings[key] for key in told}
    assert set(plain.meetings) <= set(told)
    assert not any(match.is_begun for round_ in rounds[1:] for match in round_.matches)
    for match in rounds[0].matches:
        assert match.is_complete
        assert match.home_points == plain.meetings[match.home.name, match.away.name]
        assert match.margin == 2 * match.home_points


def test_a_team_that_mixes_plays_each_with_each(club):
    event = make_pairs_or_teams(club, "teams", 4, deals=4, name="Mix")
    draw_matches(event=event, settings=LeagueSettings(mixing=True, times=1), actor=ACTOR)
    for team in Team.objects.filter(event=event):
        pairs = set()
        for round_ in league_rounds(event):
            for match in round_.matches:
                for table in match.tables:
                    mine = [one.participant for one in table.chairs if one.team == team.pk]
                    pairs |= {frozenset(mine)} if mine else set()
        assert len(pairs) == 6  # three rounds, two pairs each
