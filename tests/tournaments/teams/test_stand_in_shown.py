"""Åse plays for one of a pair: her name is shown, and all the points stay with the pair."""

import pytest

from tests import make
from tests.tournaments.played import ACTOR, Plain, make_pairs_or_teams, play_table
from tests.tournaments.teams.shown import page, paper
from tournaments.models import Seat, Table
from tournaments.standings.queries.standings import standings, standings_shown
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db
DEALS = 8


@pytest.fixture
def event(club):
    """Two pairs that meet three times; nobody sits out."""
    made = make_pairs_or_teams(club, "pairs", 2, deals=DEALS, name="Makker", language="en")
    return draw_matches(event=made, settings=LeagueSettings(times=3), actor=ACTOR, seed=1)


@pytest.fixture
def helped(event):
    """One of a pair plays the first round; from the second on Åse does. All is played."""
    plain, bo = Plain(), event.participants.all()[0]
    second = Seat.objects.get(participant=bo, round__number=2)
    set_substitute(seat=second, person=make.make_person("Åse", "Bæk"), later=True, actor=ACTOR)
    for round_ in event.rounds.all():
        release_round(round_=round_, actor=ACTOR)
        for table in round_.tables.all():
            play_table(table, seed=round_.number, deals=DEALS, plain=plain)
    return bo, plain


def test_the_points_stay_with_the_pair_and_the_play_is_hers(event, helped):
    bo, plain = helped
    now = standings(event)
    assert {row.name: row.points for row in now.teams} == dict(plain.teams)
    assert sum(plain.teams.values()) == 0
    (own,) = (row for row in now.rows if row.participant == bo.pk)
    assert own.points == plain.own[bo.name] + plain.own["Åse Bæk"]
    assert plain.held["Åse Bæk"]
    assert [(each.name, each.player, each.round) for each in own.stand_ins] == [
        ("Åse Bæk", bo.name, 2),
        ("Åse Bæk", bo.name, 3),
    ]
    pairs = {row.number: row.stand_ins for row in now.teams}
    assert sorted(pairs.values()) == [(), own.stand_ins]
    assert [row.stand_ins for row in now.rows if row.participant != bo.pk] == [()] * 3
    assert standings_shown(event).teams == now.teams


def test_standings_name_who_played_for_whom_on_page_and_paper(
    director_client, client, event, helped
):
    bo, _plain = helped
    says = f"Åse Bæk for {bo.name}, rounds 2 and 3"
    for text in (
        page(director_client, "standings", event.pk),
        page(client, "public-standings", event.pk),
        paper("standings", event=event),
    ):
        assert text.count(says) == 2  # at the pair, and at the player
        assert "A substitute’s games count for the place in which they were played" in text


def test_sheets_and_plans_name_who_sits_for_whom(director_client, event, helped):
    bo, _plain = helped
    says = f"Åse Bæk for {bo.name}"
    for number, there in ((1, False), (2, True), (3, True)):
        round_ = event.rounds.get(number=number)
        table = Table.objects.get(round=round_)
        shown = [
            page(director_client, "round-matches", round_.pk),
            page(director_client, "table", table.pk),
            paper("round-plan", event=event, round=round_),
            paper("score-sheet", table=table),
            paper("filled-sheet", table=table),
        ]
        assert [says in text for text in shown] == [there] * len(shown)
