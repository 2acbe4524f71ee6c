"""Long names on the phone: nothing moves, no word is broken, and no fact makes room for a name."""

import re
from collections.abc import Sequence

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from lhombre_club.members.models import Club, Person, ShownAs
from tests import make
from tests.browser.phone import BROKEN, PhonePage, clean
from tests.browser.phone_page.test_phone_face import apart
from tests.sizes import few
from tournaments.entry.domain import links
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

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
CUT = """() => [...document.querySelectorAll(".phone-name")].filter((place) => {
  const [name, balance] = place.children;
  const range = document.createRange();
  range.selectNodeContents(name);
  const tail = range.getBoundingClientRect().bottom - name.getBoundingClientRect().bottom;
  const below = balance.getBoundingClientRect().bottom - place.getBoundingClientRect().bottom;
  const isWhole = name.scrollHeight <= name.clientHeight && name.scrollWidth <= name.clientWidth;
  return !isWhole || below > 0.5 || tail > 0.08 * parseFloat(getComputedStyle(name).fontSize);
}).map(({ textContent }) => textContent.trim())"""
"""Names of which a tail, a line or the balance does not stand in its place."""
SHORTENED = "async (names) => (await import('/static/entry/names.js')).shortened(names)"
SHORT = ("Lærke Rosenvænge", "Alma Agerbo", "Helga Mose", "Bartholomæus Christoffersen")


@pytest.fixture
def phone_of(new_context, club, live_server):
    """A phone at a table of people with long names."""

    def phone_of(rules: str, size: str, names: Sequence[str] = LONG) -> PhonePage:
        event = make.make_released_event(club, tables=1, ruleset=rules, accounting=RULES[rules])
        for player, name in zip(event.participants.order_by("number"), names, strict=True):
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


@pytest.mark.parametrize("size", few(SIZES))
def test_a_name_on_two_lines_is_whole_and_so_is_its_balance(phone_of, size):
    phone = phone_of("dlu", size, SHORT)
    assert phone.page.evaluate(CUT) == []
    whole_words(phone.page)
    expect(phone.page.locator("[data-name]").first).to_have_text(SHORT[0])
    for deal in range(1, 41):
        make.enter(phone.table, deal, {"passed": True})
    phone.page.reload()
    expect(phone.page.locator("[data-full]")).to_be_visible()
    assert phone.page.evaluate(CUT) == []


@pytest.mark.parametrize(
    ("names", "short", "initials"),
    (
        (LONG[:3], ["Anna V.", "Karl S.", "Bodil S."], ["AV", "KS", "BS"]),
        (
            (LONG[0], LONG[3]),
            ["Anna V-C.", "Anna V-T."],  # never two alike
            ["AMVC", "AMVT"],
        ),
        (("Bo Bæk (1)", "Bo Bæk (2)"), ["Bo B. (1)", "Bo B. (2)"], ["BB (1)", "BB (2)"]),
        (("Karen Holm", "Kaj Hoff", "Agnes"), ["Karen H.", "Kaj H.", "Agnes"], None),
    ),
)
def test_there_is_one_short_name_of_each(phone_of, names, short, initials):
    page = phone_of("dlu", "upright").page
    made = page.evaluate(SHORTENED, list(names))
    assert made[:2] == [list(names), short]
    assert initials is None or made[2] == initials
    assert len(made) == 3


def test_the_letter_of_a_last_name_is_that_which_everybody_reads(phone_of):
    names = ("Hans Ibsen Berg", "Jens Peter Krogh", "Anna de la Cour", "Bo Bæk (2)")
    phone = phone_of("dlu", "upright", names)
    event = phone.table.round.event
    first, second = event.participants.order_by("number")[:2]
    for player, parts in ((first, ("Hans", "Ibsen Berg")), (second, ("Jens Peter", "Krogh"))):
        player.person = Person.objects.create(first_name=parts[0], last_name=parts[1])
        player.save()
    phone.page.reload()
    phone.ready()
    made = phone.page.evaluate(SHORTENED, list(names))
    assert made[1] == ["Hans I.", "Jens K.", "Anna C.", "Bo B. (2)"]
    Club.objects.update(shown_as=ShownAs.INITIAL)
    phone.page.goto(f"/s/{event.pk}/")
    for name in ("Hans I.", "Jens Peter K."):
        expect(phone.page.locator("main")).to_contain_text(name)


