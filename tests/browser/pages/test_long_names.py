"""Names as they are in Danish clubs: nothing is cut for their sake, and no page runs sideways."""

import pytest
from django.conf import settings
from django.urls import reverse
from playwright.sync_api import Page, ViewportSize

from lhombre_club.members.models import Attendance, Club, ClubRole, Person
from lhombre_club.members.queries import evening
from tests import make
from tests.browser.phone import BROKEN
from tests.tournaments.played import make_pairs_or_teams
from tournaments.models import Event, Participant, Table, Team
from tournaments.money import domain as settling
from tournaments.standings.domain import SeasonSettings, make_season

pytestmark = [pytest.mark.browser, pytest.mark.nightly]

NAMES = (
    ("Anne-Margrethe", "Frederiksen-Kristoffersen"),
    ("Christian Valdemar", "Lindegaard Sørensen"),
    ("Dagny", "Thorgrimsdóttir-Holm"),
    ("Hans Jørgen", "Bartholomæussen"),
)
PHONE: ViewportSize = {"width": 360, "height": 640}
LAPTOP: ViewportSize = {"width": 1366, "height": 768}
CUT = """() => [...document.querySelectorAll("main .num")]
    .filter(cell => cell.getClientRects().length)
    .filter(cell => cell.getBoundingClientRect().right > document.documentElement.clientWidth
      || cell.scrollWidth > cell.clientWidth + 1)
    .map(cell => cell.innerText)"""
ROLLS = """() => [document.documentElement, ...document.querySelectorAll(".table-scroll")]
    .filter(frame => frame.scrollWidth > frame.clientWidth + 1)
    .map(frame => `${frame.ariaLabel} ${frame.scrollWidth} > ${frame.clientWidth}`)"""
CHOPPED = """selector => [...document.querySelectorAll(selector)].flatMap(name => {
    const lines = (word) => {
      const range = document.createRange();
      range.setStart(name.firstChild, word.index);
      range.setEnd(name.firstChild, word.index + word[0].length);
      return new Set([...range.getClientRects()].map(line => line.top)).size;
    };
    return [...name.firstChild.data.matchAll(/[^\\s-]+/g)].filter(word => lines(word) > 2);
  }).map(word => word[0])"""
OVERHANGS = """() => [...document.querySelectorAll(".notice")]
    .filter(box => box.scrollWidth > box.clientWidth)
    .map(box => box.innerText)"""


@pytest.fixture
def night(club, live_server) -> Event:
    """Four with long names, who play with a pot and for money, on an evening of a season."""
    season = make_season(
        club=club, settings=SeasonSettings(name="Vinteren", planned=5, best=4), actor="system:test"
    )
    event = make.make_released_event(
        club, tables=1, deals=8, ruleset="lomber", accounting="pott", unit="1", season=season
    )
    for player, (first, last) in zip(event.participants.all(), NAMES, strict=True):
        person = player.person
        assert person is not None
        Person.objects.filter(pk=person.pk).update(first_name=first, last_name=last)
        Participant.objects.filter(pk=player.pk).update(name=f"{first} {last}")
        Attendance.objects.create(club=club, person=person, date=evening())
    table = Table.objects.get(round__event=event)
    for deal in range(1, 8):
        make.enter(table, deal, {"declarer": deal % 4, "contract": "solo", "outcome": "bet"})
    return event


def at(night: Event, name: str) -> str:
    """The address of a page of the night, or of its table or its season."""
    keys = {"public-season": night.season_id, "season": night.season_id}
    keys["season-draw"] = night.season_id
    for of_table in ("account", "entries", "correct", "import"):
        keys[of_table] = Table.objects.get(round__event=night).pk
    return reverse(f"tournaments:{name}", args=[keys.get(name, night.pk)])


def measured(page: Page, night: Event, names: tuple[str, ...], size: ViewportSize) -> list[str]:
    """What of these pages is cut or scrolls sideways, each with its page."""
    page.set_viewport_size(size)
    found = []
    for name in names:
        page.goto(at(night, name))
        assert page.locator("main .num:visible").count() > 4
        found += [f"{name}: {what}" for what in (*page.evaluate(CUT), *page.evaluate(ROLLS))]
    return found


def test_no_number_is_cut_beside_a_long_name(page, night):
    narrow = ("public-standings", "standings", "public-season", "season")
    assert measured(page, night, narrow, PHONE) == []
    assert measured(page, night, ("account",), LAPTOP) == []


