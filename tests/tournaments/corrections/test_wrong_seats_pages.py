"""Seats noticed to be wrong after play began: asked, shown, put right, taken back."""

import re

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.conftest import BET, WON
from tournaments.models import Correction, Round, Seat, Table
from tournaments.standings.queries.standings import standings
from tournaments.words.figures import short

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
SHOWN = "This is what would change"


@pytest.fixture
def tables(club):
    """Numbers 1 to 4 and 5 to 8, after twelve hands; West of the first table won once."""
    event = make.make_released_event(club, tables=2, deals=40, unit="0.25")
    one, other = Table.objects.filter(round__event=event)
    make.enter(one, 12, {**WON, "declarer": 2})
    make.enter(other, 12, {**BET, "declarer": 2})
    return one, other


@pytest.fixture
def send(director_client, tables):
    """Send the page's form and answer what came back; ``page`` goes on from a preview."""
    address = reverse("tournaments:wrong-seats", args=[tables[0].pk])

    def send(page="", **filled):
        source = page or director_client.get(address, headers=ENGLISH).content.decode()
        known = dict(re.findall(r'name="(id|seen)" value="([^"]*)"', source))
        data = {"way": "swap", "one": "", "other": "", "table": "", "reason": "Took a wrong chair"}
        return director_client.post(address, {**data, **known, **filled}, headers=ENGLISH)

    return send


def chair(table, seat):
    return str(Seat.objects.get(table=table, seat=seat).pk)


def points(table):
    return {row.number: row.points for row in standings(table.round.event).rows}


@pytest.mark.parametrize(
    ("filled", "now"),
    (
        ({"way": "swap", "other": (0, 0)}, {1: 3, 3: 1}),
        ({"way": "swap", "other": (1, 1)}, {3: 6, 6: 3}),
        ({"way": "on"}, {2: 3, 3: 4, 4: 1, 1: 2}),
        ({"way": "back"}, {4: 3, 3: 2, 1: 4}),
        ({"way": "tables"}, {3: 7, 7: 3, 1: 5}),
    ),
    ids=("one table", "two tables", "one on", "one back", "tables"),
)
def test_twelve_hands_go_to_those_who_played_them(send, director_client, tables, filled, now):
    before = points(tables[0])
    if "other" in filled:
        where, seat = filled["other"]
        filled = {**filled, "one": chair(tables[0], 2), "other": chair(tables[where], seat)}
    if filled["way"] == "tables":
        filled = {**filled, "table": str(tables[1].pk)}
    shown = send(**filled).content.decode()
    assert SHOWN in shown
    assert "→" in shown
    assert points(tables[0]) == before, "a preview stores nothing"
    made = send(page=shown, **filled)
    assert made.status_code == 302
    after = points(tables[0])
    assert {number: after[number] for number in now} == {
        number: before[was] for number, was in now.items()
    }
    opened = director_client.get(made.url, headers=ENGLISH).content.decode()
    assert "table 1, South →" in opened
    director_client.post(reverse("tournaments:correction-undo", args=[Correction.objects.get().pk]))
    assert points(tables[0]) == before


def test_the_page_is_reached_from_where_it_is_noticed(director_client, tables):
    one = tables[0]
    address = reverse("tournaments:wrong-seats", args=[one.pk])
    for name, key in (("account", one.pk), ("correct", one.pk), ("event", one.round.event_id)):
        page = director_client.get(reverse(f"tournaments:{name}", args=[key])).content.decode()
        assert address in page


@pytest.mark.parametrize(
    ("filled", "told"),
    (
        ({"one": "", "other": ""}, "Choose one."),
        ({"one": (0, 1), "other": (0, 1)}, "same chair"),
        ({"one": (1, 1), "other": (0, 1)}, "field__error"),
        ({"way": "tables"}, "Choose one."),
        ({"way": "on", "reason": ""}, "field__error"),
        ({"way": "sideways"}, "field__error"),
    ),
)
def test_what_cannot_be_is_told_and_stores_nothing(send, tables, filled, told):
    sent = {
        key: chair(tables[value[0]], value[1]) if isinstance(value, tuple) else value
        for key, value in filled.items()
    }
    answer = send(**sent)
    assert answer.status_code == 400
    assert told in answer.content.decode()
    assert "Took a wrong chair" in answer.content.decode() or filled.get("reason") == ""
    assert not Correction.objects.exists()


def test_tables_of_other_sizes_are_not_exchanged(send, tables):
    Seat.objects.filter(table=tables[1], seat=3).delete()
    answer = send(way="tables", table=str(tables[1].pk))
    assert answer.status_code == 400
    assert "not as many players" in answer.content.decode()


def test_seats_changed_since_the_preview_are_shown_again(send, tables):
    shown = send(way="on").content.decode()
    other = send(way="swap", one=chair(tables[0], 0), other=chair(tables[0], 1)).content.decode()
    send(page=other, way="swap", one=chair(tables[0], 0), other=chair(tables[0], 1))
    again = send(page=shown, way="on")
    assert again.status_code == 200
    assert SHOWN in again.content.decode()
    assert Correction.objects.count() == 1


def test_who_plays_for_another_is_named_where_the_chairs_are_chosen(director_client, tables):
    seat = tables[0].seats.get(seat=2)
    Seat.objects.filter(pk=seat.pk).update(substitute_name="Zita Ny")
    page = director_client.get(reverse("tournaments:wrong-seats", args=[tables[0].pk])).text
    assert f"Zita Ny for {short(seat.participant.name)}" in page


def test_back_changes_nothing_and_keeps_what_was_chosen(send, tables):
    shown = send(way="back").content.decode()
    back = send(page=shown, way="back", back="1")
    assert re.search(r'value="back"[^>]*checked', back.content.decode())
    assert not Correction.objects.exists()


def test_a_second_click_leads_to_the_one_correction(send):
    shown = send(way="on").content.decode()
    first, second = send(page=shown, way="on"), send(page=shown, way="on")
    assert (first.status_code, first.url) == (second.status_code, second.url)
    assert Correction.objects.count() == 1


def test_a_round_that_is_a_draft_is_seated_anew_instead(send):
    Round.objects.update(state=Round.State.DRAFT)
    answer = send(way="on")
    assert answer.status_code == 409
    assert "not released" in answer.content.decode()


def test_another_clubs_table_is_not_found(stranger_client, tables):
    address = reverse("tournaments:wrong-seats", args=[tables[0].pk])
    assert stranger_client.get(address).status_code == 404
    assert stranger_client.post(address, {}).status_code == 404
