"""What a phone still holds when its table is no more, or takes no deals: told, and never lost."""

import pytest
from playwright.sync_api import expect

from tests import make
from tests.browser.conftest import MakeContext
from tests.browser.phone import PhonePage
from tournaments.entry.domain import links
from tournaments.models import Round, Table, TrayItem
from tournaments.seating.domain.released import draw_rounds, release_rounds

pytestmark = [pytest.mark.browser, pytest.mark.fault, pytest.mark.nightly]

RESULTS = "**/results/"


@pytest.fixture
def phone(new_context: MakeContext, table: Table) -> PhonePage:
    """A phone with two deals that the server has not got."""
    page = new_context().new_page()
    address = links.issue_link(table).partition("/e/")[2]
    phone = PhonePage(page, table).open(f"/e/{address}")
    page.context.route(RESULTS, lambda route: route.abort())
    phone.enter(1, 0, "spil", "won")
    phone.enter(2, 0, "", "")
    expect(phone.waiting).to_have_text("2 deals are waiting to be sent")
    return phone


@pytest.fixture
def drawn_anew(phone, event, director) -> None:
    draw_rounds(event=event, actor=director.actor)
    release_rounds(event=event, actor=director.actor)


def in_tray() -> list[tuple[int, str]]:
    return [(item.deal, item.why) for item in TrayItem.objects.order_by("deal")]


def test_a_table_that_was_drawn_anew_is_told_and_the_director_has_the_deals(phone, drawn_anew):
    phone.page.context.unroute_all()
    trouble = phone.page.locator("[data-trouble]")
    expect(trouble).to_contain_text("The tables were drawn anew, and this one is no more.")
    expect(trouble).to_contain_text("Scan the code on your new sheet")
    phone.all_sent()
    assert in_tray() == [(1, "table_gone"), (2, "table_gone")]


def test_also_when_the_page_is_loaded_again(phone, drawn_anew):
    phone.page.reload()
    heading = phone.page.get_by_role("heading", level=1)
    expect(heading).to_have_text("This link does not open its table")
    expect(phone.page.locator("main")).to_contain_text("drawn anew")
    expect(phone.waiting).to_have_text("2 deals are waiting to be sent")
    phone.page.context.unroute_all()
    expect(phone.page.locator("[data-said]")).to_contain_text("The director has what you entered")
    phone.all_sent()
    assert in_tray() == [(1, "table_gone"), (2, "table_gone")]


def test_and_when_the_round_was_closed_meanwhile(phone, table):
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PROVISIONAL)
    phone.page.reload()
    assert phone.page.url.endswith("/recap/")
    phone.page.context.unroute_all()
    phone.all_sent()
    expect(phone.page.locator("[data-said]")).to_contain_text("Entry of this round is over.")
    assert in_tray() == [(1, "provisional"), (2, "provisional")]


def test_what_two_entered_differently_is_not_left_behind_when_the_round_is_closed(
    new_context, director, table
):
    page = new_context(director).new_page()
    phone = PhonePage(page, table).open()
    make.enter(table, 1, {"dealer": 0, "passed": True})
    phone.enter(1, 0, "spil", "won")
    expect(page.locator("[data-conflict]")).to_contain_text("all passed")
    Round.objects.filter(pk=table.round_id).update(state=Round.State.PROVISIONAL)
    assert in_tray() == []
    page.reload()
    assert page.url.endswith("/recap/")
    expect(page.locator("[data-said]")).to_contain_text("No sheet takes this any more.")
    assert in_tray() == [(1, "provisional")]


def test_who_never_could_write_there_learns_nothing(new_context, director, event, table):
    page = new_context(director).new_page()
    draw_rounds(event=event, actor=director.actor)
    answer = page.goto(f"/tables/{table.pk}/phone/")
    assert answer is not None
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_have_text("There is no such page")
