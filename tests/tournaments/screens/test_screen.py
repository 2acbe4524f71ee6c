"""The room's screen: what it shows when, and never more than the public page tells."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tournaments.events.domain.events import make_event
from tournaments.models import Round, Screen, Table
from tournaments.review.domain.rounds import close_round
from tournaments.screens.domain import screen_of
from tournaments.screens.pages import GLANCE, LINES, READ, ROUND, pages_of
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.django_db
FIRST = {"declarer": 1, "contract": "spil", "outcome": "won"}
DEALS = 4


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=2, deals=DEALS, language="en")


def read(client, event, name="screen"):
    at = reverse(f"tournaments:{name}", args=[event.pk])
    page = client.get(at, headers={"accept-language": "en"}).content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def enter(table, deals):
    for deal in range(1, deals + 1):
        make.enter(table, deal, {"passed": True} if deal > 1 else FIRST)


def test_before_the_first_deal_everybody_finds_his_seat_by_his_name(client, event):
    page = read(client, event)
    assert "Round 1: who sits where" in page
    table = Table.objects.get(round__event=event, number=2)
    for seat, wind in enumerate(("North", "West", "South", "East")):
        name = table.seats.get(seat=seat).participant.name
        assert f"{name} Table 2, {wind}" in page
    pages = pages_of(event, screen_of(event))
    names = [line.name for each in pages for column in each.columns for line in column]
    assert names == sorted(names)
    assert len(names) == 8
    assert "Standings" not in page


@pytest.mark.parametrize(
    ("tables", "entered", "pages"), ((12, 0, 2), (12, 1, 3), (2, 0, 1), (25, 0, 5))
)
def test_every_name_comes_round_in_ten_seconds(club, tables, entered, pages):
    """Before, a page was shown for twelve. Of a hundred players each has three to be found in."""
    event = make.make_released_event(club, tables=tables, deals=DEALS)
    enter(Table.objects.filter(round__event=event)[0], entered)
    found = pages_of(event, screen_of(event))
    assert len(found) == pages
    assert sum(page.rests for page in found) <= max(ROUND, pages * GLANCE)
    assert min(page.rests for page in found) >= GLANCE
    screen = screen_of(event)
    screen.faces = [Screen.Face.SEATS, Screen.Face.AWARDS]
    named, told = pages_of(event, screen)[0], pages_of(event, screen)[-1]
    assert (named.rests <= ROUND, told.rests) == (True, READ)


def test_while_it_is_played_it_says_how_far_the_tables_are_and_how_it_stands(client, event):
    first, second = Table.objects.filter(round__event=event).order_by("number")
    enter(first, DEALS)
    enter(second, 1)
    page = read(client, event)
    assert "Round 1: how far the tables are" in page
    assert "Table 1 finished" in page
    assert f"Table 2 1 of {DEALS}" in page
    assert "Standings" in page
    assert "who sits where" not in page


def test_after_it_the_standings_are_those_of_the_public_page(client, event):
    for table in Table.objects.filter(round__event=event):
        enter(table, DEALS)
    close_round(round_=Round.objects.get(event=event), actor="user:director")
    page = read(client, event)
    assert "how far the tables are" not in page
    public = read(client, event, "public-standings")
    pages = pages_of(event, screen_of(event))
    lines = [line for each in pages for column in each.columns for line in column]
    assert len(lines) == 8
    for line in lines:
        assert f"{line.mark} {line.name}" in page
        assert re.search(rf"{line.mark} (shared \w+ )?{line.name}", public), public
        assert line.says in public


def test_what_is_more_than_a_screen_holds_is_cut_and_numbered(club):
    tables = LINES // 2 + 1
    event = make.make_released_event(club, tables=tables, deals=DEALS, language="en")
    with override("en"):
        pages = pages_of(event, screen_of(event))
    assert [len(column) for page in pages for column in page.columns] == [LINES, LINES, 2, 2]
    assert [page.title[-8:] for page in pages] == ["(1 of 2)", "(2 of 2)"]


def test_who_sits_out_finds_that_too(club):
    five = make.make_members(club, 5)
    event = make_event(club=club, name="Fem", date=make.EVENING, people=five, actor="user:director")
    release_rounds(event=event, actor="user:director")
    with override("en"):
        (page,) = pages_of(event, screen_of(event))
    assert [line.says for column in page.columns for line in column].count("sits out") == 1


def test_a_draft_is_shown_to_nobody(client, event):
    event.rounds.update(state=Round.State.DRAFT, released_at=None)
    for name in ("screen", "screen-pages"):
        at = reverse(f"tournaments:{name}", args=[event.pk])
        assert client.get(at).status_code == 404


def test_it_is_drawn_once_for_all_and_asked_again_for_nothing(client, event, settings):
    settings.STANDINGS_SECONDS = 60
    at = reverse("tournaments:screen-pages", args=[event.pk])
    first = client.get(at)
    with CaptureQueriesContext(connection) as asked:
        again = client.get(at, headers={"if-none-match": first["ETag"]})
    assert again.status_code == 304
    assert not asked.captured_queries


def test_the_number_of_queries_does_not_grow_with_the_tables(club):
    asked = []
    for tables in (1, 10):
        event = make.make_released_event(make.make_club(f"Klub {tables}"), tables=tables, deals=4)
        enter(Table.objects.filter(round__event=event)[0], 1)
        with CaptureQueriesContext(connection) as seen:
            pages_of(event, screen_of(event))
        asked.append(len(seen))
    assert asked[0] == asked[1]


def test_few_lines_are_larger_and_never_more_than_the_screen_holds(event):
    (page,) = pages_of(event, screen_of(event))
    assert page.size > 100
    longest = max(map(len, page.columns))
    assert longest * page.size <= 100 * LINES
    full = make.make_released_event(make.make_club("Klub Manille"), tables=LINES // 2)
    assert {each.size for each in pages_of(full, screen_of(full))} == {100}


def test_the_standings_say_how_final_they_are(client, event):
    for table in Table.objects.filter(round__event=event):
        enter(table, DEALS)
    assert "Standings Provisional until round 1 is closed" in read(client, event)
    close_round(round_=event.rounds.get(), actor="user:x", early=True)
    assert "Standings Final" in read(client, event)
