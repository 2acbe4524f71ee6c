"""Where offices demand a second step, and where a code is asked for again."""

import io
import zipfile

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver, reverse

from lhombre_club.members.logins import again
from lhombre_club.members.models import ClubRole, SecurityNote
from lhombre_club.members.offices import DEMAND, Deed
from tests import make
from tests.members.test_account import is_in, log_in
from tests.members.test_factor import ADDRESS, digits, later, set_up
from tests.strangers.offices import DEED

pytestmark = pytest.mark.django_db
Role = ClubRole.Role
__all__ = ["later"]
ASKED = {Deed.MONEY, Deed.CASH, Deed.OFFICES, Deed.KEPT}
BESIDES = {
    "members:office-end",
    "members:office-link-withdraw",
    "members:passkey-remove",
    "tournaments:round-reopen",
}
"""Of other deeds: an office or a passkey that is taken back, and opening a round again."""


def log_in_as(username) -> tuple[Client, str]:
    """Log in; return where it led."""
    client = Client(REMOTE_ADDR=ADDRESS)
    typed = {"username": username, "password": make.PASSWORD, "next": "/security/"}
    return client, client.post(reverse("members:login"), typed)["Location"]


def views(patterns=None, space=""):
    for each in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(each, URLResolver):
            inner = f"{space}{each.namespace}:" if each.namespace else space
            yield from views(each.url_patterns, inner)
        else:
            yield f"{space}{each.name}", getattr(each.callback, "asks_again", frozenset())


class TestDemanded:
    @pytest.fixture(autouse=True)
    def hosted(self, settings):
        settings.SECOND_FACTOR = True

    def test_an_office_waits_until_it_is_set_up(self, director, later):
        client, onward = log_in_as("director")
        assert onward == reverse("members:factor")
        for page in ("/", "/tonight/", "/account/", "/offices/"):
            assert client.get(page)["Location"] == reverse("members:factor")
        assert client.post(reverse("members:end-others"))["Location"] == reverse("members:factor")
        assert client.get("/api/v1/years/").status_code in {403, 404}
        _secret, answer, codes = set_up(client)
        assert len(codes) == 10
        assert answer.status_code == 200
        assert is_in(client)

    @pytest.mark.strict
    @pytest.mark.parametrize("role", Role)
    def test_which_offices_demand_it(self, club, role):
        make.make_officer(club, role, "bo")
        _client, onward = log_in_as("bo")
        assert (onward == reverse("members:factor")) is (role in DEMAND)
        assert {"owner", "administrator", "director", "treasurer"} == DEMAND

    def test_a_laptop_demands_nothing(self, director, settings):
        settings.SECOND_FACTOR = False
        assert is_in(log_in())


class TestAskedAgain:
    def test_of_which_addresses(self):
        """By their deed, but for a page that is read alone; the others say it themselves."""
        asked = {name for name, methods in views() if "POST" in methods}
        sent = {name for name, deed in DEED.items() if deed in ASKED} - {"tournaments:money"}
        assert asked == BESIDES | sent
        read = {name for name, methods in views() if "GET" in methods}
        assert read == {name for name, deed in DEED.items() if deed is Deed.KEPT}

    def test_what_is_sent_waits_for_the_code(self, director, later):
        here = log_in()
        secret, _answer, _codes = set_up(here)
        later(again.AGAIN - 10)
        assert here.post("/offices/", {"office": "secretary"})["Location"] == "/offices/"
        later(2 * again.AGAIN - 30)
        assert here.post("/offices/", {"office": "secretary"})["Location"] == "/offices/"
        later(4 * again.AGAIN)
        assert here.get("/offices/").status_code == 200
        answer = here.post("/offices/", {"office": "treasurer"}, HTTP_REFERER="/offices/")
        asked = reverse("members:again")
        assert answer["Location"].startswith(asked)
        made = SecurityNote.objects.filter(kind=SecurityNote.Kind.INVITED)
        assert not made.filter(office="treasurer").exists()
        typed = {"next": "/offices/", "code": "000000"}
        assert "not right" in here.post(asked, typed).content.decode()
        held = here.post(asked, {**typed, "code": digits(secret)}, follow=True)
        assert "waited for your code" in held.content.decode()
        assert dict(held.context["fields"]) == {"office": "treasurer"}
        assert here.post("/offices/", {"office": "treasurer"})["Location"] == "/offices/"
        assert made.filter(office="treasurer").exists()

    def test_what_is_kept_is_not_read_without(self, director, later):
        here = log_in()
        secret, _answer, _codes = set_up(here)
        later(2 * again.AGAIN)
        zip_ = reverse("tournaments:club-file-zip")
        asked = here.get(zip_)
        assert asked["Location"].startswith(reverse("members:again"))
        answer = here.post(asked["Location"], {"code": digits(secret)})
        assert answer["Location"] == zip_
        file = zipfile.ZipFile(io.BytesIO(here.get(zip_).getvalue()))
        assert not any(secret.encode() in file.read(name) for name in file.namelist())

    def test_a_password_that_cannot_wait_is_typed_again(self, director, later):
        here = log_in()
        set_up(here)
        later(2 * again.AGAIN)
        sent = {"old": "x", "office": "treasurer"}
        told = here.post("/offices/", sent, follow=True).content.decode()
        assert "send it once more" in told
        assert "held_form" not in here.session

    def test_it_leads_to_no_other_site(self, director, later):
        here = log_in()
        secret, _answer, _codes = set_up(here)
        later(60)
        typed = {"code": digits(secret), "next": "https://elsewhere.example/"}
        assert here.post(reverse("members:again"), typed)["Location"] == "/"

    def test_who_has_none_is_not_asked(self, director, later):
        here = log_in()
        later(4 * again.AGAIN)
        assert here.post("/offices/", {"office": "treasurer"})["Location"] == "/offices/"
