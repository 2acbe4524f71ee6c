"""The sums of the paper beside the sheet: green where they agree, else a way to the wrong line."""

import pytest
from playwright.sync_api import Locator, expect

from tests import make
from tests.browser.entry import EntryPage
from tests.browser.entry_page.test_entry_access import clean, fits
from tests.browser.entry_page.test_entry_unsent import RESULTS
from tournaments.entry.domain import links
from tournaments.models import Activity, Event, StatedTotal, Table
from tournaments.review.domain.verification import gaps

pytestmark = pytest.mark.browser

SUMS = "**/sums/"
TEN = ("2+", "1-", "26+", "0", "4*", "1+", "2+", "0", "42-", "34+")


@pytest.fixture
def ten(entry: EntryPage) -> EntryPage:
    """A sheet with its first ten deals."""
    entry.type("".join(TEN))
    entry.all_sent()
    return entry


def row(entry: EntryPage, deal: int = 10) -> Locator:
    return entry.page.locator(f'[data-paper="{deal}"]')


def box(entry: EntryPage, seat: int, deal: int = 10) -> Locator:
    return entry.page.locator(f'[name="d{deal}s{seat}"]')


def type_sums(entry: EntryPage, sums: list[int]) -> None:
    entry.press("=")
    for points in sums:
        entry.type(str(points))
        entry.press("Enter")


def test_sums_that_agree_turn_green_and_the_cursor_goes_back_to_the_deals(ten):
    type_sums(ten, ten.subtotals(10))
    expect(row(ten)).to_have_class("entry-paper is-right")
    expect(row(ten)).to_contain_text("agrees")
    expect(ten.page.get_by_role("status")).to_have_text("agrees")
    expect(row(ten).get_by_role("button")).to_be_hidden()
    ten.stands_at(11)
    ten.type("2+")
    ten.stands_at(12)
    assert fits(ten.page)
    clean(ten.page)


def stored(table: Table) -> dict[int, list[int]]:
    return {each.deal: each.balances for each in StatedTotal.objects.filter(table=table)}


def kept(entry: EntryPage, sums: list[int], deal: int = 10) -> None:
    """Load the page again: the boxes have these sums, and they are green."""
    entry.page.reload()
    entry.ready()
    assert [box(entry, seat, deal).input_value() for seat in range(4)] == [*map(str, sums)]
    expect(row(entry, deal)).to_have_class("entry-paper is-right")


@pytest.mark.nightly
def test_sums_that_agree_are_stored_when_their_row_is_left(ten):
    sums = ten.subtotals(10)
    with ten.page.expect_response(SUMS):
        type_sums(ten, sums)
    assert stored(ten.table) == {10: sums}
    kept(ten, sums)
    # Through them again without a change is no deed.
    ten.press("=", "Enter", "Enter", "Enter", "Enter")
    ten.type("2+")
    ten.all_sent()
    assert Activity.objects.filter(verb="sums.stated").count() == 1


@pytest.mark.nightly
def test_sums_are_not_stored_while_they_are_typed_nor_when_they_differ(ten):
    asked: list[str] = []
    ten.page.on("request", lambda request: asked.append(request.url))
    type_sums(ten, ten.subtotals(10)[:3])
    last = ten.subtotals(10)[3]
    ten.type(str(last))
    expect(row(ten)).to_have_class("entry-paper is-right")
    ten.type("0")
    expect(row(ten)).to_have_class("entry-paper")
    ten.press("Escape")
    ten.page.wait_for_timeout(2500)  # longer than until the next attempt
    assert not [url for url in asked if url.endswith("/sums/")]
    assert stored(ten.table) == {}


@pytest.mark.nightly
def test_a_page_left_from_the_last_box_has_its_sums_stored(ten):
    sums = ten.subtotals(10)
    type_sums(ten, sums[:3])
    ten.type(str(sums[3]))
    ten.page.goto("/")
    EntryPage(ten.page, ten.table).open()
    kept(ten, sums)


@pytest.mark.nightly
@pytest.mark.parametrize("deals", (10, 12))
def test_a_full_sheet_whose_sums_are_green_is_proved(club, page, deals):
    asked = Event.Verification.STATED
    event = make.make_released_event(club, tables=1, deals=deals, verification=asked)
    table = Table.objects.select_related("round__event").get(round__event=event)
    entry = EntryPage(page, table).open()
    entry.type("".join((*TEN, "2+", "34+")[:deals]))
    entry.all_sent()
    assert gaps([table])
    with page.expect_response(SUMS):
        type_sums(entry, entry.totals())
    if deals > 10:
        expect(row(entry, deals)).to_have_class("entry-paper is-right")
        box(entry, 0).focus()
        with page.expect_response(SUMS):
            for points in entry.subtotals(10):
                entry.type(str(points))
                entry.press("Enter")
    assert gaps([table]) == []
    kept(entry, entry.totals(), deals)


