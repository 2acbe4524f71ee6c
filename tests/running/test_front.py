"""What everybody is answered alike is given without a thread, and nobody is given another's."""

import gzip
import http.client
import re
import time
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.test import RequestFactory
from django.test.client import ClientHandler
from django.urls import reverse

from lhombre_club import drawn, logs
from lhombre_club.bodies import MOST_COOKIES, with_plain_cookies
from lhombre_club.web import asked as asked_module
from lhombre_club.web.asked import _FIELD, read
from lhombre_club.web.front import LET_IN, MOST, Answer, Front
from tests import make
from tests.running.served import Served, read_to_end

PAGE = f"/s/{uuid4()}/table/"
USUAL = {"Host": "localhost:8000", "User-Agent": "a browser", "Accept-Language": "en-GB,en;q=0.5"}


def head(path=PAGE, first="GET {} HTTP/1.1", **more):
    """A request as the web server hands it to be read."""
    fields = USUAL | {name.replace("_", "-"): said for name, said in more.items()}
    lines = [first.format(path), *(f"{name}: {said}" for name, said in fields.items() if said)]
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1")


def asked(*words, is_heard=False, **more):
    return read(head(*words, **more), is_heard=is_heard)


def test_what_a_browser_asks_for_is_read_as_django_reads_it():
    plain = asked()
    assert (plain.path, plain.language, plain.tag, plain.keeps) == (PAGE, "en", "", True)
    assert asked(Cookie="a=b; django_language=da").language == "da"
    assert asked(Accept_Language="").language == "da"
    assert asked(If_None_Match='W/"x"').tag == '"x"'
    assert asked(Connection="close").keeps is False
    ways = [asked(X_Forwarded_Proto=each, is_heard=heard).key
            for each in ("", "http", "https") for heard in (True, False)]  # fmt: skip
    assert len(set(ways)) == 6


def test_of_many_cookies_no_more_are_read_than_django_is_given(monkeypatch):
    """Four thousand empty ones took the thread that reads for all half a millisecond."""
    late = ";" * MOST_COOKIES + "django_language=da"
    assert asked(Cookie=late) is None
    given: Any = with_plain_cookies(lambda environ, _start: [environ["HTTP_COOKIE"].encode()])
    assert b"django_language" not in given({"HTTP_COOKIE": late}, None)[0]
    monkeypatch.setattr(asked_module, "MOST_COOKIES", 10**9)
    assert asked(Cookie=late).language == "da"


BEFORE = ("\xa0", '"', "x", "django_language=;")
OTHERWISE = (
    {"first": "POST {} HTTP/1.1"}, {"first": "GET {} HTTP/1.0"}, {"first": "GET  {} HTTP/1.1"},
    {"path": f"{PAGE}?tables=csv"}, {"path": "/s/%41/"}, {"path": "http://localhost/s/"},
    {"Host": ""}, {"Host": "elsewhere.example"}, {"Host": "localhost@elsewhere"},
    {"host": "localhost"}, {"Content_Length": "1"}, {"Transfer_Encoding": "chunked"},
    {"Expect": "100-continue"}, {"Upgrade": "h2c"}, {"Connection": "upgrade"}, {"Range": "bytes"},
    {"If_Match": '"x"'}, {"If_None_Match": "*"}, {"If_None_Match": '"a", "b"'},
    {"X_Forwarded_Ssl": "on"}, {"X_Forwarded_Proto": "https, http"}, {"A": "b\x00"}, {"A ": "b"},
    {"A": "b\r\n c"}, {"A": "b\nHost: c"}, {"Accept_Language": "en," * 90}, {"A": "b" * 5000},
    *({"Cookie": f"{each}django_language=da"} for each in BEFORE),
)  # fmt: skip


def test_a_field_of_blanks_that_ends_badly_is_read_once():
    """The twin gives back what it took, and tries all blanks in every way."""
    slow = re.compile(_FIELD.pattern.replace(b"*+", b"*").replace(b"++", b"+"))
    bad = b"A:" + b" " * 2000 + b"\x01"
    taken = []
    for field in (_FIELD, slow):
        begun = time.perf_counter()
        assert field.fullmatch(bad) is None
        taken.append(time.perf_counter() - begun)
    assert taken[1] > 20 * taken[0]


def test_what_could_mean_something_else_is_left_to_django():
    assert [each for each in OTHERWISE if asked(**each) is not None] == []


