"""The deal on the phone changes while somebody chooses: no tap lands on the wrong one."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import MakeContext
from tests.browser.entry import stored
from tests.browser.phone import PhonePage
from tests.browser.robots import NUDGE, RESULTS
from tournaments.models import Table

pytestmark = pytest.mark.browser

Answer = dict[str, object]
REFUSED: Answer = {"code": "refused", "complaints": [{"message": "Somebody took fourteen."}]}


@pytest.fixture
def phone(new_context: MakeContext, director, table: Table) -> PhonePage:
    """Two deals are entered and unsent; a solo is chosen for the third."""
    page = new_context(director).new_page()
    phone = PhonePage(page, table).open()
    page.context.route(RESULTS, lambda route: route.abort())
    phone.enter(1, 0, "", "")
    phone.enter(2, 0, "", "")
    phone.choose("solo")
    return phone


@pytest.fixture
def answer_the_first(phone: PhonePage) -> Callable[[int, Answer], None]:
    """Let the server answer the first deal so, and the others as it does."""

    def answer_the_first(status: int, body: Answer) -> None:
        def meet(route: Route) -> None:
            if json.loads(route.request.post_data or "")["deal"] == 1:
                route.fulfill(status=status, json=body)
            else:
                route.continue_()

        phone.page.context.unroute_all()
        phone.page.context.route(RESULTS, meet)
        phone.page.evaluate(NUDGE)

    return answer_the_first


def solo(phone: PhonePage) -> Locator:
    return phone.page.locator('[data-game="solo"]')


@pytest.mark.commit
def test_a_deal_that_is_refused_late_leaves_what_is_being_chosen_alone(
    phone, table, answer_the_first
):
    answer_the_first(400, REFUSED)
    expect(phone.act("attention")).to_have_text("Deal 1 needs you")
    expect(phone.page.locator("h1")).to_have_text("Deal 3")
    expect(solo(phone)).to_have_attribute("aria-pressed", "true")
    phone.end(1, "won")
    phone.all_sent()
    assert stored(table) == {2: ["0"], 3: ["26+"]}
    phone.tap(phone.act("attention"))
    expect(phone.page.locator("h1")).to_have_text("Deal 1")
    expect(phone.page.locator("[data-note]")).to_contain_text("Somebody took fourteen.")


def test_a_deal_that_is_open_again_waits_until_the_one_that_is_chosen_is_ended(
    phone, table, answer_the_first
):
    epoch = str(table.round.event.epoch)
    answer_the_first(202, {"code": "in_tray", "message": "The director has it.", "epoch": epoch})
    expect(phone.deal(1)).to_have_attribute("data-ended", "")
    expect(phone.page.locator("h1")).to_have_text("Deal 3")
    expect(solo(phone)).to_have_attribute("aria-pressed", "true")
    phone.end(1, "won")
    expect(phone.page.locator("h1")).to_have_text("Deal 1")
    phone.all_sent()
    assert stored(table) == {2: ["0"], 3: ["26+"]}
