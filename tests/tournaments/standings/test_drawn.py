"""Many readers of one table: it is drawn for all of them, and never long ago."""

import threading
import time
from uuid import uuid4

import pytest
from django.urls import reverse
from django.utils.safestring import SafeString

from tests import make
from tournaments.standings.views import drawn as drawing

LATER = "<p>later</p>"


@pytest.fixture
def event():
    """An address of its own: what is kept outlives a test."""
    return uuid4()


@pytest.fixture
def clock(monkeypatch):
    """What the machine's clock says, to be set."""
    now = [time.time()]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def drawn(event, text="<p>first</p>"):
    return drawing.drawn(event, lambda _last: (text, SafeString(text))).tag


def test_it_is_drawn_once_a_second(event, clock, settings):
    settings.STANDINGS_SECONDS = 1
    first = drawn(event)
    clock[0] += 0.9
    assert drawn(event, LATER) == first
    clock[0] += 0.2
    assert drawn(event, LATER) == LATER


def test_a_clock_that_was_set_back_keeps_nothing_for_ever(event, clock, settings):
    settings.STANDINGS_SECONDS = 1
    drawn(event)
    clock[0] -= 3600
    assert drawn(event, LATER) == LATER


def test_while_one_draws_the_others_see_the_last(event, clock):
    first = drawn(event)
    clock[0] += 1
    beside = []

    def slow(last):
        beside.append(drawn(event, LATER))
        return last.tag, last.table

    drawing.drawn(event, slow)
    assert beside == [first]


def beside_a_drawing(event, asked, ends):
    """What so many who ask are shown, while somebody draws until ``ends`` have their answers."""
    shown, enough, begun = [], threading.Event(), threading.Event()

    def slow(_last):
        begun.set()
        enough.wait(60)
        return LATER, SafeString(LATER)

    def ask():
        shown.append(drawn(event, "<p>a second drawing</p>"))
        if len(shown) == ends:
            enough.set()

    first = threading.Thread(target=drawing.drawn, args=(event, slow))
    others = [threading.Thread(target=ask) for _ in range(asked)]
    first.start()
    begun.wait(60)
    for each in others:
        each.start()
    if not ends:
        threading.Timer(0.3, enough.set).start()
    for each in (first, *others):
        each.join()
    return shown


def test_who_finds_an_old_one_waits_for_the_one_that_is_drawn(event, clock, settings):
    settings.STANDINGS_SECONDS = 1
    drawn(event)
    clock[0] += 1800
    assert beside_a_drawing(event, 5, ends=0) == [LATER] * 5


def test_a_drawing_that_takes_for_ever_is_made_once_and_nobody_waits_as_long(
    event, clock, monkeypatch
):
    monkeypatch.setattr(drawing, "STALEST", 0.1)
    first = drawn(event)
    clock[0] += 1800
    assert beside_a_drawing(event, 5, ends=5) == [first] * 5


def test_what_is_slow_rests(event, clock, settings):
    settings.STANDINGS_SECONDS = 1

    def slow(_last):
        clock[0] += 5
        return "slow", SafeString("slow")

    drawing.drawn(event, slow)
    clock[0] += 4
    assert drawn(event, LATER) == "slow"
    clock[0] += 2
    assert drawn(event, LATER) == LATER


def test_after_a_fault_the_next_one_draws(event, clock):
    drawn(event)
    clock[0] += 1
    with pytest.raises(ZeroDivisionError):
        drawing.drawn(event, lambda _last: ("", SafeString(1 / 0)))
    assert drawn(event, LATER) == LATER


@pytest.mark.django_db
def test_readers_meanwhile_ask_the_database_nothing(
    client, club, settings, django_assert_num_queries
):
    event = make.make_released_event(club)
    address = reverse("tournaments:standings-table", args=[event.pk])
    settings.STANDINGS_SECONDS = 60
    first = client.get(address)
    make.enter(
        event.rounds.get().tables.get(number=1),
        1,
        {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"},
    )
    with django_assert_num_queries(0):
        assert client.get(address)["ETag"] == first["ETag"]
        assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    settings.STANDINGS_SECONDS = 0
    assert client.get(address)["ETag"] != first["ETag"]