class Django:
    """The program, behind what keeps its answers."""

    def __init__(self):
        self.front, self.calls, self.headers = Front(), 0, {}
        self._django = ClientHandler()
        self._handler = self.front.noting(self._counted)

    def _counted(self, environ, start):
        self.calls += 1
        answer = self._django(environ)
        cookies = [("Set-Cookie", each.OutputString()) for each in answer.cookies.values()]
        start(f"{answer.status_code} {answer.reason_phrase}", [*answer.items(), *cookies])
        return answer

    def ask(self, path, **more):
        """The answer as it goes out, from wherever it comes: status, own headers and body."""
        asks = asked(path, **more)
        kept = asks and self.front.answer(asks, is_plain=True)
        if kept:
            said, _, body = kept.partition(b"\r\n\r\n")
            first, *lines = said.decode().split("\r\n")
            return self._told(first.partition(" ")[2], [x.split(": ", 1) for x in lines], body)
        fields = USUAL | {name.replace("_", "-"): said for name, said in more.items()}
        environ = RequestFactory(headers={k: v for k, v in fields.items() if v}).get(path).environ
        environ["gunicorn.socket"] = SimpleNamespace(asked=asks, is_plain=True)
        told: list[Any] = []
        start: Any = lambda *words: told.extend(words)  # noqa: E731 -- its form is WSGI's
        found = self._handler(environ, start)
        return self._told(told[0], told[1], b"".join(found))

    def _told(self, status, headers, body):
        own = {"Date", "Server", "Connection", logs.HEADER}
        self.headers = dict(headers)
        return status, sorted((k, v) for k, v in headers if k not in own), body


@pytest.fixture
def program():
    """It is asked nothing yet."""
    return Django()


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, deals=4)


@pytest.mark.django_db
@pytest.mark.parametrize("route", ("standings-table", "screen-pages"))
def test_it_is_djangos_own_answer_and_django_is_not_asked_again(
    program, event, settings, route, django_assert_num_queries
):
    settings.STANDINGS_SECONDS = 60
    path = reverse(f"tournaments:{route}", args=[event.pk])
    first = program.ask(path)
    tag = dict(first[1])["ETag"]
    same = program.ask(path, If_None_Match=tag)
    assert (first[0], same[0], same[2]) == ("200 OK", "304 Not Modified", b"")
    danish = program.ask(path, Accept_Language="da")
    assert danish != first
    packed = program.ask(path, Accept_Encoding="gzip, br")
    assert program.ask(path, Accept_Encoding="gzip", If_None_Match=f"W/{tag}") == same
    assert gzip.decompress(packed[2]) == first[2]
    with django_assert_num_queries(0):
        assert program.ask(path, Cookie="sessionid=x; csrftoken=y") == first
        assert program.ask(path, If_None_Match='"older"') == first
        assert program.ask(path, If_None_Match=f"W/{tag}", X_Request_Id="a" * 12) == same
        assert program.headers[logs.HEADER] == "a" * 12
        assert program.ask(path, Accept_Language="") == danish
        assert program.ask(path, Accept_Encoding="gzip") == packed  # also its end of chance
        assert program.ask(path, Accept_Encoding="gzip", If_None_Match=f"W/{tag}") == same
    assert program.calls == 5


@pytest.mark.django_db
def test_nobody_is_shown_what_django_said_in_another_language(
    program, event, settings, monkeypatch
):
    """Whoever could have the one taken for the other would show it to everybody."""
    settings.STANDINGS_SECONDS = 60
    path = reverse("tournaments:standings-table", args=[event.pk])
    monkeypatch.setattr("lhombre_club.web.asked._language", lambda _chosen, _accepts: "en")
    assert dict(program.ask(path, Accept_Language="da")[1])["Content-Language"] == "da"
    assert dict(program.ask(path)[1])["Content-Language"] == "en"


@pytest.fixture(params=("standings", "player", "figures", "years", "honours", "calendar"))
def whole(request, event):
    """The address of a whole page for everybody."""
    of_club = request.param in {"years", "honours", "calendar"}
    of = [event.club_id] if of_club else [event.pk]
    if request.param == "player":
        of.append(event.participants.all()[0].pk)
    return reverse(f"tournaments:public-{request.param}", args=of)


@pytest.mark.django_db
def test_a_whole_page_is_given_to_whoever_may_be_anybody_and_django_is_not_asked_again(
    program, whole, settings, django_assert_num_queries
):
    settings.STANDINGS_SECONDS = 60
    first = program.ask(whole)
    assert (first[0], "Set-Cookie" in program.headers) == ("200 OK", False)
    with django_assert_num_queries(0):
        assert program.ask(whole) == first
        assert program.ask(whole, Cookie=f"{settings.CSRF_COOKIE_NAME}=x") == first
    assert program.calls == 1


SAYS_WHO = (
    "sessionid=x",
    "messages=x",
    "csrftoken=y; sessionid=x",
    "csrftoken=y;x",
    "csrftoken=y;",
)


@pytest.mark.django_db
def test_a_cookie_that_may_say_who_asks_is_left_to_django(program, event, settings):
    settings.STANDINGS_SECONDS = 60
    path = reverse("tournaments:public-standings", args=[event.pk])
    program.ask(path)
    for cookie in SAYS_WHO:
        program.ask(path, Cookie=cookie)
    assert program.calls == 1 + len(SAYS_WHO)


