"""Wrong seats noticed after twelve hands, put right from the keyboard on a narrow screen."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import make
from tests.browser.pages.test_account_pages import LARGE_LETTERS, WIDER
from tests.browser.pages.test_pages import DESK, PHONE, findings
from tests.sizes import some
from tournaments.models import Seat, Table

pytestmark = pytest.mark.browser
WON = {"declarer": 2, "contract": "spil", "outcome": "won"}


@pytest.fixture
def table(club, live_server):
    event = make.make_released_event(club, tables=2, deals=40)
    found = Table.objects.get(round__event=event, number=1)
    make.enter(found, 12, WON)
    return found


def sound(page):
    """Nothing for axe to find, nothing wider than the screen; at twice the letters neither."""
    assert not findings(page)
    assert not page.evaluate(WIDER)
    page.set_viewport_size(DESK)
    page.evaluate(LARGE_LETTERS)
    assert not page.evaluate(WIDER)
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size(PHONE)


@pytest.mark.parametrize("scheme", some(("light", "dark")))
def test_two_chairs_are_exchanged_and_back(new_context, director, table, scheme):
    page = new_context(director, color_scheme=scheme, viewport=PHONE).new_page()
    page.goto(reverse("tournaments:event", args=[table.round.event_id]))
    page.get_by_role("link", name="Does somebody sit wrongly? round 1, table 1").press("Enter")
    page.get_by_label("Who sat wrongly here").focus()
    page.keyboard.type("South")
    page.get_by_label("Whose chair it was").select_option(label="North: Dorthe Nr5")
    sound(page)
    page.get_by_label("Reason").fill("Took each other’s chair")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Birte Nr3: table 1, South → table 2, North")).to_be_visible()
    sound(page)
    page.get_by_role("button", name="Put the seats right").press("Enter")
    expect(page.get_by_role("heading", name="Took each other’s chair")).to_be_visible()
    expect(page.get_by_text("Birte Nr3: table 1, South → table 2, North")).to_be_visible()
    sound(page)
    assert Seat.objects.get(table=table, seat=2).participant.number == 5
    page.get_by_role("button", name=re.compile("Take the correction back")).press("Enter")
    expect(page.get_by_text("It is taken back")).to_be_visible()
    assert Seat.objects.get(table=table, seat=2).participant.number == 3
