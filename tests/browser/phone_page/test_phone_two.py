"""Two phones at one table: what is begun on one stays with its deal, whatever the other enters."""

import pytest
from playwright.sync_api import Locator, expect

from tests import make
from tests.browser.entry import stored
from tests.browser.phone import SMALLEST, PhonePage, clean
from tournaments.entry.domain import links
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"
"""Who looks at the page again sees how it stands."""
ON_ITS_WAY = """() => {
  const deal = document.querySelector("[data-deal]");
  const button = document.querySelector('[data-seat="1"] [data-outcome="bet"]');
  new MutationObserver((_all, self) => {
    self.disconnect();
    setTimeout(() => {
      button.click();
      document.body.dataset.tapped = "";
    }, 500);
  }).observe(deal, { childList: true });
}"""
"""Somebody taps half a second after another deal stands there."""


def by_another(phone: PhonePage, deal: int = 1, base: int = 0) -> None:
    """Let another phone enter a deal, and this one hear of it."""
    make.enter(phone.table, deal, WON, base=base)
    phone.page.evaluate(LOOK)


def heading(phone: PhonePage) -> Locator:
    return phone.page.locator("h1")


def test_what_is_chosen_stays_with_its_deal_when_another_enters_that_first(phone):
    phone.choose("nolo_ouvert")
    by_another(phone)
    quarrel = phone.page.locator("[data-conflict]")
    expect(quarrel).to_be_visible()
    expect(heading(phone)).to_have_text("Deal 1")
    expect(phone.page.locator("[data-theirs]")).to_contain_text("spil, won")
    expect(phone.page.locator("[data-mine]")).to_have_text("nolo ouvert")
    expect(phone.page.locator("[data-note]")).to_contain_text("entered deal 1 meanwhile")
    expect(phone.page.locator('[data-outcome="won"]:visible:enabled')).to_have_count(0)
    clean(phone.page)
    expect(phone.act("use-mine")).to_have_text("Mine instead: go on with it")
    phone.tap(phone.act("use-mine"))
    chip = phone.page.locator('[data-game="nolo_ouvert"]')
    expect(chip).to_have_attribute("aria-pressed", "true")
    phone.end(3, "bet")
    phone.all_sent()
    assert stored(phone.table) == {1: ["2+", "49-"]}


def test_theirs_stands_and_the_next_deal_begins_anew(phone):
    phone.tap(phone.act("more"))
    phone.page.locator('[data-extra="trump"][data-keys="h"]').click()
    by_another(phone)
    theirs = phone.act("keep-theirs")
    expect(theirs).to_have_text("That stands: go on to deal 2")
    phone.tap(theirs)
    expect(heading(phone)).to_have_text("Deal 2")
    phone.wait()
    phone.end(1, "won")
    phone.all_sent()
    assert stored(phone.table) == {1: ["2+"], 2: ["2+"]}


def test_more_that_lies_open_keeps_its_deal_too(phone):
    phone.tap(phone.act("more"))
    by_another(phone)
    expect(phone.page.locator("[data-conflict]")).to_be_visible()
    expect(heading(phone)).to_have_text("Deal 1")


def test_a_deal_that_is_mended_on_two_phones_is_not_written_over_unseen(phone):
    phone.end(1, "bet")
    phone.all_sent()
    phone.wait()
    phone.tap(phone.deal(1))
    by_another(phone, base=1)
    expect(phone.page.locator("[data-conflict]")).to_be_visible()
    expect(heading(phone)).to_have_text("Mend deal 1")
    phone.tap(phone.act("keep-theirs"))
    expect(heading(phone)).to_have_text("Deal 2")
    assert stored(phone.table) == {1: ["2-", "2+"]}


def test_where_nothing_is_chosen_a_finger_on_its_way_books_no_other_deal(phone):
    phone.page.evaluate(ON_ITS_WAY)
    by_another(phone)
    expect(heading(phone)).to_have_text("Deal 2")
    expect(phone.page.locator("body[data-tapped]")).to_have_count(1)
    expect(heading(phone)).to_have_text("Deal 2")
    phone.end(2, "won")
    phone.all_sent()
    assert stored(phone.table) == {1: ["2+"], 2: ["3+"]}


def test_what_was_entered_last_is_told_and_nothing_older_after_it(phone):
    phone.page.clock.install()
    by_another(phone)
    told = phone.page.locator("[data-told]")
    expect(told).to_be_visible()
    phone.page.clock.run_for(1_000)
    phone.all_passed()
    expect(phone.page.locator("[data-last]")).to_contain_text("2 ")
    phone.page.clock.run_for(9_000)
    assert not told.is_visible()  # at once: what is told goes by itself, a while later


def test_two_phones_of_nobody_are_called_this_one_and_the_other(phone, new_context):
    page = new_context(viewport=SMALLEST, has_touch=True).new_page()
    address = links.issue_link(phone.table).partition("/e/")[2]
    other = PhonePage(page, phone.table).open(f"/e/{address}")
    other.page.context.set_offline(True)
    other.end(1, "won")
    phone.end(1, "bet")
    phone.all_sent()
    other.page.context.set_offline(False)
    quarrel = other.page.locator("[data-conflict]")
    expect(quarrel.locator("[data-who]")).to_contain_text("the other phone, ")
    expect(quarrel.locator("[data-own]")).to_contain_text("this phone, ")


def test_who_listens_hears_what_another_made_of_a_deal(phone):
    phone.end(1, "won")
    phone.all_sent()
    said = phone.page.locator("[data-status]")
    expect(said).to_contain_text("Deal 1: ")
    make.enter(phone.table, 1, {"passed": True}, base=1)
    phone.page.evaluate(LOOK)
    expect(said).to_have_text("Deal 1: all passed")
    expect(phone.deal(1).locator("[data-tells]")).to_have_text("all passed")


@pytest.mark.parametrize("change", ("reload", "language"))
def test_what_is_chosen_is_there_again_when_the_page_is_loaded_again(phone, change):
    phone.choose("solo")
    phone.tap(phone.act("more"))
    phone.page.locator('[data-extra="trump"][data-keys="h"]').click()
    phone.page.locator('[data-extra="tricks"][data-keys="5"]').click()
    if change == "reload":
        phone.page.reload()
    else:
        phone.page.locator("form.switch button").first.click()
    phone.ready()
    expect(phone.page.locator('[data-game="solo"]')).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator("[data-counted]")).to_have_text("5")
    expect(phone.act("more")).to_have_attribute("aria-expanded", "true")
    phone.page.locator('[data-extra="tricks"][data-keys="2"]').click()
    phone.end(1, "won")
    phone.all_sent()
    assert stored(phone.table) == {1: ["26h52+"]}
    phone.page.reload()
    phone.ready()
    expect(phone.page.locator('[data-game="spil"]')).to_have_attribute("aria-pressed", "true")


def test_what_was_chosen_before_another_entered_the_deal_is_asked_about_when_it_is_loaded(phone):
    phone.choose("solo")
    phone.page.goto("about:blank")
    make.enter(phone.table, 1, WON)
    phone.page.go_back()
    expect(phone.page.locator("[data-conflict]")).to_be_visible()
    expect(phone.page.locator("[data-mine]")).to_have_text("solo")
    expect(heading(phone)).to_have_text("Deal 1")


def test_who_comes_to_sit_there_meanwhile_is_named_to_the_ear_as_to_the_eye(phone):
    seat = phone.table.seats.select_related("round", "participant").get(seat=1)
    won = phone.page.locator('[data-seat="1"] [data-outcome="won"]')
    expect(won).to_have_text(f"{seat.participant.name} won")
    set_substitute(seat=seat, person=None, name="Zita Ny", since=2, actor="system:test")
    by_another(phone)
    expect(heading(phone)).to_have_text("Deal 2")
    expect(phone.page.locator('[data-seat="1"] [data-name]')).to_have_text("Zita Ny")
    expect(won).to_have_text("Zita Ny won")
    expect(phone.page.locator('[data-seat="1"]')).to_have_attribute("aria-label", "Zita Ny")
    phone.tap(phone.deal(1))
    expect(won).to_have_text(f"{seat.participant.name} won")
