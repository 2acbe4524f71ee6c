"""Nothing that was typed is lost or doubled, whatever happens between page and server."""

import pytest
from django.utils import timezone
from playwright.sync_api import BrowserContext, Route, expect

from lhombre_club.members.models import Session
from tests.browser.conftest import MakeContext, log_in
from tests.browser.entry import PATIENCE, EntryPage, stored
from tests.browser.phone import PhonePage
from tournaments.entry.domain import links
from tournaments.models import Event, Round, Table, TrayItem

pytestmark = [pytest.mark.browser, pytest.mark.fault]

RESULTS = "**/results/"
WITHOUT_STORE = "Object.defineProperty(window, 'indexedDB', {value: undefined});"
BROKEN_STORE = """
const transaction = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (stores, mode, ...rest) {
  if (mode === "readwrite") throw new DOMException("closing", "InvalidStateError");
  return transaction.call(this, stores, mode, ...rest);
};
"""


CUT = """
(() => {
  const send = window.fetch;
  window.fetch = (to, ...rest) =>
    localStorage.getItem("cut") && String(to).endsWith("/results/")
      ? Promise.reject(new TypeError("Failed to fetch"))
      : send(to, ...rest);
})();
"""


def cut(context: BrowserContext) -> None:
    """Let no result leave its page: one that is held by a route goes on when the page reloads."""
    context.add_init_script(CUT)
    for page in context.pages:
        page.evaluate(f"{CUT} localStorage.setItem('cut', '1')")


def mend(context: BrowserContext) -> None:
    """Let results leave their pages again."""
    context.pages[0].evaluate("localStorage.removeItem('cut')")


def three_unsent(entry: EntryPage) -> None:
    cut(entry.page.context)
    entry.type("2+36-0")
    expect(entry.waiting).to_have_text("3 deals are waiting to be sent")
    expect(entry.page.locator("[data-trouble]")).to_contain_text("does not answer")
    assert entry.totals() == [2, 5, -6, -1]


@pytest.mark.commit
def test_unsent_deals_survive_a_reload_and_a_closed_page(entry, context, table):
    three_unsent(entry)
    entry.page.reload()
    entry.ready()
    expect(entry.waiting).to_have_text("3 deals are waiting to be sent")
    entry.stands_at(4)
    assert entry.totals() == [2, 5, -6, -1]
    entry.page.close()
    again = EntryPage(context.new_page(), table).open()
    assert again.totals() == [2, 5, -6, -1]
    assert stored(table) == {}
    mend(context)  # no key, no click: it tries again by itself
    again.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-"], 3: ["0"]}
    assert again.totals() == [2, 5, -6, -1]


@pytest.mark.nightly
def test_without_the_store_a_reload_loses_them_and_the_page_has_said_so(entry, context, table):
    """The twin of the test above, with the protection off."""
    context.add_init_script(WITHOUT_STORE)
    entry.page.reload()
    entry.ready()
    cut(context)
    entry.type("2+")
    expect(entry.waiting).to_be_visible()
    expect(entry.page.locator("[data-trouble]")).to_contain_text("cannot keep")
    entry.page.once("dialog", lambda dialog: dialog.accept())
    entry.page.reload()
    entry.ready()
    expect(entry.waiting).to_be_hidden()
    assert entry.totals() == [0, 0, 0, 0]


@pytest.mark.nightly
def test_a_store_that_breaks_later_stops_no_deal_and_the_page_says_so(entry, context, table):
    context.add_init_script(BROKEN_STORE)
    entry.page.reload()
    entry.ready()
    cut(context)
    entry.type("2+")
    expect(entry.waiting).to_be_visible()
    expect(entry.page.locator("[data-trouble]")).to_contain_text("cannot keep")
    mend(context)
    entry.type("36-")
    entry.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-"]}


def test_deals_of_another_table_are_sent_from_whichever_page_is_open(entry, context, event):
    three_unsent(entry)
    other = Table.objects.get(round__event=event, round__number=1, number=2)
    entry.page.route(RESULTS, lambda route: route.abort())
    mend(context)
    elsewhere = EntryPage(context.new_page(), other).open()
    elsewhere.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["36-"], 3: ["0"]}
    assert stored(other) == {}


def test_an_answer_that_is_lost_doubles_nothing(entry, context):
    def swallow(route: Route) -> None:
        route.fetch()  # the server stores it …
        route.abort()  # … and the page never hears of it

    context.route(RESULTS, swallow, times=2)
    entry.type("2+36-")
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["36-"]}
    assert entry.totals() == [2, 5, -6, -1]


@pytest.mark.nightly
def test_a_correction_behind_a_lost_answer_counts_it_once(entry, context):
    def swallow(route: Route) -> None:
        route.fetch()
        route.abort()

    context.route(RESULTS, swallow, times=1)
    entry.type("2+")
    expect(entry.waiting).to_be_visible()
    cut(context)
    entry.page.reload()  # the sheet now has what is still waiting for its answer
    entry.ready()
    entry.press("ArrowUp")
    entry.mend("2-")
    mend(context)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+", "2-"]}


