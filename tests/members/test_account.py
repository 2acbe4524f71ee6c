"""A director's own page: his password, and where he is logged in."""

import datetime as dt
from importlib import import_module
from unittest.mock import patch

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session as Before
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members.logins import devices
from lhombre_club.members.models import SecurityNote, Session
from tests import make

pytestmark = pytest.mark.django_db
NEW = "seven other words in a row"
PHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like "
    "Gecko) Version/17.0 Mobile/15E148 Safari/604.1"
)
LAPTOP = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0"
Kind = SecurityNote.Kind


def log_in(agent=LAPTOP, address="192.0.2.1", password=make.PASSWORD) -> Client:
    client = Client(HTTP_USER_AGENT=agent, REMOTE_ADDR=address)
    typed = {"username": "director", "password": password}
    assert client.post(reverse("members:login"), typed).status_code == 302
    return client


def change(client, old=make.PASSWORD, new=NEW, again=None):
    typed = {"old": old, "password": new, "again": new if again is None else again}
    return client.post(reverse("members:password"), typed, follow=True)


def is_in(client):
    return client.get("/tonight/").status_code == 200


def page(client):
    return client.get(reverse("members:account")).content.decode()


class TestPassword:
    def test_a_new_one_ends_the_log_ins_elsewhere_and_not_this_one(self, director):
        here, elsewhere = log_in(), log_in(PHONE)
        assert "Your password is changed" in change(here).content.decode()
        assert (is_in(here), is_in(elsewhere)) == (True, False)
        assert is_in(log_in(password=NEW))

    @pytest.mark.parametrize(
        ("typed", "words"),
        (
            ({"old": "wrong"}, "not your password until now"),
            ({"again": "seven other words in a raw"}, "not the same"),
            ({"new": "aaaaaaaaaaaa"}, "over and over"),
            ({"new": "directordirector"}, "user name"),
        ),
    )
    def test_what_is_wrong_is_said_and_nothing_changes(self, director, typed, words):
        here, elsewhere = log_in(), log_in(PHONE)
        assert words in change(here, **typed).content.decode()
        assert is_in(here)
        assert is_in(elsewhere)
        assert not SecurityNote.objects.filter(kind=Kind.PASSWORD).exists()

    def test_the_old_one_is_not_guessed_without_end(self, director, settings):
        settings.AXES_ENABLED = True
        here = log_in()
        answers = [change(here, old="wrong") for _ in range(settings.AXES_FAILURE_LIMIT)]
        assert answers[-1].status_code == 429
        assert change(here).status_code == 429

    def test_every_page_leads_there(self, director_client):
        assert reverse("members:account") in director_client.get("/tonight/").content.decode()


class TestLogIns:
    def test_each_is_told_in_plain_words(self, director):
        here = log_in()
        log_in(PHONE, "192.0.2.7")
        shown = page(here)
        for words in ("Firefox on a computer with Windows", "Safari on an iPhone", "192.0.2.7"):
            assert words in shown
        assert shown.count("this one</span>") == shown.count("End this log-in") == 1

    def test_one_is_ended_and_the_others_are_not(self, director):
        here, phone, third = log_in(), log_in(PHONE), log_in()
        (key,) = [
            each.key
            for each, words in here.get("/account/").context["log_ins"]
            if "iPhone" in words
        ]
        here.post(reverse("members:end-session", args=[key]))
        assert (is_in(here), is_in(phone), is_in(third)) == (True, False, True)
        answer = here.post(reverse("members:end-session", args=[key]), follow=True)
        assert "none to end" in answer.content.decode()

    def test_all_others_are_ended(self, director):
        here, phone, third = log_in(), log_in(PHONE), log_in()
        answer = here.post(reverse("members:end-others"), follow=True)
        assert "2 log-ins are ended" in answer.content.decode()
        assert (is_in(here), is_in(phone), is_in(third)) == (True, False, False)

    def test_nobody_ends_those_of_another_or_sees_their_keys(self, director, stranger_client):
        here = log_in()
        ((known, _words),) = here.get("/account/").context["log_ins"]
        stranger_client.post(reverse("members:end-session", args=[known.key]))
        stranger_client.post(reverse("members:end-others"))
        assert is_in(here)
        assert known.key not in page(stranger_client)
        assert str(here.session.session_key) not in page(here)

    def test_each_use_is_no_write_but_one_of_later_is_noted(self, director, monkeypatch):
        here = log_in()
        ((first, _words),) = here.get("/account/").context["log_ins"]
        later = timezone.now() + dt.timedelta(hours=1)
        monkeypatch.setattr("django.utils.timezone.now", lambda: later)
        here.get("/api/v1/", REMOTE_ADDR="192.0.2.9")
        here.get("/tonight/", headers={"hx-request": "true"}, REMOTE_ADDR="192.0.2.9")
        here.get("/tonight/", REMOTE_ADDR="192.0.2.8")
        ((second, _words),) = here.get("/account/").context["log_ins"]
        assert (first.address, second.address) == ("192.0.2.1", "192.0.2.8")
        assert second.since == first.since
        assert second.used == pytest.approx(later, abs=dt.timedelta(seconds=1))

    def test_those_of_others_are_not_opened(self, director, stranger_client, monkeypatch):
        here = log_in()
        Client().get(reverse("members:login"))
        decoded = Session.get_decoded
        with patch.object(Session, "get_decoded", autospec=True, side_effect=decoded) as opened:
            here.get("/account/")
        assert {row.user for ((row,), _named) in opened.call_args_list} == {director.pk}

    def test_one_is_brought_over_from_before_sessions_said_whose_they_are(self, director_client):
        director = director_client.session["_auth_user_id"]
        kept = Session.objects.values("session_key", "session_data", "expire_date").get()
        Session.objects.all().delete()
        Before.objects.create(**kept)
        Before.objects.create(**{**kept, "session_key": "of another secret", "session_data": "?"})
        migration = import_module("lhombre_club.members.migrations.0015_sessions")
        migration.bring_over(apps, None)
        assert is_in(director_client)
        assert {str(row.user) for row in Session.objects.all()} == {director, "None"}
        assert not Before.objects.exists()
        migration.take_back(apps, None)
        assert Before.objects.filter(**kept).exists()

    def test_a_log_in_of_before_this_program_is_told_too(self, director_client):
        session = director_client.session
        del session["log_in"]
        session.save()
        assert page(director_client).count("an unknown device") == 1


@pytest.mark.parametrize(
    ("agent", "words"),
    (
        ("Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0 Safari/537.36", "Chrome on a computer"),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/1 Safari/1 Edg/1", "Edge on a computer"),
        ("Mozilla/5.0 (Linux; Android 14) Chrome/1 Mobile Safari/1", "Chrome on an Android"),
        ("curl/8", "an unknown device"),
        ("Firefox", "Firefox"),
    ),
)
def test_a_device_is_called_by_its_name(agent, words):
    assert devices.words(agent).startswith(words)
