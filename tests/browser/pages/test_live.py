"""Standings that keep themselves fresh, and leave the reader in peace."""

import pytest
from django.utils.cache import get_conditional_response
from playwright.sync_api import Page, expect

from lhombre_club import drawn
from tests import make
from tournaments.models import Event, Table

pytestmark = pytest.mark.browser

WON = {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"}
SOON = 15_000  # milliseconds; the page asks every two seconds
PAUSE = 4_500  # milliseconds: time for two questions


@pytest.fixture
def event(club, live_server) -> Event:
    return make.make_released_event(club, tables=1)


@pytest.fixture
def visitor(new_context, event) -> Page:
    """Somebody without a login, on a phone held upright, at the public page."""
    page: Page = new_context(viewport={"width": 320, "height": 640}).new_page()
    page.goto(f"/s/{event.pk}/")
    return page


def enter(event: Event, deal: int, record: dict[str, object]) -> None:
    make.enter(Table.objects.get(round__event=event), deal, record)


@pytest.mark.commit
def test_a_deal_shows_on_another_device_and_the_reader_stays_where_he_was(visitor, event):
    region = visitor.get_by_role("region")
    region.focus()
    visitor.evaluate("document.querySelector('[data-live] table').dataset.seen = 'before'")
    enter(event, 1, WON)
    expect(visitor.locator(".standing tbody tr").first).to_contain_text("+12", timeout=SOON)
    expect(region).to_be_focused()
    expect(visitor.locator("[data-live] table")).to_have_count(1)


@pytest.mark.nightly
def test_what_has_not_changed_is_not_sent_again(visitor, monkeypatch):
    statuses: list[int] = []

    def conditional(request, **kwargs):
        answer = get_conditional_response(request, **kwargs)
        statuses.append(answer.status_code if answer else 200)
        return answer

    monkeypatch.setattr(drawn, "get_conditional_response", conditional)
    visitor.wait_for_timeout(2 * PAUSE)
    assert statuses.count(304) >= 2
    assert 200 not in statuses[1:]


@pytest.mark.nightly
def test_a_page_that_nobody_looks_at_does_not_ask(visitor):
    visitor.evaluate(
        "Object.defineProperty(document, 'hidden', {get: () => true, configurable: true})"
    )
    visitor.wait_for_load_state("networkidle")  # a question may have been on its way
    asked: list[str] = []
    visitor.on("request", lambda request: asked.append(request.url))
    visitor.wait_for_timeout(PAUSE)
    assert not asked
    with visitor.expect_request("**/table/", timeout=SOON):
        visitor.evaluate("delete document.hidden")
        visitor.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_a_server_that_is_gone_is_said_and_forgotten_when_it_is_back(visitor, faults):
    address = "**/table/"
    visitor.route(address, lambda route: route.abort())
    expect(visitor.locator("#lost")).to_be_visible(timeout=SOON)
    expect(visitor.locator(".standing tbody tr")).to_have_count(4)
    visitor.unroute(address)
    expect(visitor.locator("#lost")).to_be_hidden(timeout=SOON)
    faults.clear()  # the browser notes every request that failed


@pytest.mark.nightly
def test_a_refusal_does_not_take_the_place_of_the_standings(visitor, faults):
    visitor.route("**/table/", lambda route: route.fulfill(status=500, body="<h1>oops</h1>"))
    expect(visitor.locator("#lost")).to_be_visible(timeout=SOON)
    expect(visitor.get_by_text("oops")).to_have_count(0)
    expect(visitor.locator(".standing tbody tr")).to_have_count(4)
    faults.clear()  # as above
