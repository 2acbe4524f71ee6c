"""The sheet has the keyboard wherever the focus was left, and never replaces a deal unasked."""

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from rules import RULESETS
from tests.browser.entry import EntryPage, stored
from tests.browser.entry_page.test_entry_access import box, clean
from tests.browser.entry_page.test_entry_unsent import RESULTS
from tournaments.models import Event

PLACES = """() => [
  ...[...document.querySelectorAll(".entry-sheet thead th")].map((cell) => cell.offsetWidth),
  ...[...document.querySelectorAll(".entry-sheet tbody tr")].map((row) => row.offsetTop),
]"""
"""Widths of the columns, and where each line begins."""

pytestmark = pytest.mark.browser


@pytest.mark.commit
def test_keys_reach_the_sheet_from_wherever_the_focus_was_left(entry):
    page = entry.page
    page.get_by_role("button", name="Keys ?").click()
    page.get_by_role("button", name="Close", exact=True).click()
    entry.stands_at(1)
    entry.type("2+")
    # What stands below a line is the line's too.
    entry.note(2).locator("[data-says]").click()
    entry.stands_at(2)
    # A heading, and a link that was walked to, take no text themselves.
    page.get_by_role("heading", level=1).click()
    expect(entry.field(2)).not_to_be_focused()
    entry.type("1+")
    entry.stands_at(3)
    page.get_by_role("link", name="Account and corrections").focus()
    entry.type("4+")
    entry.stands_at(4)
    page.get_by_role("heading", level=1).click()
    entry.press("ArrowUp")
    entry.stands_at(3)
    page.get_by_role("heading", level=1).click()
    entry.press("Escape")
    entry.stands_at(4)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["1+"], 3: ["4+"]}


@pytest.mark.nightly
def test_who_logs_in_again_in_another_tab_comes_back_to_his_line(entry, context):
    page = entry.page
    page.evaluate("document.querySelector('[data-login]').hidden = false")
    with context.expect_page() as opened:
        page.get_by_role("link", name="Log in again").click()
    opened.value.close()
    page.bring_to_front()
    page.evaluate("dispatchEvent(new Event('focus'))")
    entry.stands_at(1)


@pytest.mark.nightly
def test_where_the_keys_go_elsewhere_the_line_says_so(entry):
    root = entry.page.locator("[data-entry]")
    entry.press("=")
    expect(entry.note(1).locator("[data-says]")).to_have_text(
        "What you type goes elsewhere now. Click on this line to go on."
    )
    expect(root).to_have_class("entry is-deaf")
    entry.note(1).locator("[data-says]").click()
    entry.stands_at(1)
    expect(root).to_have_class("entry")
    expect(entry.note(1)).to_contain_text("deals")


@pytest.mark.commit
def test_a_result_is_replaced_after_one_question_and_the_cursor_goes_to_the_open_line(entry):
    status = entry.page.get_by_role("status")
    entry.type("2+1+4-0")
    entry.press("ArrowUp", "ArrowUp", "ArrowUp")
    entry.stands_at(2)
    entry.type("32-")
    question = entry.note(2)
    expect(question).to_contain_text("Deal 2 says: Agnes Nr1, spil, won, +2.")
    expect(question).to_contain_text("Enter replaces it with: Birte Nr3, bedre spil, bet, −2.")
    entry.stands_at(2)
    entry.press("Escape")
    entry.stands_at(5)
    entry.all_sent()
    assert stored(entry.table)[2] == ["1+"]
    entry.type("2:32-")
    entry.press("Enter")
    expect(status).to_have_text(
        "Deal 2: Birte Nr3, bedre spil, bet, −2. It replaces Agnes Nr1, spil, won, +2."
    )
    entry.stands_at(5)
    entry.all_sent()
    assert stored(entry.table)[2] == ["1+", "32-"]


