"""Passkeys: added, asked in the place of a code, and of password and code; each answer once."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from lhombre_club.members import domain
from lhombre_club.members.domain import passkeys
from lhombre_club.members.logins import again, second
from lhombre_club.members.models import Passkey, SecondFactor, SecurityNote
from tests import make
from tests.members.authenticator import FLAG, Authenticator
from tests.members.test_account import is_in
from tests.members.test_factor import digits, later, set_up

pytestmark = pytest.mark.django_db
__all__ = ["later"]
Kind = SecurityNote.Kind
PASSKEYS = "members:passkeys"
NOT_TAKEN = "This passkey was not taken"


class Visitor(Client):
    """A browser on the computer itself, of somebody who may have digits."""

    secret = ""


def visitor(host="localhost") -> Visitor:
    return Visitor(REMOTE_ADDR="127.0.0.1", HTTP_HOST=host)


def type_password(client):
    typed = {"username": "director", "password": make.PASSWORD, "next": "/members/"}
    return client.post(reverse("members:login"), typed)


def question(client, name):
    return client.get(reverse(name)).context["question"]


def send(client, name, authenticator, asked=None, **fields):
    """Let the passkey answer what the page asks, and send it."""
    asked = asked or question(client, name)
    fields |= {"question": asked.signed, "passkey": authenticator.answers(asked.options)}
    return client.post(reverse(name), fields)


def add(client, authenticator, secret, name="my phone", **fields):
    asked = question(client, PASSKEYS)
    typed = {"name": name, "old": make.PASSWORD, "code": digits(secret)}
    typed |= {"question": asked.signed, "passkey": authenticator.made(asked.options)}
    return client.post(reverse(PASSKEYS), typed | fields)


@pytest.fixture
def here(director, later):
    """Logged in, with digits set up a minute ago."""
    client = visitor()
    type_password(client)
    client.secret = set_up(client)[0]
    later(60)
    return client


@pytest.fixture
def phone(here, later):
    """A passkey that has been added."""
    found = Authenticator()
    assert add(here, found, here.secret).status_code == 302
    later(120)
    return found


class TestAdding:
    def test_it_takes_password_and_code_and_is_noted(self, here, director):
        phone = Authenticator()
        for wrong in ({"old": "no"}, {"code": "000000"}, {"name": ""}, {"passkey": "{}"}):
            answer = add(here, phone, here.secret, **wrong)
            assert answer.status_code == 400, wrong
        assert not Passkey.objects.exists()

    def test_it_is_shown_under_its_name_and_removed(self, here, director, phone, later):
        assert "my phone" in here.get(reverse(PASSKEYS)).content.decode()
        remove = reverse("members:passkey-remove", args=[Passkey.objects.get().pk])
        later(4 * again.AGAIN)
        assert here.post(remove)["Location"].startswith(reverse("members:again"))
        assert Passkey.objects.exists()
        send(here, "members:again", phone, next=reverse(PASSKEYS))
        here.post(remove)
        assert not Passkey.objects.exists()
        kinds = set(SecurityNote.objects.values_list("kind", flat=True))
        assert {Kind.PASSKEY, Kind.PASSKEY_GONE} <= kinds

    def test_nobody_removes_that_of_another(self, phone, stranger_client):
        stranger_client.post(
            reverse("members:passkey-remove", args=[Passkey.objects.get().pk]), follow=True
        )
        assert Passkey.objects.exists()

    def test_one_key_is_of_one_account(self, here, phone, later):
        later(180)
        answer = add(here, phone, here.secret, "the same")
        assert NOT_TAKEN in answer.content.decode()
        assert Passkey.objects.count() == 1

    @pytest.mark.strict
    def test_ten_are_enough(self, here, later, monkeypatch):
        monkeypatch.setattr(passkeys, "MOST", 1)
        add(here, Authenticator(), here.secret)
        later(180)
        answer = add(here, Authenticator(b"another"), here.secret)
        assert "You have 1 passkeys" in answer.content.decode()

    def test_without_digits_there_is_none(self, director):
        client = visitor()
        type_password(client)
        assert client.get(reverse(PASSKEYS))["Location"] == reverse("members:factor")

    def test_with_the_second_step_they_end(self, director, phone):
        domain.end_factor(user=director, actor=director.actor)
        assert not Passkey.objects.exists()


@pytest.mark.parametrize(
    ("host", "tls", "is_asked"),
    (
        ("localhost", False, True), ("localhost:8000", False, True), ("club.local", True, True),
        ("club.local", False, False), ("127.0.0.1", False, False), ("192.0.2.7", True, False),
    ),
)  # fmt: skip
def test_where_browsers_ask_for_one(director, settings, host, tls, is_asked):
    settings.ALLOWED_HOSTS = ["*"]
    client = visitor(host)
    client.force_login(director)
    SecondFactor.objects.create(user=director, secret="A" * 32, last_step=0)
    page = client.get(reverse(PASSKEYS), secure=tls).content.decode()
    assert ("data-passkey" in page) is is_asked
    assert (f"opened at {host}" in page) is not is_asked


class TestLoggingIn:
    def test_it_stands_for_the_code_once(self, phone):
        client = visitor()
        assert type_password(client)["Location"] == reverse("members:code")
        assert not is_in(client)
        asked = question(client, "members:code")
        assert send(client, "members:code", phone, asked)["Location"] == "/members/"
        assert is_in(client)
        other = visitor()
        type_password(other)
        refused = send(other, "members:code", phone, asked)
        assert refused["Location"].startswith(reverse("members:code"))
        assert not is_in(other)
        assert SecurityNote.objects.filter(kind=Kind.WRONG_CODE).exists()

    def test_that_it_counts_once_is_what_the_row_decides(self, phone, monkeypatch):
        """With the protection off the same answer opens twice."""
        monkeypatch.setattr(passkeys, "_used", lambda *_given: True)
        client, other = visitor(), visitor()
        type_password(client)
        asked = question(client, "members:code")
        fields = {"question": asked.signed, "passkey": phone.answers(asked.options)}
        for each in (client, other):
            type_password(each)
            each.post(reverse("members:code"), fields)
            assert is_in(each)

    def test_it_stands_for_password_and_code_where_it_saw_a_finger(self, phone):
        client = visitor()
        asked = question(client, "members:login")
        assert "allowCredentials" not in asked.options["publicKey"]
        answer = send(client, "members:login", phone, asked, next="/members/")
        assert answer["Location"] == "/members/"
        assert is_in(client)
        assert second.CODE_AT in client.session
        other = visitor()
        phone.flags = FLAG.UP
        told = send(other, "members:login", phone, next="/members/")
        assert told["Location"] == "/login/?next=%2Fmembers%2F"
        assert NOT_TAKEN in other.get(told["Location"]).content.decode()
        assert not is_in(other)

    def test_what_is_not_from_this_page_is_not_taken(self, phone, later):
        client = visitor()
        phone.origin = "https://l0calhost.example"
        send(client, "members:login", phone)
        assert not is_in(client)
        phone.origin = "http://localhost"
        asked = question(client, "members:login")
        later(120 + passkeys.PATIENCE)
        send(client, "members:login", phone, asked)
        send(client, "members:login", Authenticator(phone.credential))
        phone.counter = 0
        Passkey.objects.update(counter=7)
        send(client, "members:login", phone)
        assert not is_in(client)
        phone.counter = 8
        send(client, "members:login", phone)
        assert is_in(client)

    @pytest.mark.strict
    def test_whatever_is_sent_is_only_not_taken(self, phone):
        client = visitor()
        asked = question(client, "members:login")
        good = json.loads(phone.answers(asked.options))
        spoilt = [
            "", "[]", "1", "{}", "[" * 15_000, "x" * 30_000, '{"id": {}}',
            json.dumps({**good, "response": {}}), json.dumps({**good, "rawId": 1}),
            json.dumps({**good, "response": {**good["response"], "authenticatorData": "gYGB"}}),
        ]  # fmt: skip
        for text in spoilt:
            fields = {"question": asked.signed, "passkey": text}
            assert client.post(reverse("members:login"), fields).status_code == 302, text[:50]
        fields = {"question": "x", "passkey": json.dumps(good)}
        client.post(reverse("members:login"), fields)
        assert not is_in(client)

    def test_an_account_that_is_closed_opens_by_none(self, director, phone):
        client = visitor()
        director.is_active = False
        director.save()
        send(client, "members:login", phone)
        assert not is_in(client)

    def test_the_passkey_of_another_opens_nothing(self, director, phone, club):
        other = make.make_user("bo")
        Passkey.objects.update(user=other)
        SecondFactor.objects.create(user=other, secret="A" * 32, last_step=0)
        client = visitor()
        type_password(client)
        assert question(client, "members:code") is None
        asked = question(client, "members:login")
        send(client, "members:code", phone, asked)
        assert not is_in(client)


class TestAskedAgain:
    def test_it_counts_as_a_code(self, here, phone, later):
        later(2 * again.AGAIN)
        answer = here.post("/offices/", {"office": "treasurer"}, HTTP_REFERER="/offices/")
        assert answer["Location"].startswith(reverse("members:again"))
        refused = send(here, "members:again", Authenticator(phone.credential), next="/offices/")
        assert refused["Location"].startswith(reverse("members:again"))
        assert send(here, "members:again", phone, next="/offices/")["Location"] == "/account/held/"
        assert here.post("/offices/", {"office": "treasurer"})["Location"] == "/offices/"
