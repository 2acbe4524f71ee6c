"""The room's screen as the room meets it: large, whole, turning by itself, steered from afar."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import make
from tests.browser.pages.test_pages import findings
from tests.sizes import few
from tournaments.models import Event, Screen, Table
from tournaments.screens.domain import run_clock, set_screen
from tournaments.screens.pages import LINES

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

PROJECTOR = {"width": 1920, "height": 1080}
SMALLEST_LETTER = 40  # pixels of 1080, so that names are read from eight metres
TURNS = 5_100  # milliseconds of two pages
SOON = 15_000
FIRST = {"declarer": 1, "contract": "spil", "outcome": "won"}
Face = Screen.Face
LETTERS_OF = ".screen__line, .screen__time, .screen__call, .screen__foot, .screen__page .badge"
WHOLE = "all => all.every((one) => one.scrollWidth <= one.clientWidth)"
CUT = """() => {
  const page = document.querySelector(".screen__page:not([hidden])");
  const foot = document.querySelector(".screen__foot")?.getBoundingClientRect().top ?? innerHeight;
  return [...page.querySelectorAll(".screen__line, .screen__time")]
    .filter((line) => line.getBoundingClientRect().bottom > foot
      || line.getBoundingClientRect().right > innerWidth || line.scrollWidth > line.clientWidth)
    .map((line) => line.textContent);
}"""
"""What hangs below the screen or over its edge, or lies upon its foot."""


@pytest.fixture
def event(club, live_server) -> Event:
    """More players than one page of the screen holds, with a call, a foot and a clock."""
    event = make.make_released_event(club, tables=LINES // 2 + 1, deals=4)
    show(event)
    run_clock(event=event, minutes=90, seen="", actor="user:director")
    return event


@pytest.fixture
def projector(new_context, event) -> Page:
    page: Page = new_context(viewport=PROJECTOR).new_page()
    page.clock.install()
    page.goto(reverse("tournaments:screen", args=[event.pk]))
    return page


def show(event: Event, *faces: Screen.Face) -> None:
    words = {"call": "Kaffen er klar i det lille lokale", "foot": "Præmierne er givet af bageren"}
    set_screen(event=event, faces=faces, **words, actor="user:director")


def title(projector: Page) -> str:
    return projector.locator(".screen__page:visible h2").inner_text()


def test_it_turns_its_pages_by_itself(projector):
    first = title(projector)
    projector.clock.run_for(TURNS)
    second = title(projector)
    assert first != second
    projector.clock.run_for(TURNS)
    assert title(projector) == first


@pytest.mark.parametrize("face", Face)
@pytest.mark.parametrize("scheme", few(("light", "dark")))
def test_every_face_is_large_and_whole_and_axe_finds_nothing(new_context, event, face, scheme):
    make.enter(Table.objects.filter(round__event=event)[0], 1, FIRST)
    show(event, face)
    page = new_context(viewport=PROJECTOR, color_scheme=scheme).new_page()
    page.goto(reverse("tournaments:screen", args=[event.pk]))
    letters = (
        page.locator(LETTERS_OF)
        .locator("visible=true")
        .evaluate_all("all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))")
    )
    assert letters
    assert min(letters) >= SMALLEST_LETTER
    assert page.evaluate(CUT) == []
    assert findings(page) == []


@pytest.mark.parametrize("size", ((320, 640), (1366, 768), (1280, 720)))
def test_nothing_runs_out_of_a_smaller_screen(new_context, event, size):
    page = new_context(viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto(reverse("tournaments:screen", args=[event.pk]))
    assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
    if size[1] > size[0]:
        assert page.locator(".screen__page:visible").count() > 1
    else:
        assert page.evaluate(CUT) == []


def test_the_clock_counts_down_and_says_when_the_time_is_up(projector):
    clock = projector.locator(".screen__clock")
    expect(clock).to_contain_text("89:")
    projector.clock.run_for(60_000)
    expect(clock).to_contain_text("88:")
    projector.clock.fast_forward(90 * 60_000)
    expect(clock).to_have_text("Time is up")


def test_what_the_director_chooses_is_there_soon(new_context, event):
    page = new_context(viewport=PROJECTOR).new_page()
    page.goto(reverse("tournaments:screen", args=[event.pk]))
    show(event, Face.PLAN)
    expect(page.locator(".screen__page:visible h2")).to_contain_text("the tables", timeout=SOON)
    expect(page.locator(".screen__clock")).not_to_contain_text("until")


def test_few_players_fill_the_screen(new_context, club, live_server):
    few_players = make.make_released_event(club, tables=1, deals=4)
    page = new_context(viewport=PROJECTOR).new_page()
    page.goto(reverse("tournaments:screen", args=[few_players.pk]))
    lines = page.locator(".screen__page:visible .screen__line")
    sizes = lines.evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 1.5 * SMALLEST_LETTER
    assert page.evaluate(CUT) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= PROJECTOR["width"]
    assert page.locator(".screen__name").evaluate_all(WHOLE)


def test_how_an_award_was_won_is_read_to_its_end(new_context, event):
    tables = Table.objects.filter(round__event=event)
    for deal in range(1, 4):
        make.enter(tables[0], deal, FIRST | {"outcome": "bet"})
    show(event, Face.AWARDS)
    page = new_context(viewport=PROJECTOR).new_page()
    page.goto(reverse("tournaments:screen", args=[event.pk]))
    assert page.evaluate(CUT) == []
    assert page.locator(".screen__name").evaluate_all(WHOLE)
    said = " ".join(page.locator(".screen__line").all_inner_texts())
    assert "as often as whoever did most." in " ".join(said.split())
