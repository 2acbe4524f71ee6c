"""A round to its end in the browser: shown, protested against, answered, closed; axe looks on."""

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from tests import make
from tests.browser.test_pages import findings
from tournaments.models import Event, Protest, Round, Table

pytestmark = pytest.mark.browser

WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
SOON = 20_000  # milliseconds; the board asks every five seconds
DEALS = 3


@pytest.fixture
def event(club, live_server) -> Event:
    """A round of one table whose sheet is in."""
    cache.clear()
    event = make.make_released_event(club, tables=1, deals=DEALS)
    table = Table.objects.get(round__event=event)
    for deal in range(1, DEALS + 1):
        make.enter(table, deal, WON if deal == 1 else {"passed": True})
    return event


@pytest.fixture
def player(new_context, event) -> Page:
    """A player without a login, with his own page on a narrow phone."""
    page: Page = new_context(viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"/s/{event.pk}/p/{event.participants.get(number=2).pk}/")
    return page


def test_from_a_protest_to_the_end(page: Page, player: Page, event: Event):
    expect(player.get_by_role("button", name="Protest")).to_have_count(0)
    page.goto(f"/events/{event.pk}/")
    page.get_by_role("button", name="Show the round as provisional").click()
    expect(page.locator(".timer")).to_contain_text(":")

    player.reload()
    player.get_by_label("What is wrong?").fill("It was bet")
    player.get_by_role("button", name="Protest against deal 1").focus()
    player.keyboard.press("Enter")
    expect(player.get_by_text("the director looks into it")).to_be_visible()
    wider = player.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider == 0
    assert findings(player) == []

    expect(page.get_by_text("1 protest", exact=True)).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Close the round before the time is up").click()
    expect(page.get_by_text("A protest or a doubt is still open")).to_be_visible()
    page.get_by_role("link", name="Protests and doubts").click()
    expect(page.get_by_text("It was bet")).to_be_visible()
    assert findings(page) == []
    page.get_by_label("Answer: Table 1, deal 1").fill("The sheet says won.")
    page.get_by_role("button", name="Answer").click()
    assert Protest.objects.get().state == "answered"

    page.get_by_role("link", name=event.name).click()
    page.get_by_role("button", name="Close the round before the time is up").click()
    expect(page.get_by_text("the round is closed")).to_be_visible()
    assert Round.objects.get().state == "final"
    player.reload()
    expect(player.get_by_text("Protest answered: The sheet says won.")).to_be_visible()
    expect(player.get_by_role("button", name="Protest")).to_have_count(0)


def test_the_other_pages_leave_axe_nothing_to_find(page: Page, event: Event):
    Event.objects.update(verification="confirmed")
    table = Table.objects.get(round__event=event)
    found = {}
    for address in (
        f"/events/{event.pk}/",
        f"/events/{event.pk}/rounds/",
        f"/rounds/{table.round_id}/checks/",
        f"/tables/{table.pk}/recap/",
        f"/tables/{table.pk}/second/",
    ):
        page.goto(address)
        found[address] = findings(page)
    assert not any(found.values()), {name: lines for name, lines in found.items() if lines}


def test_who_keeps_a_table_is_seen_and_changed(page: Page, event: Event):
    table = Table.objects.get(round__event=event)
    page.goto(f"/tables/{table.pk}/")
    keeper = page.locator(".keeper")
    keeper.get_by_text("Nobody keeps this table yet").click()
    keeper.get_by_role("button", name="Agnes").click()
    expect(page.locator(".keeper summary")).to_contain_text("This device keeps the table since")