@pytest.mark.nightly
def test_the_page_of_the_event_tells_what_waits_in_this_browser(entry, context, table):
    three_unsent(entry)
    home = f"/events/{table.round.event_id}/"
    page = entry.page
    page.goto(home)
    told = page.get_by_role("link", name="3 deals of round 1, table 1 wait in this browser.")
    expect(told).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    told.click()
    entry.ready()
    mend(context)
    entry.all_sent()
    page.goto(home)
    expect(page.locator("h1")).to_be_visible()
    expect(page.locator("[data-unsent]")).to_be_empty()


def test_corrections_of_unsent_deals_arrive_in_order(entry, context):
    three_unsent(entry)
    entry.press("Backspace")
    entry.type("2+")
    entry.press("ArrowUp", "ArrowUp")
    entry.mend("1*")
    mend(context)
    entry.all_sent()
    assert stored(entry.table) == {1: ["2+"], 2: ["36-", "1*"], 3: ["0", "withdrawn", "2+"]}


@pytest.mark.nightly
def test_a_correction_behind_a_refused_entry_takes_its_place(entry, context):
    cut(context)
    entry.type("14.+")
    entry.press("ArrowUp")
    entry.mend("14+")
    entry.type("2+")
    mend(context)
    entry.all_sent()
    expect(entry.line(1)).not_to_have_class("is-bad")
    assert stored(entry.table) == {1: ["14+"], 2: ["2+"]}


def test_whoever_is_logged_out_keeps_his_deals(entry, context, director, live_server):
    entry.type("2+")
    entry.all_sent()
    Session.objects.all().delete()
    entry.type("36-")
    trouble = entry.page.locator("[data-trouble]")
    expect(trouble).to_contain_text("not logged in")
    expect(entry.page.get_by_role("link", name="Log in again")).to_be_visible()
    expect(entry.waiting).to_have_text("1 deal is waiting to be sent")
    log_in(context, director, live_server.url)
    entry.all_sent()
    expect(trouble).to_be_hidden()
    assert stored(entry.table) == {1: ["2+"], 2: ["36-"]}


@pytest.mark.nightly
def test_a_director_at_a_closed_round_reads_where_it_is_put_right(entry):
    typing = entry.page.get_by_text("A deal is entered when its last key is pressed")
    expect(typing).to_be_visible()
    expect(entry.note(1)).to_contain_text("Type column")
    Round.objects.filter(pk=entry.table.round_id).update(state=Round.State.FINAL)
    Event.objects.filter(pk=entry.table.round.event_id).update(version=99)
    entry.page.reload()
    expect(entry.page.locator("[data-trouble]")).to_contain_text("Account and corrections")
    expect(entry.page.get_by_role("link", name="Log in again")).to_be_hidden()
    expect(typing).to_be_hidden()  # nothing is typed here any more
    expect(entry.note(1)).not_to_contain_text("Type column", use_inner_text=True)


@pytest.mark.nightly
def test_a_change_in_a_closed_round_is_said_to_go_to_the_tray(entry):
    entry.type("2+")
    entry.all_sent()
    Round.objects.filter(pk=entry.table.round_id).update(state=Round.State.FINAL)
    Event.objects.filter(pk=entry.table.round.event_id).update(version=99)
    entry.page.reload()
    entry.ready()
    entry.press("ArrowUp")
    entry.type("14+")
    expect(entry.note(1)).to_contain_text("Enter lays this one into the tray")
    expect(entry.note(1)).not_to_contain_text("replace")
    entry.press("Enter")
    expect(entry.page.get_by_role("status")).to_contain_text("“Tray” on the event’s page")
    assert stored(entry.table) == {1: ["2+"]}


@pytest.mark.nightly
def test_what_one_tab_mends_is_mended_in_the_other(entry, context, table):
    entry.type("14.+2+")
    expect(entry.note(1)).to_contain_text("no tout")
    other = EntryPage(context.new_page(), table).open()
    expect(other.note(1)).to_contain_text("no tout")
    entry.page.get_by_role("button", name="Deal 1 needs you").click()
    entry.type("14+")
    entry.all_sent()
    expect(other.line(1)).not_to_have_class("is-bad")
    expect(other.page.locator("[data-attention]")).to_be_hidden()
    expect(other.field(1)).to_have_value("")
    expect(other.line(1).locator("[data-cell=game]")).to_have_text("købe-nolo")
    other.page.reload()
    other.ready()
    expect(other.line(1)).not_to_have_class("is-bad")
    assert other.totals() == entry.totals()
    assert stored(table) == {1: ["14+"], 2: ["2+"]}


