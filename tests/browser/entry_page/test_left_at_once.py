"""A page that is left in the moment of a tap: the browser holds the deal all the same."""

import pytest

from tests.browser.conftest import MakeContext
from tests.browser.phone import PhonePage
from tests.browser.robots import RESULTS
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.fault]

TIMES = 5
LONG_WRITE = """
const put = IDBObjectStore.prototype.put;
IDBObjectStore.prototype.put = function (value) {
  const request = put.call(this, value);
  for (let n = 0; n < 100; n += 1) this.count();
  return request;
};
"""
"""A store with so much to answer that the page is gone before it has heard all of it."""
WITHOUT_COMMIT = "delete IDBTransaction.prototype.commit;"
TAP_AND_LEAVE = """() => {
  document.querySelector("[data-pass]").click();
  location.replace("about:blank");
}"""
HELD = """() => new Promise((resolve) => {
  const opened = indexedDB.open("lhombre-entry", 1);
  opened.onsuccess = () => {
    const counted = opened.result.transaction("unsent").objectStore("unsent").count();
    counted.onsuccess = () => resolve(counted.result);
  };
})"""


@pytest.fixture
def held_after_leaving(new_context: MakeContext, director, table: Table):
    """Tap a deal and leave the page at once, some times over; how many deals the browser holds."""

    def held_after_leaving(*scripts: str) -> int:
        context = new_context(director)
        for script in scripts:
            context.add_init_script(script)
        context.route(RESULTS, lambda route: route.abort())
        page = context.new_page()
        phone = PhonePage(page, table).open()
        for _ in range(TIMES):
            page.evaluate(TAP_AND_LEAVE)
            page.wait_for_url("about:blank")
            phone.open()
        return int(page.evaluate(HELD))

    return held_after_leaving


def test_a_deal_is_held_although_the_page_is_left_at_once(held_after_leaving):
    assert held_after_leaving(LONG_WRITE) == TIMES


@pytest.mark.nightly
def test_a_store_that_waits_for_the_page_loses_deals(held_after_leaving):
    """The twin: the browser cannot be told that nothing more comes."""
    assert held_after_leaving(LONG_WRITE, WITHOUT_COMMIT) < TIMES
