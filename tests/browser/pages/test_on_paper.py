"""Pages printed from the browser: what stands on the paper, and no sheet more than that."""

import datetime as dt
import io

import pypdf
import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import make
from tests.tournaments.figures.raw import play
from tournaments.models import Season, Table
from tournaments.review.domain.rounds import make_provisional

pytestmark = pytest.mark.browser
A4_ACROSS = 600  # points; upright it has 595
UPRIGHT = 718  # pixels of a sheet that stands, likewise
PRINTED = 1020  # pixels of a sheet that lies, without its margins
IN_ONE_LINE = "all => all.every((one) => one.getClientRects().length === 1)"
WON = {"declarer": 1, "contract": "spil", "outcome": "won"}


def printed(page: Page, address: str) -> list[str]:
    """The text of each sheet of paper."""
    page.goto(address)
    reader = pypdf.PdfReader(io.BytesIO(page.pdf(format="A4", prefer_css_page_size=True)))
    return [sheet.extract_text() for sheet in reader.pages]


def test_the_public_standings_are_one_sheet(new_context, event):
    page = new_context().new_page()
    sheets = printed(page, reverse("tournaments:public-standings", args=[event.pk]))
    assert len(sheets) == 1
    for player in event.participants.all():
        assert player.name in sheets[0]


def test_a_players_page_has_his_deals_and_nothing_to_press(new_context, club, live_server):
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.get(round__event=event)
    for deal in range(1, 5):
        make.enter(table, deal, WON if deal == 1 else {"passed": True})
    make_provisional(round_=event.rounds.get(), actor="system:test")
    player = table.seats.get(seat=1).participant
    page = new_context().new_page()
    address = reverse("tournaments:public-player", args=[event.pk, player.pk])
    (sheet,) = printed(page, address)
    assert player.name in sheet
    assert "spil" in sheet.casefold()
    for unwanted in ("What is wrong", "Protest", "The whole sheet", "▶", "▸", "Dansk"):
        assert unwanted not in sheet
    page.emulate_media(media="print")
    marker = "e => getComputedStyle(e).listStyleType"
    assert page.locator("main summary").first.evaluate(marker) == "none"


def test_a_season_is_printed_from_its_page_without_its_form(page: Page, club, live_server):
    season = Season.objects.create(club=club, name="2026–27")
    make.make_released_event(club, tables=4, season=season)
    address = reverse("tournaments:season", args=[season.pk])
    sheets = printed(page, address)
    assert len(sheets) == 2  # it has two tables of sixteen
    assert "Poul Nr16" in sheets[1]
    assert not any("Evenings planned" in sheet for sheet in sheets)
    page.evaluate("window.print = () => { window.asked = true }")
    page.get_by_role("button", name="Print").click()
    assert page.evaluate("window.asked")


def test_many_rounds_break_no_name_and_lose_no_column(page: Page, club, live_server):
    season = Season.objects.create(club=club, name="2026–27")
    people = make.make_members(club, 16)
    evening = None
    for month in range(1, 13):
        evening = make.make_released_event(
            club, tables=4, deals=4, people=people, season=season, rounds=7 if month == 12 else 1
        )
        type(evening).objects.filter(pk=evening.pk).update(date=dt.date(2026, month, 27))
    assert evening is not None
    for route, key in (("public-standings", evening.pk), ("season", season.pk)):
        address = reverse(f"tournaments:{route}", args=[key])
        page.goto(address)
        page.emulate_media(media="print")
        sheet = page.pdf(format="A4", prefer_css_page_size=True)
        assert pypdf.PdfReader(io.BytesIO(sheet)).pages[0].mediabox.width > A4_ACROSS, route
        page.set_viewport_size({"width": PRINTED, "height": 700})
        frame, table = page.locator(".table-scroll").first, page.locator(".standing").first
        wide = "one => one.getBoundingClientRect().width"
        assert table.evaluate(wide) <= frame.evaluate(wide), route
        assert page.locator(".standing tbody th > a").evaluate_all(IN_ONE_LINE), route
        page.emulate_media(media="screen")
        page.set_viewport_size({"width": 1366, "height": 768})
        assert table.evaluate(wide) <= frame.evaluate(wide), route
        assert page.locator(".standing tbody th > a").evaluate_all(IN_ONE_LINE), route


def test_no_name_breaks_among_the_figures_and_no_column_is_lost(page: Page, club, live_server):
    """Upright: eleven columns stand beside a name of twenty letters."""
    people = make.make_members(club, 8)
    people[0].first_name, people[0].last_name = "Marie-Louise", "Bruun-Holm"
    people[0].save()
    event = make.make_released_event(club, tables=2, rounds=1, deals=40, people=people)
    play(event, 40, touts=True)
    page.set_viewport_size({"width": UPRIGHT, "height": 900})
    page.goto(reverse("tournaments:public-figures", args=[event.pk]))
    page.emulate_media(media="print")
    assert page.evaluate("document.documentElement.scrollWidth") <= UPRIGHT
    names = page.locator(".ledger tbody th")
    expect(names.filter(has_text="Marie-Louise Bruun-Holm")).to_have_count(1)
    high = "all => all.map((one) => one.getBoundingClientRect().height)"
    assert len({round(each) for each in names.evaluate_all(high)}) == 1


def test_the_figures_of_an_evening_are_printed_without_the_ways_to_other_pages(
    page: Page, club, live_server
):
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.get(round__event=event)
    for deal in range(1, 5):
        make.enter(table, deal, WON if deal == 1 else {"passed": True})
    sheets = printed(page, reverse("tournaments:public-figures", args=[event.pk]))
    assert "How it was played" in sheets[0]
    assert not any("How we have played" in sheet for sheet in sheets)
