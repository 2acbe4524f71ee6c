"""How often one house is greeted by TLS."""

import contextlib
import socket
import ssl
import subprocess
import threading

import pytest

from lhombre_club.web import authority
from lhombre_club.web.greetings import CURVE
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


@pytest.mark.strict
@pytest.mark.parametrize(
    ("groups", "opens"),
    (("ffdhe8192", False), ("ffdhe2048", False), ("X448", False), ("X25519:P-256", True)),
)
def test_keys_are_exchanged_on_one_curve_alone(tmp_path, groups, opens):
    site = authority.certificate(tmp_path / authority.FOLDER, ["127.0.0.1"], ["localhost"])
    with Served(tmp_path, words=["--certfile", str(site)]) as served:
        assert greeted_by(served.port, groups) is opens


@pytest.mark.strict
@pytest.mark.parametrize("curve", (CURVE, None))
def test_the_curve_is_what_shuts_out_a_long_group(tmp_path, curve):
    """The twin, without it, takes part."""
    site = authority.certificate(tmp_path, ["127.0.0.1"], ["localhost"])
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(site)
    if curve:
        context.set_ecdh_curve(curve)
    with socket.create_server(("127.0.0.1", 0)) as there:

        def greet():
            with contextlib.suppress(OSError):
                context.wrap_socket(there.accept()[0], server_side=True).close()

        thread = threading.Thread(target=greet)
        thread.start()
        assert greeted_by(there.getsockname()[1], "ffdhe2048") is (curve is None)
        thread.join()


def greeted_by(port, groups):
    """Whether a client that offers these groups, and a key for the first, is greeted."""
    words = ["-connect", f"127.0.0.1:{port}", "-groups", groups, "-tls1_3", "-brief"]
    done = subprocess.run(
        ["openssl", "s_client", *words], input=b"", capture_output=True, check=False, timeout=60
    )
    return b"CONNECTION ESTABLISHED" in done.stdout + done.stderr
