"""The phone's page as a test taps on it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, ViewportSize, expect

from rules import dealt_in
from tests import make
from tests.browser.entry import PATIENCE, number
from tournaments.entry.domain import links
from tournaments.models import Table

SMALLEST = ViewportSize(width=320, height=568)
BROKEN = """unread => {
  const broken = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const { parentElement: around } = node;
    if (!around.checkVisibility() || around.closest(unread)) continue;
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      const tops = [...range.getClientRects()].filter(({ width }) => width).map(({ top }) => top);
      if (new Set(tops.map(Math.round)).size > 1) broken.push(word);
    }
  }
  return broken;
}"""
"""Words that stand on two lines, whole or between two hyphens; not in what a selector names."""
DEAD = 350
"""Milliseconds after a deal in which a tap counts as the second half of a double tap, and more."""


class PhonePage:
    """One table's page on a phone; counts the taps."""

    def __init__(self, page: Page, table: Table, players: int = 4) -> None:
        self.page = page
        self.table = table
        self.players = players
        self.taps = 0

    def open(self, address: str = "") -> "PhonePage":
        answer = self.page.goto(address or f"/tables/{self.table.pk}/phone/")
        assert answer is not None
        assert answer.ok, answer.status
        return self.ready()

    def ready(self) -> "PhonePage":
        expect(self.page.locator("[data-pass]")).to_be_enabled(timeout=PATIENCE)
        return self

    def tap(self, button: Locator) -> None:
        self.taps += 1
        button.click()

    def choose(self, game: str) -> None:
        self.tap(self.page.locator(f'[data-game="{game}"]'))

    def end(self, seat: int, outcome: str) -> None:
        self.tap(self.page.locator(f'[data-seat="{seat}"] [data-outcome="{outcome}"]'))

    def all_passed(self) -> None:
        self.tap(self.page.locator("[data-pass]"))

    def act(self, act: str) -> Locator:
        return self.page.locator(f'[data-act="{act}"]')

    def wait(self) -> None:
        """Let the time of a double tap go by."""
        self.page.wait_for_timeout(DEAD)

    def enter(self, deal: int, seat: int, game: str, outcome: str) -> None:
        """Enter a deal as who holds the phone would: seat counts among the three who play."""
        active = dealt_in(self.players, (deal - 1) % self.players)
        expect(self.page.locator("h1")).to_have_text(f"Deal {deal}")
        if not game:
            self.all_passed()
        else:
            if game != "spil":
                self.choose(game)
            self.end(active[seat], outcome)
        self.wait()

    @property
    def last(self) -> str:
        """What is told of the deal that was entered last."""
        return (self.page.locator("[data-last]").text_content() or "").strip()

    def deal(self, number: int) -> Locator:
        """The tile of a deal, which opens it."""
        return self.page.locator(f'[data-tile="{number}"]')

    @property
    def waiting(self) -> Locator:
        return self.page.locator("[data-waiting]")

    def all_sent(self) -> None:
        expect(self.waiting).to_be_hidden(timeout=PATIENCE)

    def totals(self) -> list[int]:
        return [number(text) for text in self.page.locator("[data-balance]").all_text_contents()]


def clean(page: Page) -> None:
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def in_sight(phone: PhonePage) -> None:
    """Everything for the next deal is on the screen, and nothing was scrolled to get there.

    Nor does the bar at the foot lie upon it; what waits is told there.
    """
    assert phone.page.evaluate("scrollY") == 0
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= SMALLEST["width"]
    for button in phone.page.locator(
        "[data-pass], [data-game], [data-outcome]:visible, [data-tile][aria-current]"
    ).all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= SMALLEST["height"]
        assert box["height"] >= 48
        assert box["width"] >= 48
    bar = phone.page.locator(".phone-bar").bounding_box()
    assert bar is not None
    for button in phone.page.locator("[data-pass], [data-game], [data-outcome]:visible").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= bar["y"]


def told_at_the_foot(phone: PhonePage) -> None:
    """What waits or needs somebody is on the screen, wherever it is scrolled to."""
    told = phone.page.locator("[data-waiting]:visible, [data-attention]:visible").all()
    assert told
    for each in told:
        box = each.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= SMALLEST["height"]
        assert 0 <= box["x"] < box["x"] + box["width"] <= SMALLEST["width"]


def at_another_table(phone: PhonePage, **kwargs) -> PhonePage:
    event = make.make_released_event(make.make_club("Klub Manille"), tables=1, **kwargs)
    table = Table.objects.get(round__event=event)
    address = links.issue_link(table).partition("/e/")[2]
    players = table.seats.count()
    return PhonePage(phone.page, table, players).open(f"/e/{address}")
