"""A new event follows the day that is chosen: who is drawn, and what it is called."""

import datetime as dt
import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from lhombre_club.members.models import Attendance
from lhombre_club.members.queries import evening
from tests import make
from tests.browser.phone import PhonePage
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Season, Table

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.commit
def test_another_day_is_told_at_once_and_what_is_shown_is_kept(page: Page, club):
    people = make.make_members(club, 8)
    make_event(club=club, name="Klubaften", date=evening(), people=people[:4], actor="system:test")
    for person in people[4:]:
        Attendance.objects.create(club=club, person=person, date=evening())
    page.goto(reverse("tournaments:event-new"))
    name, date = (page.locator(f"[name={field}]") for field in ("name", "date"))
    drawn = page.locator(".deed .button--primary")
    expect(name).to_have_value("Klubaften (2)")
    expect(drawn).to_have_count(1)
    later = evening() + dt.timedelta(weeks=1)
    date.fill(later.isoformat())
    date.blur()
    expect(name).to_have_value("Klubaften")
    expect(drawn).to_have_count(0)
    name.fill("Julehygge")
    date.fill(evening().isoformat())
    date.blur()
    expect(drawn).to_have_count(1)
    expect(name).to_have_value("Julehygge")
    date.fill(later.isoformat())
    date.blur()
    expect(drawn).to_have_count(0)
    page.locator("[data-begins] a").last.click()
    page.wait_for_url("**from=**")
    expect(name).to_have_value("Julehygge")
    expect(date).to_have_value(later.isoformat())
    page.locator("button[name=prepare]").click()
    page.wait_for_url("**/events/*/")
    made = Event.objects.get(date=later)
    assert (made.name, made.participants.count()) == ("Julehygge", 0)


@pytest.mark.nightly
def test_a_season_that_is_begun_beside_the_page_can_be_chosen_and_what_is_typed_stays(page, club):
    page.goto(reverse("tournaments:event-new"))
    page.locator("[name=name]").fill("Julehygge")
    page.locator("details:has([name=season]) > summary").first.click()
    with page.expect_popup() as opened:
        page.locator("[data-begin-season]").click()
    expect(opened.value).to_have_url(re.compile(reverse("tournaments:seasons")))
    season = Season.objects.create(club=club, name="Vinter")
    opened.value.close()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    page.locator("[name=season]").select_option(str(season.pk))
    expect(page.locator("[name=name]")).to_have_value("Julehygge")


def test_a_sheet_opened_too_early_says_so_until_something_is_tapped(page: Page, event):
    later = Table.objects.filter(round__event=event, round__number=2).earliest("number")
    page.set_viewport_size({"width": 360, "height": 640})
    PhonePage(page, later).open()
    told = page.locator(".phone-foot > .notice")
    expect(told).to_have_count(1)
    page.locator("[data-game]").first.click()
    expect(told).to_have_count(0)
