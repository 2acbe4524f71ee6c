"""Who is slow, silent or gone takes no thread of the web server, and has his time only."""

import contextlib
import errno
import http.client
import re
import signal
import socket
import struct
import subprocess
import time
from types import SimpleNamespace
from typing import Any

import pytest

from lhombre_club.web.arriving import Arriving
from lhombre_club.web.held import Held
from tests.running.served import BIG, DEVICE, GUNICORNS, OURS, PATIENCE, Served, read_to_end
from tests.sizes import some

BOTH = pytest.mark.parametrize("worker", (OURS, GUNICORNS))
HALF_HEAD = b"GET / HTTP/1.1\r\nHost: club"
HALF_BODY = b"POST / HTTP/1.1\r\nHost: club\r\nContent-Length: 1000\r\n\r\nhalf"
A_BIG_ONE = b"GET /big/ HTTP/1.1\r\nHost: club\r\n\r\n"
OF = b"POST / HTTP/1.1\r\nHost: club\r\nCookie: a=b; %b\r\nContent-Length: %%d\r\n\r\n"
LOGGED_IN = OF % f"device={DEVICE}".encode()
FORGED = (b"a=b", b"sessionid=c", f"device={DEVICE[:-1]}_".encode(), b"device=\xff")
WHILE_NOBODY_ANSWERS = 3  # seconds; the twin would never


@BOTH
@pytest.mark.parametrize("sent", some((HALF_HEAD, HALF_BODY, A_BIG_ONE)))
def test_clients_that_fall_silent_stop_nobody(tmp_path, worker, sent):
    """They send a half, or fetch no answer; the twin has gunicorn's own worker."""
    with Served(tmp_path, worker) as served:
        for _ in range(4):
            served.connect(sent, hold=4096)
        time.sleep(0.3)  # that the twin has taken them
        if worker == OURS:
            assert served.page("/page/") == b"http /page/ 0"
        else:
            assert served.page("/page/", patience=WHILE_NOBODY_ANSWERS) is None


@pytest.mark.strict
@pytest.mark.parametrize("seconds", (1, 1000))
def test_who_sends_a_little_now_and_then_has_no_more_time_than_others(tmp_path, seconds):
    """The twin has all the time in the world."""
    times = f"held.HEAD_SECONDS = held.BODY_SECONDS = held.LINGER_SECONDS = {seconds}"
    with Served(tmp_path, settings=times) as served:
        slow = [served.connect(HALF_HEAD), served.connect(HALF_BODY)]
        closed: set[int] = set()
        deadline = time.monotonic() + (PATIENCE if seconds == 1 else WHILE_NOBODY_ANSWERS)
        while len(closed) < len(slow) and time.monotonic() < deadline:
            for number, each in enumerate(slow):
                try:
                    each.sendall(b"x")
                except OSError:
                    closed.add(number)
            time.sleep(0.05)
        assert len(closed) == (2 if seconds == 1 else 0)


@pytest.mark.strict
@pytest.mark.parametrize("proxies", ("192.0.2.1", "127.0.0.1"))
def test_one_address_has_a_few_connections_unless_it_is_a_proxys(tmp_path, proxies):
    few = "worker.OF_ONE_ADDRESS = 3"
    with Served(tmp_path, settings=few, TRUSTED_PROXIES=proxies) as served:
        silent = [served.connect(HALF_HEAD) for _ in range(3)]
        assert served.page() == b"http / 0"
        for each in silent:
            each.sendall(b"\r\n\r\n")
        answers = [b"200 OK" in served_once(each) for each in silent]
        assert answers == [proxies == "127.0.0.1", True, True]


OF_THE_PROXY = "held.Held.asks = property(lambda self: self.house, lambda self, asks: None)"


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", ("", OF_THE_PROXY))
def test_behind_a_proxy_whoever_has_the_most_makes_room_and_nobody_else(tmp_path, otherwise):
    """The twin closes the oldest that came by the proxy, whoever sends it."""
    half = HALF_BODY.replace(b"Host: club", b"Host: club\r\nX-Forwarded-For: 192.0.2.%d")
    few = ("--worker-connections", "6")
    with Served(tmp_path, settings=otherwise, words=few) as served:
        slow = served.connect(half % 1)
        for _ in range(8):
            served.connect(half % 2)
        served.page(patience=0.5)  # all who came before have been taken
        with contextlib.suppress(OSError):
            slow.sendall(b"x" * (1000 - len(b"half")))
        assert (b"200 OK" in served_once(slow)) == (not otherwise)


