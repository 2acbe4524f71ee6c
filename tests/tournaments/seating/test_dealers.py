"""Who deals first is drawn with the seats, and honoured wherever a deal is shown or entered."""

from collections import Counter
from dataclasses import replace

import pytest
from django.urls import reverse

from tests import make
from tournaments.book.begun import CLUB_NIGHT
from tournaments.book.proving.ledger_check import check_event
from tournaments.entry.pages.desk import rows
from tournaments.events.domain.demo_results import results
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Table
from tournaments.papers.score_sheet import drawing
from tournaments.seating.domain.dealers import draw_dealers
from tournaments.seating.domain.released import draw_rounds, release_rounds
from tournaments.sheets.queries import sheet
from tournaments.words.wording import seat_initial

pytestmark = pytest.mark.django_db
ACTOR = "system:test"
GAME = {"contract": "solo", "outcome": "won"}


def tables(event):
    found = Table.objects.filter(round__event=event).order_by("round__number", "number")
    return list(found.select_related("round__event").prefetch_related("seats__participant"))


def begun(event):
    return Counter(
        table.seats.all()[table.first_dealer].participant.number for table in tables(event)
    )


@pytest.fixture
def event(club):
    """Sixteen players, four rounds of ten deals: two at each table deal once more."""
    people = make.make_members(club, 16)
    made = make_event(club=club, name="Evening", date=make.EVENING, people=people, actor=ACTOR)
    Event.objects.update(planned_rounds=4, deals_per_round=10)
    made.refresh_from_db()
    return draw_rounds(event=made, seed=3, actor=ACTOR)


def test_everybody_begins_once_in_four_rounds(event):
    assert begun(event) == dict.fromkeys(range(1, 17), 1)
    first = [table.first_dealer for table in tables(event)]
    draw_rounds(event=event, seed=3, actor=ACTOR)
    assert [table.first_dealer for table in tables(event)] == first, "the same seed"


def test_north_begins_where_it_makes_no_difference(event):
    Event.objects.update(deals_per_round=40)
    event.refresh_from_db()
    draw_rounds(event=event, seed=3, actor=ACTOR)
    assert {table.first_dealer for table in tables(event)} == {0}


def test_rounds_that_stand_and_locked_tables_count(event):
    before = {table.pk: table.first_dealer for table in tables(event)}
    locked = tables(event)[12]
    Table.objects.filter(pk=locked.pk).update(locked=True)
    Event.objects.update(seed=99)
    event.refresh_from_db()
    draw_dealers(event, [4])
    after = {table.pk: table.first_dealer for table in tables(event)}
    assert after[locked.pk] == before[locked.pk]
    assert [after[t.pk] for t in tables(event)[:12]] == [before[t.pk] for t in tables(event)[:12]]
    assert begun(event) == dict.fromkeys(range(1, 17), 1)


def test_every_place_that_shows_a_deal_honours_it(event, director_client):
    release_rounds(event=event, actor=ACTOR)
    table = next(table for table in tables(event) if table.first_dealer == 2)
    shown = sheet(table)
    assert [line.dealer for line in shown.lines[:4]] == [2, 3, 0, 1]
    assert [line.sitter for line in shown.lines[:4]] == [0, 1, 2, 3]
    assert rows(shown)[0].marks == ("sitter", "", "dealer", "")
    columns = {each.kind: each for each in drawing.columns(shown, filled=False)}
    printed = columns["dealer"].text.split()
    assert printed[:4] == [seat_initial(seat) for seat in (2, 3, 0, 1)]
    address = reverse("tournaments:table", args=[table.pk])
    page = director_client.get(address, headers={"accept-language": "en"}).content.decode()
    assert f"Deal 1. {shown.names[2]} deals, {shown.names[0]} sits out." in page
    records = results("x", ruleset=shown.ruleset, players=4, deals=10, first_dealer=2)
    for deal, record in enumerate(records, start=1):
        make.enter(table, deal, record)
    assert sheet(table).entered == 10
    assert check_event(event) == []


@pytest.mark.parametrize("players", (5, 9, 10, 14))
def test_five_at_a_table_is_drawn_entered_and_accounted(club, players, director_client):
    people = make.make_members(club, players)
    preset = replace(CLUB_NIGHT, ruleset="hoem", deals=12)
    made = make_event(
        club=club, name="Five", date=make.EVENING, people=people, actor=ACTOR, preset=preset
    )
    Event.objects.update(tables_of=[4, 5])
    made.refresh_from_db()
    event = draw_rounds(event=made, seed=3, actor=ACTOR)
    release_rounds(event=event, actor=ACTOR)
    sizes = [len(table.seats.all()) for table in tables(event)]
    assert set(sizes) <= {4, 5}
    assert 5 in sizes
    assert sum(sizes) == 2 * players
    for table in tables(event):
        for line in sheet(table).lines:
            declarer = (line.dealer + 1) % len(table.seats.all())
            make.enter(table, line.deal, {"declarer": declarer, **GAME})
    five = next(table for table in tables(event) if len(table.seats.all()) == 5)
    shown = sheet(five)
    assert len(shown.final) == 5
    assert shown.entered == 12
    assert all(len(line.changes or ()) == 5 for line in shown.lines)
    idle = [row.marks.count("sitter") for row in rows(shown)]
    assert set(idle) == {2}
    kinds = [column.kind for column in drawing.columns(shown, filled=True)]
    assert kinds.count("balance") == 5
    assert check_event(event) == []
    for name in ("table", "account"):
        answer = director_client.get(reverse(f"tournaments:{name}", args=[five.pk]))
        assert answer.status_code == 200
        assert answer.content.decode().count(shown.names[4]) >= 1
