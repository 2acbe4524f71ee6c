"""Who is not logged in sends little, and nobody more than a page takes; nothing else is read."""

import http.cookies
from contextlib import suppress
from io import BytesIO
from wsgiref.util import setup_testing_defaults

import django.http.request
import pytest
from django.core.exceptions import BadRequest
from django.core.handlers.wsgi import WSGIRequest
from django.urls import reverse
from django.utils.http import parse_header_parameters
from django.views.i18n import set_language

from lhombre_club import bodies

pytestmark = pytest.mark.django_db


class Body:
    """What is on its way: notes whether anybody begins to read it."""

    was_read = False

    def read(self, *_size):
        self.was_read = True
        return b""

    readline = read


def announce(client, address, length, body=None):
    """Send a form that says it is so many bytes long."""
    sent = {
        "CONTENT_TYPE": "multipart/form-data; boundary=x",
        "CONTENT_LENGTH": str(length),
        "wsgi.input": body or Body(),
    }
    return client.generic("POST", address, headers={"accept-language": "en"}, **sent)


def send(client, address, length):
    """Announce it; the status, and whether the first byte was asked for."""
    body = Body()
    return announce(client, address, length, body).status_code, body.was_read


@pytest.mark.parametrize("name", ("members:login", "members:import", "set_language"))
def test_of_a_strangers_long_body_nothing_is_read(client, name):
    assert send(client, reverse(name), bodies.ANYBODYS + 1) == (413, False)
    assert send(client, reverse(name), bodies.ANYBODYS)[0] != 413


def test_without_the_limit_all_of_it_is(client, settings):
    settings.MIDDLEWARE = [each for each in settings.MIDDLEWARE if "bodies" not in each]
    assert send(client, reverse("members:login"), 300_000_000)[1]


def test_who_is_logged_in_sends_files_where_they_are_taken(director_client, settings):
    (form, file) = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE, bodies.A_FILES)
    for name, most in (("members:tonight", form), ("members:import", file)):
        assert send(director_client, reverse(name), most)[1]
        assert send(director_client, reverse(name), most + 1) == (413, False)


def test_what_is_too_long_is_said(client, director_client):
    long = bodies.A_FILES + 1
    page = announce(director_client, reverse("members:import"), long).content.decode()
    assert "at most 16 MB" in page
    page = announce(client, reverse("members:login"), long).content.decode()
    assert "logged in" in page
    answer = announce(client, "/api/v1/tables/8f14e45f-ceea-467f-a8d2-7a1b3c0e5d11/results/", long)
    assert answer.status_code == 413
    assert "logged in" in answer.json()["detail"]


def parts(count, end):
    one = b'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'
    return (one + end) * count + b"--x--\r\n"


@pytest.mark.parametrize("end", (b"\r\n", b""))
def test_a_stranger_sends_no_form_in_a_thousand_parts(client, director_client, end):
    """Django ends a part also where its boundary begins in the middle of a line."""

    def sent(by, count):
        kind = "multipart/form-data; boundary=x"
        return by.generic("POST", reverse("members:login"), parts(count, end), kind).status_code

    assert sent(client, bodies.MOST_PARTS - 1) == 200
    assert sent(client, bodies.MOST_PARTS + 1) == 413
    assert sent(director_client, bodies.MOST_PARTS + 1) != 413


def read_by_django(environ, _start):
    """What Django reads of a request, as an answer has it."""
    request = WSGIRequest(environ)
    read = request.POST["name"], request.GET["next"], request.content_params
    return [repr(read).encode()]


def begun(_status, _headers, _error=None):
    """An answer that nobody reads begins."""
    return lambda _data: None


@pytest.mark.parametrize(
    "said",
    ("charset=utf-16", " Charset=rot13", "charset*=utf-8''latin-1", "boundary*=bogus''x"),
)
def test_whatever_a_form_says_of_its_letters_it_is_read_as_utf_8(said):
    """The twin has Django look at that."""
    environ = {
        "CONTENT_TYPE": f"application/x-www-form-urlencoded; boundary=b;{said}",
        "CONTENT_LENGTH": "11",
        "REQUEST_METHOD": "POST",
        "QUERY_STRING": "next=%2F",
        "wsgi.input": BytesIO(b"name=%C3%A6"),
    }
    setup_testing_defaults(environ)
    with pytest.raises((BadRequest, LookupError, ValueError), match=r"UTF-8|encoding"):
        read_by_django(environ, begun)
    (read,) = bodies.in_utf8(read_by_django)(environ, begun)
    assert read.decode() == repr(("æ", "/", {"boundary": "b"}))


def test_a_cookie_in_quotes_is_not_read(monkeypatch):
    """The twin has Python read it, which takes some long; those beside it are read."""
    quoted: list[str] = []

    def unquote(text):
        quoted.append(text)
        return text

    monkeypatch.setattr(http.cookies, "_unquote", unquote)

    def cookies(environ, _start):
        return [repr(WSGIRequest(environ).COOKIES).encode()]

    environ = {"HTTP_COOKIE": 'a=1; device="' + "\\\\" * 99 + '"; b=2'}
    setup_testing_defaults(environ)
    cookies(environ, begun)
    assert any("\\" in text for text in quoted)
    quoted.clear()
    (read,) = bodies.with_plain_cookies(cookies)(environ, begun)
    assert read == b"{'a': '1', 'b': '2'}"
    assert not any("\\" in text for text in quoted)
    environ["HTTP_COOKIE"] = "a=1;" + "b;" * 4000
    (read,) = bodies.with_plain_cookies(lambda asked, _: [asked["HTTP_COOKIE"].encode()])(
        environ, begun
    )
    assert read == b"a=1" + b";b" * (bodies.MOST_COOKIES - 1)


ACCEPTS = (
    "a/b;x*=q'q'q",
    "*/*;x*=undefined''%ff",
    'a/b;x="' + ";" * 8000,
    ",".join(["a/b"] * 2000),
)


@pytest.mark.parametrize("accept", ACCEPTS)
def test_which_kinds_a_visitor_takes_is_not_read(rf, monkeypatch, accept):
    """The twin has Django read them, which is a fault, or takes long."""
    looked: list[str] = []

    def parsed(said):
        looked.append(said)
        return parse_header_parameters(said)

    monkeypatch.setattr(django.http.request, "parse_header_parameters", parsed)

    def chosen(environ, _start):
        return [str(set_language(WSGIRequest(environ)).status_code).encode()]

    environ = rf.get("/language/", headers={"accept": accept}).environ
    with suppress(ValueError):
        chosen(environ, begun)
    assert accept.split(",")[0] in looked
    looked.clear()
    (status,) = bodies.without_accept(chosen)(environ, begun)
    assert status == b"302"
    assert accept.split(",")[0] not in looked


@pytest.mark.parametrize("length", ("9" * 400, "-1", "²", "1e9"))
def test_a_length_that_is_none_is_refused(client, length):
    assert announce(client, reverse("members:login"), length).status_code == 413


@pytest.mark.django_db
@pytest.mark.parametrize("boundary", ("", "; boundary=", "; boundary=ø"))
@pytest.mark.parametrize("path", ("/nowhere/", "/login/"))
def test_a_form_that_cannot_be_read_is_no_fault(client, path, boundary):
    client.raise_request_exception = False
    sent = client.post(path, b"--x", content_type=f"multipart/form-data{boundary}")
    assert sent.status_code == (404 if path == "/nowhere/" else 400)
