"""Nobody but a director reads of money, unless the club has said that everybody may."""

import re
from decimal import Decimal
from types import SimpleNamespace
from unittest.mock import Mock
from uuid import uuid4

import pytest
from django.urls import reverse

from lhombre_club.members.domain.setup import found_club
from lhombre_club.members.models import Club
from tests import make
from tests.tournaments.club.test_club_name import public_addresses
from tournaments.models import Payment, Season, Table
from tournaments.money import views
from tournaments.money.domain import settle_up
from tournaments.money.queries import money
from tournaments.penalties.domain.bonuses import Bonus, give_bonus

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
KRONER = re.compile(r"\d\s*kr\b")
LEADS = re.compile(r'href="[^"]*/money/"')
CLUB_MONEY = reverse("tournaments:club-money")


@pytest.fixture
def settled(club):
    """An evening for money, settled up, with a side bonus and in a season."""
    season = Season.objects.create(club=club, name="Vinter")
    event = make.make_released_event(club, tables=1, deals=8, unit=Decimal("0.50"), season=season)
    make.enter(
        Table.objects.get(round__event=event),
        1,
        {"declarer": 1, "contract": "solo", "outcome": "won"},
    )
    winner = event.participants.get(number=1)
    nine = Bonus(id=uuid4(), winner=winner.pk, each=7, reason="Nine matadors", round=1, deal=1)
    give_bonus(event=event, bonus=nine, actor="system:test")
    settle_up(scope=event, actor="system:test")
    return event


def money_told(client, event):
    """By name, the addresses of everybody that say an amount, or lead to where one stands."""
    found = set()
    for address in ("/", *public_addresses(event)):
        page = client.get(address, headers=ENGLISH).content.decode(errors="replace")
        if KRONER.search(page) or LEADS.search(page) or "Nine matadors" in page:
            found.add(address.replace(str(event.pk), "").split("/p/")[0])
    return found


def test_the_number_of_a_payment_is_called_its_reference(client, director_client, settled):
    director_client.post(CLUB_MONEY, {"shown": "1"})
    reference = Payment.objects.all()[0].reference
    everybodys = reverse("tournaments:public-money", args=[settled.pk])
    for reader, address in ((director_client, f"/money/event/{settled.pk}/"), (client, everybodys)):
        page = reader.get(address, headers=ENGLISH).text
        assert f"Reference {reference}" in " ".join(page.split())
        assert "writes the reference of the payment on the transfer" in page


def test_no_page_for_everybody_tells_of_money_until_the_club_lets_it(
    client, director_client, settled
):
    everywhere = {"/s//money/", "/s//", "/s/"}
    director_client.post(CLUB_MONEY, {"shown": "0"})
    assert money_told(client, settled) == set()
    address = reverse("tournaments:public-money", args=[settled.pk])
    assert client.get(address).status_code == 404
    assert address not in director_client.get(f"/money/event/{settled.pk}/").content.decode()
    director_client.post(CLUB_MONEY, {"shown": "1"})
    assert money_told(client, settled) <= everywhere
    assert "/s//money/" in money_told(client, settled)
    assert "/s/" in money_told(client, settled)
    assert address in director_client.get(f"/money/event/{settled.pk}/").content.decode()


def test_a_club_keeps_it_to_itself_until_it_says_otherwise(db):
    assert not found_club(name="Klub Ponto", actor="user:x").shows_money


def test_what_was_said_is_in_the_clubs_history(director_client, club):
    before = club.history.count()
    for shown in ("0", "0", "1"):
        director_client.post(CLUB_MONEY, {"shown": shown})
    newest, older = club.history.all()[: club.history.count() - before]
    assert (newest.shows_money, older.shows_money) == (True, False)
    assert newest.history_change_reason.startswith("user:")


def test_no_stranger_says_it(client, stranger_client, club):
    for visitor in (client, stranger_client):
        visitor.post(CLUB_MONEY, {"shown": "0"})
    assert Club.objects.get(pk=club.pk).shows_money


def anew(_whose, draw):
    return SimpleNamespace(table=draw(None)[1])


@pytest.mark.parametrize("otherwise", (None, anew))
def test_it_is_worked_out_once_for_all_who_look(
    client, director_client, settled, monkeypatch, otherwise
):
    """The twin works it out for each."""
    director_client.post(CLUB_MONEY, {"shown": "1"})
    if otherwise:
        monkeypatch.setattr(views, "drawn", otherwise)
    working = Mock(wraps=money)
    monkeypatch.setattr(views, "money", working)
    address = reverse("tournaments:public-money", args=[settled.pk])
    for _ in range(4):
        assert KRONER.search(client.get(address, headers=ENGLISH).text)
    assert working.call_count == (4 if otherwise else 1)
