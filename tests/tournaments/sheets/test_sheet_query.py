"""What page, paper and API show: sheets and standings."""

import pytest

from tests import make
from tests.tournaments.conftest import WON
from tournaments.book.results import NewResult, enter_result
from tournaments.entry.domain import leases
from tournaments.models import Event, Round, Table
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings, standings_etag

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 0, "contract": "solo", "outcome": "kodille"}


def test_an_empty_sheet_says_who_deals_and_who_sits_out(table):
    shown = sheet(table)
    assert [line.deal for line in shown.lines] == list(range(1, 41))
    assert [(line.dealer, line.sitter) for line in shown.lines[:5]] == [
        (0, 2),
        (1, 3),
        (2, 0),
        (3, 1),
        (0, 2),
    ]
    assert {line.revision for line in shown.lines} == {0}
    assert shown.totals == (0, 0, 0, 0)
    assert shown.entered == 0


def test_changes_balances_and_subtotals(enter, table):
    enter(1, WON)
    enter(11, {"passed": True})
    enter(12, SOLO)
    shown = sheet(table)
    assert shown.lines[0].changes == (-1, 2, 0, -1)
    assert shown.lines[0].value == 1
    assert (shown.lines[10].changes, shown.lines[10].value) == ((0, 0, 0, 0), 0)
    assert shown.lines[11].value == -4
    assert shown.lines[11].balances == shown.totals == (-9, 2, 4, 3)
    assert shown.lines[1].balances is None
    assert [(s.deal, s.balances) for s in shown.subtotals] == [
        (10, (-1, 2, 0, -1)),
        (20, (-9, 2, 4, 3)),
        (30, (-9, 2, 4, 3)),
        (40, (-9, 2, 4, 3)),
    ]


def test_a_withdrawn_line_keeps_its_number(enter, table):
    enter(1, WON)
    enter(1, None)
    line = sheet(table).lines[0]
    assert (line.revision, line.record, line.changes, line.value) == (2, None, None, None)
    assert sheet(table).entered == 0


@pytest.mark.parametrize(
    ("actor", "name"), (("device:abc", ""), ("user:somebody", ""), ("system:demo", ""))
)
def test_only_users_and_keepers_have_names(table, actor, name):
    entry = NewResult(id=make.new_id(), deal=1, base=0, record=WON)
    enter_result(table=table, entry=entry, actor=actor)
    line = sheet(table).lines[0]
    assert (line.actor, line.entered_by) == (actor, name)


def test_a_device_is_called_by_who_last_said_that_he_keeps_the_table(
    enter, table, django_assert_num_queries
):
    def entered_by():
        return [line.entered_by for line in sheet(table).lines[:2]]

    for deal, device in ((1, "device:one"), (2, "device:other")):
        entry = NewResult(id=make.new_id(), deal=deal, base=0, record=WON)
        enter_result(table=table, entry=entry, actor=device)
    leases.take(table=table, actor="device:one", name="an iPhone")
    assert entered_by() == ["en iPhone", ""]
    leases.take(table=table, actor="device:one", name="", seat=1)
    leases.take(table=table, actor="device:other", name="", seat=2)
    with django_assert_num_queries(5):
        assert entered_by() == ["Aksel Nr2", "Birte Nr3"]


def test_a_user_is_called_by_name_or_by_login(table, director):
    def entered_by():
        return sheet(table).lines[0].entered_by

    entry = NewResult(id=make.new_id(), deal=1, base=0, record=WON)
    enter_result(table=table, entry=entry, actor=director.actor)
    assert entered_by() == "director"
    director.first_name, director.last_name = "Karen", "Holm"
    director.save()
    assert entered_by() == "Karen Holm"


@pytest.mark.parametrize("entered", (1, 3))
def test_a_sheet_takes_the_same_queries_for_any_number_of_lines(
    enter, table, entered, django_assert_num_queries
):
    for deal in range(1, entered + 1):
        enter(deal, {"passed": True})
    with django_assert_num_queries(4):  # and one each for users and devices, if they entered
        sheet(table)