ALL_OF_ONE = "worker.Worker._whose_turn = lambda self: next(iter(self.ready), None)"


def asking(served, number, path, asks="192.0.2.1"):
    """So many whole requests, which the proxy hands on for one visitor."""
    sent = f"GET {path} HTTP/1.1\r\nHost: club\r\nX-Forwarded-For: {asks}\r\n\r\n".encode()
    return [served.connect(sent) for _ in range(number)]


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", ("", ALL_OF_ONE))
def test_who_asks_for_much_at_once_leaves_threads_for_others(tmp_path, otherwise):
    """The twin gives the threads whatever has come first."""
    with Served(tmp_path, settings=otherwise) as served:
        asking(served, 40, "/slow/")
        served.until((tmp_path / "begun").exists)
        patience = WHILE_NOBODY_ANSWERS if otherwise else PATIENCE
        assert served.page(patience=patience) == (None if otherwise else b"http / 0")


KEY = "0123456789abcdefghijklmnopqrstuv"


@pytest.mark.parametrize(
    ("cookie", "device"),
    (
        (f"sessionid={KEY}", KEY),
        (f"csrftoken=b; sessionid={KEY};device=c", KEY),
        (f"csrftoken={KEY.upper()}", KEY.upper()),
        (f"csrftoken={KEY.upper()}; sessionid={KEY}", KEY),
        (f"sessionid={KEY}w", ""),
        (f"othersessionid={KEY}", ""),
        (f"{'a;' * 30_000} sessionid={KEY}", ""),  # which gunicorn refuses
        ("", ""),
    ),
)
def test_devices_of_a_room_are_told_apart_by_the_session_or_the_form_that_they_name(cookie, device):
    coming = Arriving()
    coming.take(f"GET / HTTP/1.1\r\nHost: club\r\nCookie: {cookie}\r\n\r\n".encode())
    assert (coming.device, coming.is_whole) == (device, True)


@pytest.mark.strict
@pytest.mark.parametrize("most", (3, 64))
def test_what_waits_for_a_thread_counts_among_the_connections_of_an_address(tmp_path, most):
    few = f"worker.OF_ONE_ADDRESS = {most}"
    with Served(tmp_path, settings=few, TRUSTED_PROXIES="192.0.2.9") as served:
        at_work, *waiting = asking(served, 6, "/slow/")
        served.until((tmp_path / "begun").exists)
        served.page(patience=0.5)  # all who came before have been taken, and it has its turn or not
        (tmp_path / "go").touch()
        assert b"200 OK" in served_once(at_work)
        answered = [b"200 OK" in served_once(each) for each in waiting]
        assert answered[-1]
        assert all(answered) == (most == 64)


@pytest.mark.strict
@pytest.mark.parametrize("breaks_off", (True, False))
@pytest.mark.parametrize("otherwise", ("", "held.Held.has_gone = lambda self: False"))
def test_who_has_gone_takes_no_thread(tmp_path, otherwise, breaks_off):
    """The twin answers them all the same."""
    with Served(tmp_path, settings=otherwise) as served:
        asking(served, 1, "/slow/")
        served.until((tmp_path / "begun").exists)
        for each in asking(served, 20, "/slow/"):
            if breaks_off:
                each.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            each.close()
        (last,) = asking(served, 1, "/page/")
        (tmp_path / "begun").unlink()
        (tmp_path / "go").touch()
        assert served_whole(last) == b"http /page/ 0"  # those before it have had their turn
        assert (tmp_path / "begun").exists() == bool(otherwise)


FULL = """
import resource
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
held.CHUNK = 1_000
"""
"""What comes in larger pieces leaves the file nothing to fail with when it is closed."""
FAILS_AT_CLOSING = "held.forget = arriving.forget = lambda file: file.close()"


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", ("", FAILS_AT_CLOSING))
def test_who_sends_what_the_disk_cannot_hold_ends_nobody_else(tmp_path, otherwise):
    """The twin takes the whole process with it."""
    with Served(tmp_path, settings=FULL + otherwise) as served:
        other, long = served.connect(HALF_HEAD), served.connect(LOGGED_IN % 2_000_000)
        with contextlib.suppress(OSError):
            for _ in range(400):
                long.sendall(b"x" * 1_000)
                time.sleep(0.002)  # as a network has it: they come piece by piece
        assert read_to_end(long) == b""
        with contextlib.suppress(OSError):
            other.sendall(b"\r\n\r\n")
        assert (b"200 OK" in served_once(other)) == (not otherwise)


