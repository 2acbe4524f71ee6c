"""The pages of settling up and of seasons, for the director and for everybody."""

import re
from decimal import Decimal

import pytest
from django.db.models import F
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from rules import RULESETS
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.events.domain.events import prepare_event
from tournaments.models import Event, Payment, Round, Season, Table
from tournaments.money.domain import settle_up
from tournaments.money.forms import UnitForm
from tournaments.sheets.queries import sheet
from tournaments.standings.queries.standings import standings

pytestmark = pytest.mark.django_db
SOLO = {"declarer": 1, "contract": "solo", "outcome": "won"}
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(club):
    event = make.make_released_event(club, tables=1, deals=8, unit=Decimal("0.50"))
    make.enter(Table.objects.get(round__event=event), 1, SOLO)
    return event


@pytest.fixture
def money_page(event):
    return reverse("tournaments:money", args=["event", event.pk])


def read(client, address):
    answer = client.get(address, headers=ENGLISH)
    assert answer.status_code == 200
    return answer.content.decode()


def settled(client, event):
    """Settle up an evening of which deals are missing: that is asked about once."""
    address = reverse("tournaments:settle", args=["event", event.pk])
    page = client.post(address, headers=ENGLISH).content.decode()
    assert "not entered yet" in page
    assert not event.settlings.exists()
    (sure,) = re.findall(r'name="sure" value="(\w+)"', page)
    return client.post(address, {"sure": sure}, follow=True, headers=ENGLISH).content.decode()


def test_what_is_not_entered_yet_is_said_and_of_an_evening_broken_off_nothing_is_missing(
    director_client, event, money_page
):
    deals = event.deals_per_round - 1
    assert f"{deals} deals are not entered yet." in read(director_client, money_page)
    Event.objects.filter(pk=event.pk).update(abandoned=True)
    assert "not entered yet" not in read(director_client, money_page)
    Event.objects.filter(pk=event.pk).update(abandoned=False)
    event.rounds.update(state=Round.State.FINAL)
    assert "not entered yet" not in read(director_client, money_page)


def test_an_evening_is_settled_ticked_off_and_seen_on_a_phone(
    director_client, client, event, money_page
):
    assert "Aksel Nr2" in read(director_client, money_page)
    settled(director_client, event)
    public = reverse("tournaments:public-money", args=[event.pk])
    assert "Bent Nr4 pays Aksel Nr2 2\xa0kr" in read(client, public)
    for payment in Payment.objects.all():
        director_client.post(reverse("tournaments:payment-tick", args=[payment.pk]), {"paid": "1"})
    assert not Payment.objects.filter(paid_at=None).exists()
    assert read(client, public).count('class="badge badge--good"') == 2


def test_everybody_reads_whether_it_is_settled_or_nobody_owes_anything(
    director_client, client, event
):
    public = reverse("tournaments:public-money", args=[event.pk])
    assert "The evening is not settled yet." in read(client, public)
    own = reverse("tournaments:money", args=["event", event.pk])
    Event.objects.filter(pk=event.pk).update(unit=None, version=F("version") + 1)
    page = read(client, public)
    assert "This evening is not played for money." in page
    assert "not settled yet" not in page
    Event.objects.filter(pk=event.pk).update(unit=Decimal("0.50"), version=F("version") + 1)
    for state, is_public in ((Round.State.DRAFT, False), (Round.State.RELEASED, True)):
        event.rounds.update(state=state)
        assert client.get(public).status_code == (200 if is_public else 404)
        assert ("The page everybody sees" in read(director_client, own)) == is_public
    make.enter(Table.objects.get(round__event=event), 1, {"passed": True}, base=1)
    settled(director_client, event)
    page = read(client, public)
    assert "Nobody owes anybody anything." in page
    assert "not settled yet" not in page


def test_before_anybody_plays_nothing_was_played_and_money_is_not_denied(director_client, club):
    event = prepare_event(club=club, name="Next week", date=make.EVENING, actor="system:test")
    Event.objects.filter(pk=event.pk).update(unit=Decimal("0.50"))
    page = read(director_client, reverse("tournaments:money", args=["event", event.pk]))
    assert "Nothing has been played yet." in page
    assert "Nothing is played for money here" not in page


