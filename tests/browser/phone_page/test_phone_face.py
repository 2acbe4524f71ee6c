"""The phone’s one face: nothing moves, nothing impossible is tapped, every deal can be opened."""

import itertools
import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests import make
from tests.browser.entry import stored
from tests.browser.pages.test_account_pages import LARGE_LETTERS, WIDER
from tests.browser.phone import PhonePage, at_another_table, clean
from tests.sizes import few
from tournaments.entry.domain import links
from tournaments.models import Revision, Table
from tournaments.review.domain.rounds import make_provisional

pytestmark = pytest.mark.browser

UPRIGHT = ViewportSize(width=360, height=640)
SIDEWAYS = ViewportSize(width=640, height=360)
TARGET, APART = 48, 8
"""Pixels of what is tapped, and between two of them."""
BUTTONS = "[data-pass], [data-game], [data-outcome]"
SCROLLS = """[...document.querySelectorAll('.table-scroll')].map(
  (part) => part.scrollWidth - part.clientWidth)"""
UNFOLD = "for (const part of document.querySelectorAll('.recap-block')) part.open = true"
COLUMNS = """[...document.querySelectorAll('.recap')].map((table) => [...table.rows[0].cells].map(
  (cell) => Math.round(cell.getBoundingClientRect().right)).join())"""
PLACES = """(all) => all.map((node) => node.getBoundingClientRect()).filter(({ width }) => width)
  .map(({ left, top }) => [Math.round(left + scrollX), Math.round(top + scrollY)])"""
WATCH_RESTS = """window.rests = 0; new MutationObserver(([{ target }]) => {
  rests += target.classList.contains("is-resting");
}).observe(document.querySelector("[data-phone]"), { attributeFilter: ["class"] })"""
"""How often no tap was taken for a moment, because of what others did."""
SCROLLED = "[scrollY, document.querySelector('[data-more]').scrollTop].join()"


@pytest.fixture
def phone_at(new_context, club, live_server):
    """A phone of that size, at a table of its own."""

    def phone_at(size: ViewportSize, **kwargs) -> PhonePage:
        event = make.make_released_event(club, tables=1, **kwargs)
        table = Table.objects.get(round__event=event)
        page = new_context(viewport=size, has_touch=True).new_page()
        players = table.seats.count()
        address = links.issue_link(table).partition("/e/")[2]
        return PhonePage(page, table, players).open(f"/e/{address}")

    return phone_at


def places(page: Page) -> list[list[int]]:
    """Where on the page contracts and outcomes are, also those of who sits out."""
    found: list[list[int]] = page.locator(BUTTONS).evaluate_all(PLACES)
    return found


def apart(page: Page, size: ViewportSize) -> None:
    """All that is tapped for a deal is on the screen, large enough, and apart from the others."""
    found = [each.bounding_box() for each in page.locator(f"{BUTTONS}, [data-tile]").all()]
    boxes = [box for box in found if box and 0 <= box["x"] <= size["width"] - TARGET]
    for box in boxes:
        assert min(box["width"], box["height"]) >= TARGET
        assert 0 <= box["y"] <= size["height"] - TARGET
    for one, other in itertools.combinations(boxes, 2):
        across = max(other["x"] - one["x"] - one["width"], one["x"] - other["x"] - other["width"])
        down = max(other["y"] - one["y"] - one["height"], one["y"] - other["y"] - other["height"])
        assert max(across, down) >= APART - 0.1, (one, other)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("players", "size"),
    # Five rows are scrolled on a phone that lies on its side.
    few(
        (
            pytest.param(5, UPRIGHT, id="five upright"),
            pytest.param(4, SIDEWAYS, id="four sideways"),
            pytest.param(4, UPRIGHT, id="four upright"),
        )
    ),
)
def test_nothing_moves_from_deal_to_deal_nor_with_more(phone_at, size, players):
    ruleset = "hoem" if players == 5 else "dlu"
    phone = phone_at(size, ruleset=ruleset, players=players)
    before = places(phone.page)
    names = phone.page.locator("[data-seat]").all()
    assert all(name.is_visible() for name in names)
    apart(phone.page, size)
    place = phone.page.locator("[data-place]")
    expect(place).to_have_text("Round 1, table 1")
    expect(place).to_be_in_viewport(ratio=1)
    phone.page.evaluate(WATCH_RESTS)
    for _deal in range(2):
        phone.all_passed()
        phone.wait()
        assert places(phone.page) == before
    phone.tap(phone.act("more"))
    assert places(phone.page) == before
    phone.tap(phone.act("more"))
    phone.tap(phone.deal(1))
    assert places(phone.page) == before
    assert phone.page.evaluate("rests") == 0
    clean(phone.page)