def test_a_body_whose_last_bytes_do_not_fit_is_forgotten(monkeypatch):
    """The file says so once more when it is asked whether all of it was read."""

    def full(_size):
        raise OSError(errno.ENOSPC, "full")

    arriving_ = Arriving()
    arriving_.take(b"GET / HTTP/1.1\r\n\r\n")
    assert arriving_.is_whole
    monkeypatch.setattr(arriving_._file, "read", full, raising=False)
    assert not arriving_.close()


ALL_ARE_KNOWN = "arriving._known = lambda _head: 'known'"


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", ("", ALL_ARE_KNOWN))
def test_a_long_body_of_who_is_not_logged_in_is_not_waited_for(tmp_path, otherwise):
    """The twin waits for it, whatever cookie says that he might be."""
    with Served(tmp_path, settings=otherwise) as served:
        for cookie in FORGED:
            there = served.connect((OF % cookie) % 1_000_000)
            there.settimeout(0.5 if otherwise else PATIENCE)
            assert (b"200 OK" in served_once(there)) == (not otherwise), cookie


FEW_FILES = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
held.HEAD_SECONDS = 1000
"""
GIVES_UP_NOBODY = "worker.Worker._give_up_one = lambda *_words: None"


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", ("", GIVES_UP_NOBODY))
def test_where_the_system_gives_no_more_files_the_oldest_makes_room(tmp_path, otherwise):
    """The twin makes no room."""
    with Served(tmp_path, settings=FEW_FILES + otherwise) as served:
        served.page()  # what is needed for the first page alone is read
        for _ in range(60):
            served.connect(HALF_HEAD)
        patience = WHILE_NOBODY_ANSWERS if otherwise else PATIENCE
        answered = served.page(patience=patience)
        assert answered == (None if otherwise else b"http / 0")


def served_once(connection):
    with contextlib.suppress(OSError):
        return connection.recv(65536)
    return b""


def served_whole(connection):
    answer = http.client.HTTPResponse(connection)
    answer.begin()
    return answer.read()


@pytest.mark.strict
def test_long_requests_that_are_held_are_few_and_the_oldest_goes_first(tmp_path):
    with Served(tmp_path, settings="worker.MOST_HELD = 2_000_000") as served:
        head = LOGGED_IN % 1_500_001
        first = served.connect(head + b"x" * 1_500_000)
        assert served.page(body=b"x" * 100_000) == b"http / 100000"
        second = served.connect(head + b"x" * 1_500_000)
        assert read_to_end(first) == b""
        second.sendall(b"x")
        assert served_whole(second) == b"http / 1500001"


WHOLE_COUNT_NOT = "worker.Worker._hold_few = lambda self, conn: None"


@pytest.mark.strict
@pytest.mark.parametrize("otherwise", ("", WHOLE_COUNT_NOT))
def test_what_is_whole_and_waits_for_a_thread_is_held_too(tmp_path, otherwise):
    """The twin holds whatever comes."""
    few = f"worker.MOST_HELD = 400_000\n{otherwise}"
    with Served(tmp_path, settings=few, TRUSTED_PROXIES="192.0.2.9") as served:
        (at_work,) = asking(served, 1, "/slow/")
        served.until((tmp_path / "begun").exists)
        sent = LOGGED_IN % 150_000 + b"x" * 150_000
        waiting = [served.connect(sent) for _ in range(6)]
        served.page(patience=0.5)  # all who came before have been taken
        (tmp_path / "go").touch()
        assert b"200 OK" in served_once(at_work)
        answered = [b"200 OK" in served_once(each) for each in waiting]
        assert answered == [bool(otherwise)] * 4 + [True] * 2


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with Served(tmp_path_factory.mktemp("served")) as running:
        yield running


def test_a_connection_is_kept_and_what_follows_a_request_is_the_next(served):
    post = b"POST /a/ HTTP/1.1\r\nHost: club\r\nContent-Length: 3\r\n\r\nabc"
    get = b"GET /b/ HTTP/1.1\r\nHost: club\r\n"
    there = served.connect(post + get)
    there.sendall(b"\r\n" + post + get + b"Connection: close\r\n\r\n")
    answered = re.findall(rb"http /./ \d", read_to_end(there))
    assert answered == [b"http /a/ 3", b"http /b/ 0"] * 2


@pytest.mark.parametrize(
    "header", (b"Transfer-Encoding: chunked", b"Content-Length: 99999999", b"Content-Length: 18")
)
def test_what_follows_a_body_that_nobody_takes_is_no_request(served, header):
    """The twin is a body that is taken, of just that length."""
    hidden = b"POST /in/ HTTP/1.1\r\nHost: club\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    taken = header.endswith(b" 18")
    there = served.connect(b"POST /out/ HTTP/1.1\r\nHost: club\r\n%b\r\n\r\n" % header)
    there.sendall(b"x" * 18 * taken + hidden)
    said = read_to_end(there)
    assert said.startswith(b"HTTP/1.1 ")
    assert (b"/in/" in said) is taken


@pytest.mark.parametrize("nonsense", (b"NONSENSE\r\n\r\n", b"GET /" + b"x" * 70_000, b"\r\n\r\n"))
def test_nonsense_is_refused(served, nonsense):
    assert read_to_end(served.connect(nonsense)).startswith(b"HTTP/1.1 4")


def test_a_big_answer_comes_whole_to_a_slow_reader_and_who_asks_is_told_to_go_on(served):
    slow = served.connect(A_BIG_ONE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))
    asks = served.connect(HALF_BODY[:-8] + b"\r\nExpect: 100-continue\r\n\r\n")
    assert asks.recv(65536).startswith(b"HTTP/1.1 100 ")
    head, _, body = read_to_end(slow).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 200")
    assert len(body) == BIG


def test_what_is_being_answered_at_the_end_is_answered(tmp_path):
    with Served(tmp_path) as served:
        there = served.connect(b"GET /slow/ HTTP/1.1\r\nHost: club\r\n\r\n")
        served.until((tmp_path / "begun").exists)
        served.connect(HALF_HEAD)
        served.process.send_signal(signal.SIGTERM)
        (tmp_path / "go").touch()
        assert b"http /slow/ 0" in read_to_end(there)
        assert served.process.wait(PATIENCE) == 0


@pytest.mark.strict
@pytest.mark.parametrize("words", ((), ("--forwarder-headers", "SCRIPT_NAME,PATH_INFO")))
def test_no_header_moves_the_program_below_another_address(tmp_path, words):
    """All links are drawn from there; the twin has gunicorn's own headers."""
    with Served(tmp_path, words=words) as served:
        asked = b"GET /away/page/ HTTP/1.1\r\nHost: club\r\nConnection: close\r\n"
        there = served.connect(asked + b"SCRIPT_NAME: /away\r\nPATH_INFO: /away\r\n\r\n")
        path = b"/page/" if words else b"/away/page/"
        assert b"http %b 0" % path in read_to_end(there)


