"""What ``./club run`` understands, refuses and brings up to date, piece by piece."""

import os
import signal
import socket
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError
from django.db import OperationalError
from django.utils import timezone

from lhombre_club import serve
from lhombre_club.copies import looking
from lhombre_club.copies.engine import CopyError, NoDumpProgramError, NotSoundError
from lhombre_club.copies.making import BesideError
from lhombre_club.copies.shelf import Copy, Why
from lhombre_club.environment import seconds
from lhombre_club.serve import CannotStartError, Options
from lhombre_club.supervisor import Supervisor
from lhombre_club.web import authority
from tests.faults.web import free_port

# --- the command line ---------------------------------------------------------------------


def test_a_script_without_a_terminal_gets_one_look(monkeypatch):
    monkeypatch.setenv("CI", "true")
    with Path(os.devnull).open(encoding="ascii") as nothing:
        monkeypatch.setattr(sys, "stdin", nothing)
        assert serve.read_arguments([]).once
        monkeypatch.delenv("CI")
        assert not serve.read_arguments([]).once


def test_a_look_listens_where_nobody_else_does_but_links_name_the_usual_port():
    look = serve.read_arguments(["--once"])
    assert look.port != look.public_port == 8000
    named = serve.read_arguments(["--once", "--port", "8123"])
    assert (named.port, named.public_port) == (8123, 8123)


@pytest.mark.parametrize("text", ("0", "65536", "-1", "http", ""))
def test_what_is_no_port_is_refused(text, capsys):
    with pytest.raises(SystemExit):
        serve.read_arguments(["--port", text])
    assert "from 1 to 65535" in capsys.readouterr().err


def test_on_the_network_it_answers_to_its_own_names_only(monkeypatch):
    monkeypatch.setattr(serve, "lan_address", lambda: "198.51.100.7")
    monkeypatch.setattr(socket, "gethostname", lambda: "klublaptop")
    options = Options(port=8000, lan=True)
    assert options.host == serve.EVERYWHERE
    assert serve.own_environment(options) == {
        "LOG_TO": "file",
        "PUBLIC_URL": "http://198.51.100.7:8000",
        "ALLOWED_HOSTS": "127.0.0.1,localhost,198.51.100.7,klublaptop,klublaptop.local",
    }
    assert Options(port=8000).host == "127.0.0.1"


def test_with_tls_links_cookies_and_redirects_are_of_https_and_no_phone_is_bound_to_it(
    monkeypatch,
):
    monkeypatch.setattr(serve, "lan_address", lambda: "198.51.100.7")
    options = serve.read_arguments(["--lan", "--tls", "--port", "8123"])
    said = serve.own_environment(options)
    assert said["PUBLIC_URL"] == "https://198.51.100.7:8123"
    assert (said["SITE_TLS"], said["HSTS_SECONDS"]) == ("on", "0")
    assert said["SECOND_FACTOR"] == "off"


@pytest.mark.parametrize("text", ("", "-1", "a year", "1.5", "²"))
def test_what_is_no_number_of_seconds_stops_the_start(text):
    assert seconds(" 0 ") == 0
    with pytest.raises(ImproperlyConfigured, match="HSTS_SECONDS"):
        seconds(text)


@pytest.mark.parametrize(
    "words",
    (["--tls"], ["--lan", "--tls", "--cert", "c"], ["--lan", "--cert", "c", "--key", "k"]),
)
def test_what_does_not_go_together_is_refused(words, capsys):
    with pytest.raises(SystemExit):
        serve.read_arguments(words)
    assert "--tls" in capsys.readouterr().err


def test_a_certificate_that_cannot_be_used_stops_the_start(monkeypatch, settings, tmp_path):
    own = Options(port=8123, lan=True, tls=True, cert=str(tmp_path), key=str(tmp_path))
    with pytest.raises(CannotStartError, match="--cert and --key"):
        serve.certified(own)
    plain = Options(port=8123, lan=True)
    assert serve.certified(plain) is plain
    settings.AUTHORITY_DIR = tmp_path / "authority"
    monkeypatch.setattr(serve, "lan_address", lambda: "198.51.100.7")
    made = serve.certified(replace(plain, tls=True))
    shown = serve.web_command(made)
    assert shown[-2:] == ["--certfile", str(tmp_path / "authority" / "site.pem")]
    assert serve.certified(replace(own, cert=made.cert, key=made.cert)).key == made.cert


