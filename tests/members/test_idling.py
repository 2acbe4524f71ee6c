"""A director who has done nothing for long logs in again, and loses nothing that he typed."""

import datetime as dt

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from lhombre_club.environment import hours
from lhombre_club.members.logins import sessions
from lhombre_club.members.models import Membership
from tests import make
from tests.members.test_account import is_in, log_in

pytestmark = pytest.mark.django_db
AGNES = {"first_name": "Agnes", "last_name": "Bak", "status": "active", "email": "", "phone": ""}


@pytest.fixture
def clock(monkeypatch):
    """Let so many hours pass."""
    begun = timezone.now()

    def passes(late):
        now = begun + dt.timedelta(hours=late)
        monkeypatch.setattr("django.utils.timezone.now", lambda: now)

    return passes


@pytest.fixture
def here(director):
    return log_in(address="127.0.0.1")


def log_in_again(here, username="director"):
    typed = {"username": username, "password": make.PASSWORD, "next": reverse("members:held")}
    return here.post(reverse("members:login"), typed, follow=True)


def test_twelve_hours_of_nothing_end_a_log_in(here, clock):
    clock(11.9)
    assert is_in(here)
    clock(23.8)  # it was used meanwhile
    assert is_in(here)
    clock(36)
    answer = here.get("/tonight/", follow=True)
    assert answer.redirect_chain[0][0] == "/login/?next=/tonight/"
    assert "nothing was done for long" in answer.content.decode()
    log_in_again(here)
    assert "nothing was done" not in here.get("/account/").content.decode()


def test_so_does_another_number_ofhours(here, clock, settings):
    settings.SESSION_IDLE_HOURS = 1.5
    clock(1.6)
    assert not is_in(here)


def test_a_page_that_asks_by_itself_keeps_nobody_in(here, clock):
    for late in (4, 8, 11):
        clock(late)
        assert here.get("/tonight/", headers={"hx-request": "true"}).status_code == 200
        assert here.get("/tonight/", headers={"sec-fetch-mode": "cors"}).status_code == 200
    clock(13)
    assert not is_in(here)


def test_a_table_that_the_browser_keeps_stays_open(here, clock):
    session = here.session
    session["entry_links"] = ["somebody's"]
    session.save()
    clock(13)
    assert not is_in(here)
    assert here.session["entry_links"] == ["somebody's"]
    assert "_auth_user_id" not in here.session


def test_the_api_says_that_nobody_is_logged_in_and_keeps_no_form(here, club, clock):
    event = make.make_released_event(club, tables=1)
    (table,) = event.rounds.get().tables.all()
    clock(13)
    answer = here.post(f"/api/v1/tables/{table.pk}/results/", {}, "application/json")
    assert answer.status_code in {401, 403}
    assert sessions.HELD not in here.session


class TestForm:
    @pytest.fixture(autouse=True)
    def sent(self, here, clock):
        clock(13)
        self.answer = here.post(reverse("members:add"), {**AGNES, "once": "x"})

    def test_it_is_offered_after_the_log_in_and_stored_when_sent(self, here):
        assert self.answer["Location"] == "/login/?next=/account/held/"
        assert "What you sent is kept" in here.get(self.answer["Location"]).content.decode()
        assert not Membership.objects.exists()
        page = log_in_again(here).content.decode()
        for name, value in AGNES.items():
            assert f'name="{name}" value="{value}"' in page
        forms = page.count("<form method") - page.count('action="/language/"')
        assert page.count('name="once"') == forms  # the old one is not sent
        here.post(reverse("members:add"), AGNES)
        assert Membership.objects.get().person.full_name == "Agnes Bak"
        assert here.get(reverse("members:held"))["Location"] == "/"

    def test_it_can_be_let_go(self, here):
        log_in_again(here)
        assert "not sent" in here.post(reverse("members:held"), follow=True).content.decode()
        assert not Membership.objects.exists()
        assert here.get(reverse("members:held"))["Location"] == "/"

    def test_nobody_else_who_logs_in_there_sees_it(self, here, stranger):
        page = log_in_again(here, "stranger").content.decode()
        assert "Agnes" not in page
        assert sessions.HELD not in here.session


@pytest.mark.parametrize(
    ("name", "typed"),
    (
        ("password", {"old": make.PASSWORD, "password": "x", "again": "x"}),
        ("import", {"file": SimpleUploadedFile("m.csv", b"name\nAgnes")}),
        ("add", {"first_name": "x" * 11}),
    ),
)
def test_passwords_files_and_what_is_too_long_are_not_held(here, clock, monkeypatch, name, typed):
    monkeypatch.setattr(sessions, "LARGEST", 10)
    clock(13)
    answer = here.post(reverse(f"members:{name}"), typed)
    assert answer["Location"].startswith("/login/")
    assert sessions.HELD not in here.session


@pytest.mark.parametrize("text", ("", "twelve", "0", "-1", "49", "nan"))
def test_what_is_no_number_of_hours_stops_the_start(text):
    with pytest.raises(ImproperlyConfigured, match="SESSION_IDLE_HOURS"):
        hours(text)
    assert hours(" 1.5 ") == 1.5
