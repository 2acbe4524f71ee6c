"""On a laptop: a whole evening's standings at one look, and nothing that pushes names about."""

import itertools

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tests.tournaments.figures.raw import play
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.nightly]
PHONE: ViewportSize = {"width": 360, "height": 640}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
SCROLLED = """(to) => new Promise((rested) => {
  addEventListener("scrollend", () => requestAnimationFrame(rested), { once: true });
  scrollTo({ top: to, behavior: "instant" });
})"""
COVERED = """() => [...document.querySelectorAll("form.card :is(label, input, select, p)")]
  .filter((each) => !each.closest(".deed") && each.checkVisibility())
  .filter((each) => {
    const box = each.getBoundingClientRect();
    const above = document.querySelector(".deed").getBoundingClientRect().bottom;
    const seen = (y) => each.contains(document.elementFromPoint(box.left + box.width / 2, y));
    const ends = [box.top + 3, box.bottom - 3].filter((y) => y > above && y < innerHeight);
    return !ends.every(seen);
  })
  .map((each) => each.textContent.trim() || each.id)"""
"""What cannot be seen though it stands below the bar with the deed."""
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


@pytest.mark.parametrize("name", ("standings", "public-standings"))
def test_sixteen_rows_stand_on_a_laptop_without_scrolling(page: Page, event, name):
    for number in (1, 2, 3, 4):  # so that several have the same points, and a reason beside them
        make.enter(Table.objects.get(round__event=event, round__number=1, number=number), 1, WON)
    page.set_viewport_size(LAPTOP)
    page.goto(reverse(f"tournaments:{name}", args=[event.pk]))
    rows = page.locator(".standing tbody tr")
    expect(rows).to_have_count(16)
    box = rows.last.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= LAPTOP["height"]


def test_an_open_menu_tears_no_hole_and_a_remark_squeezes_no_name(page: Page, club, live_server):
    people = make.make_members(club, 6)
    Attendance.objects.create(
        club=club, person=people[0], date=evening(), state=Attendance.State.LATE
    )
    page.set_viewport_size(LAPTOP)
    page.goto(reverse("members:tonight"))
    places = "els => els.map(e => e.getBoundingClientRect().top)"
    before = page.locator(".presence__row").evaluate_all(places)
    page.locator(".presence__more > summary").first.click()
    expect(page.locator(".presence__others").first).to_be_visible()
    assert page.locator(".presence__row").evaluate_all(places) == before
    long = "await no answer to the letter of the board"
    page.locator(".presence__name").first.evaluate(
        "(name, words) => name.insertAdjacentHTML('afterend', `<span class=badge>${words}</span>`)",
        long,
    )
    one_line = "e => e.getBoundingClientRect().height / parseFloat(getComputedStyle(e).lineHeight)"
    assert page.locator(".presence__name").first.evaluate(one_line) < 1.5


def test_the_bar_with_the_deed_hides_nothing_that_was_not_seen_yet(page: Page, club, live_server):
    for person in make.make_members(club, 13):
        Attendance.objects.create(
            club=club, person=person, date=evening(), state=Attendance.State.HERE
        )
    page.set_viewport_size(LAPTOP)
    page.goto(reverse("tournaments:event-new"))
    first = page.get_by_label("Name", exact=True).bounding_box()
    bar = page.locator(".deed").bounding_box()
    assert first is not None
    assert bar is not None
    assert bar["y"] + bar["height"] <= first["y"]
    assert page.evaluate(COVERED) == []
    for place in range(20, 400, 20):
        page.evaluate(SCROLLED, place)
        assert page.evaluate(COVERED) == [], place
    page.keyboard.press("Home")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate(
            """() => {
              const box = document.activeElement.getBoundingClientRect();
              const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
              return document.activeElement.contains(document.elementFromPoint(x, y));
            }"""
        )


def test_what_is_tapped_on_a_phone_is_as_high_as_a_finger(new_context, event):
    table = Table.objects.get(round__event=event, round__number=1, number=1)
    make.enter(table, 1, {"passed": True})
    make.enter(table, 2, WON | {"declarer": 2})
    player = event.participants.get(number=2)
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    for name, ids, tapped in (
        ("public-standings", [event.pk], ".standing a"),
        ("public-player", [event.pk, player.pk], ".account__more > summary"),
    ):
        page.goto(reverse(f"tournaments:{name}", args=ids))
        found = [each.bounding_box() for each in page.locator(tapped).all()]
        boxes = [box for box in found if box]
        assert boxes
        assert min(box["height"] for box in boxes) >= 44
        ends = [(box["y"], box["y"] + box["height"]) for box in boxes]
        assert all(below[0] >= above[1] - 1 for above, below in itertools.pairwise(ends))


def test_an_evening_of_eighty_deals_is_three_screens_of_a_phone(new_context, club, live_server):
    """While its rounds are open, and before a ten is unfolded."""
    event = make.make_released_event(club, tables=1, rounds=2, deals=40, language="en")
    play(event, 40)
    player = event.participants.get(number=2)
    page = new_context(viewport=PHONE).new_page()
    page.goto(reverse("tournaments:public-player", args=[event.pk, player.pk]))
    expect(page.get_by_text("Is a deal wrong?")).to_have_count(1)
    assert page.evaluate("document.documentElement.scrollHeight") <= 3 * PHONE["height"]
