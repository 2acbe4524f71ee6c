"""The entry page as a test drives it."""

from playwright.sync_api import Locator, Page, expect

from rules import RULESETS
from tournaments.models import Revision, Table
from tournaments.typed.grammar import print_keys

PATIENCE = 30_000
"""Milliseconds until a test gives up waiting for the page."""


class EntryPage:
    """One table's page: keys go in at the cursor, text comes out of the sheet."""

    def __init__(self, page: Page, table: Table) -> None:
        self.page = page
        self.table = table

    def open(self, address: str = "") -> "EntryPage":
        answer = self.page.goto(address or f"/tables/{self.table.pk}/")
        assert answer is not None
        assert answer.ok, answer.status
        return self.ready()

    def ready(self) -> "EntryPage":
        """Wait until the cursor stands in a line, or the sheet is full."""
        cursor = self.page.locator(".entry-line.is-current input:focus, [data-done]:focus")
        expect(cursor).to_be_visible()
        return self

    def hear_nothing(self) -> "EntryPage":
        """Let what others enter from now on come only with the answers to its own deals."""
        self.page.route(f"**/api/v1/tables/{self.table.pk}/", lambda route: route.abort())
        return self

    def type(self, keys: str) -> None:
        """Type without any delay."""
        self.page.keyboard.type(keys)

    def mend(self, keys: str) -> None:
        """Type what takes the place of a result, and say so when the page asks."""
        self.type(keys)
        self.press("Enter")

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def line(self, deal: int) -> Locator:
        return self.page.locator(f'[data-deal="{deal}"]')

    def field(self, deal: int) -> Locator:
        return self.line(deal).locator("input")

    def note(self, deal: int) -> Locator:
        return self.page.locator(f'[data-deal="{deal}"] + .entry-note')

    @property
    def waiting(self) -> Locator:
        return self.page.locator("[data-waiting]")

    def all_sent(self) -> None:
        """Wait until the server has acknowledged everything."""
        expect(self.waiting).to_be_hidden(timeout=PATIENCE)
        expect(self.page.locator(".entry-line.is-waiting")).to_have_count(0, timeout=PATIENCE)

    def stands_at(self, deal: int) -> None:
        expect(self.field(deal)).to_be_focused()

    def shown(self) -> list[list[str]]:
        """Balances of the lines, as they are written; a dash for who sits out."""
        lines = self.page.locator("[data-deal]").all()
        return [line.locator("[data-balance]").all_inner_texts() for line in lines]

    def totals(self) -> list[int]:
        return [number(text) for text in self.page.locator("[data-totals] td").all_inner_texts()]

    def subtotals(self, deal: int) -> list[int]:
        cells = self.page.locator(f'[data-sum-after="{deal}"] td')
        return [number(text) for text in cells.all_inner_texts()]


def number(text: str) -> int:
    return int(text.strip().replace("−", "-"))


def stored(table: Table) -> dict[int, list[str]]:
    """Deal → everything that was ever stored for it, as keys, oldest first."""
    found: dict[int, list[str]] = {}
    for revision in Revision.objects.filter(table=table).order_by("deal", "number"):
        record = revision.record
        keys = (
            print_keys(record, ruleset=RULESETS["dlu"], players=4, pairs=False)
            if record
            else "withdrawn"
        )
        found.setdefault(revision.deal, []).append(keys)
    return found
