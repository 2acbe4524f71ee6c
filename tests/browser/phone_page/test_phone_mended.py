"""An earlier deal that is mended or taken away, and what is told of it meanwhile."""

import pytest
from playwright.sync_api import expect

from tests import make
from tests.browser.entry import number, stored
from tests.browser.phone import SMALLEST, PhonePage, at_another_table, clean
from tests.browser.robots import NUDGE, RESULTS

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

BET = {"declarer": 1, "contract": "spil", "outcome": "bet"}
LOOK = "document.dispatchEvent(new Event('visibilitychange'))"


def more_of(phone: PhonePage, part: str, keys: str) -> None:
    phone.page.locator(f'[data-extra="{part}"][data-keys="{keys}"]').click()


def test_a_deal_that_was_given_up_is_mended_by_how_it_ended_in_truth(phone):
    phone.tap(phone.act("more"))
    more_of(phone, "flags", "g")
    phone.end(1, "bet")
    phone.all_sent()
    phone.wait()
    phone.tap(phone.deal(1))
    expect(phone.page.locator("[data-note]")).to_contain_text("given up, −2")
    phone.end(1, "won")
    phone.all_sent()
    assert stored(phone.table) == {1: ["21g-", "2+"]}


def test_tricks_that_say_how_it_ended_go_when_it_ended_otherwise(phone):
    phone.tap(phone.act("more"))
    more_of(phone, "tricks", "5")
    more_of(phone, "tricks", "2")
    phone.end(1, "won")
    phone.all_sent()
    phone.wait()
    phone.tap(phone.deal(1))
    phone.end(3, "bet")
    phone.all_sent()
    assert stored(phone.table) == {1: ["2152+", "4-"]}
    phone.wait()
    phone.tap(phone.act("undo"))
    note = phone.page.locator("[data-note]")
    expect(note).to_contain_text("Deal 1 is taken back. It says again:")
    expect(note).to_contain_text("It was:")


def test_what_was_pressed_is_seen_again_when_the_last_tap_is_taken_back(phone):
    phone.tap(phone.act("more"))
    more_of(phone, "tricks", "1")
    more_of(phone, "tricks", "3")
    phone.end(1, "kodille")
    phone.wait()
    phone.tap(phone.act("undo"))
    pressed = phone.page.locator('[data-extra="tricks"][aria-pressed="true"]')
    expect(pressed).to_have_text(["1", "3"])
    for each in pressed.all():
        expect(each).to_be_in_viewport(ratio=1)
    expect(phone.page.locator("[data-counted]")).to_be_in_viewport(ratio=1)


@pytest.mark.fault
def test_a_deal_that_was_given_up_has_its_points_without_a_network(phone):
    phone.page.context.route(RESULTS, lambda route: route.abort())
    phone.tap(phone.act("more"))
    more_of(phone, "flags", "g")
    phone.end(1, "bet")
    assert phone.last.endswith("spil, given up, −2")
    assert phone.totals() == [1, -2, 0, 1]
    phone.page.context.unroute_all()
    phone.page.evaluate(NUDGE)
    phone.all_sent()
    assert phone.totals() == [1, -2, 0, 1]


@pytest.mark.fault
def test_dots_in_place_of_balances_are_explained_while_the_server_is_away(phone):
    here = at_another_table(phone, ruleset="hoem")
    here.page.context.route(RESULTS, lambda route: route.abort())
    here.choose("tourne")
    for part, keys in (("laid", "se"), ("suit", "k"), ("rank", "5")):
        more_of(here, part, keys)
    here.end(1, "won")
    expect(here.page.locator("[data-balance]").first).to_have_text("…")
    expect(here.page.locator("[data-trouble]")).to_contain_text("“…” is worked out when it does.")