@pytest.mark.django_db
@pytest.mark.parametrize("otherwise", (False, True))
def test_nobody_is_shown_what_stands_on_a_directors_page(
    program, whole, settings, director_client, monkeypatch, otherwise
):
    """The twin takes directors for nobody, and shows them no page of their own."""
    settings.STANDINGS_SECONDS = 60
    if otherwise:
        monkeypatch.setattr("lhombre_club.known.is_nobody", lambda _cookies: True)
    own = f"sessionid={director_client.cookies['sessionid'].value}"
    says = reverse("members:logout").encode()
    seen = [says in program.ask(whole, Cookie=each)[2] for each in ("", own, "", own)]
    assert seen == [False, not otherwise] * 2


KEY = (True, "/s/", "da", "", False, False)


@pytest.fixture
def front(monkeypatch, settings):
    """With one answer; both clocks are to be set."""
    settings.STANDINGS_SECONDS, now = 1, [1000.0]
    monkeypatch.setattr(time, "time", lambda: now[0])
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    made = Front()
    keep(made)
    return SimpleNamespace(front=made, clock=now, ask=lambda: say(made))


def keep(front, text=b"first", headers=(), key=KEY, at=1000.0):
    worked = drawn.Worked("", f'"{text.decode()}"', text, at, 0.1)
    alike = drawn.Alike(worked, "/s/", "da", "route")
    said = Answer("200 OK", [("Content-Length", str(len(text))), *headers], text)
    front.keep(key, alike, said)


def say(front):
    asks = read(b"GET /s/ HTTP/1.1\r\nHost: localhost\r\n", is_heard=False)
    said = front.answer(asks, is_plain=True)
    return said and said.rpartition(b"\r\n\r\n")[2]


def test_one_is_let_in_when_it_is_no_longer_fresh_and_all_when_it_is_old(front):
    assert front.ask() == b"first"
    front.clock[0] += 1.1
    assert [front.ask() for _ in range(5)] == [None, *[b"first"] * 4]
    front.clock[0] += LET_IN + 0.1
    assert [(front.ask(), front.front.lets_in) for _ in range(2)] == [
        (None, True),
        (b"first", False),
    ]
    front.clock[0] += LET_IN + 0.1
    assert [front.ask() for _ in range(3)] == [None] * 3
    assert not front.front.lets_in
    keep(front.front, b"second", at=front.clock[0])
    assert front.ask() == b"second"


def test_what_comes_late_takes_no_later_ones_place(front):
    front.clock[0] += 0.6
    keep(front.front, b"second", at=1000.5)
    keep(front.front, b"older", at=1000.2)
    assert front.ask() == b"second"


def test_who_was_given_a_cookie_is_given_it_alone(front):
    keep(front.front, b"second", [("Set-Cookie", "a=b")], at=1000.0)
    assert front.ask() == b"first"


def test_no_more_than_so_many_are_kept(front):
    for number in range(MOST):
        keep(front.front, key=(True, f"/{number}/", "da", "", False))
    assert front.ask() is None


ANSWERS = """
from lhombre_club.web import asked, front
asked._language = lambda chosen, accepts: "da"
SAID = b"HTTP/1.1 200 OK\\r\\nContent-Length: 100000\\r\\nConnection: keep-alive\\r\\n\\r\\n"
front.Front.answer = lambda self, asked, is_plain: (
    SAID + b"k" * 100_000 if asked.path == "/kept/" else None)
"""


@pytest.mark.parametrize("otherwise", (False, True))
def test_a_kept_answer_needs_no_thread(tmp_path, otherwise):
    """The twin keeps nothing."""
    with Served(tmp_path, settings="" if otherwise else ANSWERS) as served:
        for _ in range(2):
            served.connect(b"GET /slow/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
        served.until((tmp_path / "begun").exists)
        there = http.client.HTTPConnection("127.0.0.1", served.port, timeout=2 if otherwise else 60)
        said = []
        try:
            for _ in range(3):
                there.request("GET", "/kept/")
                said.append(there.getresponse().read())
        except TimeoutError:
            pass
        assert said == ([] if otherwise else [b"k" * 100_000] * 3)


def test_whoever_sends_many_requests_at_once_is_answered_in_order(tmp_path):
    """Each is answered after the other, however many come together."""
    one = b"GET %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n"
    kept, page = one % (b"/kept/", b""), one % (b"/page/", b"")
    with Served(
        tmp_path, settings=ANSWERS.replace("100_000", "9").replace("100000", "9")
    ) as served:
        sent = kept * 300 + page + kept * 300 + one % (b"/page/", b"Connection: close\r\n")
        said = read_to_end(served.connect(sent))
        assert said.count(b"k" * 9) + said.count(b"http /kept/ 0") == 600
        assert said.index(b"http /page/ 0") < said.rindex(b"http /page/ 0")
        assert said.rstrip().endswith(b"http /page/ 0")
