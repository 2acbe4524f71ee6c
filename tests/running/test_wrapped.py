"""TLS is given one record at a time, and few that bring no data."""

import contextlib
import socket
import ssl

import pytest

from lhombre_club.web import authority, wrapped
from lhombre_club.web.held import LATER
from lhombre_club.web.wrapped import WITHOUT_DATA, Wrapped
from tests.running.served import BIG, Served, read_to_end

ANSWERED = b"GET /page/ HTTP/1.1\r\nHost: club\r\n"


class Client:
    """A client of TLS whose records are sent by hand."""

    def __init__(self, over, version):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.minimum_version = context.maximum_version = version
        self.over, self.come, self.goes = over, ssl.MemoryBIO(), ssl.MemoryBIO()
        self.tls = context.wrap_bio(self.come, self.goes)

    def greet(self, other=lambda: None):
        while True:
            try:
                return self.tls.do_handshake()
            except ssl.SSLWantReadError:
                self.over.sendall(self.goes.read())
                other()
                self.come.write(self.over.recv(65536))

    def records(self, data):
        """What would be sent for this data."""
        self.tls.write(data)
        return self.goes.read()

    def heard(self):
        """What comes until the other side closes."""
        self.come.write(read_to_end(self.over))
        parts = []
        with contextlib.suppress(ssl.SSLError):
            while data := self.tls.read(65536):
                parts.append(data)
        return b"".join(parts)


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site") / authority.FOLDER
    return authority.certificate(folder, ["127.0.0.1"], ["localhost"])


VERSIONS = pytest.mark.parametrize("version", (ssl.TLSVersion.TLSv1_2, ssl.TLSVersion.TLSv1_3))


@pytest.fixture
def greeted(site, version):
    """Both sides of a connection after the greeting, ours first."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(site)
    ours, theirs = socket.socketpair()
    ours.settimeout(0)
    server, client = Wrapped(ours, context), Client(theirs, version)

    def other():
        with contextlib.suppress(*LATER):
            server.recv(65536)

    client.greet(other)
    theirs.sendall(client.goes.read())
    other()
    yield server, client
    ours.close()
    theirs.close()


@VERSIONS
def test_a_look_reads_one_record_and_the_next_is_waited_for_by_no_event(greeted):
    server, client = greeted
    client.over.sendall(client.records(b"a") + client.records(b"b") + client.records(b"c")[:7])
    assert server.recv(65536) == b"a"
    assert server.wants_turn
    assert server.recv(65536) == b"b"
    assert not server.wants_turn
    with pytest.raises(LATER):
        server.recv(65536)


@VERSIONS
def test_what_the_socket_does_not_take_is_kept_and_goes_in_order(greeted):
    server, client = greeted
    said, taken = bytes(range(256)) * 4_000, 0
    with contextlib.suppress(BlockingIOError):
        while taken < len(said):
            taken += server.send(said[taken:])
    assert 0 < taken < len(said)
    assert server.wants_turn
    heard = b""
    while len(heard) < len(said):
        client.come.write(client.over.recv(65536))
        with contextlib.suppress(ssl.SSLWantReadError):
            while True:
                heard += client.tls.read(65536)
        if server.push() and taken < len(said):
            taken += server.send(said[taken:])
    assert heard == said
    assert server.push()
    assert not server.wants_turn


@pytest.mark.strict
@pytest.mark.parametrize("version", (ssl.TLSVersion.TLSv1_3,))
@pytest.mark.parametrize("most", (WITHOUT_DATA, 1_000_000))
def test_records_without_data_are_few(greeted, monkeypatch, most):
    """Each is empty, as new keys are; the twin takes as many as come."""
    monkeypatch.setattr(wrapped, "WITHOUT_DATA", most)
    server, client = greeted
    server._tls = Empty()
    client.over.sendall(client.records(b"x") * (WITHOUT_DATA + 1))
    refused = OSError if most == WITHOUT_DATA else ssl.SSLWantReadError
    with pytest.raises(refused) as told:
        server.recv(65536)
    assert (told.type is ConnectionAbortedError) == (most == WITHOUT_DATA)


class Empty:
    """TLS whose records bring no data."""

    def read(self, _size):
        raise ssl.SSLWantReadError


GREETING_BEGINS = b"\x16\x03\x01\x00\x01\x01"
"""A record with one byte of a greeting, which says how long it is by three more."""


@pytest.mark.strict
@pytest.mark.parametrize("most", (WITHOUT_DATA, 1_000_000))
def test_a_greeting_in_ever_more_pieces_is_given_up(tmp_path, site, most):
    """The twin waits for the rest of it."""
    settings = f"from lhombre_club.web import wrapped\nwrapped.WITHOUT_DATA = {most}"
    with Served(tmp_path, settings=settings, words=("--certfile", str(site))) as served:
        there = served.connect(GREETING_BEGINS + b"\x16\x03\x01\x00\x01\x00" * 2)
        with contextlib.suppress(OSError):
            there.sendall(b"\x16\x03\x01\x00\x01\x7f" + b"\x16\x03\x01\x00\x01\x00" * 60)
        there.settimeout(2 if most > WITHOUT_DATA else 60)
        try:
            closed = not read_to_end(there)
        except TimeoutError:
            closed = False
        assert closed == (most == WITHOUT_DATA)


@pytest.mark.strict
@VERSIONS
def test_a_request_in_many_records_that_came_at_once_is_whole(tmp_path, site, version):
    """More of them than one look takes, and no event tells that they are here."""
    with Served(tmp_path, words=("--certfile", str(site))) as served:
        client = Client(served.connect(), version)
        client.greet()
        request = ANSWERED + b"Connection: close\r\n\r\n"
        records = b"".join(client.records(request[at : at + 1]) for at in range(len(request)))
        client.over.sendall(client.goes.read() + records)
        assert b"https /page/ 0" in client.heard()


@VERSIONS
def test_a_big_answer_goes_whole_over_tls_to_who_reads_slowly(tmp_path, site, version):
    with Served(tmp_path, words=("--certfile", str(site))) as served:
        client = Client(served.connect(hold=4096), version)
        client.greet()
        asked = b"GET /big/ HTTP/1.1\r\nHost: club\r\nConnection: close\r\n\r\n"
        client.over.sendall(client.records(asked))
        assert client.heard().endswith(b"\r\n\r\n" + b"x" * BIG)
