"""Who has to go where one house, or everybody together, has too many connections."""

from types import SimpleNamespace
from typing import Any

import pytest
from gunicorn.config import Config

from lhombre_club.visitors import visitor
from lhombre_club.web.arriving import LONGEST_HEAD, Arriving
from lhombre_club.web.held import Held
from lhombre_club.web.often import Often
from lhombre_club.web.worker import Worker
from tests.running.served import Served, read_to_end

HOUSE = "192.0.2.1"


class Waiting(Held):
    """A connection that waits, whole or not."""

    is_whole = is_known = False

    def __init__(self, device="", *, since, is_whole=True, is_known=False):
        self.asks, self.device, self.since = HOUSE, f"{HOUSE} {device}".strip(), since
        self.is_whole, self.is_known = is_whole, is_known


class Full(Worker):
    """A web server that notes whom it gives up."""

    def __init__(self):
        super().__init__(1, 1, [], None, 30, Config(), None)
        self.gone = []

    def _close(self, conn):
        self.gone.append(conn)
        self.waiting.discard(conn)

    def give_up(self, number):
        for _ in range(number):
            self._give_up_one(self.waiting)


INVENTED = 30


def first_of_the_devices(self, conn):
    """As it was: by whatever each says that it is."""
    return conn.device


@pytest.mark.parametrize("otherwise", (None, first_of_the_devices))
@pytest.mark.parametrize("is_known", (True, False))
def test_who_is_no_invention_stays_before_ever_new_sessions(monkeypatch, otherwise, is_known):
    """He is the first that came. The twin believes that each of them is a device."""
    if otherwise:
        monkeypatch.setattr(Full, "_device", otherwise)
        monkeypatch.setattr(Full, "_keeps_place", lambda _self, conn: conn.since)
    full = Full()
    phone = Waiting("phone", since=0, is_known=is_known)
    if not is_known:
        full.turns_of_devices.note(phone.device)
    full.waiting = {phone, *(Waiting(f"{number}", since=number + 1) for number in range(INVENTED))}
    full.give_up(INVENTED - 1)
    assert (phone in full.gone) == bool(otherwise)


def test_of_as_many_goes_what_is_not_whole_and_then_who_had_a_turn_just_now():
    full = Full()
    names = ("long ago", "now", "half")
    for name in ("half", "long ago", "now"):
        full.turns_of_devices.note(f"{HOUSE} {name}")
    waiting = [Waiting(name, since=at, is_whole=name != "half") for at, name in enumerate(names)]
    full.waiting = set(waiting)
    full.give_up(3)
    assert [each.device.split(" ", 1)[1] for each in full.gone] == ["half", "now", "long ago"]


@pytest.mark.parametrize(
    ("most", "proxies"), ((3, "192.0.2.9"), (100, "192.0.2.9"), (3, "127.0.0.1"))
)
def test_one_house_has_so_many_new_connections_a_second(tmp_path, most, proxies):
    """They are closed before anything of them is read, unless they are a proxy's."""
    few = f"worker.MOST_NEW, worker.NEW_SECONDS = {most}, 1000"
    with Served(tmp_path, settings=few, TRUSTED_PROXIES=proxies) as served:
        asked = b"GET /page/ HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n"
        answers = [b"200 OK" in read_to_end(served.connect(asked)) for _ in range(6)]
    is_one_of_few = most == 3 and proxies != "127.0.0.1"
    assert answers == ([True, True] + [False] * 4 if is_one_of_few else [True] * 6)


def test_a_house_has_a_new_start_after_its_time():
    often = Often()
    assert [often.is_too_often(HOUSE, 1, 1000) for _ in range(3)] == [False, True, True]
    often._until = 0
    assert not often.is_too_often(HOUSE, 1, 1000)


HEAD = b"GET / HTTP/1.1\r\nHost: club\r\n%b\r\n\r\n"


@pytest.mark.parametrize("more", (-1, 0, 1, 60_000))
def test_a_longer_head_than_browsers_need_has_no_end(more):
    line = b"X: " + b"x" * (LONGEST_HEAD - len(HEAD % b"X: ") + more)
    coming = Arriving()
    coming.take(HEAD % line)
    assert coming.is_last == (more > 0)
    assert coming.is_whole
    assert coming.size <= LONGEST_HEAD


@pytest.mark.parametrize("is_heard", (True, False))
def test_only_of_a_proxy_of_ours_is_it_read_for_whom_it_asks(is_heard):
    coming = Arriving(is_heard=is_heard)
    coming.take(HEAD % b"X-Forwarded-For: 192.0.2.7, 192.0.2.8")
    assert coming.forwarded.strip() == ("192.0.2.7, 192.0.2.8" if is_heard else "")


def test_of_what_is_no_proxys_nothing_is_taken_apart(settings):
    settings.TRUSTED_PROXIES = ()
    said: Any = SimpleNamespace()  # which has no parts
    assert visitor(HOUSE, said) == HOUSE
