"""Standings of an event: teams, divisions, handicaps, penalties, tables of different sizes."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from tests import make
from tournaments.models import Event, Participant, Seat, Table, Team
from tournaments.penalties.domain.penalties import Penalty, penalise
from tournaments.standings.pages.standings import context, order, sections
from tournaments.standings.queries.standings import standings, standings_shown

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=8)


def tables(event):
    return list(Table.objects.filter(round__event=event).order_by("number"))


def points(rows):
    return {row.name: row.points for row in rows}


def test_a_team_has_the_points_of_its_members(event):
    first, second = tables(event)
    teams = [Team.objects.create(event=event, number=n, name=f"Hold {n}") for n in (1, 2)]
    Participant.objects.filter(seats__table=first, seats__seat__in=(0, 2)).update(team=teams[0])
    Participant.objects.filter(seats__table=second, seats__seat__in=(1, 3)).update(team=teams[1])
    Team.objects.filter(pk=teams[0].pk).update(handicap=2)
    make.enter(first, 1, SOLO)
    make.enter(second, 1, SOLO)
    table = standings(event)
    assert points(table.teams) == {"Hold 2": 3, "Hold 1": -1}
    assert [row.place for row in table.teams] == [1, 2]
    assert sum(points(table.rows).values()) == 0
    assert [section.of_players for section in sections(table)] == [False, True]


def test_each_division_is_placed_by_itself(event):
    first, second = tables(event)
    for name, table in (("1", first), ("2", second)):
        team = Team.objects.create(event=event, number=int(name), name=name, division=name)
        Participant.objects.filter(seats__table=table, seats__seat=1).update(team=team)
    make.enter(first, 1, SOLO)
    make.enter(second, 1, {**SOLO, "contract": "spil"})
    table = standings(event)
    assert {name: rows[0].place for name, rows in table.team_divisions.items()} == {
        "1": 1, "2": 1,
    }  # fmt: skip
    assert {name: rows[0].points for name, rows in table.team_divisions.items()} == {
        "1": 6, "2": 2,
    }  # fmt: skip
    assert len(table.rows) == 8


def test_a_penalty_counts_and_is_shown_apart(event):
    first, _ = tables(event)
    who = first.seats.get(seat=1).participant
    make.enter(first, 1, SOLO)
    penalty = Penalty(id=uuid4(), seat=1, points=3, reason="Late")
    penalise(table=first, penalty=penalty, actor="system:test")
    row = next(row for row in standings(event).rows if row.participant == who.pk)
    assert (row.points, row.penalties) == (6 - 3, -3)
    assert context(standings(event))["penalised"]


def test_who_played_too_little_has_no_place_but_is_there(event):
    Event.objects.filter(pk=event.pk).update(min_deals=1)
    first, _ = tables(event)
    make.enter(first, 1, SOLO)
    table = standings(event)
    assert [row.place for row in table.rows] == [1, 2, 2] + [None] * 5
    with translation.override("en"):
        assert "too few deals" in order(table)


def test_nobody_is_said_to_have_played_too_little_where_deals_are_kept_back(event):
    first, second = tables(event)
    for table in (first, second):
        make.enter(table, 1, SOLO)
    Event.objects.filter(pk=event.pk).update(frozen_after=0)
    event.refresh_from_db()
    with translation.override("en"):
        said = order(standings_shown(event))
        assert "no deal at a seat of their own is counted" in said
        Event.objects.filter(pk=event.pk).update(min_deals=1)
        said = order(standings_shown(event))
    assert "too few deals are counted" in said
    assert "has played too few" not in said


def of_three_and_four(event):
    """Let the first table be one of three."""
    first, _ = tables(event)
    Seat.objects.filter(table=first, seat=3).delete()
    make.enter(first, 1, {**SOLO, "declarer": 0})


def test_tables_of_three_and_four_are_not_mixed_in_silence(event):
    of_three_and_four(event)
    make.enter(tables(event)[1], 1, {"passed": True})
    table = standings(event)
    assert table.mixed_sizes
    with translation.override("en"):
        assert "different sizes" in order(table)


@pytest.mark.parametrize(
    ("comparison", "figure"), (("per_opponent", Fraction(3)), ("per_active_deal", Fraction(6)))
)
def test_they_are_compared_as_the_event_says(event, comparison, figure):
    Event.objects.filter(pk=event.pk).update(comparison=comparison)
    of_three_and_four(event)
    table = standings(Event.objects.get(pk=event.pk))
    assert (table.rows[0].compared, table.rows[0].points) == (figure, 6)
    assert (table.mixed_sizes, table.tie_chain[0]) == (False, comparison)
    assert sections(table)[0].places[0].compared == str(figure)


def test_what_parted_two_with_the_same_points_is_told(event):
    first, second = tables(event)
    spil = {"declarer": 1, "contract": "spil", "outcome": "won"}
    for deal in (1, 2, 3):  # 3 × 2 points
        make.enter(first, deal, spil)
    make.enter(second, 1, SOLO)  # 6 points at once
    table = standings(event)
    assert [row.points for row in table.rows[:2]] == [6, 6]
    assert [row.decided_by for row in table.rows[:3]] == [None, "won", "points"]
    with translation.override("en"):
        told = [(place.lifted_by, place.figures) for place in sections(table)[0].places[:3]]
    assert told == [("more games won as declarer", "3 against 1"), ("", ""), ("", "")]


def test_the_figure_that_decided_stands_beside_the_name(event):
    make.enter(tables(event)[0], 1, SOLO)
    made = standings(event)
    rows = [replace(made.rows[0], highest=6), replace(made.rows[1], highest=4)]
    rows = [rows[0], replace(rows[1], decided_by="highest"), *made.rows[2:]]
    with translation.override("en"):
        shown = render_to_string(
            "standings/places.html", {"event": event, **context(replace(made, rows=tuple(rows)))}
        )
    assert "the highest contract won: 6 against 4" in shown


def test_all_who_share_a_place_are_told_what_lifted_them(event):
    table = standings(event)
    decided = zip(table.rows[:4], (None, None, "won", "points"), strict=True)
    rows = tuple(replace(row, decided_by=by) for row, by in decided)
    with translation.override("en"):
        told = [place.lifted_by for place in sections(replace(table, rows=rows))[0].places]
    assert told == ["more games won as declarer", "more games won as declarer", "", ""]


def test_in_pairs_the_opponents_alone_pay_and_the_pair_has_both_sums(club):
    event = make.make_released_event(club, tables=1, deals=8, kind="pairs", sitter_pays=True)
    table = Table.objects.get(round__event=event)
    for number, seats in enumerate(((0, 2), (1, 3)), start=1):
        team = Team.objects.create(event=event, number=number, name=f"Par {number}")
        Participant.objects.filter(seats__table=table, seats__seat__in=seats).update(team=team)
    make.enter(table, 1, {**SOLO, "declarer": 0})  # the partner sits out, and takes no part
    rows = standings(event)
    assert points(rows.teams) == {"Par 1": 6, "Par 2": -6}
    assert sorted(points(rows.rows).values()) == [-3, -3, 0, 6]


def test_who_has_not_played_yet_takes_no_place_before_those_who_have(club):
    event = make.make_released_event(club, tables=3)
    table = Table.objects.get(round__event=event, number=2)
    make.enter(table, 1, {"declarer": 1, "contract": "solo", "outcome": "bet"})
    there = set(table.seats.values_list("participant", flat=True))
    placed, apart = standings(event).rows[:4], standings(event).rows[4:]
    assert {row.participant for row in placed} == there
    assert [row.place for row in apart] == [None] * 8