@pytest.mark.nightly
def test_two_tabs_that_hold_the_same_deals_store_each_once(entry, context, table):
    three_unsent(entry)
    other = EntryPage(context.new_page(), table).open()
    expect(other.waiting).to_have_text("3 deals are waiting to be sent")
    mend(context)
    entry.all_sent()
    other.all_sent()
    assert other.totals() == [2, 5, -6, -1]
    assert stored(table) == {1: ["2+"], 2: ["36-"], 3: ["0"]}


@pytest.fixture
def rival(new_context: MakeContext, director, entry) -> EntryPage:
    """A second browser that has looked at the same empty sheet, and hears of nothing since."""
    return EntryPage(new_context(director).new_page(), entry.table).open().hear_nothing()


def test_who_comes_second_sees_both_and_keeps_what_is_stored(entry, rival):
    entry.type("2+")
    entry.all_sent()
    rival.type("1*2+")
    note = rival.note(1)
    expect(note).to_contain_text("Somebody else has entered deal 1")
    expect(note.locator("[data-theirs]")).to_have_text("Aksel Nr2, spil, won, +2")
    expect(note.locator("[data-who]")).to_contain_text("director, ")
    expect(note.locator("[data-mine]")).to_have_text("Agnes Nr1, spil, kodille, −4")
    rival.stands_at(3)  # his typing was not held up
    rival.page.unroute_all()
    rival.page.reload()
    rival.ready()
    note.get_by_role("button", name="Keep what is stored").click()
    expect(note).to_be_hidden()
    assert stored(entry.table) == {1: ["2+"], 2: ["2+"]}
    rival.page.reload()
    rival.ready()
    expect(rival.note(1)).to_be_hidden()
    assert rival.totals() == [-2, 4, -1, -1]


@pytest.mark.nightly
def test_who_comes_second_may_decide_for_his_own(entry, rival):
    entry.type("2+")
    entry.all_sent()
    rival.type("1*")
    rival.note(1).get_by_role("button", name="Use yours").click()
    rival.all_sent()
    assert stored(entry.table) == {1: ["2+", "1*"]}
    assert rival.totals() == [-4, 2, 0, 2]


@pytest.mark.nightly
def test_a_correction_upon_a_stale_entry_does_not_slip_through(entry, rival):
    """Revision 1 is theirs, and the second of mine was based on a revision 1 that was not."""
    cut(rival.page.context)
    rival.type("1*")
    rival.press("ArrowUp")
    rival.mend("1+")
    entry.type("2+")
    entry.all_sent()
    mend(rival.page.context)
    expect(rival.note(1).locator("[data-mine]")).to_have_text(
        "Agnes Nr1, spil, won, +2", timeout=PATIENCE
    )
    assert stored(entry.table) == {1: ["2+"]}


@pytest.mark.nightly
def test_the_same_result_from_two_is_no_quarrel(entry, rival):
    entry.type("2+")
    entry.all_sent()
    rival.type("2+")
    rival.all_sent()
    expect(rival.note(1)).to_be_hidden()
    assert stored(entry.table) == {1: ["2+"]}


def test_a_link_opens_one_table_until_it_is_closed(
    new_context: MakeContext, table, director, event
):
    page = new_context().new_page()
    address = links.issue_link(table).partition("/e/")[2]
    PhonePage(page, table).open(f"/e/{address}")
    assert page.url.endswith(f"/tables/{table.pk}/phone/")
    phone = EntryPage(page, table).open()
    expect(page.get_by_role("link", name=event.name)).to_have_count(0)
    expect(page.get_by_role("button", name="Close the link")).to_have_count(0)
    phone.type("2+")
    phone.all_sent()
    other = Table.objects.get(round=table.round, number=2)
    assert page.request.get(f"/tables/{other.pk}/").status == 404
    links.revoke_links(table, actor=director.actor)
    phone.type("36-")
    expect(page.locator("[data-trouble]")).to_contain_text("The director has what you entered")
    phone.all_sent()
    assert stored(table) == {1: ["2+"]}
    assert TrayItem.objects.get().sent == {"line": "36-"}
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("This code is closed")
    page.goto(f"/e/{address}")
    expect(page.locator("main")).to_contain_text("closed this sheet’s code")
    again = links.issue_link(table).partition("/e/")[2]
    PhonePage(page, table).open(f"/e/{again}").all_sent()
    assert stored(table) == {1: ["2+"]}


def test_a_round_that_is_not_open_keeps_the_deals(entry, table):
    Round.objects.filter(pk=table.round_id).update(state=Round.State.DRAFT)
    entry.type("2+")
    expect(entry.page.locator("[data-trouble]")).to_contain_text("not open")
    Round.objects.filter(pk=table.round_id).update(
        state=Round.State.RELEASED, released_at=timezone.now()
    )
    entry.all_sent()
    assert stored(table) == {1: ["2+"]}
