"""Over https a table's page comes without a network too; over plain http it does not, and warns.

A browser takes this computer's own address for as good as https.
"""

import pytest
from playwright.sync_api import Error, Page, ViewportSize, expect

from tests.browser.entry import PATIENCE, EntryPage, stored
from tests.browser.phone import PhonePage
from tournaments.entry.domain import links
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.fault]

UPRIGHT = ViewportSize(width=360, height=640)
LANDSCAPE = ViewportSize(width=640, height=360)
STEP = 100  # milliseconds
WHOLE = """async () => {
  if (!navigator.serviceWorker.controller) return false;
  const files = performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname);
  const all = [location.pathname, ...files.filter((file) => file.startsWith("/static/"))];
  for (const each of all) if (!(await caches.match(each))) return false;
  return true;
}"""
"""Whether the browser holds this page, and every file that it is made of."""
HELD = """async () => {
  const held = [];
  for (const name of await caches.keys()) {
    for (const { url } of await (await caches.open(name)).keys()) held.push(new URL(url).pathname);
  }
  return held.filter((path) => !path.startsWith("/static/")).sort();
}"""
"""Everything but files that the browser holds."""
NOTHING = f"async () => !(await ({HELD})()).length"
AWAY = """
const ask = fetch;
const lost = () => Promise.reject(new TypeError("Failed to fetch"));
globalThis.fetch = (...what) => (sessionStorage.away ? lost() : ask(...what));
"""
"""Between two pages a browser that is set offline may be heard for a moment; not by this."""
SPOIL = """async (paths) => {
  for (const name of await caches.keys()) {
    const held = await caches.open(name);
    for (const path of paths) {
      if (await held.match(path)) await held.put(path, new Response("older"));
    }
  }
}"""
"""Let what the browser holds be of another build."""
PLACES = """() => [...document.querySelectorAll(
  "[data-pass], [data-game], [data-seat], [data-outcome]"
)].map((node) => JSON.stringify(node.getBoundingClientRect()))"""
"""Where everything stands that is tapped."""


@pytest.fixture
def phone_with(new_context, table: Table):
    """Open the table's page on a phone that came by the link, with a worker or without."""

    def phone_with(*, worker: bool, viewport: ViewportSize = UPRIGHT) -> PhonePage:
        kwargs = {"service_workers": "allow"} if worker else {}
        page = new_context(viewport=viewport, has_touch=True, **kwargs).new_page()
        page.add_init_script(AWAY)
        address = links.issue_link(table).partition("/e/")[2]
        phone = PhonePage(page, table).open(f"/e/{address}")
        if worker:
            is_held(page)
        return phone

    return phone_with


def is_held(page: Page) -> None:
    """Wait until a reload would come without a network."""
    comes(page, WHOLE)


