"""What the phone tells of a deal hides nothing that is tapped, and is so when it is read."""

import pytest
from playwright.sync_api import Locator, Page, Route, ViewportSize, expect

from tests import make
from tests.browser.entry import stored
from tests.browser.phone import SMALLEST, PhonePage, at_another_table
from tests.browser.robots import NUDGE, RESULTS

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

COVERED = """() => {
  const within = (node, x, y) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return left <= x && x <= right && top <= y && y <= bottom;
  };
  const more = document.querySelector("[data-more]:not([hidden])");
  return [...document.querySelectorAll(".phone button, .phone a")].filter((node) => {
    if (node.disabled || !node.checkVisibility({ visibilityProperty: true })) return false;
    if (more && node.closest(".phone-top")) return false;
    const { left, top, width, height } = node.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const strip = node.closest("[data-strip]");
    if (strip && !within(strip, x, y)) return false;
    return !node.contains(document.elementFromPoint(x, y));
  }).map((node) => node.textContent.trim());
}"""
"""Buttons on the screen that take no tap in their middle."""
DEAF = """async (selector) => {
  const deaf = [];
  const frame = () => new Promise(requestAnimationFrame);
  for (const node of document.querySelectorAll(`${selector} button`)) {
    if (!node.checkVisibility({ visibilityProperty: true })) continue;
    node.scrollIntoView({ block: "nearest" });
    for (let times = 0; times < 3; times += 1) await frame(); // what is whole now, takes taps
    const { left, top, width, height } = node.getBoundingClientRect();
    const found = document.elementFromPoint(left + width / 2, top + height / 2);
    if (!node.contains(found)) deaf.push(node.textContent.trim());
  }
  return deaf;
}"""
"""Buttons of a part that take no tap in their middle, each scrolled to."""
GROUND = "(node) => getComputedStyle(node).backgroundColor"
SIZES = (ViewportSize(width=360, height=640), ViewportSize(width=180, height=320))
"""Usual letters, and letters twice as large."""


def box_of(part: Locator) -> tuple[float, float, float, float]:
    """Left, top, right and bottom."""
    box = part.bounding_box()
    assert box is not None
    return box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]


def test_a_stray_number_of_tricks_is_told_below_the_rows_and_taken_away(phone):
    here = at_another_table(phone, ruleset="hoem")
    here.choose("solo")
    here.tap(here.act("more"))
    here.page.locator('[data-extra="tricks"][data-keys="5"]').click()
    here.end(1, "won")
    alert = here.page.locator("[data-alert]")
    expect(alert).to_have_text("Tap the next player’s tricks too, or none at all.")
    lowest = max(box_of(end)[3] for end in here.page.locator("[data-outcome]:visible").all())
    assert box_of(alert)[1] >= lowest
    assert box_of(alert)[3] <= SMALLEST["height"]
    uncovered(here.page)
    here.tap(here.act("uncount"))
    expect(here.act("uncount")).to_be_hidden()
    here.end(1, "won")
    here.all_sent()
    expect(here.page.locator("h1")).to_have_text("Deal 2")
    here.wait()
    here.tap(here.act("more"))
    here.page.locator('[data-extra="tricks"][data-keys="5"]').click()
    here.end(2, "won")
    expect(alert).to_be_visible()
    expect(here.act("undo")).to_have_text("Undo deal 1")  # beside what is wrong with deal 2


def test_a_kodille_without_its_tricks_is_refused_at_the_tap_also_where_a_pott_pays_it_alike(phone):
    here = at_another_table(phone, ruleset="lomber", accounting="pott")
    here.choose("koebe_nolo")
    here.end(1, "kodille")
    expect(here.page.locator("[data-alert]")).to_contain_text("Tap the declarer’s tricks")
    expect(here.page.locator("h1")).to_have_text("Deal 1")
    expect(here.page.locator('[data-game="koebe_nolo"]')).to_have_attribute("aria-pressed", "true")
    tricks = here.page.locator('[data-extra="tricks"][data-keys="3"]')
    top, bottom = box_of(here.page.locator("[data-more]"))[1::2]
    assert top <= box_of(tricks)[1] < box_of(tricks)[3] <= bottom + 1
    here.tap(tricks)
    expect(here.page.locator("[data-alert]")).to_have_text("Now tap the result again.")
    here.end(1, "kodille")
    here.all_sent()
    expect(here.page.locator("h1")).to_have_text("Deal 2")


@pytest.mark.fault
def test_the_paper_is_signed_when_the_server_has_every_deal(phone):
    here = at_another_table(phone, deals=1)
    here.page.context.route(RESULTS, lambda route: route.abort())
    here.enter(1, 0, "spil", "won")
    expect(here.waiting).to_be_visible()
    expect(here.page.locator("h1")).to_contain_text("one of them is not stored yet")
    expect(here.page.locator("[data-full]")).to_be_hidden()
    here.page.context.unroute_all()
    here.page.evaluate(NUDGE)
    here.all_sent()
    expect(here.page.locator("h1")).to_have_text("All deals are entered.")
    expect(here.page.locator("[data-full]")).to_contain_text("one of you brings it")


def test_undo_stands_beside_the_strip_and_goes_when_somebody_else_mends_the_deal(phone):
    here: PhonePage = at_another_table(phone)
    here.page.clock.install()
    here.end(1, "won")
    here.all_sent()
    strip = box_of(here.page.locator("[data-strip]"))
    told = box_of(here.page.locator("[data-told]"))
    assert strip[2] <= told[0]
    assert strip[2] - strip[0] >= box_of(here.deal(2))[2] - box_of(here.deal(2))[0]
    expect(here.act("undo")).to_be_visible()
    make.enter(here.table, 1, {"declarer": 1, "contract": "spil", "outcome": "bet"}, base=1)
    here.page.clock.run_for(3_000)
    expect(here.act("undo")).to_be_hidden()
    expect(here.page.locator("[data-last]")).to_contain_text("bet")


