"""Who sends letters is killed when the mail server has one, and nothing is noted of it yet."""

import re
import socketserver
import sys
import threading
import uuid
from collections import Counter

import pytest
from django.utils import timezone

from lhombre_club.members.models import Person
from tests import make
from tests.faults import harness
from tournaments.letters.domain import sending
from tournaments.models import Letter

pytestmark = [pytest.mark.fault, pytest.mark.strict, pytest.mark.django_db(transaction=True)]
State, Error = Letter.State, Letter.Error
LETTERS = 3
FATAL = 2
"""With which mail of all the sender is killed."""


class Server(socketserver.ThreadingTCPServer):
    """A mail server that takes everything, and can kill who sends before it says so."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.came: list[str] = []
        self.process: harness.Process | None = None

    def take(self, head: str) -> None:
        """Keep the key of a mail; the sender of one of them is killed, and never hears of it."""
        found = re.search(r"Message-ID: <([^@]+)@", head)
        assert found
        self.came.append(found[1])
        if len(self.came) == FATAL and self.process:
            self.process.kill()


class Session(socketserver.StreamRequestHandler):
    """What is said with one sender."""

    server: Server

    def handle(self) -> None:
        """Answer each line."""
        self.say("220 here")
        for line in self.rfile:
            word = line.split(b" ")[0].strip().upper()
            if word == b"DATA":
                self.say("354 go on")
                text = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.take(text.decode())
            self.say("221 bye" if word == b"QUIT" else "250 fine")

    def say(self, text: str) -> None:
        """Say a line; who is dead hears nothing."""
        try:
            self.wfile.write(f"{text}\r\n".encode())
        except OSError:
            return


@pytest.fixture
def server():
    with Server() as found:
        threading.Thread(target=found.serve_forever, daemon=True).start()
        yield found
        found.shutdown()


@pytest.fixture
def post(club, server, spool_site, monkeypatch):
    """Three letters that wait, and the program that sends them."""
    monkeypatch.setenv("EMAIL_URL", f"smtp://127.0.0.1:{server.server_address[1]}")
    monkeypatch.setenv("MAIL_FROM", "club@club.example")
    spool_site.var.mkdir()
    for person in make.make_members(club, LETTERS):
        Person.objects.filter(pk=person.pk).update(email=f"{person.pk}@club.example")
        Letter.objects.create(
            club=club, person=person, email=f"{person.pk}@club.example", subject="Torsdag",
            text="Kom.", kind="invitation", about="2026-11-21", batch=uuid.uuid4(),
        )  # fmt: skip

    def send(*how):
        command = [sys.executable, "-m", "tests.faults.posting", *how]
        server.process = harness.Process(spool_site, command)
        harness.until(lambda: not server.process.running)
        server.process.kill()

    return send


def states():
    return Counter(Letter.objects.values_list("state", flat=True))


def test_no_letter_goes_twice_and_of_the_lost_one_a_person_is_told(post, server):
    post()
    assert states() == {State.SENT: 1, State.SENDING: 1, State.WAITING: 1}
    post()
    assert states() == {State.SENT: 2, State.SENDING: 1}
    lost = Letter.objects.filter(state=State.SENDING)
    lost.update(at=timezone.now() - 2 * sending.LOST_AFTER)
    post()
    assert len(server.came) == len(set(server.came)) == LETTERS
    (row,) = Letter.objects.exclude(state=State.SENT)
    assert (row.state, row.error) == (State.FAILED, Error.LOST)
    assert str(row.pk) == server.came[FATAL - 1]


def test_a_sender_that_takes_none_sends_one_twice(post, server):
    """The twin."""
    post("untaken")
    post("untaken")
    assert len(server.came) == LETTERS + 1
    assert len(set(server.came)) == LETTERS
