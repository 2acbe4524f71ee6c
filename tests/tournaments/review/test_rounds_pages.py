"""A round is closed when its account is proved, and opened again with a reason."""

import re

import pytest
from django.urls import reverse

from lhombre_club.refusal import Refusal
from scoring.models import SeatTotal
from tests import make
from tournaments.book.reasons import BookReason
from tournaments.models import Event, Round, Table
from tournaments.review.domain.flags import raise_flag
from tournaments.review.domain.proofs import state_sums
from tournaments.review.domain.protests import answer_protest, protest
from tournaments.review.domain.rounds import close_round

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
    leads, on_purpose = page.index("Close the round"), page.index("Wait 30 minutes for protests")
    assert leads < on_purpose
    assert "button--primary" in page[leads - 120 : leads]  # to close it leads
    assert "button--primary" not in page[on_purpose - 120 : on_purpose]
    told = send(director_client, table, "close")
    assert "the round is closed" in told
    assert "Open the round again" in told
    with pytest.raises(Refusal) as refused:
        make.enter(table, 1, {"declarer": 1, "contract": "spil", "outcome": "won"}, base=1)
    assert refused.value.reason is BookReason.NOT_OPEN
    assert "at most 72 letters" in send(director_client, table, "reopen")
    assert "take results again" in send(director_client, table, "reopen", reason="A sheet is late")
    assert Round.objects.get().state == Round.State.RELEASED


def test_a_round_whose_account_does_not_agree_stays_open(director_client, table):
    SeatTotal.objects.filter(seat=1).update(points=7)
    assert "does not agree" in send(director_client, table, "close")
    assert Round.objects.get().state == Round.State.RELEASED


def test_a_round_that_is_held_up_leads_to_each_protest_and_doubt(director_client, table):
    whole = protest(table=table, actor="device:x")
    third = protest(table=table, deal=3, actor="device:x")
    doubt = raise_flag(table=table, deal=2, words="Torn.", actor="user:x")
    answered = protest(table=table, deal=1, actor="device:x")
    answer_protest(protest=answered, answer="It stands.", actor="user:x")
    told = send(director_client, table, "close")
    checks = reverse("tournaments:round-checks", args=[table.round_id])
    (refusal,) = re.findall(r'notice--bad"\s+role="status">(.*?)</p>', told)
    assert re.findall(r'<a href="([^"]+)">([^<]+)</a>', refusal) == [
        (f"{checks}#protest-{whole.pk}", "Round 1: Table 1, the whole sheet"),
        (f"{checks}#protest-{third.pk}", "Round 1: Table 1, deal 3"),
        (f"{checks}#flag-{doubt.pk}", "Round 1: Table 1, deal 2"),
    ]
    for each in (f"protest-{whole.pk}", f"protest-{third.pk}", f"flag-{doubt.pk}"):
        assert f'id="{each}"' in told


def test_the_last_round_leads_to_the_protests_against_those_before_it(director_client, club):
    event = make.make_released_event(club, tables=1, deals=1, rounds=2)
    first, second = Table.objects.filter(round__event=event).order_by("round__number")
    for each in (first, second):
        make.enter(each, 1, {"passed": True})
    close_round(round_=first.round, actor="user:x")
    made = protest(table=first, deal=1, actor="device:x")
    address = reverse("tournaments:round-close", args=[second.round_id])
    checks = reverse("tournaments:round-checks", args=[first.round_id])
    assert director_client.post(address).url == checks
    told = send(director_client, second, "close")
    assert f'<a href="{checks}#protest-{made.pk}">Round 1: Table 1, deal 1</a>' in told


@pytest.mark.parametrize("more", (0, 2))
def test_who_closes_a_round_is_told_that_a_paper_has_other_sums(director_client, club, more):
    event = make.make_released_event(club, tables=1, deals=1)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    sums = [more, 0, 0, 0]
    state_sums(table=table, sums={1: sums}, actor="user:x")
    told = send(director_client, table, "close")
    assert "the round is closed" in told
    assert ("Look why the paper of table 1 has other sums." in told) == bool(more)


def test_a_draft_is_neither_closed_nor_opened(director_client, table):
    Round.objects.update(state=Round.State.DRAFT)
    assert "not released" in send(director_client, table, "close")
    assert "not released" in send(director_client, table, "reopen", reason="Late")


def test_another_club_finds_nothing(client, table):
    client.force_login(make.make_director(make.make_club("Klub Basta"), "other"))
    assert client.post(reverse("tournaments:round-close", args=[table.round_id])).status_code == 404


def test_a_round_that_was_broken_off_is_closed_as_far_as_it_was_played(director_client, club):
    event = make.make_released_event(club, tables=1, deals=4)
    table = Table.objects.get(round__event=event)
    make.enter(table, 1, {"passed": True})
    address = reverse("tournaments:event", args=[event.pk])
    assert "Close the round" not in director_client.get(address, headers=ENGLISH).text
    Event.objects.update(abandoned=True)
    page = director_client.get(address, headers=ENGLISH).text
    assert "Close the round" in page
    assert "broken off. This round has 1 of 4 deals." in page
    assert "for protests first" not in page  # that takes every sheet
    told = send(director_client, table, "close")
    assert "the round is closed" in told
    assert "broken off with" not in told
