"""The proxies of ``docs/deploying/`` before a real ``./club web``, and who talks through them."""

import contextlib
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
        *further,
    )
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{name}_temp_path {site.folder}/{name};" for name in places)
    file = site.folder / "nginx.conf"
    file.write_text(
        f"daemon off; pid {site.folder}/pid; error_log stderr;"
        f"events {{}} http {{ access_log off; {temporary}\n{example}\n}}"
    )
    return [tool("nginx"), "-p", str(site.folder), "-c", str(file), "-e", "stderr"]


def caddy(site, *further):
    """The command of Caddy with the example; an old one is told the old word, as that says."""
    program = tool("caddy")
    example = (EXAMPLES / "Caddyfile").read_text()
    (old_word,) = re.findall(r"before 2\.6\.4.* calls it: (\w+)", example)
    said = subprocess.run([program, "version"], capture_output=True, text=True, check=True).stdout
    version = [int(part) for part in re.findall(r"\d+", said)[:3]]
    if version < [2, 6, 4]:
        example = replaced(example, ("request_buffers 16MB", old_word))
    example = replaced(
        example,
        ("{$SITE:club.example} {", f"{site.url} {{\ntls {site.certificate} {site.key}"),
        ("{$WEB:127.0.0.1:8000}", f"127.0.0.1:{site.web}"),
        *further,
    )
    file = site.folder / "Caddyfile"
    file.write_text(f"{{\nadmin off\nauto_https disable_redirects\n}}\n{example}")
    return [program, "run", "--config", str(file), "--adapter", "caddyfile"]


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


def halves(site, *, through):
    """A form post that is sent by half; returns the socket and the other half."""
    raw = socket.create_connection(("127.0.0.1", site.tls if through else site.web), timeout=30)
    if through:
        trust = ssl.create_default_context(cafile=site.certificate)
        raw = trust.wrap_socket(raw, server_hostname="localhost")
    body = f"csrfmiddlewaretoken={'a' * 32}&words={'b' * 2000}".encode()
    head = (
        "POST /login/ HTTP/1.1\r\n"
        f"Host: localhost:{site.tls}\r\nOrigin: {site.url}\r\nReferer: {site.url}/\r\n"
        f"Cookie: csrftoken={'c' * 32}\r\nConnection: close\r\n"
        "Content-Type: application/x-www-form-urlencoded\r\n"
        + ("" if through else "X-Forwarded-Proto: https\r\n")
        + f"Content-Length: {len(body)}\r\n\r\n"
    )
    raw.sendall(head.encode() + body[:1000])
    return raw, body[1000:]