def test_the_page_says_when_results_have_changed_since(director_client, event, money_page):
    settle_up(scope=event, actor="system:test")
    assert "Results have come or changed" not in read(director_client, money_page)
    make.enter(Table.objects.get(round__event=event), 1, {**SOLO, "outcome": "bet"}, base=1)
    assert "Results have come or changed" in read(director_client, money_page)


def test_a_price_is_agreed_on_and_a_bad_one_is_told(director_client, event, money_page):
    Event.objects.filter(pk=event.pk).update(unit=None)
    event.rounds.update(state=Round.State.FINAL)
    settle = reverse("tournaments:settle", args=["event", event.pk])
    told = director_client.post(settle, follow=True, headers=ENGLISH).content.decode()
    assert "Say first what a point costs" in told
    event.rounds.update(state=Round.State.RELEASED)
    unit = reverse("tournaments:unit", args=[event.pk])
    refused = director_client.post(unit, {"unit": "0"}, headers={"Accept-Language": "da"})
    assert refused.status_code == 400
    assert "0,01" in refused.content.decode()
    assert "0.01." not in refused.content.decode()
    director_client.post(unit, {"unit": "0.25", "start": "100"}, headers=ENGLISH)
    event.refresh_from_db()
    assert (event.unit, event.start) == (Decimal("0.25"), 100)
    assert sheet(Table.objects.get()).totals == (97, 106, 100, 97)
    assert sum(row.points for row in standings(event).rows) == 0


@pytest.mark.parametrize("language", ("en", "da"))
@pytest.mark.parametrize(
    ("said", "kroner"),
    (
        ("0,25", "0.25"), ("0.25", "0.25"), ("25 øre", "0.25"), ("50øre", "0.5"), (" 2 kr. ", "2"),
        ("1,5 kroner", "1.5"), ("1 krone", "1"), ("", None),
        ("0,001", None), ("½ øre", None), ("1.000,50", None), ("øre", None), ("-1", None),
    ),
)  # fmt: skip
def test_an_amount_is_read_as_people_write_it(language, said, kroner):
    with translation.override(language):
        form = UnitForm({"unit": said})
        assert form.is_valid() is (kroner is not None or not said)
        assert form.cleaned_data.get("unit") == (Decimal(kroner) if kroner else None)
        if said and kroner is None:
            assert form.errors["unit"]


@pytest.mark.parametrize("kind", ("table", "season"))
def test_a_table_and_a_season_are_settled_alike(director_client, event, club, kind):
    season = Season.objects.create(club=club, name="2026")
    Event.objects.update(season=season)
    pk = season.pk if kind == "season" else Table.objects.get().pk
    director_client.post(reverse("tournaments:settle", args=[kind, pk]))
    page = read(director_client, reverse("tournaments:money", args=[kind, pk]))
    assert "Bent Nr4 pays Aksel Nr2 2\xa0kr" in page


def test_another_club_finds_nothing(client, event, money_page):
    other = make.make_director(make.make_club("Klub Basta"), "other")
    client.force_login(other)
    settle_up(scope=event, actor="system:test")
    tick = reverse("tournaments:payment-tick", args=[Payment.objects.all()[0].pk])
    assert client.get(money_page).status_code == 404
    assert client.post(tick, {"paid": "1"}).status_code == 404
    assert client.get(money_page.replace("event", "kind")).status_code == 404