def test_a_tourne_says_in_the_words_of_the_panel_which_cards_are_missing(phone):
    here = at_another_table(phone, ruleset="hoem")
    alert = here.page.locator("[data-alert]")
    more = here.page.locator("[data-more]")
    here.choose("tourne")
    here.tap(here.act("more"))
    expect(more).to_be_hidden()
    here.end(1, "won")
    expect(alert).to_contain_text("Tap the cards under “Cards laid” and “Cards turned”:")
    expect(alert).to_contain_text("at least one of these cards is laid")
    expect(more).to_be_visible()
    here.page.locator('[data-extra="laid"][data-keys="se"]').click()
    here.end(1, "won")
    expect(alert).to_contain_text("Tap a card under “Cards turned” too")
    here.page.locator('[data-extra="laid"][data-keys="se"]').click()
    here.page.locator('[data-extra="rank"][data-keys="5"]').click()
    expect(alert).to_have_text("Tap the suit first, then the rank.")
    here.page.locator('[data-extra="suit"][data-keys="k"]').click()
    here.page.locator('[data-extra="rank"][data-keys="5"]').click()
    here.end(1, "won")
    expect(alert).to_contain_text("Tap a card under “Cards laid” too: in a tourné at least one")
    expect(here.page.locator("h1")).to_have_text("Deal 1")


def uncovered(page: Page) -> None:
    expect(page.locator(".is-resting")).to_have_count(0)
    assert page.evaluate(COVERED) == []


def refused(route: Route) -> None:
    why = [{"message": "Enter the tricks too: they belong to this result."}]
    route.fulfill(status=400, json={"code": "refused", "message": "No.", "complaints": why})


@pytest.mark.fault
def test_no_refusal_and_no_notice_lies_upon_what_is_tapped(phone):
    here = at_another_table(phone, ruleset="lomber", accounting="pott")
    expect(here.page.locator("[data-note]")).to_contain_text("Everybody antes")
    uncovered(here.page)
    here.page.context.route(RESULTS, refused, times=1)
    here.end(1, "won")
    alert = here.page.locator("[data-alert]")
    expect(alert).to_contain_text("Deal 1 was not stored. Enter the tricks")
    expect(here.act("undo")).to_be_hidden()
    uncovered(here.page)
    expect(here.act("attention")).to_be_hidden()
    expect(here.page.locator("h1")).to_have_text("Deal 1")
    expect(here.page.locator('[data-outcome][aria-pressed="true"]')).to_have_count(0)
    uncovered(here.page)
    here.end(1, "bet")
    here.all_sent()
    here.wait()
    here.choose("koebe_nolo")
    here.end(2, "kodille")
    expect(alert).to_be_visible()
    expect(here.act("undo")).to_be_visible()
    uncovered(here.page)


def test_what_is_told_at_more_length_than_its_place_has_a_sign_and_a_tap_shows_the_rest(phone):
    alert = phone.page.locator("[data-alert]")
    alert.evaluate("(node, text) => { node.textContent = text; }", "Say it once more. " * 12)
    for _page in range(9):
        expect(alert).to_have_class("phone-alert has-more")
        alert.click()
        if alert.evaluate("node => node.scrollTop + node.clientHeight >= node.scrollHeight - 2"):
            break
    expect(alert).to_have_class("phone-alert")
    alert.evaluate("node => { node.textContent = 'Short.'; }")
    alert.click()
    expect(alert).to_have_class("phone-alert")


def test_what_was_done_elsewhere_is_told_in_place_of_the_strip_and_goes(phone):
    keeper = phone.page.locator(".keeper")
    keeper.locator("summary").click()
    keeper.get_by_role("button", name="Aksel Nr2 keeps it here").click()
    told = phone.ready().page.locator(".notice--good")
    expect(told).to_be_visible()
    uncovered(phone.page)
    phone.end(1, "won")
    expect(told).to_have_count(0)


def test_a_deal_is_mended_when_it_is_asked_once_more_and_more_of_it_is_read(phone):
    phone.end(1, "won")
    phone.all_sent()
    phone.page.evaluate("document.querySelector('[data-setting=safe]').click()")
    for size in SIZES:
        phone.page.set_viewport_size(size)
        phone.wait()
        phone.tap(phone.deal(1))
        expect(phone.page.locator("[data-note]")).to_contain_text("Tap what it should be")
        phone.tap(phone.act("more"))
        assert phone.page.evaluate(DEAF, "[data-more]") == []
        more, face = (phone.page.locator(part) for part in ("[data-more]", ".phone-face"))
        assert more.evaluate(GROUND) == face.evaluate(GROUND) != "rgba(0, 0, 0, 0)"
        phone.tap(phone.act("more"))
        phone.end(1, "bet")
        assert phone.page.evaluate(DEAF, "[data-ask]") == []
        frame = box_of(phone.page.locator("[data-ask]"))
        for left, top, right, bottom in map(box_of, phone.page.locator("[data-ask] button").all()):
            assert min(right - left, bottom - top) >= 48
            assert frame[0] < left < right < frame[2]
            assert frame[1] < top < bottom < frame[3]
        phone.tap(phone.act("forget"))
        phone.tap(phone.act("leave"))
    phone.tap(phone.deal(1))
    phone.end(1, "kodille")
    phone.tap(phone.act("store"))
    phone.all_sent()
    assert stored(phone.table) == {1: ["2+", "2*"]}
