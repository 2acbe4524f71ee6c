"""Many readers of one table: it is drawn for all of them, and never long ago."""

import re
import threading
import time
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.test import Client
from django.urls import reverse
from django.utils.safestring import SafeString

from lhombre_club import drawn as drawing
from lhombre_club.members.templatetags.once import ANYBODYS
from tests import make
from tournaments.entry.domain.links import issue_link
from tournaments.events.views import home
from tournaments.players import views as players
from tournaments.review.domain import rounds
from tournaments.review.views import protesting
from tournaments.templatetags import standing

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


def test_who_finds_none_waits_for_the_one_that_is_drawn_however_slow_it_is(
    event, monkeypatch, settings
):
    """On a slow machine each would else draw beside it, and none would be done."""
    settings.STANDINGS_SECONDS = 60
    monkeypatch.setattr(drawing, "STALEST", 0.1)
    assert beside_a_drawing(event, 5, ends=0) == [LATER] * 5


def test_who_draws_and_never_ends_is_given_up(event, monkeypatch):
    monkeypatch.setattr(drawing, "STALEST", 0.1)
    monkeypatch.setattr(drawing, "GIVEN_UP", 0.2)
    assert beside_a_drawing(event, 1, ends=1) == ["<p>a second drawing</p>"]


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


def test_of_many_few_are_kept_and_nobody_is_shown_anothers(settings):
    settings.STANDINGS_SECONDS = 60
    texts = [f"<p>{number}</p>" for number in range(9)]
    owners = [uuid4() for _ in texts]

    def shown(whose, text):
        return drawing.drawn(whose, lambda _last: ("", SafeString(text)), places=2).table

    assert [shown(*each) for each in zip(owners, texts, strict=True)] == texts
    again = [shown(whose, LATER) for whose in owners]
    assert again.count(LATER) >= len(owners) - 2
    assert {text for text in again if text != LATER} <= set(texts)


@pytest.fixture
def player(club):
    """One whose round takes protests."""
    event = make.make_released_event(club, tables=1, deals=2)
    table = event.rounds.get().tables.get()
    for deal in (1, 2):
        make.enter(table, deal, {"passed": True})
    rounds.make_provisional(round_=event.rounds.get(), actor="user:director")
    return table.seats.get(seat=0).participant


def counted(monkeypatch, module, name):
    """A list that grows by one each time that it is called."""
    calls, real = [], getattr(module, name)

    def called(*words):
        calls.append(words)
        return real(*words)

    monkeypatch.setattr(module, name, called)
    return calls


def page(client, player, language="en"):
    address = reverse("tournaments:public-player", args=[player.event_id, player.pk])
    return client.get(address, headers={"accept-language": language}).content.decode()


MARK = 'name="once"'


def complaining(player):
    """A phone of the player's table, from which one has protested."""
    phone = Client()
    phone.get(urlsplit(issue_link(player.seats.get().table)).path)
    at = reverse("tournaments:player-protest", args=[player.event_id, player.pk])
    phone.post(at, {"round": "1", "deal": "1", "words": "It was bet", "sure": "yes"})
    return phone


@pytest.mark.django_db
def test_a_players_page_is_drawn_once_for_all_with_the_fields_of_who_asks(
    player, settings, monkeypatch
):
    settings.STANDINGS_SECONDS = 60
    drawings = counted(monkeypatch, players, "sittings")
    pages = [page(Client(), player) for _visitor in range(3)]
    assert len(drawings) == len(set(pages)) == 1
    assert MARK not in pages[0]
    assert page(Client(), player, "da") != pages[0]
    assert len(drawings) == 2
    phone = complaining(player)
    pages = [page(phone, player) for _time in range(3)]
    assert len(drawings) == 3
    marks = [mark for each in pages for mark in re.findall(rf'{MARK} value="(\w+)"', each)]
    assert len(marks) == len(set(marks)) == 3
    assert all(ANYBODYS not in each for each in pages)


@pytest.mark.django_db
@pytest.mark.parametrize("otherwise", (False, True))
def test_who_has_a_say_is_shown_his_own_page_and_nobody_else_is(
    player, settings, monkeypatch, director_client, otherwise
):
    """The twin takes everybody for nobody."""
    settings.STANDINGS_SECONDS, phone = 60, complaining(player)
    if otherwise:
        monkeypatch.setattr(protesting, "protester", lambda _request: "")
    says = "Take the protest back"
    seen = [says in page(each, player) for each in (phone, Client(), phone, director_client)]
    assert seen == [not otherwise, False, not otherwise, False]


@pytest.mark.parametrize("has_form", (False, True))
def test_a_page_with_a_form_is_drawn_for_each_who_asks(rf, settings, has_form):
    """Its mark would be shown to all; a page without one is drawn once."""
    settings.STANDINGS_SECONDS = 60
    asked = []

    @drawing.once_for_all
    def view(request):
        asked.append(request)
        return HttpResponse(get_token(request) if has_form else "a page")

    for _time in range(3):
        view(rf.get("/s/"))
    assert len(asked) == (3 if has_form else 1)


@pytest.mark.django_db
def test_the_first_page_is_drawn_once_for_all_visitors_and_for_no_director(
    player, settings, monkeypatch, director_client
):
    settings.STANDINGS_SECONDS = 60
    drawings = counted(monkeypatch, home, "public_events")
    for each in (director_client, Client(), Client(), Client()):
        assert player.event.name in each.get("/").content.decode()
    assert len(drawings) == 1


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


@pytest.mark.django_db
def test_of_the_rows_those_are_drawn_anew_that_a_deal_has_moved(
    client, club, settings, monkeypatch
):
    settings.STANDINGS_SECONDS = 0
    event = make.make_released_event(club, tables=4, deals=4)
    address = reverse("tournaments:standings-table", args=[event.pk])
    drawings = counted(monkeypatch, standing, "render_to_string")
    looks = [client.get(address).content]
    assert len(drawings) == 16
    make.enter(event.rounds.get().tables.get(number=1), 1, {"passed": True})
    looks.append(client.get(address).content)
    assert len(drawings) == 16 + 4
    english = client.get(address, headers={"accept-language": "en"}).content
    assert len(drawings) == 2 * 16 + 4
    assert len({*looks, english}) == 3
    assert [each.count(b"<tr>") for each in (*looks, english)] == [1 + 16] * 3