@pytest.mark.nightly
@pytest.mark.fault
def test_sums_that_could_not_be_sent_say_so_and_go_when_they_can(ten):
    sums = ten.subtotals(10)
    ten.page.context.route(SUMS, lambda route: route.abort())
    type_sums(ten, sums)
    expect(row(ten)).to_contain_text("agrees, but is not stored")
    expect(row(ten)).to_have_class("entry-paper")
    expect(ten.page.get_by_role("status")).to_have_text("agrees, but is not stored")
    ten.stands_at(11)
    ten.type("2+")
    ten.stands_at(12)
    clean(ten.page)
    ten.page.set_viewport_size({"width": 320, "height": 568})
    assert fits(ten.page)
    with ten.page.expect_response(SUMS):
        ten.page.context.unroute_all()
        expect(row(ten)).to_have_class("entry-paper is-right")
    assert stored(ten.table) == {10: sums}
    kept(ten, sums)


@pytest.mark.nightly
@pytest.mark.fault
def test_sums_wait_until_the_deals_before_them_are_stored(entry):
    entry.page.context.route(RESULTS, lambda route: route.abort())
    entry.type("".join(TEN))
    sums = entry.subtotals(10)
    type_sums(entry, sums)
    expect(row(entry)).to_have_class("entry-paper is-right")
    entry.page.wait_for_timeout(2500)
    assert stored(entry.table) == {}
    with entry.page.expect_response(SUMS):
        entry.page.context.unroute_all()
        entry.all_sent()
    assert stored(entry.table) == {10: sums}


def test_one_that_differs_leads_to_the_line_that_may_be_wrong(ten):
    sums = ten.subtotals(10)
    # Deal 3 was entered as won, and the paper has it as a bet; Agnes sits out.
    paper = [sums[0], sums[1] - 12, sums[2] + 6, sums[3] + 6]
    ten.press("ArrowUp")
    type_sums(ten, paper)
    differs = "differs: West −12 · South +6 · East +6"
    expect(row(ten).locator("[data-verdict]")).to_have_text(differs)
    expect(ten.page.get_by_role("status")).to_have_text(differs)
    expect(box(ten, 1)).to_have_attribute("aria-invalid", "true")
    expect(box(ten, 0)).to_have_class("is-right")
    clean(ten.page)
    expect(row(ten).get_by_role("button", name="Which line is wrong?")).to_be_focused()
    ten.press("Enter")
    expect(ten.page.get_by_role("heading", level=1)).to_have_text("The sums on the paper")
    expect(ten.page.locator(".suspects")).to_contain_text("Deal 3: Aksel Nr2: solo, bet")
    assert StatedTotal.objects.get(deal=10).balances == paper
    again = EntryPage(ten.page, ten.table).open()
    expect(box(again, 1)).to_have_value(str(paper[1]))
    again.mend("3:26-")
    again.all_sent()
    expect(row(again)).to_have_class("entry-paper is-right")


@pytest.mark.parametrize("asked", (Event.Verification.NONE, Event.Verification.STATED))
def test_a_full_sheet_that_the_paper_contradicts_is_not_said_to_be_done_with(club, page, asked):
    event = make.make_released_event(club, tables=1, deals=10, verification=asked)
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    entry.type("".join(TEN))
    entry.all_sent()
    full, proof = page.locator("[data-full]"), page.locator("[data-full-proof]")
    expect(proof).to_be_visible()
    is_asked = asked == Event.Verification.STATED
    expect(page.locator("[data-full-paper]")).to_be_visible(visible=is_asked)
    sums = entry.totals()
    type_sums(entry, [*sums[:3], sums[3] + 1])
    expect(full).to_contain_text("After deal 10 the paper differs: East +1.")
    expect(proof).to_be_hidden()
    box(entry, 3).fill(str(sums[3]))
    with page.expect_response(SUMS):
        entry.press("Enter")
    expect(full).to_contain_text("The sums on the paper agree.")
    if asked == Event.Verification.NONE:
        expect(proof).to_have_text("Nothing beside that is asked of this sheet.")
    else:
        expect(proof).to_be_hidden()


