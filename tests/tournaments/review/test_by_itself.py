"""A round becomes provisional by itself, whichever way its last deal comes in."""

import html
import re

import pytest
from django.urls import reverse

from tests import make
from tournaments.book.changes import Change
from tournaments.book.corrections import correct
from tournaments.book.proving.ledger_check import check_event
from tournaments.book.results import NewResult
from tournaments.entry.domain.links import Origin
from tournaments.entry.domain.tray import Sent, Why, receive
from tournaments.models import Event, Round, Table
from tournaments.review.domain import flags, rounds

pytestmark = pytest.mark.django_db
DEALS = 4
PASSED: dict[str, object] = {"passed": True}


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, deals=DEALS, provisional_by_itself=True)


@pytest.fixture
def table(event):
    """Only the last deal is missing."""
    found = Table.objects.select_related("round__event").get(round__event=event)
    for deal in range(1, DEALS):
        make.enter(found, deal, PASSED)
    return found


@pytest.fixture
def send(director_client):
    """Fill a form, look at the preview, and let it be so."""

    def send(address, **filled):
        seen = hidden(director_client.get(address))
        shown = director_client.post(address, {**seen, **filled})
        assert shown.status_code == 200
        done = director_client.post(address, {**seen, **filled, **hidden(shown)})
        assert done.status_code == 302

    return send


def hidden(answer):
    page = html.unescape(answer.content.decode())
    return dict(re.findall(r'name="(id|seen|text|reason)"[^>]*?value="([^"]*)"', page))


def state():
    return Round.objects.get().state


def test_by_an_import(send, table):
    lines = "giv;melder;melding;resultat\n4;;pas;\n"
    send(reverse("tournaments:import", args=[table.pk]), text=lines, reason="Excel")
    assert state() == "provisional"


def test_by_what_waited_in_the_tray(send, table):
    sent = Sent(NewResult(id=make.new_id(), deal=DEALS, base=0, record=None), {"line": "0"})
    item = receive(origin=Origin.of(table), sent=sent, why=Why.CLOSED, actor="device:1")
    assert item is not None
    address = reverse("tournaments:tray-place", args=[item.pk])
    send(address, table=table.pk, deal=DEALS, reason="late")
    assert state() == "provisional"


def test_by_a_correction(send, table):
    address = reverse("tournaments:correct", args=[table.pk])
    send(address, deal=DEALS, way="change", line="0", reason="forgotten")
    assert state() == "provisional"


def test_by_a_correction_that_is_taken_back(director_client, event, table):
    make.enter(table, DEALS, PASSED)
    gone = correct(event=event, changes=[Change(table, 1, 1, None)], reason="?", actor="user:x")
    assert state() == "released"
    director_client.post(reverse("tournaments:correction-undo", args=[gone.pk]))
    assert state() == "provisional"


def test_by_the_end_of_the_last_doubt(director_client, table):
    flag = flags.raise_flag(table=table, deal=1, words="ink", actor="user:x")
    make.enter(table, DEALS, PASSED)
    director_client.post(reverse("tournaments:flag-clear", args=[flag.pk]), {"reason": "read"})
    assert state() == "provisional"


def test_by_the_last_proof_that_is_done_without(director_client, table):
    Event.objects.update(verification="stated")
    make.enter(table, DEALS, PASSED)
    waived = {"deal": DEALS, "kind": "sums", "reason": "wet"}
    director_client.post(reverse("tournaments:waive", args=[table.pk]), waived)
    assert state() == "provisional"


def test_not_where_the_event_does_not_want_it(send, event, table):
    Event.objects.update(provisional_by_itself=False)
    lines = "giv;melder;melding;resultat\n4;;pas;\n"
    send(reverse("tournaments:import", args=[table.pk]), text=lines, reason="Excel")
    assert state() == "released"


def test_by_the_last_sums_typed_beside_the_sheet(director_client, stranger_client, table):
    Event.objects.update(verification="stated")
    make.enter(table, DEALS, {"declarer": 0, "contract": "spil", "outcome": "won"})
    address = reverse("tournaments:sums", args=[table.pk])
    agree = {f"d4s{seat}": points for seat, points in enumerate((2, 0, -1, -1))}

    def status(client, **given):
        return client.post(address, given).status_code

    assert status(stranger_client, **agree) == 404
    assert director_client.get(address).status_code == 405
    assert status(director_client) == status(director_client, d4s0="x") == 400
    assert not table.stated.exists()
    assert status(director_client, **agree) == 204
    assert state() == "provisional"
    Round.objects.update(state=Round.State.FINAL)
    assert status(director_client, **agree | {"d4s0": 7}) == 409
    assert table.stated.get().balances == [*agree.values()]


def test_no_account_is_proved_while_something_keeps_the_round_open(club, monkeypatch):
    """In a hall it holds every table for five seconds, and a phone changes deals all evening."""
    event = make.make_released_event(club, tables=2, deals=2, provisional_by_itself=True)
    full, other = Table.objects.select_related("round__event").filter(round__event=event)
    for table, deal in ((full, 1), (full, 2), (other, 1)):
        make.enter(table, deal, PASSED)
    proved = []

    def check(event):
        proved.append(event)
        return check_event(event)

    monkeypatch.setattr(rounds, "check_event", check)
    assert not rounds.follow(table=full)  # the other lacks a deal
    make.enter(other, 2, PASSED)
    doubt = flags.raise_flag(table=other, deal=1, words="Who won?", actor="user:director")
    assert not rounds.follow(table=full)
    flags.clear_flag(flag=doubt, reason="Asked them.", actor="user:director")
    Event.objects.update(verification=Event.Verification.STATED)
    assert not rounds.follow(table=Table.objects.select_related("round__event").get(pk=full.pk))
    assert not proved
    Event.objects.update(verification=Event.Verification.NONE)
    assert rounds.follow(table=Table.objects.select_related("round__event").get(pk=full.pk))
    assert len(proved) == 1
