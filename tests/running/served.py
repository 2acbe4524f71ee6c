"""A small application behind the web server, and clients that speak to it byte by byte."""

import contextlib
import http.client
import os
import socket
import ssl
import subprocess
import time

from django.core import signing

from lhombre_club import known, logs, serve
from tests.faults.web import free_port

PATIENCE = 60
BIG = 8_000_000
"""Bytes of ``/big/``: more than the system takes for a client that does not read."""
KEY = "a key of the tests"
DEVICE = signing.dumps({"device": "x" * 24, "names": ["director"]}, key=KEY, salt=known.SALT)
"""The cookie of a device in which somebody has logged in."""
OURS, GUNICORNS = serve.WORKER, "gthread"
APPLICATION = """
import time
from pathlib import Path
from django.conf import settings
from lhombre_club.web import arriving, held, worker
settings.SITE_TLS  # they are read now, as the club's own application does
{settings}

def application(environ, start):
    path = environ["PATH_INFO"]
    if path == "/slow/":
        Path("begun").touch()
        while not Path("go").exists():
            time.sleep(0.02)
    body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
    said = f"{{environ['wsgi.url_scheme']}} {{path}} {{len(body)}}".encode()
    if path == "/big/":
        said = b"x" * {big}
    start("200 OK", [("Content-Length", str(len(said)))])
    return [said]
"""


class Served:
    """The web server with two threads, and the port of it."""

    def __init__(self, folder, worker=OURS, settings="", words=(), **environment):
        self.folder, self.port = folder, free_port()
        (folder / "application.py").write_text(APPLICATION.format(settings=settings, big=BIG))
        command = serve.web_command(serve.Options(port=self.port))
        command[command.index(OURS)] = worker
        command[command.index("lhombre_club.wsgi")] = "application"
        command[command.index("--threads") + 1] = "2"
        self.log = (folder / "web.log").open("ab")
        self.process = subprocess.Popen(
            [*command, *words],
            env={**os.environ, "PYTHONPATH": f"{folder}:{logs.ROOT}", "LHOMBRE_VAR": str(folder),
                 "DJANGO_SETTINGS_MODULE": "lhombre_club.settings", "SECRET_KEY": KEY,
                 **environment},
            cwd=folder, stdout=self.log, stderr=self.log,
        )  # fmt: skip
        self.sockets = []

    def __enter__(self):
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                self.connect().close()
                return self
            time.sleep(0.05)
        raise AssertionError((self.folder / "web.log").read_text())

    def __exit__(self, *_exc):
        (self.folder / "go").touch()  # a thread that waits for it keeps its process for ever
        self.process.kill()
        self.process.wait()
        self.log.close()
        for each in self.sockets:
            each.close()

    def connect(self, sent=b"", hold=None):
        """A connection over which this was sent; ``hold`` is how many bytes it takes unread."""
        made = socket.socket()
        self.sockets.append(made)
        if hold:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, hold)
        made.settimeout(PATIENCE)
        made.connect(("127.0.0.1", self.port))
        made.sendall(sent)
        return made

    def until(self, holds):
        """Wait until something holds."""
        deadline = time.monotonic() + PATIENCE
        while not holds():
            assert time.monotonic() < deadline, (self.folder / "web.log").read_text()
            time.sleep(0.02)

    def page(self, path="/", body=None, patience=PATIENCE):
        """What is answered; None if nothing is in that time."""
        there = http.client.HTTPConnection("127.0.0.1", self.port, timeout=patience)
        try:
            there.request("POST" if body else "GET", path, body, {"Cookie": f"device={DEVICE}"})
            return there.getresponse().read()
        except OSError:
            return None
        finally:
            there.close()

    def secure(self, authority=None):
        """A connection with TLS; it looks at no certificate unless an authority is named."""
        context = ssl.create_default_context(cafile=authority)
        if authority is None:
            context.check_hostname = False
            context.verify_mode = ssl.CERT_NONE
        return context.wrap_socket(self.connect(), server_hostname="127.0.0.1")


def read_to_end(connection):
    """Everything that comes until the other side closes."""
    said = b""
    with contextlib.suppress(ConnectionResetError):
        while data := connection.recv(65536):
            said += data
    return said
