"""A round that nobody has played yet has no points: not even none."""

import re

import pytest
from django.urls import reverse

from lhombre_club.printing import registry
from tests import make
from tests.tournaments.played import make_pairs_or_teams
from tournaments.models import Screen, Season, Table
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.screens.pages import pages_of
from tournaments.standings.pages.seasons import places
from tournaments.standings.pages.standings import sections
from tournaments.standings.queries.seasons import season_table
from tournaments.standings.queries.standings import standings
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 0, "contract": "solo", "outcome": "won"}


@pytest.fixture
def event(club):
    """Of two rounds at two tables one deal is in."""
    event = make.make_released_event(club, tables=2, rounds=2)
    make.enter(Table.objects.get(round__number=1, number=1), 1, SOLO)
    return event


def test_a_round_has_points_only_where_something_is_played(event):
    found = standings(event)
    rounds = {row.number: row.rounds for row in found.rows}
    assert rounds[1] == (6, None)
    assert rounds[3] == (0, None)  # the table plays, and this one sits out
    assert rounds[5] == (None, None)
    assert {row.points - row.penalties for row in found.rows if row.number > 4} == {0}
    for row in found.rows:
        assert row.points == sum(filter(None, row.rounds)) + row.penalties


def test_a_penalty_before_the_first_deal_is_told_beside_the_dash(event):
    table = Table.objects.get(round__number=1, number=2)
    fine = Penalty(id=make.new_id(), seat=0, points=5, reason="Late")
    penalise(table=table, penalty=fine, actor="user:x")
    (row,) = (row for row in standings(event).rows if row.number == 5)
    assert (row.points, row.penalties, row.rounds) == (-5, -5, (None, None))


def test_page_and_papers_have_a_dash_there(client, event):
    (section,) = sections(standings(event))
    assert section.places[0].rounds == ("+6", "–")
    page = client.get(reverse("tournaments:standings-table", args=[event.pk])).text
    cells = re.findall(r'<td class="num standing__wide">([^<]*)</td>', page)
    assert cells[:2] == ["+6", "–"]
    lines = registry.build("standings", {"event": str(event.pk)}).context["sections"][0].lines
    assert [cell.text for cell in lines[0].cells[:2]] == ["+6", "–"]
    line = registry.build("crosstable", {"event": str(event.pk)}).context["lines"][0]
    assert [cell.text for cell in line.cells] == ["+6", "–", "+6"]
    assert line.cells[1].below, "whom one meets there is known"


def test_who_has_played_nothing_has_a_dash_for_the_sum_too(event):
    (section,) = sections(standings(event))
    told = {place.name: (place.points, place.compared) for place in section.places}
    assert told["Agnes Nr1"] == ("+6", "")
    assert told["Birte Nr3"] == ("0", "")  # sits out the deal that is in
    assert told[event.participants.get(number=5).name] == ("–", "")
    values = registry.build("wall", {"event": str(event.pk)}).context
    assert [line.after for line in values["sheets"][0].lines][-4:] == ["–"] * 4
    line = registry.build("crosstable", {"event": str(event.pk)}).context["lines"][-1]
    assert [cell.text for cell in line.cells] == ["–", "–", "–"]
    pages = pages_of(event, Screen(event=event))
    lines = [line for page in pages for column in page.columns for line in column]
    assert {line.says for line in lines if line.mark == "–"} == {"–"}


def test_a_players_page_says_no_points_of_a_round_to_come(client, event):
    player = event.participants.get(number=1)
    page = client.get(
        reverse("tournaments:public-player", args=[event.pk, player.pk]),
        headers={"accept-language": "en"},
    ).text
    heads = [" ".join(each.split()) for each in re.findall(r"<h2>\s*(Round[^<]*)</h2>", page)]
    assert heads[-2:] == ["Round 1, table 1: +6", "Round 2, table 1"]


def test_so_it_is_for_teams(club):
    event = make_pairs_or_teams(club, "pairs", 4, deals=2, name="Par")
    draw_matches(event=event, settings=LeagueSettings(), actor="user:x", seed=1)
    release_round(round_=event.rounds.all()[0], actor="user:x")
    assert standings(event).rounds == (1,)
    assert {points for row in standings(event).teams for points in row.rounds} == {None}


def test_an_evening_that_somebody_has_not_played_is_a_dash_in_the_season(club, event):
    event.season = Season.objects.create(club=club, name="2026")
    event.save()
    told = {
        place.name: [points for points, _counts in place.evenings]
        for place in places(season_table(event.season))
    }
    names = {one.number: one.name for one in event.participants.all()}
    assert told[names[1]] == ["+6"]
    assert told[names[5]] == ["–"]
