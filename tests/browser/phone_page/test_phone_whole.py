"""What the phone shows is whole or not shown: no half figure or row, no hole, no false mark."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests import make
from tests.browser.pages.test_account_pages import LARGE_LETTERS
from tests.browser.phone import PhonePage
from tests.sizes import few
from tournaments.entry.domain import links
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

SIZES = {
    "upright": ViewportSize(width=360, height=640),
    "sideways": ViewportSize(width=640, height=360),
    "tall": ViewportSize(width=390, height=844),
}
LETTERS = f"addEventListener('DOMContentLoaded', () => {{ {LARGE_LETTERS}; }})"
NO_HALVES = """([scroller, nodes, texts]) => {
  const frame = document.querySelector(scroller).getBoundingClientRect();
  return [...document.querySelectorAll(nodes)].every((node) => {
    const { left, top, right, bottom, width } = node.getBoundingClientRect();
    const isSeen = right > frame.left + 1.5 && left < frame.right - 1.5
      && bottom > frame.top + 1.5 && top < frame.bottom - 1.5 && width;
    const isWhole = left >= frame.left - 1.5 && right <= frame.right + 1.5
      && top >= frame.top - 1.5 && bottom <= frame.bottom + 1.5;
    const says = texts ? [...node.querySelectorAll(texts)] : [node];
    return !isSeen || isWhole || says.every((each) => getComputedStyle(each).opacity === "0");
  });
}"""
"""Whether nothing in what scrolls it is read, or tapped, that is not whole.

