"""Two browsers at each table, over a bad network: nothing is lost, doubled or invented."""

import random
from collections import Counter
from collections.abc import Mapping

import pytest

from tests import make
from tests.browser.conftest import MakeContext
from tests.browser.robots import RESULTS, BadNetwork, Desk, Phone, play, wrong
from tests.faults.robots import renaming
from tests.sizes import BROWSER_LOTS
from tournaments.api import results
from tournaments.book.proving.ledger_check import check_event
from tournaments.models import Table

pytestmark = [pytest.mark.browser, pytest.mark.fault]
LOT = 5
"""Sessions of the same two browsers."""
HAPPENS = ("lost", "held", "unanswered", "twice", "away", "reloaded", "replayed", "in_tray")


@pytest.fixture
def sessions(club, director, new_context: MakeContext, live_server):
    """Play sheets of forty deals from their seeds; what is wrong, and what has happened."""

    def sessions(
        seeds: range, given: Mapping[str, str] | None = None
    ) -> tuple[list[str], Counter[str]]:
        event = make.make_released_event(club, tables=len(seeds))
        tables = Table.objects.filter(round__event=event).order_by("number")
        contexts = (new_context(director), new_context())
        pages = [context.new_page() for context in contexts]
        found: list[str] = []
        happened: Counter[str] = Counter()
        for seed, table in zip(seeds, tables, strict=True):
            chance = random.Random(f"network {seed}")  # noqa: S311 -- the seed is what fails again
            networks = [BadNetwork(context, chance, happened) for context in contexts]
            for context, network in zip(contexts, networks, strict=True):
                context.unroute_all()
                context.route(RESULTS, network.meet)
            desk = Desk(pages[0], table, networks[0])
            phone = Phone(pages[1], table, networks[1])
            desk.shown.open()
            phone.scan()
            play(desk, phone, seed)
            # What the phone sends last the desk sees by loading its page once more.
            balances = [device.finish() for device in (desk, phone, desk)][1:]
            amiss = wrong(desk, phone, balances, given or {})
            found += [f"session {seed}: {each}" for each in amiss]
        return found + check_event(event), happened

    return sessions


@pytest.mark.nightly
@pytest.mark.parametrize("lot", range(BROWSER_LOTS))
def test_every_deal_that_a_page_was_told_is_stored_is_there_once(sessions, lot):
    found, happened = sessions(range(LOT * lot, LOT * (lot + 1)))
    assert found == []
    assert all(happened[name] for name in HAPPENS), happened


@pytest.mark.nightly
def test_without_the_check_of_ids_the_director_gets_deals_twice(sessions, monkeypatch):
    """The twin: the server gives every entry an id of its own.

    Not in every session is an answer lost on the way after the deal was stored, so that it goes on
    until one was.
    """
    given: dict[str, str] = {}
    monkeypatch.setattr(results, "_entry", renaming(given))
    lots = (sessions(range(first, first + 2), given)[0] for first in range(1, 41, 2))
    assert any("is there 2 times" in each for found in lots for each in found)


@pytest.mark.nightly
@pytest.mark.parametrize("lot", range(20))
def test_two_hundred_sessions(sessions, lot):
    found, _ = sessions(range(1000 + 10 * lot, 1010 + 10 * lot))
    assert found == []
