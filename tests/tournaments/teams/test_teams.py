"""Pairs and teams are put together, parted, and kept once deals are in."""

from dataclasses import replace
from uuid import uuid4

import pytest

from lhombre_club.members.domain import keep_wish
from tests import make
from tests.refused import refused_for
from tests.tournaments.played import ACTOR, make_pairs_or_teams
from tournaments.book.begun import CLUB_NIGHT, BegunReason
from tournaments.models import Table, Team
from tournaments.plans.leagues import MOST_TEAMS
from tournaments.standings.queries.crosstables import next_divisions
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.teams.domain.teams import (
    entries_of,
    make_team_event,
    part_into_divisions,
    set_teams,
)
from tournaments.teams.reasons import TeamReason

pytestmark = pytest.mark.django_db
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


@pytest.fixture
def pairs(club):
    return make_pairs_or_teams(club, "pairs", 4, deals=4, name="Makker")


@pytest.fixture
def teams(club):
    return make_pairs_or_teams(club, "teams", 4, deals=4, name="Hold")


def test_two_who_wish_to_sit_apart_are_not_put_together_while_others_are_left(club):
    one, other, third, fourth, *_rest = people = make.make_members(club, 5)
    for pair in ((one, other), (third, fourth)):
        keep_wish(club=club, one=pair[0], other=pair[1], kind="apart", actor=ACTOR)
    preset = replace(CLUB_NIGHT, kind="pairs")
    made = make_team_event(
        club=club, name="Par", date=make.EVENING, people=people, actor=ACTOR, preset=preset
    )
    pairs = [
        {player.person for player in made.participants.filter(pk__in=entry.members)}
        for entry in entries_of(made)
    ]
    assert pairs == [{one, third}, {other, fourth}]
    people = [third, people[4], one, other]
    last = make_team_event(
        club=club, name="To", date=make.EVENING, people=people, actor=ACTOR, preset=preset
    )
    assert len(entries_of(last)) == 2  # nobody else is left for the second pair


def swapped(event):
    """The second players of the first two pairs change places."""
    one, two, *others = entries_of(event)
    return [
        replace(one, members=(one.members[0], two.members[1])),
        replace(two, members=(two.members[0], one.members[1])),
        *others,
    ]


def draw(event):
    return draw_matches(event=event, settings=LeagueSettings(), actor=ACTOR, seed=1)


def play(event):
    draw(event)
    release_round(round_=event.rounds.all()[0], actor=ACTOR)
    make.enter(Table.objects.filter(round__event=event)[0], 1, WON)


def test_pairs_are_put_together_as_they_came_and_called_after_their_members(pairs):
    names = list(pairs.teams.values_list("name", flat=True))
    assert names[0] == "Agnes Nr1 – Aksel Nr2"
    assert [len(entry.members) for entry in entries_of(pairs)] == [2, 2, 2, 2]


def test_who_is_left_over_is_in_no_team(club):
    event = make_team_event(
        club=club,
        name="Hold",
        date=make.EVENING,
        people=make.make_members(club, 10),
        actor=ACTOR,
        preset=replace(CLUB_NIGHT, kind="teams"),
    )
    assert event.teams.count() == 2
    assert event.participants.filter(team=None).count() == 2


def test_a_pair_that_changes_is_called_after_its_new_members_but_keeps_a_name_of_its_own(pairs):
    one, two, *others = swapped(pairs)
    set_teams(event=pairs, teams=[one, replace(two, name="De glade"), *others], actor=ACTOR)
    names = list(pairs.teams.values_list("name", flat=True))
    assert names[:2] == ["Agnes Nr1 – Bent Nr4", "De glade"]


def test_other_players_throw_the_draw_away_and_another_name_does_not(pairs):
    draw(pairs)
    one, *others = entries_of(pairs)
    set_teams(event=pairs, teams=[replace(one, name="Ruder", handicap=5), *others], actor=ACTOR)
    assert pairs.rounds.count() == 3
    set_teams(event=pairs, teams=swapped(pairs), actor=ACTOR)
    assert not pairs.rounds.exists()


