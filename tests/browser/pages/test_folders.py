"""Folders and season draws as they are met: nothing for axe, nothing wider than its screen."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import make
from tests.browser.pages.test_account_pages import LARGE_LETTERS, WIDER
from tests.browser.pages.test_pages import DESK, PHONE, findings
from tournaments.entry.domain.links import issue_link
from tournaments.folders.domain import set_folders, suggested
from tournaments.models import Event, Table
from tournaments.sheets.queries import sheet
from tournaments.standings.domain import SeasonSettings, make_season

pytestmark = pytest.mark.browser
ACTOR = "system:test"
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


@pytest.fixture
def event(club, live_server) -> Event:
    return make.make_released_event(club, tables=3, deals=8)


def sound(page):
    """Nothing for axe, nothing too wide on a phone, or on a desk at twice the letters."""
    assert not findings(page)
    assert not page.evaluate(WIDER)
    page.set_viewport_size(DESK)
    page.evaluate(LARGE_LETTERS)
    assert not page.evaluate(WIDER)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(PHONE)


def test_the_movement_follows_the_form_and_flaws_are_told(new_context, director, event):
    page = new_context(director, color_scheme="dark", viewport=PHONE).new_page()
    page.goto(reverse("tournaments:folders", args=[event.pk]))
    expect(page.get_by_text("nobody meets the same cards twice")).to_be_visible()
    page.get_by_label("The first folder of each table").fill("1, 1, 4")
    page.get_by_label("The first folder of each table").press("Tab")
    expect(page.get_by_text("In deal 1 folder 1 would have to lie")).to_be_visible()
    sound(page)
    page.get_by_role("button", name="Play with these folders", exact=True).press("Enter")
    expect(page.get_by_text("The folders go wrong.").first).to_be_visible()
    page.get_by_label("The first folder of each table").fill("")
    page.get_by_role("button", name="Play with these folders", exact=True).press("Enter")
    sound(page)
    page.get_by_role("button", name="Play with these folders all the same").press("Enter")
    expect(page.get_by_text("The event is played with these folders.")).to_be_visible()
    sound(page)


def test_each_folder_is_compared(new_context, event):
    set_folders(event=event, settings=suggested(event), actor=ACTOR)
    for table in Table.objects.filter(round__event=event):
        for deal in range(1, 7):
            make.enter(table, deal, WON if deal == 1 else {"passed": True})
    page = new_context(viewport=PHONE).new_page()
    page.goto(reverse("tournaments:public-standings", args=[event.pk]))
    page.get_by_role("link", name="Folder by folder").press("Enter")
    expect(page.get_by_text("not shown yet")).to_be_visible()
    sound(page)


def test_a_season_is_drawn_and_an_evening_made(new_context, director, club):
    season = make_season(club=club, settings=SeasonSettings(name="Winter", planned=7), actor=ACTOR)
    people = make.make_members(club, 9)
    page = new_context(director, viewport=PHONE).new_page()
    page.goto(reverse("tournaments:season", args=[season.pk]))
    page.get_by_role("link", name="Draw the evenings of the season").press("Enter")
    page.get_by_role("button", name="Show the draw").press("Enter")
    expect(page.get_by_text("Every two meet exactly 3 times")).to_be_visible()
    sound(page)
    page.get_by_role("button", name="Keep this draw").press("Enter")
    expect(page.get_by_text("The season is drawn.")).to_be_visible()
    sound(page)
    page.get_by_role("link", name="Make evening 9").press("Enter")
    sound(page)
    page.get_by_role("button", name="Make the evening").press("Enter")
    expect(page.get_by_text("seated as it was drawn")).to_be_visible()
    assert Event.objects.get().participants.count() == len(people)


def test_a_phone_says_the_folder_beside_the_deal(new_context, event):
    set_folders(event=event, settings=suggested(event), actor=ACTOR)
    table = Table.objects.filter(round__event=event).order_by("number")[1]
    page = new_context(viewport=PHONE).new_page()
    page.goto("/e/" + issue_link(table).partition("/e/")[2])
    folders = [line.folder for line in sheet(table).lines]
    head = page.get_by_role("heading", level=1)
    for deal in (1, 2):
        expect(head).to_have_text(f"Deal {deal} folder {folders[deal - 1]}")
        page.get_by_role("button", name="All passed", exact=True).click()
    assert folders[0] != folders[1]
    sound(page)