@pytest.mark.nightly
def test_a_full_sheet_leads_to_the_box_that_lacks_its_sum_and_says_how_many_are_typed(club, page):
    event = make.make_released_event(club, tables=1, deals=12)
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    entry.type("".join((*TEN, "2+", "34+")))
    entry.all_sent()
    full = page.locator("[data-full]")
    with page.expect_response(SUMS):
        type_sums(entry, entry.totals())
    expect(full).to_contain_text("Sums typed: 4 of 8. So far the paper agrees")
    full.get_by_role("button", name="The sums on the paper").click()
    expect(box(entry, 0)).to_be_focused()
    assert page.url.endswith(f"/tables/{entry.table.pk}/")
    with page.expect_response(SUMS):
        for points in entry.subtotals(10):
            entry.type(str(points))
            entry.press("Enter")
    expect(full).to_contain_text("The sums on the paper agree.")
    expect(page.locator("[data-done]")).to_be_focused()


@pytest.mark.nightly
def test_past_the_sums_of_ten_deals_come_those_of_the_rest_once_it_is_played(club, page):
    event = make.make_released_event(club, tables=1, deals=12)
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    entry.type("".join(TEN))
    entry.all_sent()
    type_sums(entry, entry.subtotals(10))
    entry.stands_at(11)
    entry.type("2+34+")
    entry.all_sent()
    box(entry, 3).focus()
    entry.press("Enter")
    expect(box(entry, 0, 12)).to_be_focused()


@pytest.mark.nightly
def test_sums_go_along_whichever_way_the_wrong_line_is_looked_for_and_are_there_again(ten):
    sums = ten.subtotals(10)
    paper = [sums[0], sums[1] - 12, sums[2] + 6, sums[3] + 6]
    type_sums(ten, paper)
    ten.page.get_by_role("link", name="Which line is wrong?").click()
    expect(ten.page.locator(".suspects")).to_contain_text("Deal 3: Aksel Nr2: solo, bet")
    ten.page.go_back()
    ten.ready()
    assert [box(ten, seat).input_value() for seat in range(4)] == [*map(str, paper)]


@pytest.mark.nightly
def test_sums_that_differ_are_there_again_wherever_somebody_went(ten):
    box(ten, 0).fill("7")
    box(ten, 1).fill("x")
    ten.page.get_by_role("link", name="Account and corrections").click()
    expect(ten.page.get_by_role("heading", level=1)).not_to_have_text("Round 1, table 1")
    again = EntryPage(ten.page, ten.table).open()
    expect(box(again, 0)).to_have_value("7")
    expect(box(again, 1)).to_have_class("is-wrong")
    assert stored(ten.table) == {}


@pytest.mark.nightly
def test_a_box_takes_no_key_of_the_sheet_from_the_deals(ten):
    ten.press("=")
    expect(box(ten, 0)).to_be_focused()
    ten.type("x")
    expect(box(ten, 0)).to_have_class("is-wrong")
    ten.press("Backspace", "Backspace", "ArrowUp")
    expect(box(ten, 0)).to_have_value("")
    ten.page.keyboard.insert_text("−7")
    expect(box(ten, 0)).to_have_value("-7")
    ten.press("Escape")
    ten.stands_at(11)
    ten.page.reload()
    ten.ready()
    assert ten.totals() == ten.subtotals(10)


@pytest.mark.nightly
def test_who_came_by_the_link_has_no_boxes(new_context, table):
    page = new_context().new_page()
    page.goto(f"/e/{links.issue_link(table).partition('/e/')[2]}")
    entry = EntryPage(page, table).open()
    assert page.locator("[data-paper]").count() == 0
    entry.press("=")
    entry.stands_at(1)


@pytest.mark.nightly
def test_under_a_pot_the_boxes_stand_below_the_seats(club, page):
    event = make.make_released_event(club, tables=1, accounting="pot", start=100)
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    entry.type("".join(TEN))
    entry.all_sent()
    sums = entry.subtotals(10)
    type_sums(entry, sums[:4])
    expect(row(entry)).to_have_class("entry-paper is-right")
    for seat in range(4):
        mine = box(entry, seat).bounding_box()
        theirs = entry.page.locator('[data-sum-after="10"] [data-sum]').nth(seat).bounding_box()
        assert mine is not None
        assert theirs is not None
        assert theirs["x"] <= mine["x"] < theirs["x"] + theirs["width"]


def test_sums_that_differ_are_there_again_after_the_browser_was_closed_until_they_agree(ten):
    wrong = [1, 2, 3, 4]
    type_sums(ten, wrong)
    expect(row(ten)).not_to_have_class("entry-paper is-right")
    other = ten.page.context.new_page()  # a window of its own knows what the browser keeps alone
    address = ten.page.url
    ten.page.close()
    other.goto(address)
    for seat, points in enumerate(wrong):
        expect(other.locator(f'[name="d10s{seat}"]')).to_have_value(str(points))
    expect(other.locator('[data-paper="10"]')).to_contain_text("differ")
    for seat in range(4):
        other.fill(f'[name="d10s{seat}"]', "")
    other.reload()
    expect(other.locator('[name="d10s0"]')).to_have_value("")
