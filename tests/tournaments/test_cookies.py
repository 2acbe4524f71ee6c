"""What the program lets browsers keep: each cookie is taken from this very site alone under TLS."""

from http.cookies import Morsel
from itertools import islice
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from lhombre_club.members import domain, once
from tests import make
from tests.environment import read_settings
from tests.tournaments.sent_twice import pages
from tournaments.entry.domain.links import issue_link

pytestmark = pytest.mark.django_db
NAMES = {"csrftoken", "device", "django_language", "messages", "sessionid"}
READ_BY_SCRIPTS = "csrftoken"
PAGES = 8
"""So many pages that the director looks at; it is forms that set cookies."""


class Browser(Client):
    """A client that reaches the site by ``https`` or not, and lists the cookies it is given."""

    def __init__(self, given: list[Morsel[str]], *, tls: bool) -> None:
        super().__init__()
        self.given, self.scheme = given, "https" if tls else "http"

    def request(self, **request):
        answer = super().request(**{**request, "wsgi.url_scheme": self.scheme})
        self.given += answer.cookies.values()
        return answer


@pytest.fixture(params=(True, False), ids=("https", "http"))
def tls(request, monkeypatch, tmp_path, settings):
    """Whether the site is reached by HTTPS; its settings are as it reads them then."""
    read = read_settings(monkeypatch, tmp_path, SITE_TLS="on" if request.param else "off")
    for name in ("SITE_TLS", *(name for name in read if "_COOKIE_" in name)):
        setattr(settings, name, read[name])
    settings.LANGUAGE_CODE = "en"
    return request.param


def walk(table, *, tls):
    """Come in by every way, look around, and return each cookie that was set or removed."""
    given: list[Morsel[str]] = []
    director, phone, new = (Browser(given, tls=tls) for _ in range(3))
    typed = {"username": "director", "password": make.PASSWORD}
    assert director.post(reverse("members:login"), typed).status_code == 302
    director.post(reverse("set_language"), {"language": "en"})
    assert (
        director.post(reverse("tournaments:club-name"), {"name": "Klub Basta"}).status_code == 302
    )
    assert len(list(islice(pages(director, ("/",)), PAGES))) == PAGES
    director.post(reverse("members:logout"))
    phone.get(urlsplit(issue_link(table)).path, follow=True)
    typed = {"name": "Bo Holm", "username": "bo"} | dict.fromkeys(
        ("password", "again"), "seven words"
    )
    token = domain.make_setup_link(actor="system:command")
    new.post(reverse("members:welcome", args=[token]), typed)
    return given


def wrong(given, *, tls):
    """The names of cookies that others could set, or read."""
    return {
        each.key
        for each in given
        if each.key.startswith("__Host-") is not tls
        or bool(each["secure"]) is not tls
        or (each["path"], each["domain"], each["samesite"]) != ("/", "", "Lax")
        or (each.value and bool(each["httponly"]) is each.key.endswith(READ_BY_SCRIPTS))
    }


def test_each_is_named_so_that_nobody_else_can_set_it(tls, director, table):
    given = walk(table, tls=tls)
    assert {each.key.removeprefix("__Host-") for each in given} == NAMES
    assert wrong(given, tls=tls) == set()


def test_one_that_is_called_otherwise_is_found(tls, director, table, monkeypatch):
    """The twin."""
    monkeypatch.setattr(once.Cookie, "cookie_name", "messages" if tls else "__Host-messages")
    assert wrong(walk(table, tls=tls), tls=tls) == {once.Cookie.cookie_name}
