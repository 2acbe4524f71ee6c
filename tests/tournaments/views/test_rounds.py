"""A round is closed when its account is proved, and opened again with a reason."""

import pytest
from django.urls import reverse

from scoring.models import SeatTotal
from tests import make
from tournaments.domain.results import NotOpenError
from tournaments.models import Round, Table

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.get(round__event=event)
    for deal in range(1, 5):
        make.enter(table, deal, {"passed": True})
    return table


def send(client, table, name, **data):
    address = reverse(f"tournaments:round-{name}", args=[table.round_id])
    return client.post(address, data, follow=True, headers=ENGLISH).content.decode()


def test_a_round_is_closed_and_takes_no_more_entries(director_client, table):
    page = director_client.get(
        reverse("tournaments:event", args=[table.round.event_id]), headers=ENGLISH
    ).content.decode()
    assert "close the round" in page
    told = send(director_client, table, "close")
    assert "the round is closed" in told
    assert "Open the round again" in told
    with pytest.raises(NotOpenError):
        make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"}, base=1)
    assert "at most 72 letters" in send(director_client, table, "reopen")
    assert "take results again" in send(director_client, table, "reopen", reason="A sheet is late")
    assert Round.objects.get().state == Round.State.RELEASED


def test_a_round_whose_account_does_not_agree_stays_open(director_client, table):
    SeatTotal.objects.filter(seat=1).update(points=7)
    assert "does not agree" in send(director_client, table, "close")
    assert Round.objects.get().state == Round.State.RELEASED


def test_a_draft_is_neither_closed_nor_opened(director_client, table):
    Round.objects.update(state=Round.State.DRAFT)
    assert "not released" in send(director_client, table, "close")
    assert "not released" in send(director_client, table, "reopen", reason="Late")


def test_another_club_finds_nothing(client, table):
    client.force_login(make.make_director(make.make_club("Klub Basta"), "other"))
    assert client.post(reverse("tournaments:round-close", args=[table.round_id])).status_code == 404