def test_the_network_address_is_this_machines(monkeypatch):
    class Probe(socket.socket):
        def connect(self, _address):
            super().connect(("127.0.0.1", 9))

    monkeypatch.setattr(socket, "socket", Probe)
    assert serve.lan_address() == "127.0.0.1"


def test_without_a_network_the_sentence_says_what_to_do(monkeypatch):
    class Probe(socket.socket):
        def connect(self, _address):
            raise OSError(101, "Network is unreachable")

    monkeypatch.setattr(socket, "socket", Probe)
    with pytest.raises(CannotStartError, match="Wi-Fi"):
        serve.lan_address()


def test_a_port_of_roots_is_refused_with_a_way_out(monkeypatch):
    class Probe(socket.socket):
        def bind(self, _address):
            raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(socket, "socket", Probe)
    with pytest.raises(CannotStartError, match="--port 8000"):
        serve.look_at_port(Options(port=80))


# --- the data -----------------------------------------------------------------------------


def test_a_database_that_does_not_answer_is_a_sentence(monkeypatch):
    def silent(_connection):
        raise OperationalError("connection refused")

    monkeypatch.setattr(serve, "MigrationExecutor", silent)
    monkeypatch.setattr(looking, "before_start", list)
    with pytest.raises(CannotStartError, match="does not answer: connection refused"):
        serve.bring_up_to_date()


class Loader:
    class graph:  # noqa: N801 -- as Django has it
        @staticmethod
        def leaf_nodes():
            return []

    applied_migrations = {("members", "0001_initial"): None}


class UpToDate:
    loader = Loader

    def __init__(self, _connection):
        pass

    def migration_plan(self, _nodes):
        return []


@pytest.mark.parametrize("due", (True, False))
def test_an_old_copy_is_renewed_at_a_start_that_changes_nothing(monkeypatch, capsys, due):
    made: list[Why] = []
    monkeypatch.setattr(serve, "MigrationExecutor", UpToDate)
    monkeypatch.setattr(serve, "is_due", lambda: due)
    monkeypatch.setattr(serve, "copy_database", made.append)
    monkeypatch.setattr(looking, "before_start", lambda: ["the disk is nearly full"])
    serve.bring_up_to_date()
    assert made == [Why.START] * due
    assert capsys.readouterr().out == "club: the disk is nearly full\n"


def test_a_database_that_is_lost_stops_the_start(monkeypatch):
    def lost():
        raise looking.LostError("There is no database.")

    monkeypatch.setattr(looking, "before_start", lost)
    with pytest.raises(CannotStartError, match="There is no database"):
        serve.bring_up_to_date()


THERE = Copy(Path("nowhere"), 1, timezone.now())


@pytest.mark.parametrize(
    ("error", "why", "stops"),
    (
        (NotSoundError("No copy."), Why.START, True),
        (CopyError("No copy."), Why.START, False),
        (CopyError("No copy."), Why.STOP, False),
        (CopyError("No copy."), Why.UPGRADE, True),
        (NoDumpProgramError("No copy."), Why.UPGRADE, False),
        (BesideError(THERE, "No copy."), Why.UPGRADE, False),
    ),
)
def test_what_cannot_be_copied_is_not_changed(monkeypatch, capsys, error, why, stops):
    def fails(_why):
        raise error

    monkeypatch.setattr(serve, "back_up", fails)
    if stops:
        with pytest.raises(CannotStartError, match="No copy"):
            serve.copy_database(why)
    else:
        serve.copy_database(why)
        assert capsys.readouterr().out.endswith("No copy.\n")


@pytest.mark.parametrize(
    ("raised", "agrees"),
    ((None, True), (SystemExit(0), True), (SystemExit(1), False), (CommandError("no"), False)),
)
def test_an_account_that_does_not_agree_is_said(monkeypatch, capsys, raised, agrees):
    def check(name, stdout, stderr):
        assert name == "check_ledger"
        stdout.write("table 3 differs")
        if raised is not None:
            raise raised

    monkeypatch.setattr(serve, "call_command", check)
    assert serve.account_agrees() is agrees
    said = capsys.readouterr().out
    assert ("table 3 differs" in said) is not agrees
    assert ("docs/operations.md" in said) is not agrees


# --- serving ------------------------------------------------------------------------------


class Silent(Supervisor):
    """Starts nothing and waits for nothing."""

    def add(self, *_words):
        return None

    def wait_until(self, ready, _seconds):
        return ready()


