"""A pile of sheets under a scanner, and one sheet under a phone's camera; axe looks on."""

import os

import pytest
from playwright.sync_api import Page, expect

from tests import make
from tests.browser.pages.test_pages import findings
from tournaments.book.proving.seals import head
from tournaments.entry.domain import links
from tournaments.models import Event, Table
from tournaments.review.domain.sheet_ids import SheetId

pytestmark = pytest.mark.browser
TABLES = 12
PICTURES = os.environ.get("PICTURES")


@pytest.fixture
def event(club, live_server) -> Event:
    return make.make_released_event(club, tables=TABLES)


def tables(event):
    return list(Table.objects.filter(round__event=event).select_related("round"))


def picture(page: Page, name: str) -> None:
    if PICTURES:
        page.screenshot(path=f"{PICTURES}/{name}.png", full_page=True)


@pytest.mark.commit
def test_a_pile_is_scanned_without_waiting_for_the_server(page: Page, event: Event):
    """The scanner's next sheet comes before the answer to the last; none is lost."""
    own = tables(event)
    page.goto(f"/rounds/{own[0].round_id}/sheets/")
    expect(page.get_by_label("Scan the code on the sheet")).to_be_focused()
    loaded = page.evaluate("performance.getEntriesByType('navigation')[0].startTime")
    for table in own[:-2]:
        page.keyboard.type(f"http://127.0.0.1/e/x/{SheetId.of(table).typed}/")
        page.keyboard.press("Enter")
    expect(page.get_by_text("2 sheets are missing.")).to_be_visible()
    expect(page.get_by_label("Scan the code on the sheet")).to_be_focused()
    expect(page.get_by_label("Scan the code on the sheet")).to_have_value("")
    assert page.evaluate("performance.getEntriesByType('navigation')[0].startTime") == loaded
    assert Table.objects.filter(paper_at__isnull=False).count() == TABLES - 2
    picture(page, "pile")
    assert findings(page) == []


def test_by_keyboard_alone_a_sheet_goes_in_out_and_in_again(page: Page, event: Event):
    table = tables(event)[3]
    page.goto(f"/rounds/{table.round_id}/sheets/")
    said = page.get_by_role("status").filter(has_text="Table 4")
    expect(page.get_by_label("Scan the code on the sheet")).to_be_focused()
    page.keyboard.type(str(SheetId.of(table)).lower())
    page.keyboard.press("Enter")
    expect(said).to_contain_text("Table 4: the sheet is in. 11 sheets are missing.")
    page.keyboard.type(str(SheetId.of(table)))
    page.keyboard.press("Enter")
    expect(said).to_contain_text("has been in since")
    page.get_by_role("button", name="Take it out for table 4").focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("out again")
    expect(page.get_by_label("Scan the code on the sheet")).to_be_focused()
    page.get_by_role("button", name="It is in for table 4").focus()
    page.keyboard.press("Enter")
    expect(said).to_contain_text("the sheet is in.")
    page.keyboard.type("K7QP4M2Z")
    page.keyboard.press("Enter")
    expect(page.get_by_text("a letter is wrong or missing")).to_be_visible()
    picture(page, "slip")
    assert findings(page) == []


def test_a_scan_that_is_not_received_is_named(page: Page, event: Event, faults: list[str]):
    table = tables(event)[0]
    page.goto(f"/rounds/{table.round_id}/sheets/")
    page.route("**/sheets/", lambda route: route.abort())
    page.keyboard.type(str(SheetId.of(table)))
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"not received. Scan it again: {SheetId.of(table)}")).to_be_visible()
    page.unroute("**/sheets/")
    page.keyboard.type(str(SheetId.of(table)))
    page.keyboard.press("Enter")
    expect(page.get_by_text("11 sheets are missing.")).to_be_visible()


def test_a_phones_camera_takes_a_sheet_in_with_one_tap(new_context, director, event: Event):
    narrow = {"width": 360, "height": 640}
    phone = new_context(director, viewport=narrow, color_scheme="dark").new_page()
    table = tables(event)[6]
    path = links.issue_link(table).partition("/e/")[2]
    phone.goto(f"/e/{path}{SheetId.of(table).typed}/")
    picture(phone, "phone-asked")
    assert findings(phone) == []
    phone.get_by_role("button", name="Yes, the sheet of table 7 is in").click()
    expect(phone.get_by_text("Table 7: the sheet is in.")).to_be_visible()
    expect(phone.get_by_role("button", name="Yes, the sheet")).to_have_count(0)
    assert phone.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    picture(phone, "phone-in")
    assert findings(phone) == []


def test_a_seal_is_typed_and_explained(page: Page, event: Event):
    make.enter(tables(event)[3], 1, {"passed": True})
    page.goto(f"/events/{event.pk}/papers/")
    field = page.get_by_label("Seal")
    field.fill(head(event).lower())
    field.press("Enter")
    expect(page.get_by_role("status")).to_contain_text("after deal 1 at table 4 of round 1")
    expect(page.get_by_role("status")).to_contain_text("No result has been entered")
    picture(page, "seal")
    page.set_viewport_size({"width": 360, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") == 0
    picture(page, "seal-phone")
    assert findings(page) == []


def test_without_scripts_the_page_works_too(new_context, director, event: Event):
    page = new_context(director, java_script_enabled=False).new_page()
    table = tables(event)[0]
    page.goto(f"/rounds/{table.round_id}/sheets/")
    page.get_by_label("Scan the code on the sheet").fill(str(SheetId.of(table)))
    page.keyboard.press("Enter")
    expect(page.get_by_text("Table 1: the sheet is in. 11 sheets are missing.")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("out again. 12 sheets are missing.")).to_be_visible()
