"""What a device says of a sheet again and again fills no log, and the keeper is counted alone."""

import pytest
from django.urls import reverse

from lhombre_club.lately import TOGETHER
from tests import make
from tests.tournaments.api.conftest import link_client_of
from tournaments.entry.domain import leases, links
from tournaments.entry.views import proofs
from tournaments.models import Activity, Table

pytestmark = pytest.mark.django_db
OFTEN = "too often lately"


@pytest.fixture
def table(club):
    event = make.make_released_event(club, tables=1, deals=4, verification="second")
    table = Table.objects.select_related("round__event").get(round__event=event)
    for deal in range(1, 5):
        make.enter(table, deal, {"passed": True})
    return table


def confirm(client, table, turn):
    """Let one player confirm the deals, then another."""
    return told(client, "confirm", table, deal=4, seat=1 + turn % 3)


def read_again(client, table, turn):
    """Read the first deal otherwise each time."""
    return told(client, "second", table, d1=("2+", "2-")[turn % 2])


def told(client, name, table, **said):
    at = reverse(f"tournaments:{name}", args=[table.pk])
    answer = client.post(at, said, follow=True, headers={"accept-language": "en"})
    return answer.content.decode()


def noted():
    return Activity.objects.filter(verb__in=("deals.confirmed", "sheet.read_again")).count()


@pytest.mark.parametrize("deed", (confirm, read_again))
@pytest.mark.parametrize("most", (2, proofs.MOST_SAID))
def test_the_log_of_an_event_is_not_filled(table, monkeypatch, deed, most):
    """The twin has the room that a sheet has."""
    monkeypatch.setattr(proofs, "MOST_SAID", most)
    phone = link_client_of(table)
    pages = [deed(phone, table, turn) for turn in range(4)]
    assert noted() == min(most, len(pages))
    assert (OFTEN in pages[-1]) is (most < len(pages))


def test_a_director_says_it_as_often_as_he_likes(table, monkeypatch, director_client):
    monkeypatch.setattr(proofs, "MOST_SAID", 0)
    read_again(director_client, table, 0)
    assert noted() == 1


def test_what_ever_new_devices_have_said_leaves_the_keeper_his_own(table, monkeypatch):
    monkeypatch.setattr(proofs, "MOST_SAID", 1)
    keeper = link_client_of(table)
    leases.take(table=table, actor=links.device_of(keeper), name=":device")
    for turn in range(TOGETHER):
        assert OFTEN not in read_again(link_client_of(table), table, turn)
    assert OFTEN in read_again(link_client_of(table), table, TOGETHER)
    assert OFTEN not in read_again(keeper, table, TOGETHER)
