"""Who keeps a table is silenced by nobody: not by ever new devices of its link at his address."""

from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from lhombre_club.lately import TOGETHER
from tests import make
from tests.tournaments.review.test_checks_pages import ENGLISH, player_of, send
from tournaments.entry.domain import leases, links
from tournaments.models import Protest, Round, Table
from tournaments.review.domain import protests as domain
from tournaments.review.domain import rounds
from tournaments.review.views import protesting

pytestmark = pytest.mark.django_db
REFUSED = "Speak to the director"


@pytest.fixture
def table(club):
    """A table of a provisional round."""
    make.make_released_event(club, tables=1, deals=4)
    return Table.objects.select_related("round__event").get()


@pytest.fixture
def keeper(table):
    """The phone that has entered its deals."""
    phone = coming_to(table)
    device = links.device_of(phone)
    for deal in range(1, 5):
        make.enter(table, deal, {"passed": True}, actor=device)
    leases.keep(table=table, actor=device, name=":device")
    rounds.make_provisional(round_=table.round, actor="user:director")
    return phone


def coming_to(table):
    """A phone that comes by the table's link."""
    phone = Client(headers=ENGLISH)
    phone.get(urlsplit(links.issue_link(table)).path)
    return phone


def of_player(client, table, deal=1, **more):
    player, said = player_of(table), {"round": 1, "deal": deal, "words": "ha", "sure": "yes"}
    return send(client, "player-protest", table.round.event_id, player.pk, **said, **more)


def of_table(client, table, deal=1):
    return send(client, "table-protest", table.pk, deal=deal, words="ha", sure="yes")


@pytest.fixture(params=(True, False))
def protected(request, monkeypatch):
    """The twin counts him among all of his address, and knows his phone by one name."""
    if not request.param:
        monkeypatch.setattr(protesting, "keeps", lambda *_: False)
        monkeypatch.setattr(protesting, "device_in", lambda _session: "")
    return request.param


@pytest.mark.parametrize("of_whom", (of_player, of_table))
def test_what_others_behind_his_address_have_stored_is_nothing_to_him(
    table, keeper, protected, monkeypatch, of_whom
):
    monkeypatch.setattr(domain, "MOST", 1)
    for phone in [coming_to(table) for _device in range(TOGETHER)]:
        of_whom(phone, table)
        send(phone, "protest-withdraw", Protest.objects.latest("created_at").pk)
    assert REFUSED in of_whom(coming_to(table), table), "who is new is one of them"
    assert (REFUSED in of_whom(keeper, table)) == (not protected)


@pytest.mark.strict
def test_nor_what_they_have_asked(table, keeper, protected, monkeypatch):
    monkeypatch.setattr(protesting, "MOST_AT_ONE", 1)
    for phone in [coming_to(table) for _device in range(TOGETHER)]:
        of_player(phone, table)
    assert (REFUSED in of_player(keeper, table)) == (not protected)


@pytest.mark.strict
def test_nor_what_waits_in_the_name_of_a_player(table, keeper, protected, monkeypatch):
    monkeypatch.setattr(domain, "MOST_OF_EACH", 1)
    of_player(coming_to(table), table)
    assert (REFUSED in of_player(keeper, table)) == (not protected)


def test_ever_new_devices_that_enter_a_deal_come_to_an_end_together(table, monkeypatch):
    """One code stored 180 in twelve seconds, each a line of the log for good."""
    monkeypatch.setattr(domain, "MOST_OF_EACH", 1)
    monkeypatch.setattr(domain, "MOST_TOGETHER", 3)
    for base in range(4):
        phone = coming_to(table)
        passed: dict[str, object] = {"passed": True}
        make.enter(table, 1, passed, base=base, actor=links.device_of(phone))
        assert (REFUSED in of_table(phone, table)) == (base == 3)
    assert Protest.objects.count() == 3


def test_nobody_reads_by_a_protest_where_somebody_sits_in_a_round_to_come(table):
    """Without a code it is shown again, with the table of the round: also of a draft it was."""
    address = reverse(
        "tournaments:player-protest", args=[table.round.event_id, player_of(table).pk]
    )
    said, stranger = {"round": 1, "deal": 1, "words": "ha"}, Client(headers=ENGLISH)
    assert stranger.post(address, said).status_code == 200
    Round.objects.create(event=table.round.event, number=2, state=Round.State.RELEASED)
    Round.objects.filter(pk=table.round_id).update(state=Round.State.DRAFT)
    assert stranger.post(address, said).status_code == 404
