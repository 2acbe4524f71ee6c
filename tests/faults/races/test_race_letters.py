"""A letter goes once, whoever sends at the same time, and whoever dies meanwhile."""

import datetime as dt

import pytest
from django.core import mail
from django.utils import timezone

from tests import make
from tests.faults.races.test_race import at_once
from tournaments.letters.domain import sending
from tournaments.models import Letter

pytestmark = [pytest.mark.fault, pytest.mark.django_db(transaction=True)]
WORKERS, LETTERS = 4, 12


class KilledError(BaseException):
    """A worker is killed: nothing of what it does afterwards happens."""


@pytest.fixture
def waiting():
    club = make.make_club()
    people = make.make_members(club, LETTERS)
    for person in people:
        Letter.objects.create(
            club=club, batch=club.pk, kind="invitation", about="2026-12-03", person=person,
            email=f"{person.pk}@club.example", subject="Kommer du?", text="x", actor="system:test",
        )  # fmt: skip
    return club


def gone():
    return sorted(each.to[0] for each in mail.outbox)


def everybodys():
    return sorted(Letter.objects.values_list("email", flat=True))


def always(key):
    """Take a letter without looking whether another has it."""
    Letter.objects.filter(pk=key).update(state=Letter.State.SENDING)
    return True


def dies_after(monkeypatch, count):
    """Let the worker die as soon as so many letters have left."""
    send = mail.EmailMessage.send
    left = [count]

    def sent(message, *args, **more):
        send(message, *args, **more)
        left[0] -= 1
        if not left[0]:
            raise KilledError

    monkeypatch.setattr(mail.EmailMessage, "send", sent)


def test_workers_at_once_send_each_letter_once(waiting):
    at_once(*[sending.send_waiting] * WORKERS)
    assert gone() == everybodys()
    assert set(Letter.objects.values_list("state", flat=True)) == {Letter.State.SENT}


def test_without_the_condition_some_go_twice(waiting, monkeypatch):
    """The twin."""
    monkeypatch.setattr(sending, "take", always)
    at_once(*[sending.send_waiting] * WORKERS)
    assert len(gone()) > LETTERS


def test_whoever_dies_after_a_letter_has_left_sends_it_once_and_it_is_told(waiting, monkeypatch):
    with monkeypatch.context() as patched:
        dies_after(patched, 3)
        with pytest.raises(KilledError):
            sending.send_waiting()
    sending.send_waiting()
    assert gone() == everybodys()
    lost = Letter.objects.get(state=Letter.State.SENDING)
    late = timezone.now() - sending.LOST_AFTER - dt.timedelta(seconds=1)
    Letter.objects.filter(pk=lost.pk).update(at=late)
    sending.send_waiting()
    assert gone() == everybodys(), "nobody knows that it has gone, and it is not sent again"
    lost.refresh_from_db()
    assert (lost.state, lost.error) == (Letter.State.FAILED, Letter.Error.LOST)


def test_without_taking_it_first_it_goes_twice(waiting, monkeypatch):
    """The twin: a letter is marked when it has gone, and not before."""
    monkeypatch.setattr(sending, "take", lambda key: Letter.objects.filter(pk=key).exists())
    with monkeypatch.context() as patched:
        dies_after(patched, 3)
        with pytest.raises(KilledError):
            sending.send_waiting()
    sending.send_waiting()
    assert len(gone()) == LETTERS + 1
