"""Every page as it is met: nothing for axe to find, nothing that runs out of a narrow screen."""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Page, expect

from lhombre_club.members.models import Attendance, Club, Person
from lhombre_club.members.queries import evening
from tests import make
from tests.sizes import few
from tournaments.events.domain.events import make_event
from tournaments.events.pages.links import links
from tournaments.models import Event, Table
from tournaments.seating.domain.released import release_rounds

pytestmark = pytest.mark.browser

RULES: dict[str, Any] = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    }
}
PHONE = {"width": 320, "height": 640}
DESK = {"width": 1280, "height": 900}
SMALLEST_TARGET = 48  # pixels at the base size
TOUCHED = ", ".join(
    f"{kind}:visible"
    for kind in (
        ".button",
        "button",
        "nav a",
        ".path a",
        ".chair",
        "select",
        "input:not([readonly], [type=radio], [type=checkbox])",
        "label:has(> [type=radio])",
        ".field--tick",
    )
)
TOUCHING = """() => {
  const all = [...document.querySelectorAll("main .button")];
  const buttons = all.filter((one) => one.checkVisibility());
  const boxes = buttons.map((one) => [one.textContent.trim(), one.getBoundingClientRect()]);
  return boxes.flatMap(([name, a], at) => boxes.slice(at + 1).filter(([, b]) =>
    Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom) < 6
  ).map(([other]) => `${name} | ${other}`));
}"""
"""Buttons with less than a finger's trembling between them."""


@pytest.fixture
def people(club, live_server) -> list[Person]:
    """Sixteen members, one of them with a long name, who are here but for one who comes late."""
    people = make.make_members(club, 16)
    Person.objects.filter(pk=people[3].pk).update(last_name="Frederiksen-Kristoffersen")
    people[3].refresh_from_db()
    Attendance.objects.bulk_create(
        Attendance(club=club, person=person, date=evening()) for person in people[:15]
    )
    Attendance.objects.create(
        club=club, person=people[15], date=evening(), state=Attendance.State.LATE
    )
    return people


def make_night(club: Club, people: list[Person], name: str) -> Event:
    return make_event(club=club, name=name, date=evening(), people=people, actor="system:test")


@pytest.fixture
def addresses(club, people) -> dict[str, str]:
    """What a director meets: the name of each page and its address."""
    draft = make_night(club, people[:8], "Klubaften med meget få deltagere")
    event = release_rounds(event=make_night(club, people, "Klubaften"), actor="system:test")
    table = Table.objects.filter(round__event=event)[0]
    make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "kodille"})
    return {
        "first page": "/",
        "members": reverse("members:list"),
        "import": reverse("members:import"),
        "new member": reverse("members:add"),
        "member": reverse("members:edit", args=[people[0].pk]),
        "who stays a member": reverse("tournaments:remove", args=[people[0].pk]),
        "tonight": reverse("members:tonight"),
        "who is missing": reverse("members:tonight-close"),
        "new event": reverse("tournaments:event-new"),
        "club": reverse("tournaments:club"),
        "new preset": reverse("tournaments:preset-new"),
        "own rules": reverse("tournaments:own-rules-new") + "?from=familie",
        "plan with repeats": reverse("tournaments:seating", args=[draft.pk]),
        "draft event": reverse("tournaments:event", args=[draft.pk]),
        "plan": reverse("tournaments:seating", args=[event.pk]),
        "who plays": reverse("tournaments:participants", args=[event.pk]),
        "who leaves": reverse(
            "tournaments:participant", args=[draft.pk, draft.participants.all()[0].pk]
        ),
        "event": reverse("tournaments:event", args=[event.pk]),
        "standings": reverse("tournaments:standings", args=[event.pk]),
        "public standings": reverse("tournaments:public-standings", args=[event.pk]),
        "table": reverse("tournaments:table", args=[table.pk]),
        "is all well": reverse("health"),
        "password and log-ins": reverse("members:account"),
        "second step": reverse("members:factor"),
        "who logged in": reverse("members:security"),
        "offices": reverse("members:offices"),
        "nothing": "/nothing-here/",
        **{str(title): address for address, title in links(event)},
    }


def findings(page: Page) -> list[str]:
    """What axe objects to, a line each."""
    found = Axe().run(page, options=RULES).response["violations"]
    return [
        f"{violation['id']}: {node['html'][:120]}"
        for violation in found
        for node in violation["nodes"]
    ]


@pytest.mark.commit
def test_axe_reads_the_page(page, people):
    """The same question about a page that is spoilt, so that silence means something."""
    page.goto("/members/")
    assert findings(page) == []
    page.evaluate("document.querySelector('main').append(document.createElement('input'))")
    assert any(line.startswith("label") for line in findings(page))


@pytest.mark.parametrize("scheme", few(("light", "dark")))
def test_axe_finds_nothing_on_any_page(new_context, director, addresses, scheme):
    visited = new_context(director, color_scheme=scheme, viewport=DESK).new_page()
    found = {}
    for name, address in addresses.items():
        visited.goto(address)
        found[name] = findings(visited)
    visited = new_context(color_scheme=scheme, viewport=PHONE).new_page()
    for name in ("/", "/login/", addresses["public standings"]):
        visited.goto(name)
        found[name] = findings(visited)
    assert not any(found.values()), {name: lines for name, lines in found.items() if lines}


@pytest.mark.parametrize("size", ("narrow", "large letters"))
def test_no_page_is_wider_than_its_screen(new_context, director, addresses, size):
    viewport = PHONE if size == "narrow" else DESK
    visited = new_context(director, viewport=viewport).new_page()
    wide = {}
    for name, address in addresses.items():
        visited.goto(address)
        if size == "large letters" and name != "table":  # which changes its form, and has a test
            visited.evaluate("document.documentElement.style.fontSize = '237.5%'")
        wide[name] = visited.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        )
    assert not any(wide.values()), {name: by for name, by in wide.items() if by}


def test_what_is_touched_is_large_and_stands_apart(new_context, director, addresses):
    visited = new_context(director, viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    small = {}
    for name, address in addresses.items():
        visited.goto(address)
        heights = visited.locator(TOUCHED).evaluate_all(
            "all => all.map(a => [a.outerHTML.slice(0, 80), a.getBoundingClientRect().height])"
        )
        small[name] = [html for html, height in heights if height < SMALLEST_TARGET]
        small[name] += visited.evaluate(TOUCHING)
    assert not any(small.values()), {name: html for name, html in small.items() if html}


def test_the_colours_are_chosen_once_for_this_device(new_context, director, addresses):
    context = new_context(director, color_scheme="light")
    page = context.new_page()
    ground = "getComputedStyle(document.body).backgroundColor"
    page.goto("/members/")
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark").click()
    dark = page.evaluate(ground)
    assert dark != light
    other = context.new_page()
    other.goto(addresses["event"])
    assert other.evaluate(ground) == dark
    expect(other.get_by_role("button", name="Dark")).to_have_attribute("aria-pressed", "true")
    other.get_by_role("button", name="As the device").click()
    assert other.evaluate(ground) == light


def test_the_keyboard_reaches_the_content_first(page, addresses):
    page.goto(addresses["event"])
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    expect(page.get_by_role("link", name="Skip to the content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
