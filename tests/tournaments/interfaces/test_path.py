"""The director is always told one next step."""

import pytest
from django.urls import reverse
from django.utils.translation import override

from tests import make
from tournaments.domain.events import make_event, release_rounds
from tournaments.domain.queries.events import rounds
from tournaments.interfaces.path import path
from tournaments.models import Event, Table

pytestmark = pytest.mark.django_db
PASSED: dict[str, object] = {"passed": True}


@pytest.fixture
def event(club):
    return make_event(
        club=club,
        name="Klubaften",
        date=make.EVENING,
        people=make.make_members(club, 4),
        actor="system:test",
    )


def states(event: Event) -> list[str]:
    return [step.state for step in path(event, rounds(event))]


def test_the_steps_follow_the_evening(event):
    assert states(event) == ["next", "later", "later", "later"]
    release_rounds(event=event, actor="system:test")
    assert states(event) == ["done", "next", "later", "later"]
    tables = list(Table.objects.filter(round__event=event))
    make.enter(tables[0], 1, PASSED)
    assert states(event) == ["done", "done", "next", "later"]
    for table in tables:
        for deal in range(1, event.deals_per_round + 1):
            make.enter(table, deal, PASSED, base=int((table, deal) == (tables[0], 1)))
    assert states(event) == ["done", "done", "done", "next"]


def test_a_step_says_how_far_it_is_and_leads_there(event):
    release_rounds(event=event, actor="system:test")
    make.enter(Table.objects.filter(round__event=event)[0], 3, PASSED)
    with override("en"):
        seats, _sheets, deals, _standings = path(event, rounds(event))
        assert (str(seats.title), seats.says) == ("Seats", "released")
    assert deals.says == "1 of 80 are in"
    assert seats.address == reverse("tournaments:seating", args=[event.pk])
    assert deals.address.startswith(reverse("tournaments:event", args=[event.pk]))