def test_a_table_of_three_has_no_sitter(club):
    event = make.make_released_event(make.make_club("Tre"), tables=1, players=3)
    shown = sheet(Table.objects.get(round__event=event))
    assert shown.players == len(shown.totals) == 3
    assert len(shown.lines) == 30
    assert {line.sitter for line in shown.lines} == {None}


@pytest.fixture
def two_rounds(club):
    return make.make_released_event(make.make_club("To"), tables=2, rounds=2)


def play(event, round_number, table_number, deal, record):
    table = Table.objects.get(round__event=event, round__number=round_number, number=table_number)
    entry = NewResult(id=make.new_id(), deal=deal, base=0, record=record)
    enter_result(table=table, entry=entry, actor="user:tester")


def test_a_player_is_the_sum_of_his_seats(two_rounds):
    play(two_rounds, 1, 1, 1, SOLO)  # Agnes 1, Aksel 2, (Birte 3), Bent 4
    play(two_rounds, 2, 1, 1, {**SOLO, "outcome": "won"})  # Agnes 1, Erik 6, (Birte), Hans 8
    found = standings(two_rounds)
    assert found.rounds == (1, 2)
    by_number = {row.number: row for row in found.rows}
    assert by_number[1].rounds == (-8, 6)
    agnes = by_number[1]
    assert (agnes.points, agnes.won, agnes.kodille, agnes.highest, agnes.deals) == (-2, 1, 1, 3, 2)
    assert by_number[3].deals == 0
    assert sum(row.points for row in found.rows) == 0


def test_places_follow_the_chain_and_equals_share(two_rounds):
    play(two_rounds, 1, 1, 1, {**SOLO, "outcome": "won"})
    found = standings(two_rounds)
    assert found.tie_chain == ("points", "won", "kodille", "highest")
    assert [(row.place, row.shared) for row in found.rows] == [
        (1, False),
        (2, False),
        *[(3, True)] * 2,
        *[(None, False)] * 4,
    ]
    assert [row.number for row in found.rows] == [1, 3, 2, 4, 5, 6, 7, 8]


def test_the_events_own_chain_counts(two_rounds):
    Event.objects.filter(pk=two_rounds.pk).update(tie_chain=["kodille", "points"])
    play(two_rounds, 1, 1, 1, SOLO)
    found = standings(two_rounds)
    assert [row.number for row in found.rows if row.place][-1] == 1
    assert found.tie_chain == ("kodille", "points")


def test_a_round_that_is_not_released_is_not_shown(two_rounds):
    play(two_rounds, 1, 1, 1, SOLO)
    Round.objects.filter(event=two_rounds, number=2).update(state=Round.State.DRAFT)
    found = standings(two_rounds)
    assert found.rounds == (1,)
    assert {len(row.rounds) for row in found.rows} == {1}


def test_everybody_is_listed_before_anything_is_released(two_rounds):
    Round.objects.update(state=Round.State.DRAFT)
    found = standings(two_rounds)
    assert found.rounds == ()
    assert {row.place for row in found.rows} == {None}
    assert len(found.rows) == 8


@pytest.mark.parametrize("tables", (1, 3))
def test_standings_take_the_same_queries_for_any_number_of_tables(
    club, tables, django_assert_num_queries
):
    event = make.make_released_event(make.make_club("N"), tables=tables)
    for number in range(1, tables + 1):
        play(event, 1, number, 1, SOLO)
    with django_assert_num_queries(4):
        standings(event)


def test_the_tag_changes_with_every_result_and_every_restore(two_rounds):
    before = standings(two_rounds).tag
    assert before == standings_etag(Event.objects.get(pk=two_rounds.pk))
    play(two_rounds, 1, 1, 1, SOLO)
    after = standings(two_rounds).tag
    assert after != before
    Event.objects.filter(pk=two_rounds.pk).update(epoch=make.new_id())
    assert standings(two_rounds).tag not in {before, after}
