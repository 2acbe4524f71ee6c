"""What was typed stays, and what was sent is stored once, when a browser goes back."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests import make
from tournaments.models import Table, TableEntry

pytestmark = pytest.mark.browser


@pytest.fixture
def entries(page: Page, club, live_server) -> Page:
    """The page of penalties of a table."""
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    page.goto(live_server.url + reverse("tournaments:entries", args=[table.pk]))
    return page


def penalise(page: Page, points: str) -> None:
    form = page.locator("form:has([name=penalty-points])")
    form.locator("[name=penalty-seat]").select_option("1")
    form.locator("[name=penalty-points]").fill(points)
    form.locator("[name=penalty-reason]").fill("Late")
    form.locator(".button--primary").click()
    page.wait_for_load_state()


def test_back_and_send_again_stores_one_penalty(entries):
    penalise(entries, "3")
    assert TableEntry.objects.count() == 1
    entries.go_back()
    penalise(entries, "3")
    assert TableEntry.objects.count() == 1
    entries.go_back()
    penalise(entries, "4")
    assert TableEntry.objects.count() == 2


def test_another_language_keeps_what_was_typed(entries):
    entries.locator("[name=penalty-reason]").fill("For sent fremme")
    entries.locator("[name=penalty-seat]").select_option("2")
    entries.locator("button[name=language][value=en]").click()
    expect(entries.locator("html")).to_have_attribute("lang", "en")
    expect(entries.locator("[name=penalty-reason]")).to_have_value("For sent fremme")
    expect(entries.locator("[name=penalty-seat]")).to_have_value("2")
    entries.reload()
    expect(entries.locator("[name=penalty-reason]")).to_have_value("")