def test_wherever_the_page_has_no_room_for_a_name_the_same_shorter_one_stands(phone_of):
    phone = phone_of("dlu", "upright", (SHORT[0], LONG[0], *SHORT[2:]))
    phone.choose("nolo_ouvert")
    phone.end(1, "won")
    expect(phone.page.locator("[data-last]")).to_have_text("1  Anna V.: nolo ouvert, won, +12")
    expect(phone.page.locator("[data-dealing]")).to_contain_text("Anna V. deals")
    expect(phone.page.locator("[data-name]").nth(1)).to_have_text("Anna V.")
    phone.all_sent()
    phone.page.goto(f"/tables/{phone.table.pk}/recap/")
    heads = phone.page.locator(".recap thead [data-name]")
    for head in heads.all():
        assert head.evaluate("(node) => node.scrollWidth <= node.clientWidth")


def test_lying_flat_on_its_side_all_four_are_above_the_bar(phone_of):
    phone = phone_of("dlu", "sideways", SHORT)
    phone.page.evaluate("localStorage.setItem('lhombre-phone', JSON.stringify({flat: true}))")
    phone.page.reload()
    phone.ready()
    places = phone.page.evaluate(PLACES)
    phone.end(1, "won")
    phone.wait()
    assert phone.page.evaluate(PLACES) == places
    whole_words(phone.page)
    bar = phone.page.locator(".phone-bar").bounding_box()
    assert bar is not None
    for button in phone.page.locator("[data-outcome]:enabled, [data-game], [data-act=undo]").all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 48
        assert 0 <= box["y"] < box["y"] + box["height"] <= bar["y"]


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
    names = phone.page.locator(".recap thead [data-name]")
    expect(names).to_have_count(8)  # above the deals, and above the total
    for name in names.all():
        assert name.evaluate("(node) => node.scrollWidth <= node.clientWidth + 1")
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
    told = other.locator("[data-other]")
    expect(told).to_have_text("kept elsewhere")  # nobody has said his name, and that is longer
    note = other.locator("[data-note]")
    expect(note).to_contain_text("Another phone keeps this sheet already. What is entered")
    expect(other.locator("[data-phone]")).not_to_have_class(re.compile("is-resting"))
    other.locator("h1").click()
    expect(note).to_be_hidden()  # whoever taps has read it
    expect(phone.page.locator("[data-note]")).to_be_hidden()
    assert told.evaluate(OUTSIDE) <= 1
    place = other.locator("[data-place]")
    expect(place).to_have_text("Table 1")  # the round, too, where nobody is named beside it
    assert place.evaluate(OUTSIDE) <= 1
    phone.page.locator(".keeper summary").click()
    takes = phone.page.get_by_role("button", name="Take over")
    expect(takes).to_be_hidden()
    phone.page.get_by_role("button", name=f"{LONG[1]} keeps it here").click()
    phone.ready()
    expect(told).to_contain_text("kept by Karl S.")
    expect(told).to_have_attribute("title", f"kept by {LONG[1]}")
    second.tap(second.deal(1))
    assert told.evaluate(OUTSIDE) <= 1  # also beside a longer heading
    second.tap(second.act("leave"))
    assert other.evaluate(PLACES) == before
    expect(phone.page.locator("[data-other]")).to_have_text("")
    second.all_passed()
    expect(told).to_have_text("")  # who has just entered a deal keeps it too
    other.locator(".keeper summary").click()
    other.get_by_role("button", name="Take over").click()
    second.ready()
    expect(told).to_have_text("")
