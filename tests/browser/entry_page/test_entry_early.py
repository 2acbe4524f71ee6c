"""What is typed while the sheet is seen and its script is not there yet."""

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.entry import EntryPage, stored

pytestmark = [pytest.mark.browser, pytest.mark.fault]


def seen_too_early(page: Page, table) -> list[Route]:
    """Open the sheet; its script is held back until the requests that are returned go on."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/entry/entry.js", hold)
    with page.expect_request("**/entry/entry.js"):
        page.goto(f"/tables/{table.pk}/", wait_until="commit")
    expect(page.locator("[data-totals]")).to_be_visible()
    return held


def test_what_is_typed_before_the_sheet_is_ready_is_entered(page, table):
    held = seen_too_early(page, table)
    page.keyboard.type("2+36*")
    page.keyboard.press("Backspace")
    page.keyboard.type("-23.+1,=2")
    expect(page.locator("[data-status]")).to_have_text("2+36-23.+1,=2")
    held[0].continue_()
    entry = EntryPage(page, table).ready()
    expect(entry.field(5)).to_have_value("2")
    entry.type("+")
    entry.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-"], 3: ["23.+"], 4: ["1.+"], 5: ["2+"]}


def test_without_what_collects_them_these_keys_are_lost(page, table):
    """The twin of the test above."""
    page.route("**/entry/early.js", lambda route: route.abort())
    held = seen_too_early(page, table)
    page.keyboard.type("2+36-")
    held[0].continue_()
    entry = EntryPage(page, table).ready()
    entry.stands_at(1)
    entry.type("1+")
    entry.all_sent()
    assert stored(table) == {1: ["1+"]}