def test_enter_answers_only_the_question_that_was_read(entry, table):
    """In another tab the deal was mended meanwhile: what would be replaced is asked once more."""
    rival = EntryPage(entry.page.context.new_page(), table).open()
    entry.page.bring_to_front()
    entry.type("2+")
    entry.all_sent()
    entry.type("1:26-")
    question = entry.note(1)
    expect(question).to_contain_text("Deal 1 says: Aksel Nr2, spil, won, +2.")
    rival.page.bring_to_front()
    # Until it has heard of the deal, two enter the same one, and the second is asked.
    expect(rival.field(1)).to_have_attribute("placeholder", "2+")
    rival.mend("1:4+")
    rival.all_sent()
    entry.page.bring_to_front()
    expect(question).to_contain_text("Deal 1 says: Bent Nr4, spil, won, +2.")
    entry.press("Enter")
    entry.stands_at(1)
    assert stored(table)[1] == ["2+", "4+"]
    entry.press("Enter")
    entry.all_sent()
    assert stored(table)[1] == ["2+", "4+", "26-"]


def test_what_is_typed_on_behind_a_question_waits_for_the_answer(entry):
    entry.type("2+1:1-36-")
    expect(entry.note(1)).to_contain_text("Enter replaces it")
    entry.press("Enter")
    entry.stands_at(3)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+", "1-"], 2: ["36-"]}


@pytest.mark.nightly
def test_all_passed_where_somebody_must_bid_is_asked_before_the_cursor_goes_on(page, table):
    rules = RULESETS["familie"]
    Event.objects.update(ruleset=rules.to_json(), ruleset_digest=rules.digest)
    entry = EntryPage(page, table).open()
    expect(page.locator("[data-how]")).not_to_contain_text("0 (")
    entry.type("02+")
    question = entry.note(1)
    expect(question).to_contain_text("the dealer must bid after two passes")
    expect(question).to_contain_text("Enter enters it: all passed")
    entry.stands_at(1)
    entry.all_sent()
    assert stored(table) == {}
    entry.press("Enter")
    entry.stands_at(3)  # what was typed meanwhile has gone into deal 2
    entry.all_sent()
    assert stored(table) == {1: ["0"], 2: ["2+"]}
    entry.mend("2:0")
    expect(entry.line(2)).not_to_have_class("is-bad")
    entry.type("2:1+")
    entry.press("Enter", "Backspace")  # what stood there was said yes to
    entry.all_sent()
    assert stored(table) == {1: ["0"], 2: ["2+", "0", "1+", "0"]}
    entry.type("3:0")
    entry.press("Escape")
    entry.stands_at(3)
    expect(entry.field(3)).to_have_value("")
    entry.all_sent()
    assert 3 not in stored(table)


@pytest.mark.fault
def test_all_is_entered_only_when_the_server_has_it(page, small_table):
    entry = EntryPage(page, small_table).open()
    page.context.route(RESULTS, lambda route: route.abort())
    entry.type("2+1+4+")
    done = page.locator("[data-done]")
    expect(done).to_have_text("Every deal is typed, but 3 of them are not stored yet.")
    full = page.locator("[data-full]")
    expect(full).to_be_hidden()
    page.get_by_role("link", name="Account and corrections").click()
    leaving = page.get_by_role("dialog", name="3 deals are waiting to be sent")
    leaving.get_by_role("button", name="Stay here").click()
    expect(leaving).to_be_hidden()
    page.context.unroute_all()
    entry.all_sent()
    expect(done).to_have_text("All deals are entered.")
    expect(full).to_contain_text("Agnes Nr1 +1 · Aksel Nr2 0 · Birte Nr3 −2 · Bent Nr4 +1")
    expect(full.locator("[data-full-paper]")).to_be_hidden()
    entry.press("=")
    for points in entry.totals():
        entry.type(str(points))
        entry.press("Enter")
    expect(full).to_contain_text("The sums on the paper agree.")
    assert page.url.endswith(f"/tables/{small_table.pk}/")


@pytest.mark.nightly
@pytest.mark.fault
def test_a_link_that_was_followed_too_early_opens_when_all_is_stored(entry):
    page = entry.page
    page.context.route(RESULTS, lambda route: route.abort())
    entry.type("2+")
    page.get_by_role("link", name="Account and corrections").click()
    expect(page.get_by_role("dialog", name="1 deal is waiting to be sent")).to_be_visible()
    clean(page)
    page.context.unroute_all()
    expect(page).to_have_url(re.compile("/account/"))
    assert stored(entry.table) == {1: ["2+"]}


