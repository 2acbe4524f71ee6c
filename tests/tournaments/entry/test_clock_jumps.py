"""The club's clock goes a day forward and back, and every phone still writes."""

import datetime as dt
import uuid
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.http import HttpRequest
from django.test import Client
from django.utils import timezone

from lhombre_club.members.logins.sessions import SessionStore
from lhombre_club.refusal import Refusal
from tests import make
from tournaments.entry.domain import leases, links
from tournaments.models import Round, Table, TableLease
from tournaments.review.domain import rounds
from tournaments.review.reasons import ReviewReason
from tournaments.review.views import protesting

pytestmark = pytest.mark.django_db
EVENING = dt.datetime(2026, 11, 21, 19, 30, tzinfo=dt.UTC)
AHEAD = EVENING + dt.timedelta(days=1, minutes=10)
BACK = EVENING + dt.timedelta(minutes=20)


@pytest.fixture(autouse=True)
def clock(time_machine):
    time_machine.move_to(EVENING)
    return time_machine.move_to


@pytest.fixture
def phone(table):
    return scanned(table)


def scanned(table):
    phone = Client()
    phone.get(urlsplit(links.issue_link(table)).path)
    return phone


def write(phone, table, deal):
    """Send a passed deal as the phone's page does; return the status of the answer."""
    sent = {"id": str(uuid.uuid4()), "deal": deal, "base": 0, "record": {"passed": True}}
    found = phone.get(f"/api/v1/tables/{table.pk}/")
    if found.status_code != 200:
        return found.status_code
    answer = phone.post(
        f"/api/v1/tables/{table.pk}/results/", sent, content_type="application/json"
    )
    return answer.status_code


def over_a_day(phone, table, clock):
    """Write before, while the clock is a day ahead, and after it was put back."""
    answers = [write(phone, table, 1)]
    clock(AHEAD)
    answers.append(write(phone, table, 2))
    clock(BACK)
    return [*answers, write(phone, table, 3)]


def test_a_phone_writes_before_while_and_after(phone, table, clock):
    assert over_a_day(phone, table, clock) == [201, 201, 201]


def test_with_a_session_of_a_day_it_would_not(table, clock, settings):
    settings.SESSION_COOKIE_AGE = 60 * 60 * 24
    answers = over_a_day(scanned(table), table, clock)
    assert answers[0] == 201
    assert 201 not in answers[1:]


def test_a_session_lasts_longer_than_a_day_and_an_evening():
    assert dt.timedelta(seconds=settings.SESSION_COOKIE_AGE) > dt.timedelta(hours=36)


def test_what_another_phone_took_in_the_future_bars_nobody(phone, table, clock):
    clock(AHEAD)
    other = scanned(table)
    assert write(other, table, 1) == 201
    clock(BACK)
    assert write(phone, table, 2) == 201
    assert write(other, table, 3) == 201
    assert TableLease.objects.get().seen_at == pytest.approx(BACK, abs=dt.timedelta(minutes=1))


def test_who_was_seen_in_the_future_is_seen_again(table, clock):
    clock(AHEAD)
    leases.take(table=table, actor="device:one", name="a phone")
    clock(BACK)
    leases.seen(table=table, actor="device:one")
    assert TableLease.objects.get().seen_at <= timezone.now()


def test_an_address_that_sent_too_much_in_the_future_is_let_in_again(clock, monkeypatch):
    monkeypatch.setattr(protesting, "MOST", 2)
    clock(AHEAD)

    def why():
        request = HttpRequest()
        request.session = SessionStore()
        request.META["REMOTE_ADDR"] = "192.0.2.1"
        with pytest.raises(Refusal) as refused:
            protesting._admit(request, Table())
        return refused.value.reason

    assert [why() for _ in range(3)][-1] is ReviewReason.TOO_MANY_CODES
    clock(BACK)
    assert why() is ReviewReason.NO_TABLE_CODE


def test_a_round_that_was_shown_in_the_future_is_closed_without_waiting_a_day(club, clock):
    event = make.make_released_event(club, tables=1, deals=1)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    round_ = event.rounds.get()
    clock(AHEAD)
    rounds.make_provisional(round_=round_, actor="system:test")
    with pytest.raises(Refusal) as refused:  # by its own clock it waits
        rounds.close_round(round_=round_, actor="system:test")
    assert refused.value.reason is ReviewReason.TOO_EARLY
    clock(BACK)
    assert rounds.close_round(round_=round_, actor="system:test").state == Round.State.FINAL