def test_what_parts_two_players_stands_clear_of_a_name_of_three_lines(page, night):
    page.set_viewport_size(PHONE)
    page.goto(at(night, "public-standings"))
    above, below = page.locator(".standing tbody a").first.evaluate(
        """name => {
          name.insertAdjacentHTML("afterend", "<span class='standing__why'>most games won</span>");
          name.style.inlineSize = "min-content"; // a name of many lines
          const [above, below] = [name, name.nextSibling].map(each => each.getBoundingClientRect());
          return [above.bottom, below.top];
        }"""
    )
    assert above <= below


def test_a_name_of_one_long_word_widens_no_page_and_no_table(page, night):
    long = "Wolfeschlegelsteinhausenbergerdorff" * 3
    Participant.objects.filter(event=night, number=1).update(name=long)
    Event.objects.update(name=long)
    found = {}
    for size in (LAPTOP, PHONE):
        page.set_viewport_size(size)
        for name in ("event", "seating", "papers", "standings", "season", "event-penalties"):
            page.goto(at(night, name))
            width = page.evaluate("document.documentElement.scrollWidth")
            rolls = page.evaluate(ROLLS) if size is LAPTOP else []
            if width > size["width"] or rolls:
                found[name, size["width"]] = (width, rolls)
    assert not found


def test_no_word_of_a_table_is_broken_on_a_phone(page, night):
    page.set_viewport_size(PHONE)
    for name in ("/members/", "account"):
        page.goto(name if name.startswith("/") else at(night, name))
        assert page.evaluate(BROKEN, ".visually-hidden") == [], name
        assert page.evaluate(ROLLS) == [], name
    said = page.locator(".account tbody th").first.bounding_box()
    assert said is not None
    assert said["width"] > 0.75 * PHONE["width"]
    page.goto(at(night, "public-season"))
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    assert page.evaluate(BROKEN, ".visually-hidden, h1, .notice") == []


def test_the_name_of_a_pair_is_seen_whole_in_its_field(page, club, live_server):
    pairs = make_pairs_or_teams(club, "pairs", 4, deals=4, name="Makker")
    Team.objects.filter(event=pairs, number=1).update(name="Dagny Thorgrimsdóttir – Hans Nørgaard")
    page.set_viewport_size(LAPTOP)
    page.goto(reverse("tournaments:teams", args=[pairs.pk]))
    field = page.locator("[name=team0-name]")
    assert field.evaluate("field => field.scrollWidth <= field.clientWidth")


def test_letters_twice_as_large_do_not_widen_a_page(page, night, live_server):
    page.set_viewport_size(PHONE)
    wide = {}
    settling.settle_up(scope=night, actor="system:test")
    table = Table.objects.get(round__event=night)
    make.enter(
        table, 8, {"declarer": 0, "contract": "solo", "outcome": "bet"}
    )  # so that the page of money says that it is old
    page.context.add_cookies(
        [{"name": settings.LANGUAGE_COOKIE_NAME, "value": "da", "url": live_server.url}]
    )
    for name in (
        *("public-money", "import", "season-draw", "correct", "event", "season"),
        *("/tonight/", "/club/rules/new/?from=dlu", f"/money/event/{night.pk}/"),
    ):
        page.goto(name if name.startswith("/") else at(night, name))
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        wide[name] = page.evaluate("document.documentElement.scrollWidth") - PHONE["width"]
        assert page.evaluate(OVERHANGS) == [], name
        if name == "/tonight/":
            assert page.evaluate(CHOPPED, ".presence__name") == []
    assert not any(wide.values()), {name: by for name, by in wide.items() if by}


def test_the_menu_of_two_clubs_is_no_wider_than_the_screen(page, director, club):
    other = Club.objects.create(name="Klub Manille og Lomberforeningen af 1889 i Nykøbing Falster")
    ClubRole.objects.create(user=director, club=other, role=ClubRole.Role.OWNER)
    page.set_viewport_size(PHONE)
    page.goto("/members/")
    assert page.locator("#choose-club").is_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_colours_of_the_device_leave_the_next_step_and_the_menu_to_be_seen(page, night):
    page.emulate_media(forced_colors="active")
    page.goto(at(night, "event"))

    def look(selector: str, what: str) -> set[str]:
        return set(
            page.locator(selector).evaluate_all(
                "(all, what) => all.map(one => getComputedStyle(one)[what])", what
            )
        )

    ground = look("body", "backgroundColor")
    assert look(".path__step--next", "backgroundColor").isdisjoint(
        look(".path__step:not(.path__step--next)", "backgroundColor") | ground
    )
    assert look("progress", "borderTopStyle") == {"solid"}
    assert look(".site__nav a:not([aria-current])", "borderBottomColor") == ground
    page.goto("/members/")
    assert look(".site__nav a[aria-current]", "borderBottomColor").isdisjoint(ground)
