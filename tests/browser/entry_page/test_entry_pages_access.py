"""The pages around a sheet by keyboard, heard, in large letters and in forced colours."""

import io
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect

from tests import make
from tournaments.book.results import NewResult
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, receive
from tournaments.models import Event, Table
from tournaments.review.domain import photos

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

DOUBLED: ViewportSize = {"width": 320, "height": 450}
"""A phone of 640 pixels at 200 % text."""
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
    "doubled": {"viewport": DOUBLED},
}
PAGES = ("second", "which-line", "photos", "tray", "tray-place", "recap", "link")
STOPS = ":is(a, button, input, select, summary, [tabindex='0'])"
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


@pytest.fixture
def addresses(club, live_server, director, settings, tmp_path) -> dict[str, str]:
    """The pages of a table with something on each of them."""
    settings.PHOTOS_DIR = tmp_path / "media"
    event = make.make_released_event(club, tables=2, deals=20)
    Event.objects.update(verification="second")
    table, other = Table.objects.select_related("round__event").order_by("number")
    for deal in range(1, 12):
        make.enter(table, deal, WON if deal == 1 else {"passed": True})
    picture = io.BytesIO()
    Image.new("RGB", (60, 40), "navy").save(picture, "JPEG")
    for each in (table, other):
        photos.attach(table=each, data=picture.getvalue(), actor=director.actor)
    entry = NewResult(id=make.new_id(), deal=7, base=0, record=None)
    sent = Sent(entry, {"line": "2+"})
    item = receive(origin=Origin.of(other), sent=sent, why=Why.TABLE_GONE, actor="device:x")
    assert item is not None
    other.delete()
    found = {
        name: reverse(f"tournaments:{name}", args=[table.pk])
        for name in ("second", "which-line", "photos", "recap")
    }
    return {
        **found,
        "tray": reverse("tournaments:tray", args=[event.pk]),
        "tray-place": reverse("tournaments:tray-place", args=[item.pk]),
        "link": "/e/nothing/",
    }


def clean(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
    width, room = (
        int(page.evaluate(f"document.documentElement.{each}Width")) for each in ("scroll", "client")
    )
    assert width <= room


@pytest.mark.parametrize("look", LOOKS)
def test_axe_finds_nothing_and_nothing_runs_out_of_the_screen(
    new_context, director, addresses, look
):
    page = new_context(director, **LOOKS[look]).new_page()
    for name in PAGES:
        page.goto(addresses[name])
        clean(page)
        if name == "second":
            page.locator("input[name=d1]").fill("2-")
            page.keyboard.press("Enter")
            expect(page.get_by_role("alert")).to_contain_text("The first entry says")
            clean(page)
        if name == "which-line":
            page.locator("input[name=d10s0]").fill("7")
            page.keyboard.press("Enter")
            expect(page.locator("section .notice--bad")).to_be_visible()
            clean(page)


def test_a_second_reading_goes_by_keyboard_to_the_first_difference(
    new_context, director, addresses
):
    page = new_context(director).new_page()
    page.goto(addresses["second"])
    expect(page.get_by_role("textbox", name="Deal 1, dealt by Agnes Nr1")).to_be_focused()
    for keys in ("2+", "0", "2+"):
        page.keyboard.type(keys)
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    wrong = page.get_by_role("textbox", name="Deal 3")
    expect(wrong).to_be_focused()
    expect(wrong).to_have_attribute("aria-invalid", "true")
    expect(wrong).to_have_accessible_description(
        "The first entry says: All passed (0). Look at the paper once more."
    )
    expect(wrong).to_have_value("2+")


def test_whatever_can_be_pressed_is_reached_by_tab(new_context, director, addresses):
    page = new_context(director).new_page()
    for name in ("which-line", "photos", "tray", "tray-place", "recap"):
        page.goto(addresses[name])
        wanted = page.locator(f"main {STOPS}:visible").count()
        page.locator("main").evaluate("node => { node.tabIndex = -1; node.focus(); }")
        seen = 0
        for _key in range(wanted):
            page.keyboard.press("Tab")
            seen += page.locator(f"main {STOPS}:focus").count()
        assert seen == wanted, name
