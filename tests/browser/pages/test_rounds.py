"""A round to its end in the browser: shown, protested against, answered, closed; axe looks on."""

import datetime as dt
import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests import make
from tests.browser.pages.test_account_pages import LARGE_LETTERS, WIDER
from tests.browser.pages.test_pages import DESK, PHONE, findings
from tests.browser.test_evening import Hand
from tests.sizes import few
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.models import Event, Protest, Round, Table
from tournaments.review.domain import flags, proofs
from tournaments.review.domain.sheet_ids import SheetId

pytestmark = pytest.mark.browser

WON = {"declarer": 1, "contract": "spil", "outcome": "won"}
SOON = 20_000  # milliseconds; the board asks every five seconds
DEALS = 3


@pytest.fixture
def event(club, live_server) -> Event:
    """A round of one table whose sheet is in."""
    event = make.make_released_event(club, tables=1, deals=DEALS)
    table = Table.objects.get(round__event=event)
    for deal in range(1, DEALS + 1):
        make.enter(table, deal, WON if deal == 1 else {"passed": True})
    return event


@pytest.fixture
def player(new_context, event) -> Page:
    """A player without a login, with his own page on a narrow phone."""
    page: Page = new_context(viewport={"width": 360, "height": 640}).new_page()
    page.goto(f"/s/{event.pk}/p/{event.participants.get(number=2).pk}/")
    return page


def write_protest(player: Page, event: Event) -> None:
    """Write why deal 1 is wrong, and the code of the sheet: the cursor stands in the last field."""
    player.locator(".protest").filter(has_text="against deal 1").first.click()
    player.get_by_label("What is wrong?").fill("It was bet")
    table = Table.objects.get(round__event=event, number=1)
    player.get_by_label("The code on the table’s sheet").fill(str(SheetId.of(table)))


def test_the_time_for_protests_runs_by_the_servers_clock(page: Page, event: Event):
    page.clock.install(time=timezone.now() + dt.timedelta(days=8))
    page.goto(f"/events/{event.pk}/")
    page.get_by_role("button", name="Wait 30 minutes for protests first").click()
    expect(page.locator(".timer")).to_have_text(re.compile(r"^(29|30):\d\d$"))


def test_from_a_protest_to_the_end(page: Page, player: Page, event: Event):
    page.goto(f"/events/{event.pk}/")
    page.get_by_role("button", name="Wait 30 minutes for protests first").click()
    expect(page.locator(".timer")).to_contain_text(":")

    player.reload()
    write_protest(player, event)
    assert findings(player) == []
    player.keyboard.press("Enter")
    expect(player.get_by_role("heading", name="Send the protest?")).to_be_visible()
    assert findings(player) == []
    player.get_by_role("button", name="Send the protest").click()
    expect(player.get_by_text("the director looks into it")).to_be_visible()
    wider = player.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wider == 0
    assert findings(player) == []

    expect(page.get_by_text("1 protest", exact=True)).to_be_visible(timeout=SOON)
    page.get_by_role("button", name="Close the round before the time is up").click()
    expect(page.get_by_text("Protests or doubts are still open")).to_be_visible()
    expect(page.get_by_text("It was bet")).to_be_visible()
    assert findings(page) == []
    page.get_by_label("Answer: Table 1, deal 1").fill("The sheet says won.")
    page.get_by_role("button", name="Answer").click()
    assert Protest.objects.get().state == "answered"
    player.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(player.get_by_text("Protest answered: The sheet says won.")).to_be_visible()

    page.get_by_role("link", name=event.name).click()
    page.get_by_role("button", name="Close the round before the time is up").click()
    expect(page.get_by_text("the round is closed")).to_be_visible()
    assert Round.objects.get().state == "final"
    player.reload()
    expect(player.get_by_text("Protest answered: The sheet says won.")).to_be_visible()
    expect(player.get_by_role("link", name="Protest")).to_have_count(0)


LOOKS: dict[str, dict[str, Any]] = {
    "narrow and dark": {"viewport": PHONE, "color_scheme": "dark"},
    "forced colours": {"viewport": DESK, "forced_colors": "active"},
    "desk": {"viewport": DESK},
}