def test_once_a_deal_is_in_names_and_handicaps_change_and_players_do_not(pairs):
    play(pairs)
    one, *others = entries_of(pairs)
    set_teams(event=pairs, teams=[replace(one, name="Ruder", handicap=5), *others], actor=ACTOR)
    assert Team.objects.get(event=pairs, number=1).handicap == 5
    with refused_for(BegunReason.HAS_RESULTS):
        set_teams(event=pairs, teams=swapped(pairs), actor=ACTOR)
    with refused_for(BegunReason.HAS_RESULTS):
        draw(pairs)


def wrong_teams(event):
    one, two, *_ = entries_of(event)
    return {
        TeamReason.SIZE: [replace(one, members=one.members[:-1]), two],
        TeamReason.TWICE: [one, replace(two, members=one.members)],
        TeamReason.STRANGER: [replace(one, members=(uuid4(), *one.members[1:])), two],
        TeamReason.CAPTAIN: [replace(one, captain=two.members[0]), two],
        TeamReason.HANDICAP: [replace(one, handicap=10_001), two],
        TeamReason.TOO_FEW: [one],
        TeamReason.TOO_MANY: [one] * (MOST_TEAMS + 1),
    }


@pytest.mark.parametrize(
    "reason", tuple(why for why in TeamReason if why is not TeamReason.DIVISIONS)
)
def test_what_is_no_team_is_refused_by_name_and_nothing_is_stored(teams, reason):
    before = entries_of(teams)
    with refused_for(reason):
        set_teams(event=teams, teams=wrong_teams(teams)[reason], actor=ACTOR)
    assert entries_of(teams) == before


def test_fewer_teams_are_possible_and_the_players_of_the_others_are_free(teams):
    set_teams(event=teams, teams=entries_of(teams)[:3], actor=ACTOR)
    assert teams.teams.count() == 3
    assert teams.participants.filter(team=None).count() == 4


def test_divisions_are_equally_strong_and_one_division_is_none(teams):
    part_into_divisions(event=teams, number=2, actor=ACTOR)
    assert list(teams.teams.values_list("division", flat=True)) == ["A", "B", "B", "A"]
    part_into_divisions(event=teams, number=1, actor=ACTOR)
    assert set(teams.teams.values_list("division", flat=True)) == {""}


@pytest.mark.parametrize("number", (0, 3, 9))
def test_divisions_that_would_have_nobody_to_meet_are_refused(teams, number):
    with refused_for(TeamReason.DIVISIONS):
        part_into_divisions(event=teams, number=number, actor=ACTOR)


def test_teams_are_placed_by_division_with_their_handicaps_and_change_division(teams):
    part_into_divisions(event=teams, number=2, actor=ACTOR)
    better = [replace(team, handicap=10 * number) for number, team in enumerate(entries_of(teams))]
    set_teams(event=teams, teams=better, actor=ACTOR)
    draw(teams)
    for round_ in teams.rounds.all():
        release_round(round_=round_, actor=ACTOR)
    for table in Table.objects.filter(round__event=teams):
        make.enter(table, 1, {"passed": True})
    found = standings(teams).team_divisions
    assert {name: [row.number for row in rows] for name, rows in found.items()} == {
        "A": [4, 1], "B": [3, 2],
    }  # fmt: skip
    assert [row.place for row in found["B"]] == [1, 2]
    following = next_divisions(teams, 1)
    assert following is not None
    moved = [[team.moved for team in division.teams] for division in following]
    assert moved == [[0, -1], [1, 0]]
    assert next_divisions(teams, 2) is None  # all would change


def test_without_divisions_nobody_changes(teams):
    draw(teams)
    following = next_divisions(teams, 2) or []
    assert [[team.moved for team in division.teams] for division in following] == [[0] * 4]