@pytest.mark.nightly
def test_a_tourne_by_its_cards_is_five_taps_and_no_scrolling(phone_at):
    phone = phone_at(UPRIGHT, ruleset="hoem")
    phone.choose("tourne")
    for part, keys in (("laid", "se"), ("suit", "k"), ("rank", "5")):
        chip = phone.page.locator(f'[data-extra="{part}"][data-keys="{keys}"]')
        box = chip.bounding_box()
        assert box is not None
        phone.taps += 1
        middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        phone.page.mouse.click(*middle)  # where it stands: the mouse scrolls nothing into sight
        expect(phone.page.locator("[data-more]")).to_be_visible()
    assert phone.page.evaluate(SCROLLED) == "0,0"
    for end in phone.page.locator("[data-outcome]:not([disabled])").all():
        box = end.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= UPRIGHT["height"]
    phone.end(1, "won")
    phone.all_sent()
    assert phone.taps == 5
    assert (Revision.objects.get().record or {})["tourne"] == {"laid": ["SA"], "turned": ["C5"]}
    last = phone.page.locator("[data-last]")
    expect(last).to_contain_text("tourné")
    expect(last).to_contain_text(re.compile(r"[+−]\d+$"))
    assert last.evaluate("node => node.scrollHeight - node.clientHeight") <= 2


def test_what_the_rules_refuse_keeps_what_was_chosen_and_says_why_on_the_spot(phone_at):
    phone = phone_at(UPRIGHT, ruleset="hoem")
    phone.choose("tourne")
    phone.page.locator('[data-extra="laid"][data-keys="hb"]').click()
    phone.end(1, "won")
    alert = phone.page.get_by_role("alert").and_(phone.page.locator("[data-alert]"))
    expect(alert).to_be_visible()
    box = alert.bounding_box()
    assert box is not None
    assert 0 < box["y"] < box["y"] + box["height"] <= UPRIGHT["height"]
    expect(phone.page.locator("h1")).to_have_text("Deal 1")
    expect(phone.page.locator('[data-game="tourne"]')).to_have_attribute("aria-pressed", "true")
    expect(phone.page.locator('[data-keys="hb"]')).to_have_attribute("aria-pressed", "true")
    assert stored(phone.table) == {}
    clean(phone.page)


def test_what_cannot_be_is_not_tapped(phone_at):
    phone = phone_at(UPRIGHT)
    phone.tap(phone.act("more"))
    phone.tap(phone.page.get_by_role("button", name="tout made"))
    row = phone.page.locator('[data-seat="1"]')
    expect(row.locator('[data-outcome="won"]')).to_be_enabled()
    expect(row.locator('[data-outcome="bet"]')).to_be_disabled()
    phone.tap(phone.page.get_by_role("button", name="tout made"))
    for digit in "53":
        phone.page.locator(f'[data-extra="tricks"][data-keys="{digit}"]').click()
    expect(row.locator('[data-outcome="won"]')).to_be_enabled()
    expect(row.locator('[data-outcome="kodille"]')).to_be_disabled()


