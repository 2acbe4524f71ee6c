"""A season, an evening and a table that are each settled: no payment is asked for twice."""

import datetime as dt
from decimal import Decimal

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.models import Event, Payment, Season, Table
from tournaments.money.domain import settle_up, shares

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
ACTOR = "system:test"
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def season(club):
    return Season.objects.create(club=club, name="Vinter", planned=2)


@pytest.fixture
def event(club, season):
    event = make.make_released_event(
        club, tables=1, deals=8, unit=Decimal("0.50"), season=season, language="en"
    )
    make.enter(Table.objects.get(round__event=event), 1, SOLO)
    return Event.objects.get(pk=event.pk)


def read(client, kind, scope):
    answer = client.get(reverse("tournaments:money", args=[kind, scope.pk]), headers=ENGLISH)
    return " ".join(answer.content.decode().split())


def paper(event, kind="settling"):
    return " ".join(scene.text(scene.pdf(kind, event)).split())


def test_an_evenings_open_payments_stay_what_they_are_when_its_season_is_settled(
    director_client, event, season
):
    settle_up(scope=event, actor=ACTOR)
    before = set(Payment.objects.values_list("pk", "reference"))
    assert len(before) == 2
    settle_up(scope=season, actor=ACTOR)
    assert set(Payment.objects.values_list("pk", "reference")) == before
    evening, whole = read(director_client, "event", event), read(director_client, "season", season)
    for shown in (evening, paper(event)):
        assert "Bent Nr4 pays Aksel Nr2 2 kr" in shown
        assert "Vinter is settled up as a whole" in shown
    for shown in (evening, whole, paper(event)):
        assert "Nobody owes anybody anything" not in shown
    assert "Settle up again" not in evening
    assert reverse("tournaments:money", args=["season", season.pk]) in evening
    assert "count as settled here" in whole
    assert reverse("tournaments:money", args=["event", event.pk]) in whole


def test_a_season_asks_only_for_what_its_settled_evenings_do_not(event, season):
    settle_up(scope=event, actor=ACTOR)
    second = make.again(event, date=dt.date(2026, 11, 28), unit=Decimal(1))
    make.enter(Table.objects.get(round__event=second), 1, {**SOLO, "outcome": "bet"})
    for _ in range(2):
        settle_up(scope=season, actor=ACTOR)
        left = {share.key: share.money for share in shares(season)}
        for payment in Payment.objects.all():
            left[payment.payer] += payment.amount
            left[payment.payee] -= payment.amount
        assert not any(left.values())


def test_an_evening_that_is_settled_with_its_season_says_so_on_page_and_paper(
    director_client, client, event, season
):
    settle_up(scope=season, actor=ACTOR)
    public = client.get(reverse("tournaments:public-money", args=[event.pk]), headers=ENGLISH)
    papers = (paper(event), paper(event, "receipts"))
    for shown in (read(director_client, "event", event), *papers, public.content.decode()):
        assert "Vinter is settled up as a whole: what does not stand here is paid there" in shown
        assert "Nobody owes anybody anything" not in shown
        assert "not settled yet" not in shown


@pytest.mark.parametrize("alone", (False, True))
def test_the_kroner_of_which_nothing_is_paid_are_only_for_reading(
    director_client, event, season, alone
):
    if alone:
        settle_up(scope=event, actor=ACTOR)
    shown = (read(director_client, "event", event), paper(event))
    assert not any("only for reading" in each for each in shown)
    settle_up(scope=season, actor=ACTOR)
    for each in (read(director_client, "event", event), paper(event)):
        assert ("The kroner here are only for reading" in each) is not alone


def test_a_table_whose_evening_was_settled_says_that_its_payments_stand_there(
    director_client, event
):
    table = Table.objects.get(round__event=event)
    settle_up(scope=table, actor=ACTOR)
    settle_up(scope=event, actor=ACTOR)
    shown = read(director_client, "table", table)
    assert "Nobody owes anybody anything" not in shown
    assert reverse("tournaments:money", args=["event", event.pk]) in shown


def test_the_paper_is_offered_once_there_is_something_on_it(director_client, event):
    address = reverse("tournaments:paper-print", args=[event.pk, "settling"])
    assert address not in read(director_client, "event", event)
    settle_up(scope=event, actor=ACTOR)
    assert address in read(director_client, "event", event)
