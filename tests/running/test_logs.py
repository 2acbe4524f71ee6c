"""What is logged says what happened and where, belongs to a request, and names nobody."""

import contextlib
import io
import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from typing import Any

import pytest
from celery import current_app
from celery.app.trace import build_tracer
from celery.signals import before_task_publish
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.test import Client, override_settings
from django.urls import get_resolver, path, reverse
from django.urls.resolvers import URLPattern

from lhombre_club import logs, urls
from lhombre_club.members.models import Person
from lhombre_club.serve import WORKER
from tests import make
from tournaments.entry.domain import links
from tournaments.models import Table

NAME, MAIL, PHONE, CODE = "Xylofonia", "xylo@club.example", "70123456", "kodeord-som-er-langt"


@pytest.fixture
def form():
    """How it is written."""
    return logs.Lines()


@pytest.fixture
def lines(caplog, form):
    """Everything that is logged from now on."""
    root, written = logging.getLogger(), io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(form)
    root.addHandler(handler)
    for name in ("", "lhombre_club.requests", "django.request"):
        caplog.set_level(logging.INFO, name)
    yield lambda: written.getvalue().splitlines()
    root.removeHandler(handler)


def breaks(_request):
    cause = IntegrityError(f"Key (email)=({MAIL}) already exists")
    raise ValidationError(f"{NAME} has {PHONE}") from cause


urlpatterns = [*urls.urlpatterns, path("breaks/", breaks, name="breaks")]
handler500 = urls.handler500


@pytest.mark.django_db
def test_a_request_has_one_line_and_its_answer_the_id_of_it(client, lines):
    answer = client.get("/login/?next=/members/")
    (line,) = map(json.loads, lines())
    assert line["request"] == answer["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{12}", line["request"])
    assert (line["method"], line["route"], line["status"]) == ("GET", "members:login", 200)
    assert line["ms"] >= 0
    assert logs.request_id() == ""


def test_no_line_is_forged_by_what_a_visitor_writes(lines):
    logging.getLogger("lhombre_club").warning("refused: %s", 'x\r\n{"logger": "forged"}')
    (line,) = map(json.loads, lines())
    assert line["logger"] == "lhombre_club"
    assert "forged" in line["says"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("given", "kept"),
    (("a-proxy-has-made-1", True), ("short", False), ("x" * 65, False), ("a b c d e f", False)),
)
def test_the_id_that_a_proxy_gave_counts_if_it_is_one(client, given, kept):
    assert (client.get("/login/", headers={"x-request-id": given})["X-Request-ID"] == given) is kept


@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_an_error_is_written_with_its_place_and_told_with_its_number(lines):
    answer = Client(raise_request_exception=False).get("/breaks/")
    assert answer.status_code == 500
    assert answer["X-Request-ID"] in answer.text
    error = next(line for line in map(json.loads, lines()) if "error" in line)
    assert error["request"] == answer["X-Request-ID"]
    own, cause = error["error"]
    assert own["is"] == "django.core.exceptions.ValidationError"
    assert cause["is"] == "django.db.utils.IntegrityError"
    assert re.fullmatch(r"tests/running/test_logs\.py:\d+ breaks", own["where"][-1])


def patterns(resolver, before=""):
    for each in resolver.url_patterns:
        route = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield route
        else:
            yield from patterns(each, route)


def visit_everything(club, director):
    """Ask for each address, as a stranger and as a director, with names wherever they fit."""
    event = make.make_released_event(club, tables=2)
    person = Person.objects.filter(memberships__club=club)[0]
    Person.objects.filter(pk=person.pk).update(
        first_name=NAME, last_name=NAME, email=MAIL, phone=PHONE
    )
    table = Table.objects.filter(round__event=event)[0]
    code = links.issue_link(table).partition("/e/")[2]
    shown = Client(raise_request_exception=False)
    inside = Client(raise_request_exception=False)
    inside.force_login(director)
    for route in patterns(get_resolver()):
        for key in (event.pk, NAME):
            address = "/" + re.sub(r"<[^>]+>", str(key), route).replace("^", "").replace("$", "")
            for visitor in (shown, inside):
                visitor.get(address, {"q": NAME})
    shown.get(f"/e/{code}")
    shown.get(f"/e/{CODE}")
    for _ in range(12):
        shown.post("/login/", {"username": MAIL, "password": CODE})
    shown.post("/api/v1/tables/x/results/", CODE, content_type="application/json")
    inside.post("/members/add/", {"first_name": NAME * 30, "email": PHONE})
    return code


