"""Robots at the real pages: two browsers at a table, and faults between them and the server.

What a page sends is cut, or its answer is; it arrives twice, or after what was sent later; the
browser is offline for a while, a page is loaded anew, a link is closed and another one scanned.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.entry import PATIENCE, EntryPage
from tests.browser.phone import PhonePage
from tests.faults.robots import DEALS, Kept, legal_lines
from tournaments.entry.domain import links
from tournaments.models import Table
from tournaments.sheets.queries import sheet

RESULTS = "**/results/"
FAULTS = ("lost", "held", "unanswered", "twice")
SHARE, WORST = 0.08, 0.3
RELOAD, AWAY, CORRECT, CONTEST, LET_GO = 0.06, 0.08, 0.15, 0.1, 0.3
LINES = list(legal_lines(DEALS))
SENT = ("content-type", "x-csrftoken", "accept")
NUDGE = "dispatchEvent(new Event('online'))"
TAP = """([nth]) => {
  document.querySelector('[data-conflict]:not([hidden]) [data-act="keep-theirs"]')?.click();
  const deal = Number(document.querySelector("h1").textContent.match(/\\d+/)?.[0] ?? 0);
  if (!deal) return null;
  document.querySelector('[data-game="spil"]').click(); // what comes then is no double tap
  if (document.querySelector(".is-resting")) return false;
  const ends = [...document.querySelectorAll("[data-outcome]")].filter((end) => !end.disabled);
  const end = [document.querySelector("[data-pass]"), ...ends][nth % (ends.length + 1)];
  const seat = end.closest("[data-seat]")?.dataset.seat;
  const key = { won: "+", bet: "-", kodille: "*" }[end.dataset.outcome];
  end.click();
  return [deal, seat === undefined ? "0" : `${Number(seat) + 1}${key}`];
}"""
"""Enter one deal of those that can be; which deal, and by which keys; false if no tap is taken."""
STANDS = re.compile(r"[Dd]eal [0-9]+|All deals are entered\.|Every deal is typed, but .*")
"""What the phone’s head says of a sheet, the last of one that is full while some of it waits."""


@dataclass
class BadNetwork:
    """What lies between one browser and the server; it knows what the browser was told."""

    context: BrowserContext
    chance: random.Random
    happened: Counter[str]
    worst: bool = False
    """Answers are lost more often than not."""
    calm: bool = False
    away: bool = False
    held: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    acknowledged: dict[str, tuple[int, str]] = field(default_factory=dict)
    """Id → deal and line that the page was told is stored or received."""
    overtaken: set[int] = field(default_factory=set)
    """Deals of which the page was told that somebody else was first."""

    def meet(self, route: Route) -> None:
        """Decide what becomes of one request."""
        fate = 1.0 if self.calm else self.chance.random()
        name = FAULTS[int(fate / SHARE)] if fate < SHARE * len(FAULTS) else ""
        if self.worst and not name and self.chance.random() < WORST:
            name = "unanswered"
        if self.away:
            route.abort()
            return
        self.happened[name] += 1
        if name == "held":
            request = route.request
            headers = {key: request.headers[key] for key in SENT}
            self.held.append((request.url, request.post_data or "", headers))
        elif name != "lost":
            answer = route.fetch()
            if name == "twice":
                answer = self.chance.choice([answer, route.fetch()])
            if name != "unanswered":
                sent = json.loads(route.request.post_data or "")
                self.note(sent, answer.status, answer.json())
                route.fulfill(response=answer)
                return
        route.abort()

    def note(self, sent: dict[str, Any], status: int, told: dict[str, Any]) -> None:
        self.happened[told.get("status") or told["code"]] += 1
        if status == 409:
            self.overtaken.add(sent["deal"])
        elif status != 403:  # sent with the session from before a link was scanned: not now
            assert status in {200, 201, 202}, told
            self.acknowledged[sent["id"]] = (sent["deal"], sent["line"])

    def let_go(self) -> None:
        """Bring what was held back, out of its order."""
        while self.held and (self.calm or self.chance.random() < LET_GO):
            url, data, headers = self.held.pop(self.chance.randrange(len(self.held)))
            self.context.request.post(url, data=data, headers=headers)

    def go_away(self, *, away: bool) -> None:
        self.happened["away"] += away
        self.away = away
        self.context.set_offline(away)


@dataclass
class Device:
    """One browser at a table, and what its keeper has entered."""

    page: Page
    table: Table
    network: BadNetwork
    entered: list[tuple[int, str]] = field(default_factory=list)
    contested: set[int] = field(default_factory=set)
    """Deals that were entered although something may have stood there."""

    @property
    def shown(self) -> EntryPage | PhonePage:
        raise NotImplementedError

    def nudge(self) -> None:
        """Let it try again now, and not in two seconds."""
        self.network.let_go()
        self.page.evaluate(NUDGE)

    def reload(self) -> None:
        self.network.happened["reloaded"] += 1
        self.page.reload()
        self.loaded()

    def decide(self) -> None:
        """Keep what is stored, wherever two have entered different things."""
        raise NotImplementedError

    def finish(self) -> list[int]:
        """Wait until nothing is unsent or undecided; the balances that the page then shows."""
        if self.network.away:
            self.network.go_away(away=False)
        self.network.calm = True
        self.nudge()
        self.shown.all_sent()
        self.decide()
        self.shown.all_sent()
        self.page.reload()
        self.loaded()
        return self.shown.totals()

    def loaded(self) -> None:
        """Wait until the page shows the sheet, which may be full."""
        self.shown.ready()


class Desk(Device):
    """Types deals by their numbers."""

    @property
    def shown(self) -> EntryPage:
        return EntryPage(self.page, self.table)

    def enter(self, deal: int, line: str) -> None:
        if (deal, line) in self.entered[-1:]:
            return
        if any(deal == other for other, _ in self.entered):
            self.contested.add(deal)
        self.entered.append((deal, line))
        self.shown.mend(f"{deal}:{line}")

    def decide(self) -> None:
        buttons = self.page.locator('[data-act="keep-theirs"]:visible')
        while count := buttons.count():
            buttons.first.click()
            expect(buttons).to_have_count(count - 1, timeout=PATIENCE)


class Phone(Device):
    """Taps deals as they come."""

    closed: bool = False

    @property
    def shown(self) -> PhonePage:
        return PhonePage(self.page, self.table)

    def tap(self, nth: int) -> int | None:
        """Enter the next deal; its number, None where the sheet is full."""
        while (found := self.page.evaluate(TAP, [nth])) is False:  # what stands there just changed
            expect(self.page.locator(".is-resting")).to_have_count(0)
        if found is None:
            return None
        deal, line = found
        self.entered.append((deal, line))
        return int(deal)

    def reload(self) -> None:
        if not self.closed:
            super().reload()

    def loaded(self) -> None:
        expect(self.page.locator("h1")).to_have_text(STANDS, timeout=PATIENCE)

    def close_link(self) -> None:
        """The director closes the link while answers are lost."""
        self.network.happened["closed"] += links.revoke_links(self.table, actor="user:director")
        self.closed = self.network.worst = True

    def scan(self) -> None:
        self.closed = self.network.worst = False
        if self.network.away:
            self.network.go_away(away=False)
        address = links.issue_link(self.table).partition("/e/")[2]
        self.page.goto(f"/e/{address}")
        self.loaded()

    def decide(self) -> None:
        needs = self.page.locator('[data-act="attention"]:visible')
        while needs.count():
            needs.click()
            self.page.locator('[data-act="keep-theirs"]').click()
            self.page.wait_for_function("document.querySelector('[data-conflict]').hidden")


def trouble(device: Device, chance: random.Random) -> None:
    """Let one of those things happen to a browser that happen at tables."""
    network = device.network
    if network.away:
        if chance.random() < 0.5:
            network.go_away(away=False)
    elif chance.random() < AWAY:
        network.go_away(away=True)
    elif chance.random() < RELOAD:
        device.reload()
    if not network.away:
        device.nudge()


def type_some(desk: Desk, chance: random.Random, first: int, last: int) -> int:
    """Let the desk go on from ``last`` towards ``first``, mend something, and meddle; the next."""
    stop = max(first, last - chance.randrange(1, 4))
    for deal in range(last, stop, -1):
        desk.enter(deal, chance.choice(LINES[deal - 1]))
    if stop < DEALS and chance.random() < CORRECT:
        deal = chance.randrange(stop + 1, DEALS + 1)
        desk.enter(deal, chance.choice(LINES[deal - 1]))
    if first and chance.random() < CONTEST:
        desk.contested.add(first)
        desk.enter(first, chance.choice(LINES[first - 1]))
    return stop


def play(desk: Desk, phone: Phone, seed: int) -> None:
    """Let one keeper type a sheet from its end while another taps it from its beginning.

    At every second table the phone's link is closed for some steps.
    """
    chance = random.Random(seed)  # noqa: S311 -- the seed is what fails again
    closing = 2 + chance.randrange(4) if seed % 2 else 0
    last, first, step = DEALS, 0, 0
    while first < last:
        step += 1
        last = type_some(desk, chance, first, last)
        for _ in range(2):
            tapped = phone.tap(chance.randrange(100))
            first = first if phone.closed and tapped is None else tapped or DEALS
        if step == closing:
            phone.close_link()
        elif step == closing + 4 and phone.closed:
            phone.scan()
        for device in (desk, phone):
            trouble(device, chance)
    if phone.closed:
        phone.scan()


def astray(device: Device, kept: Sequence[Kept]) -> Iterator[str]:
    """What became otherwise of what was entered at a device than its page was told.

    In the tray the same of the same deal waits once, by whichever id it came first.
    """
    network, told = device.network, Counter(device.network.acknowledged.values())
    there = Counter(each.id for each in kept)
    waiting = {(each.deal, each.line) for each in kept if each.where == "tray"}
    for id_, said in network.acknowledged.items():
        if there[id_] != 1 and (there[id_] or said not in waiting):
            yield f"deal {said[0]} is there {there[id_]} times: {said[1]}"
    entered = Counter(device.entered)
    for (deal, line), times in (told - entered).items():
        yield f"deal {deal} is there {times} times more than it was entered: {line}"
    for deal, line in entered - told:
        if deal not in network.overtaken | device.contested:
            yield f"deal {deal} was never acknowledged: {line}"


def wrong(
    desk: Desk, phone: Phone, balances: list[list[int]], given: Mapping[str, str]
) -> list[str]:
    """What is lost, doubled or invented, or shown otherwise than it is stored.

    ``given``: ids that a server without protection gave → those that came.
    """
    table = desk.table
    kept = [replace(each, id=given.get(each.id, each.id)) for each in Kept.at(table)]
    known = {**desk.network.acknowledged, **phone.network.acknowledged}
    found = [*astray(desk, kept), *astray(phone, kept)]
    found += [
        f"deal {each.deal} is invented: {each.line} in the {each.where}"
        for each in kept
        if known.get(each.id) != (each.deal, each.line)
    ]
    missing = set(range(1, DEALS + 1)) - {each.deal for each in kept}
    found += [f"deal {deal} is nowhere" for deal in sorted(missing)]
    totals = list(sheet(table).totals)
    return found + [f"shown are {shown}, not {totals}" for shown in balances if shown != totals]