@pytest.mark.nightly
def test_a_card_that_cannot_be_laid_or_turned_is_not_tapped(phone_at):
    phone = phone_at(UPRIGHT, ruleset="hoem")
    phone.choose("tourne")

    def chip(part: str, keys: str) -> Locator:
        found: Locator = phone.page.locator(f'[data-extra="{part}"][data-keys="{keys}"]')
        return found

    chip("laid", "he").click()
    expect(chip("laid", "he")).to_be_enabled()  # a second tap takes it back
    expect(chip("laid", "r7")).to_be_enabled()
    expect(chip("laid", "hb")).to_be_disabled()  # that one is laid alone
    chip("suit", "h").click()
    expect(chip("rank", "e")).to_be_disabled()  # it lies on the table
    chip("rank", "e").dispatch_event("click")
    expect(phone.page.locator("[data-turned]")).to_be_empty()
    chip("rank", "5").focus()
    phone.page.keyboard.press("Enter")
    expect(phone.page.locator("[data-turned]")).not_to_be_empty()
    expect(chip("rank", "5")).to_be_focused()
    clean(phone.page)
    phone.tap(phone.act("clear"))
    chip("laid", "se").click()
    chip("suit", "k").click()
    chip("rank", "5").click()
    expect(chip("suit", "r")).to_be_disabled()  # one card is turned for that one
    phone.end(1, "won")
    phone.all_sent()


@pytest.mark.nightly
def test_the_cards_of_a_tourne_are_large_enough_on_a_phone_held_sideways(phone_at):
    phone = phone_at(SIDEWAYS, ruleset="hoem")
    apart(phone.page, SIDEWAYS)
    phone.choose("tourne")
    boxes = [each.bounding_box() for each in phone.page.locator("[data-extra]:visible").all()]
    assert min(min(box["width"], box["height"]) for box in boxes if box) >= TARGET
    apart(phone.page, SIDEWAYS)


@pytest.mark.nightly
def test_at_a_table_of_three_nobody_sits_out_who_could_look(phone_at):
    three = phone_at(UPRIGHT, ruleset="hoem", players=3)
    three.choose("koebe_nolo")
    three.tap(three.act("more"))
    expect(three.page.locator("[data-joiner]:visible")).to_have_count(3)
    expect(three.page.locator('[data-extra="peeked"]:visible')).to_have_count(0)
    four = at_another_table(three, ruleset="hoem")
    four.choose("koebe_nolo")
    four.tap(four.act("more"))
    expect(four.page.locator('[data-extra="peeked"]:visible')).to_have_count(1)


def test_any_deal_is_opened_from_the_strip_with_what_is_stored_pressed(phone_at):
    phone = phone_at(UPRIGHT)
    phone.enter(1, 1, "solo", "bet")
    for deal in range(2, 7):
        phone.enter(deal, 0, "spil", "won")
    phone.all_sent()
    expect(phone.deal(1)).to_contain_text("−6")
    phone.tap(phone.deal(1))
    expect(phone.page.locator("h1")).to_have_text("Mend deal 1")
    expect(phone.page.locator('[data-game="solo"]')).to_have_attribute("aria-pressed", "true")
    pressed = phone.page.locator('[data-outcome][aria-pressed="true"]')
    expect(pressed).to_have_count(1)
    expect(pressed).to_have_text("Aksel Nr2 bet")
    clean(phone.page)
    phone.choose("ren_nolo")
    expect(pressed).to_have_count(0)  # nor does a contract that is only chosen look stored
    expect(phone.page.locator("[data-note]")).to_have_text(
        "Stored: Aksel Nr2: solo, bet, −6. Now tap the result."
    )
    expect(phone.act("leave")).to_have_text("Keep what is stored")
    phone.choose("solo")
    expect(pressed).to_have_count(1)
    phone.end(1, "won")
    expect(phone.page.locator("h1")).to_have_text("Deal 7")
    phone.all_sent()
    assert stored(phone.table)[1] == ["26-", "26+"]
    expect(phone.page.locator('[data-outcome][aria-pressed="true"]')).to_have_count(0)


