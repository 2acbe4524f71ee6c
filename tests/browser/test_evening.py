"""An evening of eleven, from the door to the second round: by mouse, by keyboard, on a telephone.

Two come late, one leaves after the first round, and two change seats before it.
"""

from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from lhombre_club.members.models import Club
from lhombre_club.members.queries import evening
from lhombre_club.printing.models import Job
from tests import make
from tests.browser.pages.test_pages import findings
from tests.sizes import few
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Participant, Round, Seat

pytestmark = [pytest.mark.browser, pytest.mark.evening, pytest.mark.django_db(transaction=True)]
SCREENS: dict[str, dict[str, Any]] = {
    "mouse": {"viewport": {"width": 1280, "height": 900}},
    "finger": {"viewport": {"width": 360, "height": 740}, "has_touch": True},
    "keyboard": {"viewport": {"width": 1280, "height": 900}},
}
MOST_TABS = 200


@dataclass(frozen=True)
class Hand:
    """Somebody at the page, who has a mouse, only the keyboard, or only a finger."""

    page: Page
    way: str

    def press(self, what: Locator) -> None:
        if self.way == "mouse":
            what.click()
        elif self.way == "finger":
            what.tap()
        else:
            self.reach(what)
            self.page.keyboard.press("Enter")

    def reach(self, what: Locator) -> None:
        """Go there from where the keyboard stands, as far as it takes."""
        expect(what).to_have_count(1)
        for _ in range(MOST_TABS):
            if what.evaluate("element => element === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"the keyboard does not reach {what}")

    def swap(self, one: Locator, other: Locator) -> None:
        """Let two change places, as far as the question."""
        if self.way == "mouse":
            drag(self.page, one, other)
        else:
            self.press(one)
            self.press(other)


def drag(page: Page, one: Locator, other: Locator) -> None:
    """Hold the one over the other until the cost is told, and let go."""
    one.scroll_into_view_if_needed()
    start, end = one.bounding_box(), other.bounding_box()
    assert start is not None
    assert end is not None
    page.mouse.move(start["x"] + 20, start["y"] + 20)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 30, steps=3)
    page.mouse.move(end["x"] + 20, end["y"] + 20, steps=5)
    expect(page.locator(".held")).not_to_have_text(one.inner_text())
    page.mouse.up()


def chair(page: Page, seat: Seat) -> Locator:
    return page.locator(f"#round-1 [data-chair='{seat.participant_id}']")


def row(page: Page, name: str) -> Locator:
    return page.locator(".presence__row", has_text=name)


def check_in(hand: Hand) -> None:
    """Eleven come, two are late."""
    page = hand.page
    page.goto("/tonight/")
    for name in make.NAMES[:11]:
        hand.press(row(page, name))
        expect(row(page, name)).to_have_attribute("aria-pressed", "true")
    for name in make.NAMES[11:13]:
        hand.press(page.locator("summary", has_text=name))
        hand.press(page.locator(".presence__item", has=row(page, name)).get_by_text("Comes later"))
        expect(row(page, name)).to_contain_text("comes later")
    expect(page.locator("#presence-count")).to_contain_text("2 come later")
    hand.press(page.get_by_role("link", name="Close the check-in"))
    expect(page.get_by_role("radio", checked=True)).to_have_count(2)
    hand.press(page.get_by_role("button", name="That is so"))
    hand.press(page.get_by_role("button", name="Draw the seats"))


def change_seats(hand: Hand) -> None:
    """Two of different tables change seats; what it costs is told before."""
    seats = Seat.objects.filter(round__number=1, seat=0).select_related("participant")
    one, other = seats.order_by("table__number")[:2]
    hand.swap(chair(hand.page, one), chair(hand.page, other))
    panel = hand.page.locator("#swap")
    expect(panel).to_contain_text("change places")
    assert findings(hand.page) == []
    assert Seat.objects.get(pk=one.pk).participant == one.participant
    hand.press(hand.page.get_by_role("button", name="Let them change places"))
    expect(hand.page.get_by_text("have changed places")).to_be_visible()
    tables = {one.participant_id: other.table_id, other.participant_id: one.table_id}
    for participant, table in tables.items():
        assert Seat.objects.get(round__number=1, participant=participant).table_id == table


def seated(number: int) -> set[str]:
    rows = Seat.objects.filter(round__number=number)
    return set(rows.values_list("participant__name", flat=True))


@pytest.fixture
def people(club: Club, live_server):
    return make.make_members(club, 14)


@pytest.mark.commit
@pytest.mark.parametrize("way", few(SCREENS))
def test_an_evening_of_eleven(people, director, new_context, way):
    hand = Hand(new_context(director, **SCREENS[way]).new_page(), way)
    page = hand.page
    check_in(hand)
    expect(page.get_by_role("heading", name="13 players: which way?")).to_be_visible()
    assert findings(page) == []
    change_seats(hand)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    hand.press(page.get_by_role("button", name="Release only round 1"))
    expect(page.get_by_role("heading", name="Papers", exact=True)).to_be_visible()
    assert Job.objects.count() == Round.objects.get(number=1).tables.count()

    event = Event.objects.get()
    for table in event.rounds.get(number=1).tables.all():
        make.enter(table, 1, {"passed": True})
    first = seated(1)
    leaver = Participant.objects.get(name__startswith="Agnes")
    page.goto(f"/events/{event.pk}/players/")
    hand.press(page.get_by_role("link", name="Agnes"))
    expect(page.get_by_role("heading", name="Leaves")).to_be_visible()
    assert findings(page) == []
    hand.press(page.get_by_role("button", name="Show the plan without"))
    expect(page.get_by_text("Nothing is stored yet")).to_be_visible()
    assert leaver.name in seated(2)
    hand.press(page.get_by_role("button", name="Seat them like that"))
    expect(page.get_by_text("seated anew")).to_be_visible()
    assert seated(1) == first
    assert len(first) == 11
    assert len(seated(2)) == 12
    assert leaver.name not in seated(2)
    hand.press(page.get_by_role("button", name="Release"))
    expect(page.get_by_role("heading", name="Papers", exact=True)).to_be_visible()
    assert {round_.state for round_ in event.rounds.all()} == {Round.State.RELEASED}


def test_a_finger_drags_by_the_grip(people, club, director, new_context):
    """On a screen that is large enough; elsewhere two touches do it."""
    event = make_event(
        club=club, name="Klubaften", date=evening(), people=people[:8], actor="system:test"
    )
    context = new_context(director, viewport={"width": 820, "height": 1180}, has_touch=True)
    page = context.new_page()
    page.goto(f"/events/{event.pk}/seating/")
    seats = Seat.objects.filter(round__number=1, seat=0).order_by("table__number")
    one, other = (chair(page, seat) for seat in seats)
    one.scroll_into_view_if_needed()
    start, end = one.locator(".chair__grip").bounding_box(), other.bounding_box()
    assert start is not None
    assert end is not None
    touch = context.new_cdp_session(page)
    for kind, box in (("touchStart", start), ("touchMove", end), ("touchMove", end)):
        point = {"x": box["x"] + 8, "y": box["y"] + 12}
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    expect(page.locator(".held")).to_contain_text("The plan")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.locator("#swap")).to_contain_text("change places")
