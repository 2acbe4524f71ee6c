"""How often one house is greeted by TLS."""

import contextlib

import pytest

from lhombre_club.web import authority
from tests.running.served import Served

LIMIT = "from lhombre_club.web import greetings\ngreetings.MOST, greetings.SECONDS = "


@pytest.mark.parametrize(
    ("limit", "proxies", "answers"),
    (
        ("2, 1000", "192.0.2.1", 2),
        ("1000, 1000", "192.0.2.1", 4),
        ("2, 0", "192.0.2.1", 4),
        ("2, 1000", "127.0.0.1", 4),
    ),
)
def test_one_house_is_greeted_so_often_unless_it_is_a_proxys(tmp_path, limit, proxies, answers):
    """The twins greet more, or count for no time; what comes in plain is not counted."""
    site = authority.certificate(tmp_path / authority.FOLDER, ["127.0.0.1"], ["localhost"])
    words = ["--certfile", str(site)]
    with Served(tmp_path, settings=LIMIT + limit, words=words, TRUSTED_PROXIES=proxies) as served:
        greeted = 0
        for _ in range(4):
            with contextlib.suppress(OSError):
                greeted += bool(served.secure())
        assert greeted == answers
        assert served.page("/plain/") == b"http /plain/ 0"
