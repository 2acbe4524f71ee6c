"""A server that was restored gets again what it had acknowledged, from whoever sent it."""

import pytest
from django.db import connection
from playwright.sync_api import expect

from tests.browser.entry import stored
from tournaments.book.begun import begin_epoch
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Round

pytestmark = [pytest.mark.browser, pytest.mark.fault, pytest.mark.nightly]

AGE = """
() => new Promise((resolve) => {
  indexedDB.open("lhombre-entry").onsuccess = ({ target: { result } }) => {
    const store = result.transaction("unsent", "readwrite").objectStore("unsent");
    store.getAll().onsuccess = ({ target: { result: entries } }) => {
      for (const each of entries) store.put({ ...each, sent_at: each.sent_at - 73 * 3600 * 1000 });
      resolve(entries.length);
    };
  };
})
"""
"""Let what the browser keeps be a little older than three days."""


def lose(table, *deals):
    """Put an older state back, in which these deals were not yet entered."""
    marks = ", ".join(["%s"] * len(deals))
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM scoring_journalentry")
        cursor.execute("DELETE FROM scoring_seattotal")
        cursor.execute(f"DELETE FROM tournaments_revision WHERE deal IN ({marks})", deals)
    check_event(table.round.event, rebuild=True)
    begin_epoch(actor="system:test")


def test_what_a_restored_server_has_lost_is_offered_again_under_its_ids(entry, table, event):
    entry.type("2+36-01+")
    entry.all_sent()
    lose(table, 3, 4)
    assert sorted(stored(table)) == [1, 2]
    entry.page.reload()
    entry.ready()
    entry.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-"], 3: ["0"], 4: ["1+"]}
    assert check_event(event) == []


def test_a_correction_of_what_was_lost_comes_after_it(entry, table, event):
    """The page was open all the time and learns of the restored server by an answer."""
    entry.type("2+36-")
    entry.all_sent()
    lose(table, 1, 2)
    entry.press("ArrowUp")
    entry.mend("36*")
    entry.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-", "36*"]}
    assert check_event(event) == []


def test_what_was_not_lost_is_not_doubled(entry, table):
    entry.type("2+36-")
    entry.all_sent()
    begin_epoch(actor="system:test")
    entry.page.reload()
    entry.ready()
    entry.type("0")
    entry.all_sent()
    assert stored(table) == {1: ["2+"], 2: ["36-"], 3: ["0"]}


def test_after_three_days_nothing_is_offered_again(entry, table):
    entry.type("2+")
    entry.all_sent()
    lose(table, 1)
    assert entry.page.evaluate(AGE) == 1
    entry.page.reload()
    entry.ready()
    entry.type("1+")
    entry.all_sent()
    assert stored(table) == {1: ["1+"]}


def test_what_was_lost_goes_to_the_tray_when_the_round_is_closed_meanwhile(entry, table, event):
    entry.type("2+")
    entry.all_sent()
    lose(table, 1)
    Round.objects.filter(pk=table.round_id).update(state=Round.State.FINAL)
    entry.page.reload()
    entry.ready()
    expect(entry.page.locator("[data-trouble]")).to_contain_text("It lies in the tray")
    entry.all_sent()
    assert event.tray.get().sent == {"line": "2+"}


def test_and_when_its_page_shows_the_deals_only(entry, table, event):
    entry.type("2+")
    entry.all_sent()
    lose(table, 1)
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PROVISIONAL)
    entry.page.goto(f"/tables/{table.pk}/recap/")
    expect(entry.page.locator("[data-said]")).to_contain_text("It lies in the tray")
    assert event.tray.get().sent == {"line": "2+"}


def test_a_page_that_lies_there_asks_by_itself(entry, table):
    entry.page.clock.install()
    entry.page.reload()
    entry.ready()
    entry.type("2+")
    entry.all_sent()
    lose(table, 1)
    assert stored(table) == {}
    with entry.page.expect_response("**/results/"):
        entry.page.clock.run_for(61_000)
    entry.all_sent()
    assert stored(table) == {1: ["2+"]}