def test_a_season_is_begun_changed_and_seen_by_everybody(director_client, client, event):
    every = reverse("tournaments:seasons")
    form = {"name": "2026–27", "planned": "1", "min_deals": "0", "counts_abandoned": "on"}
    assert director_client.post(every, form).status_code == 302
    assert director_client.post(every, form).status_code == 400
    season = Season.objects.get()
    places = reverse("tournaments:standings-settings", args=[event.pk])
    assert read(director_client, places)
    chosen = {
        "comparison": "raw", "min_deals": "0", "chain0": "points", "chain1": "won",
    }  # fmt: skip
    assert director_client.post(places, chosen).status_code == 302
    assert Event.objects.get().tie_chain == ["points", "won"]
    putting = reverse("tournaments:event-season", args=[event.pk])
    assert director_client.post(putting, {"season": str(season.pk)}).status_code == 302
    own = reverse("tournaments:season", args=[season.pk])
    assert own in read(director_client, reverse("tournaments:event", args=[event.pk]))
    assert "No champion: an evening has a round" in read(director_client, own)
    Round.objects.update(state=Round.State.FINAL)
    assert "Champion: Aksel Nr2" in read(director_client, own)
    assert director_client.post(own, {**form, "planned": "5"}).status_code == 302
    seen = read(client, reverse("tournaments:public-season", args=[season.pk]))
    assert "No champion" in seen
    assert read(director_client, every)


def test_a_bad_chain_is_told_and_nothing_changes(director_client, event):
    places = reverse("tournaments:standings-settings", args=[event.pk])
    chosen = {"comparison": "raw", "min_deals": "0", "chain0": "luck"}
    assert director_client.post(places, chosen).status_code == 400
    assert Event.objects.get().tie_chain == event.tie_chain


def test_a_table_of_a_settled_evening_is_not_settled_again(director_client, event):
    settle_up(scope=event, actor="system:test")
    settle = reverse("tournaments:settle", args=["table", Table.objects.get().pk])
    told = director_client.post(settle, follow=True, headers=ENGLISH).content.decode()
    assert "settled already as a part" in told
    assert Payment.objects.count() == 2


@pytest.mark.parametrize(
    ("smallest", "said", "paid"),
    (("100", "whole kroner", "1 kr"), ("50", "half kroner", "1.50 kr")),
)
def test_page_and_paper_say_what_amounts_are_rounded_to(
    director_client, event, money_page, smallest, said, paid
):
    Event.objects.filter(pk=event.pk).update(language="en")
    agreed = {"unit": "0.40", "smallest": smallest}
    director_client.post(reverse("tournaments:unit", args=[event.pk]), agreed, headers=ENGLISH)
    settle_up(scope=Event.objects.get(pk=event.pk), actor="system:test")
    paper = scene.text(scene.pdf("settling", event))
    for text in (read(director_client, money_page), paper):
        shown = " ".join(text.split())
        assert f"Amounts are rounded to {said}, so that nothing is lost" in shown
        assert paid in shown


def test_a_page_that_does_not_ask_leaves_the_rounding_as_it_is(director_client, event):
    Event.objects.filter(pk=event.pk).update(smallest=1)
    director_client.post(reverse("tournaments:unit", args=[event.pk]), {"unit": "0.40"})
    assert Event.objects.get(pk=event.pk).smallest == 1


def test_who_gets_what_is_left_in_a_pot_and_pays_what_it_lacks_is_said(
    director_client, event, money_page
):
    assert "in the pot of a table" not in read(director_client, money_page)  # rasle has none
    lomber = RULESETS["lomber"]
    Event.objects.filter(pk=event.pk).update(
        accounting="pott", ruleset=lomber.to_json(), ruleset_digest=lomber.digest
    )
    table = Table.objects.get()
    make.enter(table, 2, {"passed": True})
    left = -sum(sheet(table).totals)
    assert left > 0
    says = (
        f"What is left in the pot of a table (+{left} in all) is divided equally among all who sit "
        "there: nothing of it goes on to another evening."
    )
    assert says in read(director_client, money_page)
    with translation.override("da"):
        says = gettext(
            "What is left in the pot of a table (%(points)s in all) is divided equally among "
            "all who sit there: nothing of it goes on to another evening."
        ) % {"points": f"+{left}"}
    assert says in " ".join(scene.text(scene.pdf("settling", event)).split())


def test_what_a_pot_lacks_is_said(director_client, event, money_page):
    Event.objects.filter(pk=event.pk).update(accounting="pot")
    make.enter(Table.objects.get(), 2, SOLO)
    assert "What the pot of a table lacks (−" in read(director_client, money_page)