@pytest.mark.parametrize(
    ("status", "words"), ((None, "did not answer"), (500, "answered with error 500"))
)
def test_a_web_server_that_fails_stops_the_start(monkeypatch, status, words):
    monkeypatch.setattr(serve, "answer", lambda _options: status)
    with pytest.raises(CannotStartError, match=words):
        serve.start_children(Silent(lambda _text: None), Options(port=1))


def test_the_end_during_the_start_is_no_failure(monkeypatch):
    monkeypatch.setattr(serve, "answer", lambda _options: None)
    stopped = Silent(lambda _text: None)
    stopped.stop()
    serve.start_children(stopped, Options(port=1))


def test_the_web_server_alone_is_asked_whether_it_answers(monkeypatch):
    asked = {}
    monkeypatch.setattr(serve, "answer", lambda _options: 200)
    monkeypatch.setattr(
        Silent, "add", lambda _self, name, _command, _log, probe=None: asked.update({name: probe})
    )
    serve.start_children(Silent(lambda _text: None), Options(port=8123))
    assert asked["web server"].port == 8123
    assert asked["worker"] is None


def test_nobody_at_the_port_is_no_answer():
    assert serve.answer(Options(port=free_port())) is None


@pytest.mark.django_db
@pytest.mark.parametrize("once", (True, False))
def test_it_says_where_to_look(capsys, director, once, settings, tmp_path):
    settings.SERVED_AT = tmp_path / "address"
    serve.where_to_look(Options(port=8123, lan=True, once=once))
    said = capsys.readouterr().out
    assert ("http://127.0.0.1:8123" in said) is not once
    assert ("on phones" in said) is not once
    assert ("can read along" in said) is not once
    assert ("./club run" in said) is once
    assert settings.SERVED_AT.exists() is not once
    assert "welcome" not in said


@pytest.mark.django_db
@pytest.mark.parametrize("key", ("", "key.pem"))
def test_it_says_how_phones_come_to_trust_its_own_certificate(
    capsys, director, settings, tmp_path, key
):
    settings.SERVED_AT, settings.PUBLIC_URL = tmp_path / "address", "https://198.51.100.7:8123"
    settings.AUTHORITY_DIR = tmp_path / "authority"
    authority.certificate(settings.AUTHORITY_DIR, ["198.51.100.7"], ["localhost"])
    serve.where_to_look(Options(port=8123, lan=True, tls=True, cert="any", key=key))
    said = capsys.readouterr().out
    assert "open  https://127.0.0.1:8123 " in said
    assert "can read along" not in said
    assert ("http://198.51.100.7:8123/trust/" in said) is (key == "")
    assert (authority.fingerprint(settings.AUTHORITY_DIR) in said) is (key == "")


@pytest.fixture
def staged(monkeypatch):
    """``serve`` with everything around it standing still."""
    monkeypatch.setattr(serve, "Supervisor", Silent)
    monkeypatch.setattr(serve, "bring_up_to_date", lambda: None)
    monkeypatch.setattr(serve, "start_children", lambda *_: None)
    monkeypatch.setattr(serve, "where_to_look", lambda _options: None)
    monkeypatch.setattr(serve, "copy_database", lambda why: serve.say(f"copy at {why}"))
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    return monkeypatch


@pytest.mark.parametrize(
    ("account", "demo", "status"), ((True, 0, 0), (False, 0, 1), (True, 1, 1), (False, 1, 1))
)
def test_a_look_fails_when_anything_failed(staged, account, demo, status):
    staged.setattr(serve, "account_agrees", lambda: account)
    staged.setattr(Silent, "run", lambda _self, _command: demo)
    assert serve.serve(Options(port=1, once=True, demo=True), 3) == status


def test_a_look_that_is_interrupted_says_so(staged):
    def interrupted(self, _command):
        self.stop()
        return 130

    staged.setattr(serve, "account_agrees", lambda: True)
    staged.setattr(Silent, "run", interrupted)
    assert serve.serve(Options(port=1, once=True, demo=True), 3) == 130


def test_an_evening_that_was_served_ended_well(staged, capsys):
    staged.setattr(serve, "account_agrees", lambda: False)
    staged.setattr(Silent, "keep_running", lambda _self: None)
    assert serve.serve(Options(port=1), 3) == 0
    assert "finished first\nclub: copy at stop" in capsys.readouterr().out
