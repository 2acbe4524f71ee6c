"""Long names on the phone: nothing moves, no word is broken, and no fact makes room for a name."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests import make
from tests.browser.phone import BROKEN, PhonePage, clean
from tests.browser.phone_page.test_phone_face import apart
from tests.sizes import few
from tournaments.entry.domain import links
from tournaments.models import Table

pytestmark = pytest.mark.browser

SIZES = {
    "smallest": ViewportSize(width=320, height=568),
    "sideways": ViewportSize(width=640, height=360),
    "upright": ViewportSize(width=360, height=640),
}
RULES = {"lomber": "pott", "dlu": "rasle"}
LONG = (
    "Anna-Margrethe Vestergaard-Christiansen",
    "Karl-Frederik Søndergaard-Mikkelsen",
    "Bodil Margrethe Schmidt-Nørregaard",
    "Anna-Margrethe Vestergaard-Thorvaldsen",
)
PLACES = """() => [...document.querySelectorAll(
  "[data-pass], [data-game], [data-seat], [data-outcome], [data-name], [data-strip]"
)].map((node) => {
    const { left, top } = node.getBoundingClientRect();
    return node.matches("[data-name]") ? node.textContent : [left, top].map(Math.round).join();
  })"""
"""Where everything stands, and what each is called."""
OUTSIDE = """(node) => {
  const range = document.createRange();
  range.selectNodeContents(node);
  const [text, box] = [range, node].map((each) => each.getBoundingClientRect());
  return Math.max(box.left - text.left, text.right - box.right, (text.height - box.height) / 2);
}"""
"""By how many pixels a text is cut."""


@pytest.fixture
def phone_of(new_context, club, live_server):
    """A phone at a table of people with long names."""

    def phone_of(rules: str, size: str) -> PhonePage:
        event = make.make_released_event(club, tables=1, ruleset=rules, accounting=RULES[rules])
        for player, name in zip(event.participants.order_by("number"), LONG, strict=True):
            player.name = name
            player.save()
        table = Table.objects.get(round__event=event)
        page = new_context(viewport=SIZES[size], has_touch=True).new_page()
        return PhonePage(page, table).open(f"/e/{links.issue_link(table).partition('/e/')[2]}")

    return phone_of


def whole_words(page: Page) -> None:
    assert page.evaluate(BROKEN, ".visually-hidden, details") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("size", few(SIZES))
@pytest.mark.parametrize("rules", RULES)
def test_nothing_moves_and_no_word_is_broken_however_long_the_names(phone_of, rules, size):
    phone = phone_of(rules, size)
    before = phone.page.evaluate(PLACES)
    assert len(set(before[:-1])) == len(before[:-1])  # no two of them are called the same
    apart(phone.page, SIZES[size])
    whole_words(phone.page)
    for deal in range(4):
        phone.choose("ren_nolo")
        phone.end((deal + 1) % 4, "won")
        phone.wait()
        phone.all_sent()
        assert phone.page.evaluate(PLACES) == before
        whole_words(phone.page)
        last = phone.page.locator("[data-last]")
        assert re.search(r"(hrein|ren nolo), won, \+", phone.last)
        assert last.evaluate(OUTSIDE) <= 1
    expect(phone.page.get_by_title(LONG[0]).first).to_be_visible()
    clean(phone.page)
    phone.tap(phone.deal(1))
    assert phone.page.evaluate(PLACES) == before


def test_lying_flat_no_word_is_broken_either(phone_of):
    phone = phone_of("lomber", "smallest")
    phone.page.get_by_text("This phone").click()
    phone.page.get_by_label("in the middle of the table").check()
    phone.page.get_by_text("This phone").click()
    phone.page.evaluate("scrollTo(0, 0)")
    places = phone.page.evaluate(PLACES)
    for seat in (1, 2):
        phone.end(seat, "won")
        phone.wait()
        assert phone.page.evaluate(PLACES) == places
        whole_words(phone.page)


def test_no_word_of_the_recap_is_broken(phone_of):
    phone = phone_of("lomber", "upright")
    for deal in (1, 2):
        make.enter(phone.table, deal, {"passed": True})
    phone.page.goto(f"/tables/{phone.table.pk}/recap/")
    whole_words(phone.page)
    expect(phone.page.get_by_title(LONG[1]).first).to_be_visible()


def test_who_else_keeps_the_sheet_is_said_at_the_head_and_who_does_has_nothing_to_take(
    phone_of, new_context
):
    phone = phone_of("lomber", "upright")
    other = new_context(viewport=SIZES["upright"], has_touch=True).new_page()
    second = PhonePage(other, phone.table)
    second.open(f"/e/{links.issue_link(phone.table).partition('/e/')[2]}")
    before = other.evaluate(PLACES)
    phone.all_passed()
    phone.all_sent()
    phone.page.locator(".keeper summary").click()
    takes = phone.page.get_by_role("button", name="Take over")
    expect(takes).to_be_hidden()
    phone.page.get_by_role("button", name=f"{LONG[1]} keeps it here").click()
    phone.ready()
    told = other.locator("[data-other]")
    expect(told).to_contain_text("kept by Karl-Frederik")
    expect(told).to_have_attribute("title", f"kept by {LONG[1]}")
    assert other.evaluate(PLACES) == before
    expect(phone.page.locator("[data-other]")).to_have_text("")
    other.locator(".keeper summary").click()
    other.get_by_role("button", name="Take over").click()
    second.ready()
    expect(told).to_have_text("")
