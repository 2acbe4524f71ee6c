"""The entry page for fingers, large letters, and who hears it instead of seeing it."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests import make
from tests.browser.entry import EntryPage
from tests.browser.pages.test_account_pages import LARGE_LETTERS
from tests.sizes import few
from tournaments.entry.domain import links
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

TARGET = 48
"""Least height of what is pressed, CSS pixels."""
DESK = ViewportSize(width=1280, height=900)
OLD_DESK = ViewportSize(width=1366, height=768)
SMALLEST = ViewportSize(width=320, height=568)
ZOOMED: ViewportSize = {"width": 640, "height": 450}
"""A small laptop's screen at 200 % text."""
RUN_OVER = """[...document.querySelectorAll(
  ".entry-line > *, [data-totals] td, .entry-sum > td, .entry-paper > td")].filter(
  (cell) => cell.checkVisibility() && !cell.querySelector("p, .visually-hidden")
  && cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent.trim())"""


def clean(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


@pytest.mark.parametrize(
    ("scheme", "size"),
    few((("dark", SMALLEST), ("light", DESK), ("light", SMALLEST), ("dark", DESK))),
)
def test_axe_finds_nothing_in_any_state(new_context, director, table, scheme, size):
    page = new_context(director, color_scheme=scheme, viewport=size).new_page()
    rival = EntryPage(new_context(director).new_page(), table).open()
    entry = EntryPage(page, table).open().hear_nothing()
    clean(page)
    rival.type("2+")
    rival.all_sent()
    entry.type("1*1*0")
    expect(entry.note(1)).to_contain_text("Somebody else")
    entry.type("14.+")
    entry.press("ArrowUp")
    expect(entry.note(4)).to_be_visible()
    entry.type("1+")
    clean(page)
    entry.press("Escape", "?")
    expect(page.get_by_role("dialog")).to_be_visible()
    clean(page)


def fits(page: Page) -> bool:
    width, room = (
        int(page.evaluate(f"document.documentElement.{each}Width")) for each in ("scroll", "client")
    )
    return width <= room


def box(locator: Locator) -> tuple[float, float]:
    """Top and bottom on the screen."""
    found = locator.bounding_box()
    assert found is not None
    return found["y"], found["y"] + found["height"]


@pytest.mark.parametrize("size", few((SMALLEST, ZOOMED, ViewportSize(width=360, height=640))))
def test_nothing_is_cut_off_and_the_cursor_is_never_covered(entry, size):
    entry.page.set_viewport_size(size)
    head = entry.page.locator(".entry-sheet thead th").first
    foot = entry.page.locator(".entry-sheet tfoot")
    for key in ("ArrowDown",) * 40 + ("ArrowUp",) * 40:
        entry.press(key)
        top, bottom = box(entry.page.locator(".entry-line.is-current input"))
        assert box(head)[1] <= top + 1
        assert bottom <= box(foot)[0] + 1
        assert bottom - top >= TARGET
    assert fits(entry.page)


def test_letters_that_grow_leave_the_line_in_sight_and_cover_no_head(entry):
    entry.page.set_viewport_size(OLD_DESK)
    entry.page.evaluate("document.documentElement.style.fontSize = '200%'")
    letter = entry.page.locator(".entry-initial").first
    foot = entry.page.locator(".entry-sheet tfoot")
    line = entry.page.locator(".entry-line.is-current input")
    expect(line).to_be_in_viewport(ratio=1)
    assert box(letter)[1] <= box(line)[0]
    assert box(line)[1] <= box(foot)[0] + 1
    entry.page.evaluate("scrollTo(0, 0)")
    top, bottom = box(letter)
    assert top < box(foot)[0], "there is no room for more than head and foot"
    for height in (top + 2, bottom - 2):
        assert letter.evaluate(
            "(node, y) => node.closest('th').contains(document.elementFromPoint("
            "node.getBoundingClientRect().right - 4, y))",
            height,
        )


def test_a_sheet_that_fits_on_the_screen_is_seen_whole(club, page):
    page.set_viewport_size(OLD_DESK)
    event = make.make_released_event(club, tables=1, deals=6)
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    paper, foot = page.locator("[data-paper]"), page.locator(".entry-sheet tfoot")
    for key in ("", "2", "+"):
        entry.type(key)
        assert box(paper)[1] <= box(foot)[0] + 1
        assert box(foot)[1] <= OLD_DESK["height"] + 1


def test_letters_of_twice_the_size_stay_within_a_phone(entry):
    entry.page.set_viewport_size({"width": 360, "height": 640})
    entry.page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert fits(entry.page)


WIDER = """field => {
  const { font, letterSpacing, paddingInlineStart: pad } = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  Object.assign(pen, { font, letterSpacing });
  return pen.measureText(field.placeholder).width - field.clientWidth + 2 * parseFloat(pad);
}"""
"""By how much what was typed is wider than its field."""


def test_on_a_phone_what_was_typed_is_seen_whole_or_told_below(page, club):
    event = make.make_released_event(club, tables=1, ruleset="hoem", accounting="pot")
    page.set_viewport_size({"width": 350, "height": 640})
    entry = EntryPage(page, Table.objects.get(round__event=event)).open()
    entry.type("220+11csetk5+")
    entry.all_sent()
    short, long = entry.field(1), entry.field(2)
    assert short.evaluate(WIDER) <= 0
    expect(long).to_have_css("text-overflow", "ellipsis")
    assert long.evaluate(WIDER) > 0
    long.click()
    expect(entry.note(2).locator("[data-keys-typed] strong")).to_have_text("11csetk5+")
    expect(entry.note(2).locator("[data-keys-typed]")).to_be_in_viewport()
    assert fits(page)


def test_long_names_are_shortened_and_never_broken(page, small_table):
    long = "Marie-Louise Wilhelmine Guðmundsdóttir"
    small_table.round.event.participants.filter(number=1).update(name=long)
    EntryPage(page, small_table).open()
    page.set_viewport_size({"width": 390, "height": 844})
    name = page.locator(".entry-name").first
    expect(name).to_have_text("Marie G.")
    expect(name).to_have_attribute("title", long)


def test_the_names_above_the_columns_are_all_whole_or_all_short(page, small_table):
    heads = page.locator(".entry-name")
    page.set_viewport_size(OLD_DESK)
    EntryPage(page, small_table).open()
    expect(heads).to_have_text(["Agnes Nr1", "Aksel Nr2", "Birte Nr3", "Bent Nr4"])
    long = "Marie-Louise Wilhelmine Guðmundsdóttir-Skjoldager"
    small_table.round.event.participants.filter(number=1).update(name=long)
    page.reload()
    expect(heads).to_have_text(["Marie G.", "Aksel N.", "Birte N.", "Bent N."])


def test_who_came_later_stands_at_the_head_of_the_column_where_there_is_room(page, small_table):
    small_table.round.event.participants.filter(number=1).update(name="Laurits Mortensen-Skov")
    later = "Nora Fredslund Nielsen"
    small_table.seats.filter(participant__number=1).update(substitute_name=later, substitute_from=5)
    head = page.locator(".entry-name").first
    page.set_viewport_size(OLD_DESK)
    EntryPage(page, small_table).open()
    expect(head).to_have_text("Laurits M. … Nora N.")
    expect(head).to_have_attribute("title", f"Laurits Mortensen-Skov, from deal 5 {later}")
    page.set_viewport_size(SMALLEST)
    expect(head).to_have_text("LM … NN")


def test_a_declarer_is_called_as_at_the_head_of_his_column(page, small_table):
    long = "Margrethe Wilhelmine Alexandrine von Wedel-Heinen-Frijsenborg-Skjoldager"
    small_table.round.event.participants.filter(number=1).update(name=long)
    page.set_viewport_size(OLD_DESK)
    entry = EntryPage(page, small_table).open()
    entry.type("01+")
    who = entry.line(2).locator('[data-cell="who"]')
    expect(who).to_have_text("Margrethe W.")
    expect(who).to_have_text(page.locator(".entry-name").first.inner_text())
    expect(who).to_have_attribute("title", long)


def test_what_is_pressed_is_large_enough(entry):
    links.issue_link(entry.table)
    entry.page.set_viewport_size(SMALLEST)
    entry.page.reload()
    entry.ready().type("14.+")
    for name in ("Keys ?", "Deal 1 needs you", "Close the link"):
        top, bottom = box(entry.page.get_by_role("button", name=name))
        assert bottom - top >= TARGET


def test_what_happens_is_said(entry):
    expect(entry.page.get_by_role("textbox", name="Deal 1. Agnes Nr1 deals")).to_be_focused()
    entry.type("26+")
    expect(entry.page.get_by_role("status")).to_have_text("Deal 1: Aksel Nr2, solo, won, +6")
    expect(entry.page.locator('[data-cell="value"]').first).to_have_text("+6")
    field = entry.page.get_by_role("textbox", name="Deal 2. Aksel Nr2 deals, Bent Nr4 sits out.")
    expect(field).to_be_focused()
    entry.type("4+")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(field).to_have_accessible_description(
        "Bent Nr4 sits out this deal, because Aksel Nr2 deals. "
        "Choose one of the others as declarer."
    )


def test_tab_leaves_the_sheet_after_one_line(entry):
    """Forty fields are one stop."""
    links.issue_link(entry.table)
    entry.page.reload()
    entry.ready().type("2+1+")
    entry.press("Shift+Tab")
    expect(entry.page.locator(".keeper summary")).to_be_focused()
    entry.press("Shift+Tab")
    expect(entry.page.get_by_role("button", name="Keys ?")).to_be_focused()
    entry.press("Tab", "Tab")
    entry.stands_at(3)
    entry.press("Tab")
    expect(entry.page.get_by_role("button", name="Close the link")).to_be_focused()


@pytest.mark.parametrize(
    "size",
    few(
        (
            ViewportSize(width=1280, height=720),
            ViewportSize(width=360, height=640),
            ViewportSize(width=900, height=600),
            ViewportSize(width=640, height=360),
        ),
        strict=2,
    ),
)
def test_in_large_letters_no_figure_runs_into_another(entry, size):
    for deal in range(1, 13):
        record = {"declarer": deal % 4, "contract": "nolo_ouvert", "outcome": "kodille"}
        make.enter(entry.table, deal, record)
    page = entry.page
    page.set_viewport_size(size)
    page.reload()
    entry.ready()
    page.evaluate(LARGE_LETTERS)
    assert fits(page)
    assert page.evaluate(RUN_OVER) == []
    head = page.locator(".entry-sheet thead th").first
    assert box(head)[1] - box(head)[0] < size["height"] / 3


CUT = """() => {
  const edge = document.querySelector(".entry-sheet thead th").getBoundingClientRect().bottom;
  const boxes = [...document.querySelectorAll(".entry-line")].map((row) =>
    row.getBoundingClientRect());
  return boxes.filter(({ top, bottom }) => top < edge - 1 && bottom > edge + 1).length;
}"""
"""How many lines lie half below the head."""


def test_on_a_low_screen_the_head_cuts_no_line_in_two(entry):
    entry.page.set_viewport_size({"width": 640, "height": 360})
    entry.type("2+1+26+04*1+2+0")
    entry.stands_at(9)
    entry.all_sent()
    assert entry.page.evaluate(CUT) == 0
