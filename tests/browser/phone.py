"""The phone's page as a test taps on it."""

from playwright.sync_api import Locator, Page, expect

from rules import dealt_in
from tests.browser.entry import PATIENCE, number
from tournaments.models import Table

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
    def last(self) -> list[str]:
        return [text.strip() for text in self.page.locator("[data-last]:visible").all_inner_texts()]

    @property
    def waiting(self) -> Locator:
        return self.page.locator("[data-waiting]")

    def all_sent(self) -> None:
        expect(self.waiting).to_be_hidden(timeout=PATIENCE)

    def totals(self) -> list[int]:
        return [number(text) for text in self.page.locator("[data-balance]").all_text_contents()]
