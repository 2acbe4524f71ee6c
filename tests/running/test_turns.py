"""Whose request gets the next thread of the web server."""

from typing import Any

import pytest
from gunicorn.config import Config

from lhombre_club.web import turns
from lhombre_club.web.arriving import Arriving
from lhombre_club.web.held import Held
from lhombre_club.web.turns import Turns
from lhombre_club.web.worker import Worker
from tests.tournaments.test_every_route import addresses

EVERY = 50
"""Turns between two requests of who asks now and then."""
OTHERS = 30


class Asking(Held):
    """A whole request that waits."""

    def __init__(self, asks, session="", *, is_everybodys=False):
        self.asks, self.device = asks, f"{asks} {session}"
        self.is_everybodys = is_everybodys

    def has_gone(self):
        return False


class ForAll(Asking):
    """One who asks for what is made once for all who read it."""

    asked: Any = object()
    is_plain = True


class OneThread(Worker):
    """A web server that notes to whom it gives its one thread."""

    def __init__(self):
        super().__init__(1, 1, [], None, 30, Config(), None)
        self.given, self.devices = [], []

    def ask(self, *askers, sessions=("",), is_everybodys=False):
        for asks in askers:
            for session in sessions:
                asking = Asking(asks, session, is_everybodys=is_everybodys)
                self.ready.setdefault(asks, {})[asking] = None

    def enqueue_req(self, conn):
        self.given.append(conn.asks)
        self.devices.append(conn.device)

    def serve(self):
        self._hand_out()
        self.at_work.clear()


def all_the_time(_turn):
    return [f"192.0.2.{number}" for number in range(OTHERS)]


def each_time_from_another(turn):
    return [f"2001:db8:{turn}:{number}::" for number in range(2)]


@pytest.mark.parametrize("others", (all_the_time, each_time_from_another))
def test_who_asks_now_and_then_comes_before_those_who_ask_all_the_time(others):
    served, waited, asked = OneThread(), [], 0
    served.ask("now and then")
    served.serve()
    for turn in range(4 * EVERY):
        served.ask(*others(turn))
        if turn % EVERY == EVERY - 1:
            served.ask("now and then")
            asked = len(served.given)
        served.serve()
        if turn >= EVERY and served.given[-1] == "now and then":
            waited.append(len(served.given) - asked)
    assert len(waited) == 3
    assert max(waited) <= 2


@pytest.mark.parametrize(
    ("others", "most"), ((all_the_time, 2), (each_time_from_another, 4 * EVERY))
)
def test_who_is_new_waits_for_those_only_who_are_new_too(others, most):
    served = OneThread()
    for turn in range(2 * EVERY):
        served.ask(*others(turn))
        served.serve()
    served.ask("new")
    served.ask(*others(2 * EVERY))
    for _ in range(most):
        served.serve()
    assert "new" in served.given


ROOM, ELSEWHERE = "192.0.2.1", "192.0.2.2"


def of_no_session(_turn):
    return [""] * OTHERS


def of_sessions_that_he_invents(turn):
    return [f"{turn} {number}" for number in range(OTHERS)]


def first_come(served, asks):
    """The next of an address where nobody looks at its devices."""
    return next(iter(served.ready[asks]))


@pytest.mark.parametrize("otherwise", (None, first_come))
@pytest.mark.parametrize("flood", (of_no_session, of_sessions_that_he_invents))
@pytest.mark.parametrize("beside", ((), (ELSEWHERE,)))
def test_whoever_floods_from_the_rooms_own_address_goes_before_no_phone_there(
    monkeypatch, otherwise, flood, beside
):
    """Behind a proxy the whole room is one address. The twin serves whatever has come first."""
    if otherwise:
        monkeypatch.setattr(OneThread, "_first_of", otherwise)
    served, waited, asked = OneThread(), [], 0
    served.ask(ROOM, sessions=["phone"])
    served.serve()
    for turn in range(4 * EVERY + 5):
        served.ask(ROOM, sessions=flood(turn))
        served.ask(*beside)
        if turn % EVERY == EVERY - 1:
            served.ask(ROOM, sessions=["phone"])
            asked = turn
        served.serve()
        if served.devices[-1] == f"{ROOM} phone":
            waited.append(turn - asked)
    assert len(waited) == (0 if otherwise else 4)
    assert max(waited, default=0) <= 4


@pytest.mark.parametrize("otherwise", (None, lambda self, asks: list(self.ready[asks])))
def test_however_many_ask_for_what_everybody_sees_a_quarter_is_for_who_enters_deals(
    monkeypatch, otherwise
):
    """The twin gives them all threads."""
    if otherwise:
        monkeypatch.setattr(OneThread, "_may_go", otherwise)
    served = OneThread()
    served.cfg.set("threads", 8)
    served.ask(*all_the_time(0), is_everybodys=True)
    served._hand_out()
    assert len(served.given) == (8 if otherwise else 6)
    served.ask(ROOM)
    served._hand_out()
    assert (served.given[-1] == ROOM) == (not otherwise)


@pytest.mark.parametrize("otherwise", (None, lambda self, asks: list(self.ready[asks])))
def test_one_address_has_one_thread_for_what_everybody_sees(monkeypatch, otherwise):
    """The twin gives it half of all, beside which a page of a director has a fifth of Python."""
    if otherwise:
        monkeypatch.setattr(OneThread, "_may_go", otherwise)
    served = OneThread()
    served.cfg.set("threads", 8)
    for _ in range(8):
        served.ask("192.0.2.1", is_everybodys=True)
    served._hand_out()
    assert len(served.given) == (4 if otherwise else 1)
    served.ask("192.0.2.1", "192.0.2.1")
    served.ask("192.0.2.2", is_everybodys=True)
    served._hand_out()
    assert sorted(served.given) == ["192.0.2.1"] * (4 if otherwise else 3) + ["192.0.2.2"]


def is_everybodys(target):
    coming = Arriving()
    coming.take(f"GET {target} HTTP/1.1\r\nHost: club\r\n\r\n".encode())
    return coming.is_everybodys


def test_what_everybody_sees_or_strangers_try_is_told_from_the_rest_by_its_beginning():
    beginnings = {route.partition("/")[0] for route in addresses()}
    assert {each for each in beginnings if is_everybodys(f"/{each}/x/")} == {
        "", ".well-known", "health", "language", "login", "logout", "robots.txt", "s", "trust",
        "welcome",
    }  # fmt: skip
    for otherwise in ("/%73/x/", "//s/x/", "http://club/api/", "/login/?/api/", "/e"):
        assert is_everybodys(otherwise)


def test_it_is_not_remembered_of_everybody(monkeypatch):
    monkeypatch.setattr(turns, "REMEMBERED", 3)
    had = Turns()
    for number in range(9):
        had.note(f"192.0.2.{number}")
    assert [had.had(f"192.0.2.{number}") for number in range(9)] == [0] * 6 + [1] * 3


def test_of_those_for_whom_something_is_made_anew_one_goes_before_others(monkeypatch):
    """Everybody who reads it waits for the one; each that did so would take what deals need."""
    served, asks = OneThread(), [ForAll("192.0.2.1", is_everybodys=True) for _ in range(3)]
    monkeypatch.setattr(served.front, "answer", lambda _asked, is_plain: None)
    served.front.lets_in, served.alive = True, True
    first, second, third = asks
    assert not any(served._is_answered(each) for each in (first, second))
    assert [each.is_everybodys for each in asks] == [False, True, True]
    served._go_on(second)
    served._is_answered(third)
    assert third.is_everybodys
    served._go_on(first)
    served._is_answered(third)
    assert not third.is_everybodys
