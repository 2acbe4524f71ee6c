"""The proxies of ``docs/deploying/`` before a real ``./club web``, and who talks through them."""

import contextlib
import getpass
import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
import sys
import time
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path

import pytest

from tests.faults.web import free_port

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "docs" / "deploying"
TOOLS = ROOT / "var" / "tools"
PATH = f"{os.environ['PATH']}:/usr/sbin:{TOOLS}/usr/sbin:{TOOLS}/usr/bin"
PATIENCE = 60


def tool(name):
    """Where a program is that ``./club test`` brings; without it the test is skipped."""
    return shutil.which(name, path=PATH) or pytest.skip(f"{name} is not installed")


@dataclass(frozen=True)
class Site:
    """A web server and what stands before it."""

    folder: Path
    web: int = field(default_factory=free_port)
    tls: int = field(default_factory=free_port)
    plain: int = field(default_factory=free_port)

    @property
    def url(self):
        return f"https://localhost:{self.tls}"

    @property
    def certificate(self):
        return self.folder / "fullchain.pem"

    @property
    def key(self):
        return self.folder / "privkey.pem"

    def make_certificate(self):
        subprocess.run(
            [
                *(tool("openssl"), "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
                *("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"),
                *("-keyout", self.key, "-out", self.certificate),
            ],
            check=True,
            capture_output=True,
        )


def replaced(text, *pairs):
    """The text with each pair's first in place of its second; each has to be there."""
    for old, new in pairs:
        assert old in text, old
        text = text.replace(old, new)
    return text


def nginx(site, *further):
    """The command of nginx with the example, on the ports and paths of the test."""
    example = replaced(
        (EXAMPLES / "nginx.conf").read_text(),
        ("listen 80;", f"listen 127.0.0.1:{site.plain};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{site.tls} ssl;"),
        ("club.example;", "localhost;"),
        ("/etc/ssl/club.example", str(site.folder)),
        ("127.0.0.1:8000", f"127.0.0.1:{site.web}"),
        ("/var/log/nginx/error.log", f"{site.folder}/error.log"),
        *further,
    )
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{name}_temp_path {site.folder}/{name};" for name in places)
    file = site.folder / "nginx.conf"
    main = "\n".join(re.findall(r"^#   (.+;.*)", example, re.MULTILINE))
    file.write_text(
        # Root's workers are nobody otherwise, who may write nothing into the test's folder.
        f"daemon off; user {getpass.getuser()}; pid {site.folder}/pid; error_log stderr;\n{main}\n"
        f"http {{ access_log off; {temporary}\n{example}\n}}"
    )
    return [tool("nginx"), "-p", str(site.folder), "-c", str(file), "-e", "stderr"]


def caddy(site, *further):
    """The command of Caddy with the example, on the ports and paths of the test."""
    example = replaced(
        (EXAMPLES / "Caddyfile").read_text(),
        ("{$SITE:club.example} {", f"{site.url} {{\ntls {site.certificate} {site.key}"),
        ("{$WEB:127.0.0.1:8000}", f"127.0.0.1:{site.web}"),
        *further,
    )
    file = site.folder / "Caddyfile"
    options = "{\nadmin off\nauto_https disable_redirects\n"
    file.write_text(re.sub(r"^\{\n", options, example, count=1, flags=re.MULTILINE))
    return [tool("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]


@contextlib.contextmanager
def started(command, port, **given):
    """A program that listens on ``port``, and is gone afterwards."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **given
    ) as process:
        try:
            until = time.monotonic() + PATIENCE
            while process.poll() is None and time.monotonic() < until:
                with contextlib.suppress(OSError):
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                time.sleep(0.05)
            else:
                assert process.stdout
                raise AssertionError(process.stdout.read())
            yield process
        finally:
            process.terminate()


def web_environment(site):
    """The settings of a program behind a proxy."""
    return {
        **os.environ,
        "LHOMBRE_VAR": str(site.folder / "var"),
        "DJANGO_SETTINGS_MODULE": "lhombre_club.settings",
        "SITE_TLS": "on",
        "PUBLIC_URL": site.url,
        "ALLOWED_HOSTS": "localhost",
    }


def parts(*words):
    """The command of a part of the program."""
    return [sys.executable, "-m", "lhombre_club.parts", *words]


@dataclass
class Visitor:
    """Somebody with a browser that trusts the test's certificate and keeps cookies."""

    site: Site
    cookies: dict[str, str] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    """The Set-Cookie lines."""

    def ask(self, method, path, form=""):
        trust = ssl.create_default_context(cafile=self.site.certificate)
        there = http.client.HTTPSConnection("localhost", self.site.tls, context=trust, timeout=30)
        headers = {"Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items())}
        if form:
            headers |= {"Content-Type": "application/x-www-form-urlencoded"}
            headers |= {"Origin": self.site.url, "Referer": self.site.url + path}
        with contextlib.closing(there):
            there.request(method, path, form or None, headers)
            answer = there.getresponse()
            for line in answer.headers.get_all("Set-Cookie") or []:
                self.said.append(line)
                self.cookies |= {k: v.value for k, v in SimpleCookie(line).items()}
            return answer.status, answer.read().decode()


def connected(site, head, end="\r\n", hold=None):
    """A connection through the proxy, over which a request with this beginning is sent.

    ``hold`` is how many bytes it takes unread.
    """
    raw = socket.socket()
    if hold:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, hold)
    raw.settimeout(30)
    raw.connect(("127.0.0.1", site.tls))
    trust = ssl.create_default_context(cafile=site.certificate)
    raw = trust.wrap_socket(raw, server_hostname="localhost")
    raw.sendall(f"{head}\r\nHost: localhost:{site.tls}\r\n{end}".encode())
    return raw


def on_the_disk(process, folder):
    """How many bytes a program and its children keep in files of a folder, named or not."""
    own = subprocess.run(
        ["pgrep", "--parent", str(process.pid)], capture_output=True, text=True, check=False
    )
    kept = 0
    for pid in (process.pid, *own.stdout.split()):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with contextlib.suppress(OSError):
                if str(folder) in str(file.readlink()):
                    kept += file.stat().st_size
    return kept


def halves(site):
    """A form post that is sent by half; returns the socket and the other half."""
    body = f"csrfmiddlewaretoken={'a' * 32}&words={'b' * 2000}".encode()
    raw = connected(
        site,
        "POST /login/ HTTP/1.1\r\n"
        f"Origin: {site.url}\r\nReferer: {site.url}/\r\n"
        f"Cookie: csrftoken={'c' * 32}\r\nConnection: close\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        f"Content-Length: {len(body)}",
    )
    raw.sendall(body[:1000])
    return raw, body[1000:]
