"""A real web server that can be killed, and clients that never give up."""

import contextlib
import dataclasses
import http.client
import json
import os
import re
import socket
import threading
import time
import uuid
from pathlib import Path

import psycopg

from lhombre_club.serve import WORKER
from tests.faults import harness
from tests.faults.harness import PATIENCE, ROOT


@contextlib.contextmanager
def scratch_environment(folder: Path):
    """An environment with a database of its own, of the kind the suite runs on."""
    env = {
        **os.environ,
        "LHOMBRE_VAR": str(folder),
        "DJANGO_SETTINGS_MODULE": "lhombre_club.settings",
        "SECRET_KEY": "only for tests",
        "PYTHONPATH": str(ROOT),
    }
    url = os.environ.get("DATABASE_URL", "")
    if not url.startswith("postgres"):
        yield {**env, "DATABASE_URL": f"sqlite:///{folder / 'club.sqlite3'}"}
        return
    name = f"fault_{uuid.uuid4().hex}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')
        try:
            yield {**env, "DATABASE_URL": re.sub(r"/[^/]*$", f"/{name}", url)}
        finally:
            connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def web_server(site, port, application="tests.faults.dying_wsgi:application"):
    """Gunicorn with two workers, started anew when they die; loaded before they are forked."""
    return harness.started(
        site,
        harness.python(
            *("-m", "gunicorn", application, "-b", f"127.0.0.1:{port}", "--preload"),
            *("-k", WORKER, "--threads", "8", "-w", "2", "--log-level", "critical"),
        ),
    )


@dataclasses.dataclass
class Device:
    """A phone that came by a table's link; it keeps what the server has acknowledged."""

    port: int
    table: str
    link: str
    new_id_for_each_try: bool = False
    """The protection switched off: a retry is a new entry, and a refused base is looked up anew."""
    patience: float = PATIENCE
    """Seconds until it gives up."""
    acknowledged: dict[str, tuple[int, object]] = dataclasses.field(default_factory=dict)
    broken: int = 0
    """Requests that got no answer."""
    replayed: int = 0
    """Deals that were stored before, by a request that got no answer."""

    def __post_init__(self):
        self.cookies = {}

    def ask(self, method, path, body=None):
        """One request; ``None`` when the server died over it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        headers = {
            "Cookie": "; ".join(f"{k}={v}" for k, v in self.cookies.items()),
            "Content-Type": "application/json",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
        }
        try:
            connection.request(method, path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            for header in answer.headers.get_all("Set-Cookie") or []:
                name, _, value = header.split(";")[0].partition("=")
                self.cookies[name] = value
            return answer.status, answer.read()
        except (OSError, http.client.HTTPException):
            self.broken += 1
            return None
        finally:
            connection.close()

    def insist(self, method, path, body=None):
        """Ask until there is an answer that is not the server's own trouble."""
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline:
            answer = self.ask(method, path, body)
            if answer and answer[0] < 500:
                return answer
            time.sleep(0.02)
        raise AssertionError(f"no answer to {method} {path}")

    def come_in(self):
        status, _ = self.insist("GET", self.link)
        assert status == 302, status
        status, _ = self.insist("GET", f"/tables/{self.table}/")
        assert status == 200, status
        assert "csrftoken" in self.cookies

    def post(self, entry):
        return self.ask("POST", f"/api/v1/tables/{self.table}/results/", entry)

    def enter(self, deal, said):
        """Enter a deal, a line or a record, until the server has acknowledged it."""
        content = {"line": said} if isinstance(said, str) else {"record": said, "confirmed": True}
        entry = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, **content}
        deadline = time.monotonic() + self.patience
        while time.monotonic() < deadline:
            answer = self.post(entry)
            if answer and answer[0] in {200, 201}:
                self.replayed += answer[0] == 200
                self.acknowledged[entry["id"]] = (deal, said)
                return
            if answer and answer[0] == 409 and self.new_id_for_each_try:
                entry["base"] = json.loads(answer[1])["current"]["revision"]
            elif answer:
                assert answer[0] >= 500, answer
            if self.new_id_for_each_try:
                entry["id"] = str(uuid.uuid4())
            time.sleep(0.02)
        raise AssertionError(f"deal {deal} was never acknowledged")


def play(devices, lines):
    """Let every device enter its whole sheet, all at the same time."""
    failures = []

    def evening(device):
        try:
            device.come_in()
            for deal, line in enumerate(lines, start=1):
                device.enter(deal, line)
        except AssertionError as failure:
            failures.append(failure)

    threads = [threading.Thread(target=evening, args=[device]) for device in devices]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures
