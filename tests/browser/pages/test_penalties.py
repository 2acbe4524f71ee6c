"""A penalty is given from the keyboard, and its points follow the reason."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from tests import make
from tournaments.models import Table
from tournaments.penalties.domain.reason_list import add_reason

pytestmark = pytest.mark.browser


@pytest.mark.commit
def test_the_points_follow_a_reason_of_the_list_until_they_are_written_by_hand(
    new_context, director, club
):
    event = make.make_released_event(club, tables=1)
    for text, points in (("Ran into the room", 2), ("Threw the cards", 4)):
        add_reason(club=club, text=text, points=points, actor="user:x")
    page = new_context(director).new_page()
    page.goto(reverse("tournaments:entries", args=[Table.objects.get(round__event=event).pk]))
    form = page.locator("form[action$='penalty/']")
    reason, points = form.get_by_label("Reason"), form.get_by_label("Points")
    expect(points).to_have_value("1")
    reason.focus()
    page.keyboard.type("ran into the room")
    page.keyboard.press("Tab")
    expect(points).to_have_value("2")
    reason.fill("Threw the cards")
    expect(points).to_have_value("4")
    points.fill("3")
    reason.fill("Ran into the room")
    expect(points).to_have_value("3")
    form.get_by_role("button", name="Show what it changes").click()
    expect(reason).to_have_value("Ran into the room")
    expect(points).to_have_value("3")
    reason.fill("Threw the cards")
    expect(points).to_have_value("3")