def betrayed(lines, code):
    """The words that a line holds and should not."""
    return {word for word in (NAME, MAIL, PHONE, CODE, code) for line in lines if word in line}


@pytest.mark.strict
@pytest.mark.django_db
@override_settings(ROOT_URLCONF=__name__)
def test_no_line_names_anybody_or_holds_a_code(club, director, lines):
    code = visit_everything(club, director)
    assert len(lines()) > 100
    assert betrayed(lines(), code) == set()


@pytest.mark.nightly
@pytest.mark.django_db
@pytest.mark.parametrize("form", (logging.Formatter(),))
@override_settings(ROOT_URLCONF=__name__)
def test_as_a_terminal_has_it_the_lines_would(club, director, lines):
    """The twin."""
    code = visit_everything(club, director)
    assert betrayed(lines(), code)


def test_what_our_own_words_are_filled_in_with_is_no_address_of_anybody():
    folders = "to /media/jens/STICK and {}/jens".format("/home")
    text = f"copy %d of %s for %s, from 192.0.2.7 and fe80::1:2, {folders}"
    record = logging.makeLogRecord(
        {
            "name": "lhombre_club.any",
            "msg": text,
            "args": (17, "var", "redis://:word@192.0.2.7:6379"),
        }
    )
    said = json.loads(logs.Lines().format(record))["says"]
    assert said == "copy 17 of var for …, from … and …, " + folders.replace("jens", "…")


@pytest.mark.django_db
def test_it_says_what_kind_of_visitor_it_was(director_client, club, lines):
    table = Table.objects.get(round__event=make.make_released_event(club, tables=1))
    address = reverse("tournaments:table", args=[table.pk])
    phone = Client()
    phone.get("/e/" + links.issue_link(table).partition("/e/")[2])
    for client in (phone, director_client, Client()):
        client.get(address)
    assert [json.loads(line)["actor"] for line in lines()] == ["none", "device", "user", "none"]


def test_a_task_writes_under_the_id_of_the_request_that_rang_for_it(lines):
    @current_app.task(name="tests.say")
    def say():
        logging.getLogger("lhombre_club.test").warning("done")

    headers: dict[str, str] = {}
    logs.take_up("3fa912bc0712")
    before_task_publish.send(sender=say.name, headers=headers)
    trace: Any = build_tracer(say.name, say, app=current_app)
    trace("1", [], {}, request=headers)
    trace("2", [], {}, request={})
    first, second = (line for line in map(json.loads, lines()) if line["says"] == "done")
    assert first["request"] == "3fa912bc0712"
    assert "request" not in second


@pytest.mark.django_db
@pytest.mark.parametrize(("refuses", "says_where"), ((logs.REFUSES, False), ("nobody.", True)))
def test_a_request_that_is_refused_fills_the_log_no_faster_than_another(
    lines, monkeypatch, refuses, says_where
):
    """Who asks for another host would else write all that failed out of the files; the twin does.

    A HEAD is none that is refused, and no line of the web server says so.
    """
    monkeypatch.setattr(logs, "REFUSES", refuses)
    assert Client().get("/login/", headers={"host": "elsewhere.example"}).status_code == 400
    refused = [line for line in lines() if "DisallowedHost" in line]
    assert len(refused) == 1
    assert ("error" in json.loads(refused[0])) is says_where
    assert (len(refused[0]) < 250) is not says_where
    assert not logging.getLogger("gunicorn.http.wsgi").isEnabledFor(logging.WARNING)


