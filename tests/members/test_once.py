"""A form that is sent twice is stored once, and what is new is stored."""

import re
from datetime import timedelta
from threading import Thread

import pytest
from django.conf import settings
from django.contrib.messages import get_messages
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from lhombre_club.members import once
from lhombre_club.members.models import SentForm
from lhombre_club.members.tasks import tidy
from tests import make
from tournaments.models import Table, TableEntry

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
MIDDLEWARE = "lhombre_club.members.once.OnceMiddleware"
FORM = re.compile(r"<form\b.*?</form>", re.DOTALL)
HIDDEN = re.compile(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"')


@pytest.fixture
def table(club):
    return Table.objects.get(round__event=make.make_released_event(club, tables=1))


@pytest.fixture
def page(director_client, table):
    """The hidden fields of the form for a penalty, as the page has them now."""

    def page():
        text = director_client.get(reverse("tournaments:entries", args=[table.pk])).content.decode()
        form = next(form for form in FORM.findall(text) if "penalty-points" in form)
        return dict(HIDDEN.findall(form))

    return page


@pytest.fixture
def send(director_client, table):
    def send(hidden, **filled):
        words = {"seat": "1", "points": "3", "reason": "Late", "deal": "", "decided_by": ""}
        named = {f"penalty-{key}": value for key, value in {**words, **filled}.items()}
        address = reverse("tournaments:entry-make", args=[table.pk, "penalty"])
        return director_client.post(address, {**named, **hidden}, headers=ENGLISH)

    return send


def said(answer):
    return [str(message) for message in get_messages(answer.wsgi_request)]


def test_the_same_form_is_stored_once_and_leads_to_the_same_page(page, send):
    hidden = page()
    first, again = send(hidden), send(hidden)
    assert TableEntry.objects.count() == 1
    assert again.status_code == 302
    assert again["Location"] == first["Location"]
    assert "That was sent already. It is stored once." in said(again)


def test_a_page_that_was_fetched_again_with_the_mark_it_had(page, send):
    """What going back does: a new id for the penalty, and the mark of before."""
    hidden = page()
    send(hidden)
    fresh = page()
    assert fresh["penalty-id"] != hidden["penalty-id"]
    send({**fresh, "once": hidden["once"]})
    assert TableEntry.objects.count() == 1


def test_without_the_protection_it_is_stored_twice(page, send):
    kept = [each for each in settings.MIDDLEWARE if each != MIDDLEWARE]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(settings, "MIDDLEWARE", kept)
        hidden = page()
        send(hidden)
        send({**page(), "once": hidden["once"]})
    assert TableEntry.objects.count() == 2


def test_what_was_changed_or_filled_in_anew_is_something_else(page, send):
    hidden = page()
    send(hidden)
    send({**page(), "once": hidden["once"]}, points="4")
    send(page())
    assert TableEntry.objects.count() == 3


def test_what_was_refused_may_be_sent_again(page, send, table, director_client):
    hidden = page()
    assert send(hidden, points="").status_code == 400
    address = reverse("tournaments:table-time", args=[table.pk])
    assert said(director_client.post(address, {"minutes": "no number", "once": "x"}))
    assert not SentForm.objects.exists()


def test_what_is_being_stored_is_waited_for(page, send, monkeypatch):
    monkeypatch.setattr(once, "PATIENCE", 0.2)
    hidden = page()
    send(hidden)
    SentForm.objects.update(location="")
    again = send(hidden)
    assert again["Location"] == "/"
    assert said(again)[-1] == "That was sent already. Look whether it is stored."


@pytest.mark.django_db(transaction=True)
def test_two_clicks_at_once(page, send, director_client):
    hidden = page()

    def click():
        send(hidden)
        connection.close()

    clicks = [Thread(target=click) for _ in range(2)]
    for each in clicks:
        each.start()
    for each in clicks:
        each.join()
    assert TableEntry.objects.count() == 1


def test_old_marks_go(page, send):
    SentForm.objects.create(key="old")
    SentForm.objects.update(sent_at=timezone.now() - once.KEPT - timedelta(minutes=1))
    send(page())
    assert SentForm.objects.filter(key="old").exists()  # the worker does it, and no post waits
    tidy()
    assert SentForm.objects.exists()
    assert not SentForm.objects.filter(key="old").exists()


def test_a_visitor_and_what_says_only_where_are_let_through(director_client):
    address = reverse("set_language")
    for client in (Client(), director_client):
        client.post(address, {"language": "da", "next": "/", "once": "x"})
    assert not SentForm.objects.exists()


def test_every_form_has_the_mark(director_client, table):
    event = table.round.event
    for name, pk in (
        ("tournaments:event", event.pk), ("tournaments:seating", event.pk),
        ("tournaments:entries", table.pk), ("tournaments:papers", event.pk),
        ("tournaments:round-checks", table.round.pk),
    ):  # fmt: skip
        text = director_client.get(reverse(name, args=[pk])).content.decode()
        forms = [form for form in FORM.findall(text) if 'method="post"' in form.lower()]
        forms = [form for form in forms if 'action="/language/"' not in form]
        assert forms
        assert [form for form in forms if 'name="once"' not in form] == []