def test_where_all_passed_no_contract_is_pressed_until_one_is_tapped(phone_at):
    phone = phone_at(UPRIGHT)
    phone.enter(1, 0, "", "")
    phone.all_sent()
    phone.tap(phone.deal(1))
    passed, game = phone.page.locator("[data-pass]"), phone.page.locator("[data-game]")
    expect(passed).to_have_attribute("aria-pressed", "true")
    expect(game.and_(phone.page.locator('[aria-pressed="true"]'))).to_have_count(0)
    phone.tap(phone.act("more"))
    phone.page.reload()
    phone.ready()
    expect(phone.page.locator("h1")).to_have_text("Mend deal 1")
    phone.tap(phone.act("more"))
    phone.choose("spil")
    expect(passed).to_have_attribute("aria-pressed", "false")
    expect(phone.page.locator('[data-game="spil"]')).to_have_attribute("aria-pressed", "true")
    phone.end(1, "won")
    phone.all_sent()
    assert stored(phone.table)[1] == ["0", "2+"]


def test_a_full_sheet_says_the_totals_and_the_next_step(phone_at):
    phone = phone_at(UPRIGHT, deals=1)
    phone.enter(1, 1, "solo", "won")
    expect(phone.page.locator("[data-full]")).to_contain_text("brings it to the director")
    assert phone.totals() == [-3, 6, 0, -3]
    assert all(row.is_visible() for row in phone.page.locator("[data-balance]").all())
    clean(phone.page)
    phone.page.locator("[data-full]").get_by_role("link").click()
    expect(phone.page.get_by_text("Aksel Nr2: solo, won, +6")).to_be_visible()


def test_the_second_phone_follows_and_says_who_entered(phone_at, new_context):
    phone = phone_at(UPRIGHT)
    page = new_context(viewport=UPRIGHT, has_touch=True).new_page()
    page.clock.install()
    address = links.issue_link(phone.table).partition("/e/")[2]
    second = PhonePage(page, phone.table).open(f"/e/{address}")
    phone.page.locator(".keeper summary").click()
    phone.page.get_by_role("button", name="Aksel Nr2 keeps it here").click()
    phone.ready()
    phone.enter(1, 1, "solo", "won")
    phone.all_sent()
    page.clock.run_for(3_000)
    expect(page.locator("h1")).to_have_text("Deal 2")
    expect(page.locator("[data-told]")).to_be_visible()
    assert second.last == "1  Aksel Nr2: solo, won, +6 (Aksel Nr2)"
    expect(page.locator(".keeper summary")).to_contain_text("Aksel Nr2 has kept this table")


@pytest.mark.fault
def test_who_loads_the_page_again_without_a_network_is_warned(phone_at):
    phone = phone_at(UPRIGHT)
    phone.enter(1, 1, "spil", "won")
    phone.all_sent()
    phone.page.reload()  # a dialog that nobody expects would stop here
    phone.ready()
    phone.page.context.set_offline(True)
    phone.all_passed()
    expect(phone.waiting).to_be_visible()
    with phone.page.expect_event("dialog") as asked:
        phone.page.close(run_before_unload=True)
    assert asked.value.type == "beforeunload"
    asked.value.accept()


@pytest.mark.nightly
@pytest.mark.parametrize("size", (UPRIGHT, ViewportSize(width=180, height=320)), ids=str)
def test_nothing_a_player_reads_is_wider_than_the_phone_in_letters_twice_as_large(phone_at, size):
    phone = phone_at(size, deals=12)
    for deal in range(1, 13):
        record = {"declarer": deal % 4, "contract": "nolo_ouvert", "outcome": "kodille"}
        make.enter(phone.table, deal, record)
    make_provisional(round_=phone.table.round, actor="user:director")
    event = phone.table.round.event
    player = event.participants.get(number=2)
    pages = (f"/tables/{phone.table.pk}/recap/", f"/s/{event.pk}/p/{player.pk}/", f"/s/{event.pk}/")
    for address in pages:
        phone.page.goto(address)
        phone.page.evaluate(UNFOLD)
        for panel in phone.page.locator(".fold > summary").all()[:3]:
            panel.click()
        if size is UPRIGHT:
            if address == pages[0]:
                assert not any(phone.page.evaluate(SCROLLS))  # all figures are on the screen
            phone.page.evaluate(LARGE_LETTERS)
        assert phone.page.evaluate(WIDER) <= 0, address
    phone.page.goto(pages[0])
    phone.page.evaluate(UNFOLD)
    first, *others = phone.page.evaluate(COLUMNS)
    assert others == [first] * len(others)
