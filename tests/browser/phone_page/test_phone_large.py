"""Letters twice as large on a phone: no word is broken, and nothing is scrolled sideways."""

import pytest
from django.utils import timezone
from playwright.sync_api import Page, ViewportSize, expect

from tests import make
from tests.browser.pages.test_account_pages import LARGE_LETTERS, WIDER
from tests.browser.phone import BROKEN, PhonePage
from tournaments.entry.domain import links
from tournaments.models import Round, Table
from tournaments.review.domain.rounds import make_provisional

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

UPRIGHT = ViewportSize(width=360, height=640)
LYING = ViewportSize(width=640, height=360)
NAMES = (
    "Kristian-Emil Aabenraagaard",
    "Bodil Margrethe Schmidt-Nørregaard",
    "Åse Wolstenholme Bæk",
    "Ragnhildur Þorsteinsdóttir",
)
CONTRACTS = ("nolo_ouvert", "tourne_respekt", "solo", "spil")
OUT_OF_CELL = """() => [...document.querySelectorAll(".standing th > a")].filter((link) => {
  const [own, cell] = [link, link.parentElement].map((each) => each.getBoundingClientRect());
  return own.top < cell.top - 1 || own.bottom > cell.bottom + 1;
}).map((link) => link.textContent)"""
"""Names of more lines than their cells are high for, so that they run into what is below."""
SIDEWAYS = """() => [...document.querySelectorAll(".table-scroll")].filter(
  (part) => part.checkVisibility() && part.scrollWidth > part.clientWidth).map(
  (part) => part.getAttribute("aria-label"))"""


def whole(page: Page) -> None:
    page.evaluate(LARGE_LETTERS)
    assert page.evaluate(BROKEN, ".visually-hidden") == []
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(WIDER) <= 0


def test_no_name_and_no_contract_is_broken_in_large_letters(new_context, club, live_server):
    event = make.make_released_event(club, tables=1, deals=12)
    for player, name in zip(event.participants.order_by("number"), NAMES, strict=True):
        player.name = name
        player.save()
    table = Table.objects.get(round__event=event)
    page = new_context(viewport=UPRIGHT, has_touch=True).new_page()
    phone = PhonePage(page, table).open(f"/e/{links.issue_link(table).partition('/e/')[2]}")
    whole(page)
    phone.tap(phone.act("more"))
    whole(page)
    for deal in range(1, 13):
        record = {"declarer": deal % 4, "contract": CONTRACTS[deal % 4], "outcome": "kodille"}
        make.enter(table, deal, record)
    make_provisional(round_=table.round, actor="user:director")
    player = event.participants.get(number=2)
    for address in (
        f"/tables/{table.pk}/recap/",
        f"/s/{event.pk}/p/{player.pk}/",
        f"/s/{event.pk}/",
    ):
        page.goto(address)
        for _size in range(2):  # as it comes, and in large letters
            assert page.evaluate(OUT_OF_CELL) == []
            whole(page)


def test_the_deals_of_a_round_are_looked_through_on_two_screens(phone):
    for deal in range(1, 41):
        make.enter(phone.table, deal, {"passed": True})
    Round.objects.update(state=Round.State.PROVISIONAL, provisional_at=timezone.now())
    phone.page.set_viewport_size(UPRIGHT)
    address = f"/tables/{phone.table.pk}/recap/"
    phone.page.goto(address)
    height = phone.page.locator("main").evaluate("(main) => main.getBoundingClientRect().bottom")
    assert height <= 2 * UPRIGHT["height"]
    expect(phone.page.get_by_text("Total", exact=True).last).to_be_visible()
    deal = phone.page.locator("[id='deal-1-17']")
    expect(deal).to_be_hidden()
    phone.page.goto(f"{address}#deal-1-17")
    expect(deal).to_be_in_viewport()


def test_whose_figures_they_are_stays_in_sight_beside_each_column(phone):
    event = phone.table.round.event
    make.enter(phone.table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"})
    page = phone.page
    page.set_viewport_size(UPRIGHT)
    page.goto(f"/s/{event.pk}/figures/")
    part = page.get_by_role("region", name="Where the points come from")
    part.evaluate("(node) => { node.scrollLeft = node.scrollWidth; }")
    assert part.evaluate("(node) => node.scrollLeft") > 0
    name = part.locator("tbody th a").first
    assert name.evaluate("(node) => node.getBoundingClientRect().left") >= 0


def test_after_a_tap_in_large_letters_the_next_deal_and_the_way_back_are_in_sight(phone):
    page = phone.page
    page.set_viewport_size(UPRIGHT)
    page.evaluate("localStorage.setItem('lhombre-phone', JSON.stringify({flat: true}))")
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {LARGE_LETTERS}; }})")
    page.reload()
    expect(phone.ready().page.locator(".is-flat")).to_have_count(0)  # there is no room for it
    phone.end(3, "won")
    head, undo = page.locator("h1"), phone.act("undo")
    expect(head).to_have_text("Deal 2")
    for part in (head, undo, page.locator("[data-last]")):
        expect(part).to_be_in_viewport(ratio=0.9)
    undo.click()
    expect(head).to_have_text("Deal 1")
    phone.tap(phone.act("more"))
    expect(page.locator("[data-chosen]")).to_be_in_viewport(ratio=0.9)
    phone.tap(phone.act("more"))
    expect(page.locator("[data-game]").first).to_be_in_viewport(ratio=0.9)


def test_no_word_of_the_bar_is_broken_in_large_letters_while_a_deal_is_mended(phone):
    page = phone.page
    page.set_viewport_size(UPRIGHT)
    phone.end(1, "won")
    phone.all_sent()
    phone.tap(phone.deal(1))
    expect(phone.act("empty")).to_be_visible()
    page.evaluate(LARGE_LETTERS)
    assert page.evaluate(BROKEN, ".visually-hidden, .phone-face, .phone-below ~ *") == []
    for act in ("more", "leave", "empty"):
        expect(phone.act(act)).to_be_in_viewport(ratio=1)


def test_large_letters_on_a_phone_held_sideways_leave_no_hole_above_the_contracts(phone):
    page = phone.page
    page.set_viewport_size(LYING)
    page.evaluate(LARGE_LETTERS)
    passed, first = (
        page.locator(part).first.bounding_box() for part in ("[data-pass]", "[data-game]")
    )
    assert passed is not None
    assert first is not None
    assert 8 <= first["y"] - passed["y"] - passed["height"] <= 24
    page.set_viewport_size(UPRIGHT)
    more = phone.act("more").bounding_box()
    assert more is not None
    assert min(more["width"], more["height"]) >= 48


def test_the_standings_are_not_scrolled_sideways_on_a_phone_held_sideways(
    new_context, club, live_server
):
    event = make.make_released_event(club, tables=2, rounds=3, deals=12)
    table = Table.objects.filter(round__event=event)[0]
    make.enter(table, 1, {"declarer": 1, "contract": "tourne_respekt", "outcome": "won"})
    page = new_context(viewport=LYING, has_touch=True).new_page()
    page.goto(f"/s/{event.pk}/")
    expect(page.locator(".standing")).to_be_visible()
    assert page.evaluate(SIDEWAYS) == []
    assert page.evaluate(WIDER) <= 0
