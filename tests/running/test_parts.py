"""``./club web``, ``worker`` and ``beat``: what each understands, refuses and becomes."""

import http.server
import os
import threading

import pytest
from django.db import connection

from lhombre_club import parts, serve
from lhombre_club.alone import RunningError
from lhombre_club.serve import CannotStartError
from lhombre_club.web.asking_running import ask_running
from tests.faults.web import free_port


class BecameError(Exception):
    """What a process was to become."""

    @classmethod
    def by(cls, _program, words):
        raise cls(" ".join(words))


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.VAR_DIR, settings.SERVED_AT = tmp_path, tmp_path / "address"


def becomes(monkeypatch, *words):
    monkeypatch.setattr(os, "execv", BecameError.by)
    with pytest.raises(BecameError) as became:
        parts.become(parts.read_arguments(list(words)))
    return str(became.value)


@pytest.mark.django_db
def test_each_part_becomes_its_program(monkeypatch, settings):
    settings.PUBLIC_URL = "https://club.example"
    port = free_port()
    web = becomes(monkeypatch, "web", "--port", str(port), "--bind", "127.0.0.2")
    assert f"--workers 1 --bind 127.0.0.2:{port}" in web
    assert settings.SERVED_AT.read_text() == "https://club.example"
    worker = becomes(monkeypatch, "worker")
    assert "-n embedded@%h" in worker
    assert " -B " not in worker
    assert "-n second@%h" in becomes(monkeypatch, "worker", "--name", "second")
    assert "lhombre_club beat" in becomes(monkeypatch, "beat")


@pytest.mark.django_db
def test_several_processes_need_a_server_for_rows_and_one_for_limits(monkeypatch, settings):
    words = ("web", "--processes", "3", "--port", str(free_port()))
    for backend, server in (("locmem.LocMemCache", False), ("HelpingCache", True)):
        monkeypatch.setitem(settings.CACHES["default"], "BACKEND", backend)
        if server and connection.vendor == "postgresql":
            assert "--workers 3" in becomes(monkeypatch, *words)
            continue
        with pytest.raises(CannotStartError, match="need PostgreSQL and Redis"):
            parts.become(parts.read_arguments(list(words)))


@pytest.mark.parametrize(
    "words",
    (
        *(
            (),
            ("swim",),
            ("web", "--port", "0"),
            ("web", "--bind", "here"),
            ("beat", "--port", "1"),
        ),
        *(("web", "--processes", "0"), ("worker", "--name", "a b"), ("worker", "--name", "../x")),
    ),
)
def test_what_is_not_understood_is_refused(words, capsys):
    with pytest.raises(SystemExit):
        parts.read_arguments(list(words))
    assert "usage: ./club" in capsys.readouterr().err


# --- a look at what is running ------------------------------------------------------------


@pytest.fixture
def answering(settings):
    """A server that says at every address what it is told to; returns what the look ends with."""
    said: list[str] = []

    class Answer(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/health/ready/" else 404)
            self.end_headers()
            self.wfile.write(said[-1].encode())

        def log_message(self, *_words):
            pass

    def look(text):
        said.append(text)
        return ask_running(RunningError("The club is running already."), serve.say)

    with http.server.HTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
        settings.SERVED_AT.write_text(f"http://127.0.0.1:{server.server_port}\n")
        yield look
        server.shutdown()


def test_one_that_runs_is_asked_how_it_is(answering, capsys):
    assert answering('{"ready": true, "why": []}') == 0
    assert "and can take results" in capsys.readouterr().out
    assert answering('{"ready": false, "why": ["database: full", "disk: nearly full"]}') == 1
    assert "cannot take results: database: full; disk: nearly full" in capsys.readouterr().out


@pytest.mark.parametrize("text", ("", "<h1>It works!</h1>", "[]", "{}", '{"why": null}'))
def test_what_answers_and_is_no_club_is_not_taken_for_one(answering, capsys, text):
    assert answering(text) == 1
    assert "does not say at http://127.0.0.1" in capsys.readouterr().out


def test_where_nothing_answers_it_says_who_is_there(settings, capsys):
    def look():
        return ask_running(RunningError("The club is running already (process 7)."), serve.say)

    assert look() == 1
    assert capsys.readouterr().out == "club: The club is running already (process 7).\n"
    settings.SERVED_AT.write_text(f"http://127.0.0.1:{free_port()}")
    assert look() == 1
    assert "(process 7)" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "address"),
    (
        ((), "127.0.0.1"),
        (("--bind", "127.0.0.2"), "127.0.0.2"),
        (("--bind", serve.EVERYWHERE), "127.0.0.1"),
    ),
)
def test_links_name_the_address_that_a_part_listens_on(words, address):
    asked = parts.read_arguments(["web", "--port", "8123", *words])
    assert parts._own_address(asked.web) == f"http://{address}:8123"