# --- over TLS -----------------------------------------------------------------------------


@pytest.fixture
def certified(tmp_path):
    """The words that give the web server a certificate of its own."""
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-nodes", "-newkey", "ec", "-pkeyopt",
         "ec_paramgen_curve:prime256v1", "-keyout", key, "-out", certificate, "-days", "2",
         "-subj", "/CN=club", "-addext", "subjectAltName=IP:127.0.0.1"],
        check=True, capture_output=True,
    )  # fmt: skip
    return ["--keyfile", str(key), "--certfile", str(certificate)]


def test_over_tls_it_is_the_same_and_the_port_speaks_plainly_too(tmp_path, certified):
    with Served(tmp_path, words=certified) as served:
        for sent in (b"", b"\x16\x03", HALF_HEAD):
            for _ in range(3):
                served.connect(sent)
        for _ in range(3):
            served.secure().sendall(HALF_BODY)
        there = served.secure(certified[-1])
        there.sendall((LOGGED_IN % 300_000).replace(b"/", b"/a/", 1))
        there.sendall(
            b"x" * 300_000 + A_BIG_ONE.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n")
        )
        said = read_to_end(there)
        assert b"https /a/ 300000" in said
        assert said.endswith(b"\r\n\r\n" + b"x" * BIG)
        assert served.page("/plain/") == b"http /plain/ 0"


def test_who_sends_without_end_after_his_answer_is_not_read_without_end():
    """The others have their turn in between, and his time goes by."""
    read = []

    def recv(_size):
        read.append(1)
        assert len(read) < 100
        return b"more"

    sender: Any = SimpleNamespace(raw=SimpleNamespace(recv=recv))
    Held.discard(sender)
    assert read