FAILING = """
def application(environ, start):
    start("200 OK", [])
    raise KeyError("Xylofonia")
"""


@pytest.mark.strict
@pytest.mark.parametrize("ours", (True, False))
def test_the_words_of_the_web_server_name_nobody(ours, tmp_path):
    """What it says of a request that fails outside of Django; the twin with words of its own."""
    (tmp_path / "failing.py").write_text("import lhombre_club.wsgi\n" * ours + FAILING)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = ["failing:application", "--worker-class", WORKER, "--log-level", "error"]
    words += ["--bind", f"127.0.0.1:{port}", "--no-control-socket"]
    log = tmp_path / "log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", *words],
            env={**os.environ, "PYTHONPATH": f"{tmp_path}:{logs.ROOT}", "LOG_TO": "json",
                 "DJANGO_SETTINGS_MODULE": "lhombre_club.settings", "LHOMBRE_VAR": str(tmp_path)},
            stdout=output,
            stderr=output,
        )  # fmt: skip
    try:
        deadline = time.monotonic() + 60
        while "KeyError" not in log.read_text() and time.monotonic() < deadline:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/e/{CODE}?q={NAME}", timeout=10)
            time.sleep(0.05)
    finally:
        server.terminate()
        server.wait(60)
    assert "KeyError" in log.read_text()
    assert (betrayed([log.read_text()], CODE) == set()) is ours


# --- the file -----------------------------------------------------------------------------


@pytest.fixture
def small(monkeypatch, tmp_path):
    """A file that is put aside after some lines."""
    monkeypatch.setattr(logs, "LARGEST", 2000)
    return tmp_path / "club.jsonl"


def write(handlers, count):
    """Let as many threads write as there are handlers: each stands for a process."""

    def some(number, handler):
        for place in range(count):
            facts = {"facts": {"writer": number, "place": place, "ballast": "x" * 40}}
            record = logging.makeLogRecord({"name": "tournaments", "msg": "said", **facts})
            handler.handle(record)

    threads = [threading.Thread(target=some, args=each) for each in enumerate(handlers)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()


def make_handlers(file, kind):
    made = [kind(file, delay=True) for _ in range(3)]
    for each in made:
        each.setFormatter(logs.Lines())
    return made


def read(folder):
    files = sorted(folder.glob("club*.jsonl"))
    return files, [json.loads(line) for file in files for line in file.read_text().splitlines()]


def test_files_are_put_aside_while_several_write_and_no_line_is_lost_or_torn(small, monkeypatch):
    monkeypatch.setattr(logs, "KEPT", 1000)
    write(make_handlers(small, logs.RotatedFile), 100)
    files, lines = read(small.parent)
    assert len(files) > 10
    assert sorted((each["writer"], each["place"]) for each in lines) == [
        (writer, place) for writer in range(3) for place in range(100)
    ]


def test_no_more_is_kept_than_a_few_files(small):
    write(make_handlers(small, logs.RotatedFile), 200)
    files, _ = read(small.parent)
    assert len(files) - logs.KEPT in {0, 1}  # the last line may have been one too many
    assert max(file.stat().st_size for file in files) < 2 * logs.LARGEST


def test_without_that_the_file_grows(small):
    """The twin."""
    write(make_handlers(small, logging.FileHandler), 200)
    assert small.stat().st_size > 10 * logs.LARGEST


def test_a_disk_that_fails_while_a_file_is_put_aside_stops_nobody(small, monkeypatch, capsys):
    (handler,) = make_handlers(small, logs.RotatedFile)[:1]
    monkeypatch.setattr(handler, "_put_aside", fails)
    write([handler], 100)
    assert len(read(small.parent)[1]) == 100
    assert capsys.readouterr() == ("", "")  # Python's own word would have what fills a line in


def fails():
    raise OSError(28, "No space left on device")