@pytest.mark.nightly
def test_nothing_on_the_sheet_moves_when_a_line_is_looked_for(entry):
    """The button appears where its place was kept, on a desk and on a phone."""
    page = entry.page
    entry.type("2+1+")
    for size in (ViewportSize(width=1280, height=900), ViewportSize(width=360, height=640)):
        page.set_viewport_size(size)
        entry.press("Escape", "=")
        button = page.locator('[data-paper="10"]').get_by_role("button")
        expect(button).to_have_count(0)
        before = page.evaluate(PLACES)
        entry.type("99")
        expect(button).to_have_count(1)
        expect(button).to_be_visible()
        assert page.evaluate(PLACES) == before
        top, bottom = box(button)
        assert 0 <= top < bottom <= box(page.locator(".entry-sheet tfoot"))[0]
        entry.press("Backspace", "Backspace")


def test_below_the_line_stands_how_to_type_and_where_a_forgotten_deal_is_inserted(entry):
    here = entry.page.locator("[data-here]")
    expect(here).to_have_text(
        re.compile(
            r"Type column, contract, result: 1\+ \(Agnes Nr1, spil, won\), "
            r"26- \(Aksel Nr2, solo, bet\), 0 \(all passed\)\. \? shows all keys\."
        )
    )
    entry.type("wlve-")  # the letters at the heads of the columns
    expect(entry.line(1).locator("[data-cell=who]")).to_have_text("Aksel Nr2")
    entry.all_sent()
    entry.press("ArrowUp")
    here.get_by_role("link", name="insert it as deal 1").click()
    expect(entry.page.get_by_label("A line was skipped here")).to_be_checked()
    expect(entry.page.get_by_label("Deal", exact=True)).to_have_value("1")
    expect(entry.page.get_by_label("The right result, in keys")).to_have_value("")


@pytest.mark.nightly
def test_a_forgotten_deal_that_is_typed_already_goes_along(entry):
    entry.type("26-")
    entry.all_sent()
    entry.press("ArrowUp")
    entry.type("0")
    entry.page.get_by_role("link", name="insert it as deal 1").click()
    expect(entry.page.get_by_label("The right result, in keys")).to_have_value("0")


@pytest.mark.nightly
def test_the_window_of_keys_opens_at_its_top(entry):
    entry.page.set_viewport_size(ViewportSize(width=800, height=400))
    entry.press("?")
    keys = entry.page.get_by_role("dialog", name="The keys")
    expect(keys.get_by_role("heading")).to_be_in_viewport(ratio=1)
    assert keys.evaluate("node => [node.scrollTop, node.scrollHeight > node.clientHeight]") == [
        0,
        True,
    ]


@pytest.mark.nightly
def test_keys_on_a_full_sheet_go_to_a_line(page, small_table):
    entry = EntryPage(page, small_table).open()
    entry.type("2+1+4+")
    entry.all_sent()
    expect(page.locator("[data-done]")).to_be_focused()
    entry.type("2:")
    entry.stands_at(2)
    entry.press("Escape")
    expect(page.locator("[data-done]")).to_be_focused()
    page.get_by_role("heading", level=1).click()
    entry.mend("2:36-")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["1+", "36-"], 3: ["4+"]}


def test_enter_on_a_full_sheet_goes_to_what_comes_next(page, small_table):
    entry = EntryPage(page, small_table).open()
    entry.type("2+1+4+")
    entry.all_sent()
    expect(page.locator("[data-full]")).to_be_visible()
    leading = page.locator("[data-full] a.button--primary")
    entry.press("Enter")
    expect(leading).to_be_focused()
    expect(leading).to_be_in_viewport()
    entry.press("Escape")  # the sheet has the keys again
    expect(page.locator("[data-done]")).to_be_focused()
    entry.press("Enter", "Enter")
    expect(page).to_have_url(re.compile("#round-1$"))