A pixel and a half, the frame of a button, is neither seen nor missed.
"""
TILES = ["[data-strip]", "[data-tile]", "span:not(.visually-hidden)"]
ROWS = ["[data-more]", "[data-more] .button", ""]
CONTRASTS = """(marks) => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const colours = (node) => (node.parentElement ? colours(node.parentElement) : ["Canvas"])
    .concat(getComputedStyle(node).backgroundColor);
  const light = (all) => {
    for (const colour of all) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    const part = (each) => (each <= 10 ? each / 3294 : ((each / 255 + 0.055) / 1.055) ** 2.4);
    const [red, green, blue] = [...canvas.getImageData(0, 0, 1, 1).data].map(part);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const contrast = (mark) => {
    const ground = colours(mark);
    const [one, other] = [light([...ground, getComputedStyle(mark).color]), light(ground)];
    return Math.max(one / other, other / one);
  };
  return [...document.querySelectorAll(marks)].filter((mark) => mark.checkVisibility())
    .map(contrast);
}"""
"""How far each mark stands out from its ground."""
GROUNDS = """() => [...document.querySelectorAll(":is([data-outcome], [data-pass]):enabled")].map(
  (node) => getComputedStyle(node).backgroundColor)"""
BELOW = "(node) => node.scrollHeight - node.clientHeight - node.scrollTop"
HOLE = """() => {
  const place = (part) => document.querySelector(part).getBoundingClientRect();
  return place("[data-game]").top - place("[data-pass]").bottom;
}"""


@pytest.fixture
def phone_at(new_context, club, live_server):
    """A phone of that size at a table where the first deals are entered."""

    def phone_at(size: str, *, entered: int = 0, large: bool = False, **kwargs) -> PhonePage:
        look = {key: kwargs.pop(key) for key in ("color_scheme", "forced_colors") if key in kwargs}
        event = make.make_released_event(club, tables=1, **kwargs)
        table = Table.objects.get(round__event=event)
        players = table.seats.count()
        for deal in range(1, entered + 1):
            make.enter(table, deal, {"declarer": deal % players, **RESULTS[deal % 3]})
        context = new_context(viewport=SIZES[size], has_touch=True, is_mobile=True, **look)
        page = context.new_page()
        if large:
            page.add_init_script(LETTERS)
        address = links.issue_link(table).partition("/e/")[2]
        return PhonePage(page, table, players).open(f"/e/{address}")

    return phone_at


RESULTS = (
    {"contract": "spil", "outcome": "won"},
    {"contract": "nolo_ouvert", "outcome": "bet"},
    {"contract": "solo", "outcome": "kodille"},
)


def no_halves(page: Page, which: list[str]) -> None:
    page.wait_for_function(NO_HALVES, arg=which)


@pytest.mark.parametrize(
    "large",
    (False, pytest.param(True, marks=pytest.mark.nightly)),
    ids=("", "large letters"),
)
@pytest.mark.parametrize("size", few(SIZES))
def test_no_deal_of_the_strip_shows_half_of_its_figures(phone_at, size, large):
    phone = phone_at(size, entered=13, large=large)
    page = phone.page
    for step in range(3):
        no_halves(page, TILES)
        expect(page.locator("[data-tile][aria-current]")).not_to_have_class(re.compile("is-cut"))
        phone.all_passed() if step else phone.end((14 % 4), "won")
        phone.wait()
    phone.all_sent()
    phone.tap(phone.deal(2))
    no_halves(page, TILES)
    phone.tap(phone.act("leave"))
    for pixels in (75, 131, 9999):
        page.evaluate(f"document.querySelector('[data-strip]').scrollLeft = {pixels}")
        page.wait_for_timeout(200)
        no_halves(page, TILES)
    expect(page.locator("[data-tile]").last).not_to_have_class(re.compile("is-cut"))


@pytest.mark.parametrize("size", few(("upright", "sideways")))
def test_no_half_row_of_what_more_there_is_to_say_lies_upon_the_ways_out(phone_at, size):
    phone = phone_at(size)
    page = phone.page
    phone.tap(phone.act("more"))
    for pixels in (0, 20, 45, 9999):
        page.evaluate(f"document.querySelector('[data-more]').scrollTop = {pixels}")
        page.wait_for_timeout(200)
        no_halves(page, ROWS)
    expect(page.locator("[data-more]")).not_to_have_class(re.compile("has-more"))
    page.evaluate("document.querySelector('[data-more]').scrollTop = 0")
    expect(page.locator("[data-more]")).to_have_class(re.compile("has-more"))
    cut = page.locator("[data-more] .is-cut").first
    assert cut.evaluate("(node) => getComputedStyle(node).pointerEvents") == "none"


def test_what_more_there_is_begins_at_its_top_each_time_it_is_opened(phone_at):
    phone = phone_at("upright")
    more = phone.page.locator("[data-more]")
    for _ in range(2):
        phone.tap(phone.act("more"))
        assert more.evaluate("(node) => node.scrollTop") == 0
        more.evaluate("(node) => { node.scrollTop = 9999; }")
        assert more.evaluate("(node) => node.scrollTop") > 0
        phone.tap(phone.act("more"))


def test_a_button_that_comes_to_stand_below_is_told_by_the_sign(phone_at):
    phone = phone_at("upright")
    phone.choose("solo")
    phone.tap(phone.act("more"))
    more = phone.page.locator("[data-more]")
    more.evaluate("(node) => { node.scrollTop = 9999; }")
    expect(more).not_to_have_class(re.compile("has-more"))
    phone.tap(phone.page.locator('[data-extra="tricks"][data-keys="2"]'))
    assert more.evaluate(BELOW) > 0
    expect(more).to_have_class(re.compile("has-more"))


def test_a_second_touch_meets_no_row_that_has_just_moved_there(phone_at):
    """Spades make a spil another game, which asks for no trump: the rows move up."""
    phone = phone_at("upright")
    phone.choose("spil")
    phone.tap(phone.act("more"))
    spades = phone.page.locator('[data-extra="trump"][data-keys="s"]')
    box = spades.bounding_box()
    assert box
    for _ in range(2):
        phone.page.mouse.click(box["x"] + 20, box["y"] + 20)
    expect(phone.page.locator("[data-chosen]")).to_contain_text("bedre")
    assert phone.page.locator("[data-counted]").text_content() == ""


@pytest.mark.parametrize(
    "look",
    (
        {"color_scheme": "light"},
        {"color_scheme": "dark"},
        {"color_scheme": "light", "forced_colors": "active"},
    ),
    ids=("light", "dark", "forced"),
)
def test_a_suit_is_seen_also_where_it_is_chosen(phone_at, look):
    phone = phone_at("upright", **look)
    phone.tap(phone.act("more"))
    for keys in "hrk":  # in spades it is another contract
        chip = phone.page.locator(f'[data-extra="trump"][data-keys="{keys}"]')
        phone.tap(chip)
        expect(chip).to_have_attribute("aria-pressed", "true")
        phone.page.wait_for_timeout(200)  # while the colour changes
        assert min(phone.page.evaluate(CONTRASTS, "[data-more] .suit")) >= 4.5
    phone.page.goto(f"/tables/{phone.table.pk}/recap/")
    assert min(phone.page.evaluate(CONTRASTS, ".suit")) >= 3


def test_on_a_phone_nothing_looks_chosen_that_is_not(phone_at):
    phone = phone_at("upright")
    phone.page.wait_for_timeout(300)  # while the colour changes
    (ground,) = set(phone.page.evaluate(GROUNDS))
    for end in ('[data-seat="1"] [data-outcome="won"]', '[data-seat="2"] [data-outcome="bet"]'):
        phone.page.locator(end).tap()
        phone.wait()
        phone.page.locator(end).hover()  # as a phone takes what was tapped last
        phone.page.wait_for_timeout(300)
        assert set(phone.page.evaluate(GROUNDS)) == {ground}


@pytest.mark.parametrize(
    ("size", "players", "ruleset"),
    few((("tall", 3, "lomber"), ("upright", 3, "hoem"), ("upright", 4, "dlu"))),
)
def test_there_is_no_empty_band_above_the_contracts(phone_at, size, players, ruleset):
    phone = phone_at(size, players=players, ruleset=ruleset)
    assert phone.page.evaluate(HOLE) <= 16
    heights = [
        box["height"]
        for each in phone.page.locator("[data-game], [data-outcome]:visible").all()
        if (box := each.bounding_box())
    ]
    assert max(heights) <= 2 * min(heights)


def test_the_frame_of_a_deal_that_is_mended_touches_no_word(phone_at):
    phone = phone_at("upright", entered=2)
    before = phone.page.locator("[data-name]").first.bounding_box()
    phone.tap(phone.deal(1))
    face = phone.page.locator(".phone-face")
    style = (
        "(node) => [node.getBoundingClientRect().left, ...['outlineOffset', 'outlineWidth'].map("
    )
    style += "(each) => parseFloat(getComputedStyle(node)[each]))]"
    left, gap, width = face.evaluate(style)
    assert gap >= 3
    assert left - gap - width >= 0
    assert phone.page.locator("[data-name]").first.bounding_box() == before


def test_which_deal_and_contract_is_told_stands_above_its_cards(phone_at):
    phone = phone_at("upright", ruleset="hoem")
    phone.choose("tourne")
    expect(phone.page.locator("[data-chosen]")).to_be_visible()
    expect(phone.page.locator("[data-chosen]")).to_have_text("Deal 1: tourné")


def test_what_was_won_at_a_loss_is_not_coloured_as_won(phone_at):
    phone = phone_at("upright", ruleset="lomber", accounting="mixed")
    won = {"declarer": 1, "contract": "spil", "outcome": "won"}
    make.enter(phone.table, 1, won)
    make.enter(phone.table, 2, {**won, "tout": "failed"})
    phone.page.reload()
    expect(phone.deal(1)).to_have_attribute("data-ended", "won")
    expect(phone.deal(2)).to_contain_text("−")
    expect(phone.deal(2)).to_have_attribute("data-ended", "bet")


def test_a_remis_costs_and_is_coloured_so(phone_at):
    phone = phone_at("upright", ruleset="lomber")
    colour = "(node) => getComputedStyle(node).color"
    row = phone.page.locator('[data-seat="1"]')
    remis, bet, won = (
        row.locator(f'[data-outcome="{each}"]').evaluate(colour) for each in ("remis", "bet", "won")
    )
    assert remis == bet != won


def test_a_number_of_tricks_stays_on_its_line(phone_at):
    phone = phone_at("upright")
    phone.tap(phone.act("more"))
    for digit in "53":
        phone.page.locator(f'[data-extra="tricks"][data-keys="{digit}"]').click()
    phone.end(1, "won")
    told = phone.page.locator("[data-last]")
    expect(told).to_contain_text("5–\N{WORD JOINER}3–\N{WORD JOINER}1")
    phone.all_sent()
    phone.page.goto(f"/tables/{phone.table.pk}/recap/")
    expect(phone.page.locator(".recap tbody th").first).to_contain_text(
        "5–\N{WORD JOINER}3–\N{WORD JOINER}1"
    )


def test_a_long_question_is_read_whole_where_there_is_least_room(phone_at):
    phone = phone_at("sideways", ruleset="hoem")
    kept = "localStorage.setItem('lhombre-phone', JSON.stringify({flat: true, safe: true}))"
    phone.page.evaluate(kept)
    phone.page.reload()
    phone.ready()
    phone.choose("tourne")
    for part, keys in (("laid", "se"), ("laid", "he"), ("suit", "k"), ("rank", "5")):
        phone.page.locator(f'[data-extra="{part}"][data-keys="{keys}"]').click()
    phone.end(1, "won")
    asked = phone.page.locator("[data-asked]")
    expect(asked).to_contain_text("tourné")
    cut = "(node) => node.scrollHeight - node.clientHeight"
    assert asked.evaluate(cut) <= 1
    assert phone.page.locator("[data-ask]").evaluate(cut) <= 1


def test_the_sign_that_there_is_more_to_read_lies_upon_no_word(phone_at):
    phone = phone_at("upright", ruleset="hoem", players=3)
    phone.choose("tourne")
    phone.end(1, "won")
    alert = phone.page.locator("[data-alert]")
    expect(alert).not_to_be_empty()
    alert.evaluate("(node) => { node.textContent = 'Once more. '.repeat(40); }")
    expect(alert).to_have_class(re.compile("has-more"))
    room = "(node) => parseFloat(getComputedStyle(node).paddingRight)"
    assert alert.evaluate(room) >= 32
