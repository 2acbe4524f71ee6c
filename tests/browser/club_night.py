"""A club night that is played: what the papers say, and who sits before which screen."""

import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from rules import RULESETS, dealt_in
from tests.browser.entry import EntryPage
from tests.browser.mixes import Told, deals
from tests.browser.pages.test_pages import findings
from tests.browser.phone import PhonePage
from tests.rules.naive.settling import settle
from tournaments.book.accounts import current
from tournaments.entry.domain import links
from tournaments.models import Event, Revision, Seat, Table
from tournaments.typed.grammar import print_keys

DEALS = 20
SHOTS = os.environ.get("EVENING_SHOTS", "")
"""Folder for a picture of each step, to be looked at; empty: none is taken."""
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@dataclass
class Paper:
    """The sheet on the table: what was really played, by deal."""

    table: Table
    told: list[Told]

    @classmethod
    def of(cls, table: Table, seed: int) -> "Paper":
        return cls(table, deals(RULESETS["dlu"], "tournament", DEALS, seed))

    def seat(self, deal: int) -> int:
        """The declarer's seat."""
        active = dealt_in(4, self.dealer(deal))
        return active[self.told[deal - 1].seat]

    def dealer(self, deal: int) -> int:
        return (self.table.first_dealer + deal - 1) % 4

    def record(self, deal: int) -> dict[str, Any]:
        told = self.told[deal - 1]
        if not told.game:
            return {"dealer": self.dealer(deal), "passed": True}
        return {
            "dealer": self.dealer(deal),
            "declarer": self.seat(deal),
            "contract": told.game,
            "outcome": told.outcome,
        }

    def keys(self, deal: int) -> str:
        return print_keys(self.record(deal), ruleset=RULESETS["dlu"], players=4, pairs=False)

    def sums(self, last: int = DEALS) -> list[int]:
        """What each chair has after ``last``, counted by the naive settling and by hand."""
        chairs = [0] * 4
        for deal in range(1, last + 1):
            frame = {"ruleset": "dlu", "players": 4}
            answer = settle({**frame, **self.record(deal)})
            assert answer["ok"], answer
            for declarer in answer["declarers"]:
                for seat in dealt_in(4, self.dealer(deal)):
                    chairs[seat] -= declarer["value"]
                    chairs[declarer["seat"]] += declarer["value"]
        return chairs


@dataclass
class Night:
    """The director's page, the papers, and the pictures."""

    page: Page
    event: Event
    papers: dict[tuple[int, int], Paper] = field(default_factory=dict)
    """By round and table."""
    shots: int = 0

    def table(self, round_: int, number: int) -> Table:
        tables = Table.objects.select_related("round__event")
        return tables.get(round__event=self.event, round__number=round_, number=number)

    def paper(self, round_: int, number: int) -> Paper:
        if (round_, number) not in self.papers:
            table = self.table(round_, number)
            self.papers[round_, number] = Paper.of(table, seed=10 * round_ + number)
        return self.papers[round_, number]

    def look(self, name: str, page: Page | None = None) -> None:
        """Axe finds nothing, nothing runs out of the screen; take a picture, if one is wanted."""
        page = page or self.page
        self.shots += 1
        if SHOTS:
            Path(SHOTS).mkdir(parents=True, exist_ok=True)
            path = Path(SHOTS) / f"{self.shots:02}-{name}.png"
            page.screenshot(path=path, full_page=True)
        assert findings(page) == [], name
        assert page.evaluate(WIDER) == 0, name

    def go(self, path: str = "") -> Page:
        self.page.goto(f"/events/{self.event.pk}/{path}")
        return self.page

    def board(self, *sentences: str) -> Page:
        """Open the event's board; each sentence stands on it."""
        page = self.go()
        for sentence in sentences:
            expect(page.locator("main")).to_contain_text(sentence)
        return page

    def journal(self, *told: tuple[str, str], why: str = "") -> None:
        """The journal says of each what was done, and who did it; the first is the newest."""
        page = self.go("journal/")
        expect(page.locator(".journal__line").first).to_contain_text(told[0][0])
        for says, who in told:
            line = page.locator(".journal__line", has_text=says).first
            expect(line.locator(".muted").last).to_have_text(who)
        if why:
            expect(page.locator(".journal__line q").first).to_have_text(why)

    def type_in(self, paper: Paper, first: int, last: int, **misread: str) -> EntryPage:
        """Type lines of a sheet at the desk, without a pause; ``deal_7="2+"`` is a wrong one."""
        desk = EntryPage(self.page, paper.table).open()
        wrong = {int(name.removeprefix("deal_")): keys for name, keys in misread.items()}
        lines = range(first, last + 1)
        desk.type("".join(wrong.get(deal) or paper.keys(deal) for deal in lines))
        desk.all_sent()
        return desk

    def state_sums(self, paper: Paper) -> Page:
        """Type what the paper says after every ten deals."""
        page = self.page
        page.goto(f"/tables/{paper.table.pk}/which-line/")
        for row, deal in enumerate(range(10, DEALS + 1, 10)):
            boxes = page.locator("tbody tr").nth(row).locator("input")
            for seat, points in enumerate(paper.sums(deal)):
                boxes.nth(seat).fill(str(points))
        page.get_by_role("button", name="Which line is wrong?").click()
        return page

    def standings(self) -> dict[str, int]:
        """What everybody has, from the papers and the chairs alone."""
        points: dict[str, int] = {}
        for paper in self.papers.values():
            chairs = Seat.objects.filter(table=paper.table).order_by("seat")
            names = chairs.values_list("participant__name", flat=True)
            for name, got in zip(names, paper.sums(), strict=True):
                points[name] = points.get(name, 0) + got
        return points


def phone(context: BrowserContext, paper: Paper) -> PhonePage:
    """A phone that came by the code on the sheet."""
    page = PhonePage(context.new_page(), paper.table)
    return page.open("/e/" + links.issue_link(paper.table).partition("/e/")[2])


def tap(phone: PhonePage, paper: Paper, first: int, last: int) -> None:
    """Tap deals of the paper into the phone."""
    for deal in range(first, last + 1):
        told = paper.told[deal - 1]
        expect(phone.page.locator("h1")).to_have_text(f"Deal {deal}")
        if not told.game:
            phone.all_passed()
        else:
            if told.game != "spil":
                phone.choose(told.game)
            phone.end(paper.seat(deal), told.outcome)
        phone.wait()


def keep(phone: PhonePage, name: str) -> None:
    """Say whose device it is."""
    phone.page.locator(".keeper summary").click()
    phone.page.get_by_role("button", name=f"{name} keeps it here").click()
    expect(phone.page.locator(".keeper summary")).to_contain_text("This device has kept the table")
    phone.ready()


def stored(table: Table) -> list[dict[str, Any] | None]:
    """What counts of each deal, in their order."""
    counting = current(Revision.objects.filter(table=table))
    return [revision.record for _, revision in sorted(counting.items())]


def name_in(page: Page, seat: int) -> str:
    """What the phone calls a seat."""
    label = page.locator(f'[data-seat="{seat}"]').get_attribute("aria-label") or ""
    return re.sub(r"\s+", " ", label).strip()
