"""The standings say when anything was last entered, decided or corrected, as their seal does."""

import uuid

import pytest
from django.urls import reverse
from django.utils.timezone import localtime

from tests import make
from tournaments.book.corrections import reseat
from tournaments.book.proving.seals import head, last_sealed, state_of
from tournaments.models import Event, Round, Table
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    penalise,
    withdraw_entry,
)
from tournaments.review.domain.rounds import close_round
from tournaments.seating.domain.players import withdraw
from tournaments.seating.domain.released import release_rounds
from tournaments.standings.domain import StandingsSettings, set_standings

pytestmark = pytest.mark.django_db
DIRECTOR = "user:director"


def penalty(event, table):
    wanted = Penalty(id=uuid.uuid4(), seat=1, points=2, reason="late")
    penalise(table=table, penalty=wanted, actor=DIRECTOR)


def by_hand(event, table):
    wanted = Movement(id=uuid.uuid4(), amounts=(-2, 6, -2, -2), reason="forgotten")
    enter_by_hand(table=table, movement=wanted, actor=DIRECTOR)


def taken_back(event, table):
    withdraw_entry(entry=table.entries.get(), reason="misheard", actor=DIRECTOR)


def deal(event, table):
    make.enter(table, 1, {"passed": True})


def closed(event, table):
    make.enter(table, 2, {"passed": True})
    close_round(round_=event.rounds.get(), actor=DIRECTOR)


def other_chain(event, table):
    set_standings(
        event=event, settings=StandingsSettings(tie_chain=("points", "won")), actor=DIRECTOR
    )


def left(event, table):
    withdraw(participant=event.participants.all()[0], after_round=1, actor=DIRECTOR)


def sealed_at(event):
    """When the newest seal says that the event stood so."""
    state = state_of(event, head(event))
    assert state
    return state.at


@pytest.fixture
def event(club):
    return make.make_released_event(club, tables=1, deals=2)


def test_the_standings_say_the_time_that_the_seal_says_whatever_is_done(client, event):
    address = reverse("tournaments:standings-table", args=[event.pk])
    before = sealed_at(event)  # of the release, which the page does not say
    for deed in (deal, penalty, taken_back, by_hand, other_chain, left, closed):
        deed(Event.objects.get(), Table.objects.get())
        after = last_sealed(event)
        assert after == sealed_at(event)
        page = " ".join(client.get(address, headers={"accept-language": "en"}).text.split())
        says = f"Last entered, decided or corrected {localtime(after):%H:%M:%S}"
        assert says in page, deed.__name__
        assert (after > before) == (deed not in {other_chain, left}), deed.__name__
        before = after


def test_before_the_first_deal_nothing_was_entered(client, event):
    assert last_sealed(event) is None
    page = client.get(
        reverse("tournaments:standings-table", args=[event.pk]), headers={"accept-language": "en"}
    )
    assert "Last entered" not in page.text


def test_the_release_of_a_round_enters_nothing_and_wrong_seats_are_corrected(club):
    event = make.make_released_event(club, tables=1, deals=2, rounds=2)
    first, second = Table.objects.order_by("round__number")
    deal(event, first)
    before = last_sealed(event)
    Round.objects.filter(pk=second.round_id).update(state=Round.State.DRAFT)
    release_rounds(event=event, actor=DIRECTOR)
    assert last_sealed(event) == before
    one, other = first.seats.order_by("seat")[:2]
    reseat(moves=[(one, other), (other, one)], reason="sat wrong", actor=DIRECTOR)
    after = last_sealed(event)
    assert before
    assert after
    assert after > before


def test_the_closing_of_a_round_enters_nothing(event):
    for number in (1, 2):
        make.enter(Table.objects.get(), number, {"passed": True})
    before = last_sealed(event)
    close_round(round_=event.rounds.get(), actor=DIRECTOR)
    assert last_sealed(event) == before == sealed_at(event)
