"""Typing a sheet in Chromium: ``python -m tests.bench.bench_entry``.

For each rule set one sheet of forty deals, of the mix of a tournament (ecosystem.md 3.5), is typed
at the desk and tapped into a phone, against a live server on this machine. Told are keys and taps,
and two times, as the page's own clock has them:

* **key to visible**, the median: from a key to the picture after it;
* **saved**, the 95th of a hundred: from the last key of a deal until the server has acknowledged
  it, which it does when the deal is stored. Each deal is typed when the one before is saved.

The mix calls the first contract of a rule set the commonest. In Høm's rules that is a tourné, whose
cards are entered too, so that its sheet takes the most keys that there can be.

The database is that of the settings: SQLite in memory, unless DATABASE_URL names another. Named
rule sets are tried alone: ``python -m tests.bench.bench_entry dlu hoem``.
"""

import os
import statistics
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from shutil import which
from typing import Any

from django.test import override_settings
from playwright.sync_api import Browser, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

import tests.bench.database as bench
from rules import RULESETS, RuleSet, dealt_in
from tests import make
from tests.browser.conftest import NAMES, QUIET, log_in
from tests.browser.entry import EntryPage
from tests.browser.mixes import Told, deals
from tests.browser.phone import PhonePage
from tournaments.models import Table
from tournaments.typed.grammar import print_keys

DEALS, PLAYERS = 40, 4
MIX, SEED = "tournament", 7
BETWEEN = 20
"""Milliseconds until it is asked again whether a deal is saved."""
LAID_AND_TURNED = {"laid": ["SA"], "turned": ["C5"]}
TAPPED_CARDS = (("Cards laid", "se"), ("Cards turned", "k"), ("Rank", "5"))
WATCH = """
window.bench = { visible: [], saved: [] };
let last = 0;
addEventListener("keydown", ({ timeStamp }) => {
  last = timeStamp;
  requestAnimationFrame(() => setTimeout(() => bench.visible.push(performance.now() - timeStamp)));
}, true);
const ask = window.fetch;
window.fetch = async (...asked) => {
  const from = last;
  const answer = await ask(...asked);
  if (String(asked[0]).includes("/results/")) bench.saved.push(performance.now() - from);
  return answer;
};
"""
"""Times of the page, in milliseconds."""


@dataclass(frozen=True)
class Measured:
    """One sheet."""

    keys: int
    taps: int
    visible: float
    saved: float


def sheet(ruleset: RuleSet) -> list[Told]:
    """The deals as they are told; a kodille that is paid by the trick is a bet instead."""
    told = deals(ruleset, MIX, DEALS, SEED)
    return [
        Told(deal.seat, deal.game, "bet" if by_the_trick(ruleset, deal) else deal.outcome)
        for deal in told
    ]


def by_the_trick(ruleset: RuleSet, deal: Told) -> bool:
    terms = ruleset.terms(deal.game)
    return deal.outcome == "kodille" and terms is not None and terms.kodille_per_trick


def by_cards(ruleset: RuleSet, deal: Told) -> bool:
    terms = ruleset.terms(deal.game)
    return terms is not None and bool(terms.by_cards)


def keys(ruleset: RuleSet, number: int, deal: Told) -> str:
    """The keys of a deal, where the first seat deals the first."""
    dealer = (number - 1) % PLAYERS
    record: dict[str, Any] = {"dealer": dealer, "passed": True}
    if deal.game:
        seat = dealt_in(PLAYERS, dealer)[deal.seat]
        record = {"dealer": dealer, "declarer": seat, "contract": deal.game}
        record["outcome"] = deal.outcome
    if by_cards(ruleset, deal):
        record["tourne"] = LAID_AND_TURNED
    word = print_keys(record, ruleset=ruleset, players=PLAYERS, pairs=False)
    if not word:
        raise ValueError(record)
    return word


def typed(page: Page, table: Table, ruleset: RuleSet) -> tuple[int, float, float]:
    """Type the sheet at the desk; return the keys, key to visible, and saved."""
    desk = EntryPage(page, table).open()
    pressed = 0
    for number, deal in enumerate(sheet(ruleset), start=1):
        word = keys(ruleset, number, deal)
        pressed += len(word)
        desk.type(word)
        while page.evaluate("bench.saved.length") < number:
            page.wait_for_timeout(BETWEEN)
    expect(page.locator("[data-done]")).to_be_visible()
    times = page.evaluate("bench")
    return pressed, statistics.median(times["visible"]), percentile(times["saved"], 95)


def tapped(page: Page, table: Table, ruleset: RuleSet) -> int:
    """Tap the sheet into a phone; return the taps."""
    phone = PhonePage(page, table).open()
    for number, deal in enumerate(sheet(ruleset), start=1):
        if not by_cards(ruleset, deal):
            phone.enter(number, deal.seat, deal.game, deal.outcome)
            continue
        phone.choose(deal.game)
        for title, chip in TAPPED_CARDS:
            group = page.get_by_role("group", name=title)
            phone.tap(group.locator(f'[data-keys="{chip}"]'))
        phone.end(dealt_in(PLAYERS, (number - 1) % PLAYERS)[deal.seat], deal.outcome)
        phone.wait()
    phone.all_sent()
    return phone.taps


def percentile(times: list[float], of_hundred: int) -> float:
    return statistics.quantiles(times, n=100, method="inclusive")[of_hundred - 1]


def measured(browser: Browser, address: str, ruleset: RuleSet) -> Measured:
    """Type and tap a sheet of a club that plays by ``ruleset``."""
    club = make.make_club(f"Klub {ruleset.id}")
    director = make.make_director(club, ruleset.id)
    event = make.make_released_event(club, tables=2, deals=DEALS, ruleset=ruleset.id)
    one, other = Table.objects.filter(round__event=event)
    context = browser.new_context(base_url=address, locale="en-GB")
    context.add_init_script(WATCH)
    log_in(context, director, address)
    page = context.new_page()
    pressed, visible, saved = typed(page, one, ruleset)
    taps = tapped(page, other, ruleset)
    context.close()
    return Measured(pressed, taps, visible, saved)


@contextmanager
def live() -> Iterator[str]:
    """A server for as long as it takes."""
    with bench.scratch_database(), override_settings(ALLOWED_HOSTS=["localhost"]):
        server = LiveServer("localhost")
        try:
            yield server.url
        finally:
            server.stop()


def main() -> None:
    """Print a line for each rule set."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # the browser's loop runs in this thread
    chromium = os.environ.get("CHROMIUM") or next(filter(None, map(which, NAMES)), None)
    head = ("rule set", "keys a deal", "keys a sheet", "taps a deal", "visible ms", "saved ms")
    sys.stdout.write("".join(f"{title:>13}" for title in head) + "\n")
    with live() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(QUIET))
        for name in sys.argv[1:] or RULESETS:
            found = measured(browser, address, RULESETS[name])
            told = (
                name, f"{found.keys / DEALS:.2f}", f"{found.keys}", f"{found.taps / DEALS:.2f}",
                f"{found.visible:.0f}", f"{found.saved:.0f}",
            )  # fmt: skip
            sys.stdout.write("".join(f"{each:>13}" for each in told) + "\n")
            sys.stdout.flush()
        browser.close()


if __name__ == "__main__":
    main()
