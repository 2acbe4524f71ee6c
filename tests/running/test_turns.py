"""Whose request gets the next thread of the web server."""

import pytest
from gunicorn.config import Config

from lhombre_club.web import worker
from lhombre_club.web.held import Held
from lhombre_club.web.worker import Worker

EVERY = 50
"""Turns between two requests of who asks now and then."""
OTHERS = 30


class Asking(Held):
    """A whole request that waits."""

    def __init__(self, asks):
        self.asks = asks

    def has_gone(self):
        return False


class OneThread(Worker):
    """A web server that notes to whom it gives its one thread."""

    def __init__(self):
        super().__init__(1, 1, [], None, 30, Config(), None)
        self.given = []

    def ask(self, *askers):
        for asks in askers:
            self.ready.setdefault(asks, {})[Asking(asks)] = None

    def enqueue_req(self, conn):
        self.given.append(conn.asks)

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


def test_it_is_not_remembered_of_everybody(monkeypatch):
    monkeypatch.setattr(worker, "REMEMBERED", 3)
    served = OneThread()
    for number in range(9):
        served.ask(f"192.0.2.{number}")
        served.serve()
    assert list(served.turns) == ["192.0.2.6", "192.0.2.7", "192.0.2.8"]
