"""Where a request ends in what a client sends, however it is cut."""

import http.cookies
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lhombre_club import known
from lhombre_club.web import arriving
from lhombre_club.web.arriving import Arriving

REQUESTS = {
    b"GET / HTTP/1.1\r\n\r\n": False,
    b"POST / HTTP/1.1\r\nContent-Length: 5\r\nHost: x\r\n\r\n\r\n\r\nx": False,
    b"POST / HTTP/1.1\r\nHOST: x\r\ncontent-LENGTH:7\r\n\r\nabcdefg": False,
    b"GET /?content-length:9 HTTP/1.1\r\nX-Content-Length: 4\r\n\r\n": False,
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n": True,
    b"POST / HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % (arriving.LONGEST_BODY + 1): True,
}


@given(st.sampled_from(list(REQUESTS)), st.lists(st.integers(0, 100), max_size=9), st.binary())
def test_a_request_ends_at_the_same_byte_however_it_is_cut(request, cuts, after):
    stream = request + after
    arrived, left, places = Arriving(), b"", [0, *sorted(cuts), len(stream)]
    for begin, end in pairwise(places):
        piece = stream[begin:end]
        left += piece if arrived.is_whole else arrived.take(piece)
    assert arrived.is_whole
    assert arrived.is_last is REQUESTS[request]
    assert arrived.read(1000) == request
    assert left == after
    assert arrived.close()


def arrived_with(cookie):
    arrived = Arriving()
    arrived.take(b"GET / HTTP/1.1\r\nCookie: a=1; %b\r\nCookie: b=2\r\n\r\n" % cookie)
    return arrived.known


def test_a_device_is_known_by_its_cookie_alone(monkeypatch):
    """What it says is not taken apart by Python's own reader, which for quotes takes long."""
    monkeypatch.setattr(http.cookies, "_unquote", pytest.fail)
    device = f"{known.cookie()}=".encode()
    sealed = known.sealed({"device": "d1", "names": []}).encode()
    assert arrived_with(device + sealed) == "d1"
    for other in (b"x" + device + sealed, device + sealed + b"x", device + b'"' + sealed + b'"'):
        assert not arrived_with(other)