def comes(page: Page, script: str) -> None:
    """Wait until the script says yes; Playwright's own waiting would have to evaluate a string."""
    for _ in range(PATIENCE // STEP):
        if page.evaluate(script):
            return
        page.wait_for_timeout(STEP)
    pytest.fail(f"never: {script}")


def test_a_phone_loads_its_page_again_without_a_network_and_sends_what_waits(phone_with, table):
    phone = phone_with(worker=True)
    phone.enter(1, 0, "spil", "won")
    phone.all_sent()
    phone.page.context.set_offline(True)
    phone.page.evaluate("sessionStorage.away = 'yes'")
    phone.enter(2, 1, "spil", "bet")
    phone.enter(3, 0, "", "")
    expect(phone.page.locator("[data-trouble]")).not_to_contain_text("Do not load")
    before = phone.totals()
    phone.page.reload()  # nobody is warned: a dialog would be dismissed, and the page stay
    phone.ready()
    expect(phone.page.locator("h1")).to_have_text("Deal 4")
    expect(phone.waiting).to_have_text("2 deals are waiting to be sent")
    assert phone.totals() == before
    keeper = phone.page.locator(".keeper")
    expect(keeper).to_be_hidden()  # as it was held, nobody kept the table yet
    phone.enter(4, 2, "solo", "won")
    assert list(stored(table)) == [1]
    phone.page.context.set_offline(False)
    phone.page.evaluate("delete sessionStorage.away")
    phone.all_sent()
    assert [len(told) for told in stored(table).values()] == [1] * 4
    expect(keeper).to_contain_text("This device has kept the table since")
    expect(keeper).to_be_visible()
    held = phone.page.evaluate(HELD)
    assert held == [f"/tables/{table.pk}/held/", f"/tables/{table.pk}/phone/"]


def test_without_a_worker_the_page_does_not_come_again(phone_with):
    """The twin of the test above, and plain http in a room: there the page warns."""
    phone = phone_with(worker=False)
    phone.page.context.set_offline(True)
    phone.all_passed()
    trouble = phone.page.locator("[data-trouble]")
    expect(trouble).to_contain_text("Do not load the page again")
    phone.page.once("dialog", lambda dialog: dialog.accept())
    with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
        phone.page.reload()


@pytest.mark.nightly
def test_a_desk_loads_its_sheet_again_without_a_network(new_context, director, table):
    entry = EntryPage(new_context(director, service_workers="allow").new_page(), table).open()
    is_held(entry.page)
    entry.page.context.set_offline(True)
    entry.type("2+36-")
    entry.page.reload()
    entry.ready()
    entry.stands_at(3)
    entry.page.context.set_offline(False)
    entry.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-"]}
    entry.page.goto("/")
    entry.page.get_by_role("button", name="Log out").click()
    comes(entry.page, NOTHING)


@pytest.mark.nightly
def test_what_is_held_is_never_shown_while_the_server_answers(phone_with, table):
    phone = phone_with(worker=True)
    spoilt = [f"/tables/{table.pk}/phone/", "/static/entry/phone.js", "/static/entry/phone.css"]
    phone.page.evaluate(SPOIL, spoilt)
    phone.page.reload()
    phone.ready()
    text = phone.page.evaluate(
        "(path) => caches.match(path).then((held) => held.text())", spoilt[0]
    )
    assert "data-phone" in text


@pytest.mark.nightly
@pytest.mark.parametrize("loaded", (False, True), ids=("the page lies there", "it is loaded"))
def test_a_link_that_ends_takes_the_page_that_was_held_with_it(phone_with, table, loaded):
    phone = phone_with(worker=True)
    links.revoke_links(table, actor="user:director")
    if loaded:
        phone.page.goto(f"/tables/{table.pk}/phone/")
    comes(phone.page, NOTHING)
    phone.page.context.set_offline(True)
    with pytest.raises(Error, match="ERR_"):
        phone.page.goto(f"/tables/{table.pk}/phone/")


@pytest.mark.nightly
@pytest.mark.parametrize("viewport", (UPRIGHT, LANDSCAPE), ids=("upright", "sideways"))
def test_that_no_server_answers_is_seen_without_scrolling_and_moves_nothing(phone_with, viewport):
    phone = phone_with(worker=False, viewport=viewport)
    before = phone.page.evaluate(PLACES)
    phone.page.context.set_offline(True)
    phone.page.evaluate("document.querySelector('[data-strip]').scrollLeft = 0")
    phone.all_passed()
    for told in (phone.page.locator("[data-trouble]"), phone.waiting):
        expect(told).to_be_visible()
        box = told.bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= viewport["width"]
        assert 0 <= box["y"] < box["y"] + box["height"] <= viewport["height"]
    assert phone.page.evaluate("scrollY") == 0
    assert phone.page.evaluate(PLACES) == before
    bar = phone.page.locator(".phone-bar").bounding_box()
    ends = phone.page.locator("[data-outcome]:visible").last.bounding_box()
    assert bar is not None
    assert ends is not None
    assert ends["y"] + ends["height"] <= bar["y"]
    phone.page.context.set_offline(False)
    phone.all_sent()