@pytest.fixture
def addresses(event: Event) -> list[str]:
    """What a director meets between the first deal and the last protest."""
    table = Table.objects.get(round__event=event)
    flags.raise_flag(table=table, deal=1, words="The ink is wet", actor="system:test")
    made = correct(
        event=event, changes=[Change(table, 2, 1, WON)], reason="Misread", actor="system:test"
    )
    flags.clear_flag(flag=table.flags.get(), reason="Dry by now", actor="system:test")
    Event.objects.update(verification="stated")
    proofs.state_sums(table=table, sums={DEALS: [0, 0, 0, 0]}, actor="system:test")
    names = {
        "table": ("recap", "second", "which-line", "correct", "wrong-seats", "account"),
        "event": ("event", "round-settings", "journal", "corrections", "standings"),
        "round": ("round-checks",),
    }
    keys = {"table": table.pk, "event": event.pk, "round": table.round_id}
    return [
        *(reverse(f"tournaments:{name}", args=[keys[of]]) for of in names for name in names[of]),
        reverse("tournaments:correction", args=[made.pk]),
    ]


@pytest.mark.parametrize("look", few(LOOKS))
def test_axe_finds_nothing_and_nothing_runs_out_of_the_screen(
    new_context, director, addresses, look
):
    page = new_context(director, **LOOKS[look]).new_page()
    found: dict[str, Any] = {}
    for address in addresses:
        page.goto(address)
        found[address] = [*findings(page), *filter(None, [page.evaluate(WIDER)])]
        if LOOKS[look]["viewport"] == DESK:
            page.evaluate(LARGE_LETTERS)
            found[address] += filter(None, [page.evaluate(WIDER)])
    assert not any(found.values()), {name: said for name, said in found.items() if said}


@pytest.mark.commit
def test_who_keeps_a_table_is_seen_and_changed(page: Page, event: Event):
    table = Table.objects.get(round__event=event)
    page.goto(f"/tables/{table.pk}/")
    keeper = page.locator(".keeper")
    keeper.get_by_text("Nobody keeps this table").click()
    keeper.get_by_role("button", name="Agnes").click()
    expect(page.locator(".keeper summary")).to_contain_text("Kept with your login since")


def test_a_director_needs_no_mouse(page: Page, player: Page, event: Event):
    """From the sheets to the end, and back to what was corrected, with Tab and Enter alone."""
    hand = Hand(page, "keyboard")
    page.goto(f"/events/{event.pk}/")
    hand.press(page.get_by_role("button", name="Wait 30 minutes for protests first"))
    expect(page.locator(".timer")).to_contain_text(":")
    player.reload()
    write_protest(player, event)
    player.keyboard.press("Enter")
    player.get_by_role("button", name="Send the protest").click()
    expect(player.get_by_text("the director looks into it")).to_be_visible()
    page.reload()
    hand.press(page.get_by_role("link", name="Protests and doubts"))
    hand.press(page.get_by_role("link", name="Correct Table 1, deal 1"))
    hand.reach(page.get_by_label("The right result, in keys"))
    page.keyboard.type("2-")
    hand.reach(page.get_by_label("Reason"))
    page.keyboard.type("It was bet")
    hand.press(page.get_by_role("button", name="Show what it changes"))
    hand.press(page.get_by_role("button", name="Correct it"))
    expect(page.get_by_role("heading", name="It was bet")).to_be_visible()
    hand.press(page.get_by_role("link", name="Answer the protest at table 1, deal 1"))
    hand.reach(page.get_by_label("Answer: Table 1, deal 1"))
    page.keyboard.type("You are right.")
    page.keyboard.press("Enter")
    expect(page.get_by_text("The answer is on the player’s page.")).to_be_visible()
    hand.press(page.locator("main").get_by_role("link", name=event.name))
    hand.press(page.get_by_role("button", name="Close the round before the time is up"))
    expect(page.get_by_text("Every round is closed")).to_be_visible()
    hand.press(page.get_by_role("link", name="Journal"))
    hand.press(page.get_by_role("link", name="See Round 1, table 1, deal 1 Deals were corrected."))
    expect(page.get_by_role("heading", name="It was bet")).to_be_visible()
    hand.press(page.get_by_role("button", name="Take the correction back"))
    expect(page.get_by_text("It is taken back")).to_be_visible()
