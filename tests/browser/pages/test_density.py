"""On a laptop: a whole evening's standings at one look, and nothing that pushes names about."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize, expect

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tournaments.models import Table

pytestmark = pytest.mark.browser
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
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