def test_a_deal_that_was_entered_by_mistake_is_taken_away_and_brought_back(phone):
    phone.end(1, "won")
    phone.all_sent()
    phone.wait()
    expect(phone.act("empty")).to_be_hidden()
    phone.tap(phone.deal(1))
    phone.tap(phone.act("empty"))
    expect(phone.page.locator("[data-asked]")).to_contain_text("Take deal 1 away? It was:")
    expect(phone.act("store")).to_have_text("Take it away")
    expect(phone.page.get_by_role("button", name="Take it away")).to_have_count(1)
    clean(phone.page)
    phone.tap(phone.act("forget"))
    expect(phone.act("empty")).to_be_visible()
    phone.tap(phone.act("empty"))
    phone.tap(phone.act("store"))
    phone.all_sent()
    expect(phone.page.locator("h1")).to_have_text("Deal 1")
    expect(phone.page.locator("[data-note]")).to_contain_text("Deal 1 is taken back.")
    phone.tap(phone.act("undo"))
    phone.all_sent()
    expect(phone.page.locator("h1")).to_have_text("Deal 2")
    assert stored(phone.table) == {1: ["2+", "withdrawn", "2+"]}


def test_the_frame_of_another_deal_takes_the_last_one_not_back(phone):
    phone.end(1, "won")
    phone.wait()
    phone.end(2, "bet")
    phone.wait()
    expect(phone.act("undo")).to_be_visible()
    phone.tap(phone.deal(1))
    expect(phone.page.locator("h1")).to_contain_text("deal 1")
    expect(phone.act("undo")).to_be_hidden()


def test_the_pot_is_that_of_the_seats_and_what_it_was_before_a_deal_is_said(phone):
    here = at_another_table(phone, ruleset="lomber", accounting="pott", deals=8)
    for _deal in (1, 2, 3):
        adds_up(here)
        here.all_passed()
        here.all_sent()
        expect(here.page.locator("[data-last]")).to_contain_text("all passed, −1 each")
        here.wait()
    dealing = here.page.locator("[data-dealing]")
    adds_up(here)
    expect(dealing).not_to_contain_text("Before")
    here.tap(here.deal(2))
    expect(here.page.locator("h1")).to_have_text("Mend deal 2")
    adds_up(here)
    expect(dealing).to_contain_text("Before deal 2: 12.")
    here.tap(here.act("empty"))
    here.tap(here.act("store"))
    here.all_sent()
    expect(here.page.locator("h1")).to_have_text("Deal 2")
    adds_up(here)
    expect(dealing).to_contain_text("Before deal 2: 12.")


def adds_up(phone: PhonePage) -> None:
    """Seats and pot are nothing together."""
    pot = phone.page.locator("[data-pot]").text_content() or ""
    assert sum(phone.totals()) + number(pot.split()[-1]) == 0


def test_all_there_is_to_tap_in_the_bar_is_in_sight_while_a_deal_is_mended(phone):
    phone.end(1, "won")
    phone.all_sent()
    phone.tap(phone.deal(1))
    for act in ("more", "leave", "empty"):
        box = phone.act(act).bounding_box()
        assert box is not None
        assert 0 <= box["x"] < box["x"] + box["width"] <= SMALLEST["width"]
        assert min(box["width"], box["height"]) >= 44


def test_what_others_entered_is_told_when_more_is_closed(phone):
    phone.page.clock.install()
    phone.tap(phone.act("more"))
    for deal in (5, 6):
        make.enter(phone.table, deal, BET)
        phone.page.evaluate(LOOK)
        expect(phone.deal(deal)).to_have_attribute("data-ended", "bet")
    phone.page.clock.run_for(20_000)
    expect(phone.page.locator("[data-told]")).to_be_hidden()
    phone.tap(phone.act("more"))
    last = phone.page.locator("[data-last]")
    expect(last).to_contain_text("5 ")
    expect(last).to_contain_text("spil, bet, −2")
    phone.page.clock.run_for(8_500)
    expect(last).to_contain_text("6 ")
    phone.page.clock.run_for(8_500)
    expect(phone.page.locator("[data-told]")).to_be_hidden()
