"""From the first page to a released seating in at most five clicks, with everything as it is."""

import datetime as dt

import pytest
from playwright.sync_api import expect

from lhombre_club.members.domain import mark_present
from lhombre_club.members.queries import evening
from tests import make
from tournaments.models import Event, Round

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
MOST = 5


def test_from_home_to_the_released_seats(club, director, new_context):
    last = evening() - dt.timedelta(weeks=1)
    for person in make.make_members(club, 13):
        mark_present(club=club, person=person, date=last, actor="system:test")
    page = new_context(director).new_page()
    page.goto("/")
    clicks = (
        ("link", "Mark who is here"),
        ("button", "The same members as on"),
        ("link", "Close the check-in and make the event"),
        ("button", "Draw the seats"),
        ("button", "Release the plan and print the sheets"),
    )
    for role, name in clicks:
        page.get_by_role(role, name=name).click()
    expect(page.get_by_role("heading", name="Papers", exact=True)).to_be_visible()
    rounds = Event.objects.get().rounds.all()
    assert {round_.state for round_ in rounds} == {Round.State.RELEASED}
    assert len(clicks) <= MOST


@pytest.mark.parametrize("size", ((1366, 768), (360, 740)))
def test_the_button_that_draws_is_in_sight_at_once(club, director, new_context, size):
    for person in make.make_members(club, 13):
        mark_present(club=club, person=person, date=evening(), actor="system:test")
    page = new_context(director, viewport={"width": size[0], "height": size[1]}).new_page()
    page.goto("/events/new/")
    expect(page.get_by_role("button", name="Draw the seats")).to_be_in_viewport(ratio=1)
