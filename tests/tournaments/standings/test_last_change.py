"""The standings say when they last changed, whatever changed them."""

import uuid

import pytest

from tests import make
from tournaments.book.activity import note
from tournaments.models import Event, Table
from tournaments.penalties.domain.penalties import (
    Movement,
    Penalty,
    enter_by_hand,
    penalise,
    withdraw_entry,
)
from tournaments.review.domain.rounds import close_round
from tournaments.seating.domain.players import withdraw
from tournaments.standings.domain import StandingsSettings, set_standings
from tournaments.standings.queries.last_change import last_change

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


def test_whatever_changes_what_is_shown_is_the_last_change(club):
    event = make.make_released_event(club, tables=1, deals=2)
    table = Table.objects.get()
    before = last_change(event)
    assert before
    for deed in (deal, penalty, taken_back, by_hand, other_chain, left, closed):
        deed(Event.objects.get(), Table.objects.get(pk=table.pk))
        after = last_change(event)
        assert after
        assert after > before, deed.__name__
        before = after


def test_a_change_that_nobody_sees_there_is_none(club):
    event = make.make_released_event(club, tables=1, deals=2)
    before = last_change(event)
    note(event=event, verb="event.archived", actor=DIRECTOR)
    assert last_change(event) == before
