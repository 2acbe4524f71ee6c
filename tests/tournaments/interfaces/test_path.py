"""The director is always told one next step."""

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from tests import make
from tournaments.domain.events import make_event, release_rounds
from tournaments.domain.queries.events import rounds
from tournaments.domain.rounds import close_round, make_provisional, protests_until
from tournaments.interfaces.path import ending, path
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


def test_an_evening_that_is_released_round_by_round(event):
    first, second = event.rounds.all()
    release_rounds(event=event, actor="system:test", only=first)
    assert states(event) == ["done", "next", "later", "later"]
    for table in first.tables.all():
        for deal in range(1, event.deals_per_round + 1):
            make.enter(table, deal, PASSED)
    assert states(event) == ["next", "later", "later", "later"]
    with override("en"):
        seats, _sheets, deals, _standings = path(event, rounds(event))
    assert (seats.says, deals.says) == ("release the next round", "40 of 40 are in")
    release_rounds(event=event, actor="system:test", only=second)
    assert states(event) == ["done", "done", "next", "later"]


class TestTheEnd:
    @pytest.fixture
    def event(self, club):
        event = make.make_released_event(club, tables=1, deals=1, rounds=2)
        for table in Table.objects.filter(round__event=event):
            make.enter(table, 1, PASSED)
        return event

    def says(self, event):
        with override("en"):
            plan = rounds(Event.objects.get(pk=event.pk))
            return ending(event, plan), path(event, plan)[-1].says

    def test_nothing_is_said_while_a_sheet_is_missing(self, club):
        event = make.make_released_event(make.make_club("B"), tables=1, deals=1)
        assert self.says(event) == ("", "as far as they go")

    def test_a_round_that_is_in_is_not_final_yet(self, event):
        assert self.says(event) == (
            "Every sheet is in. The standings are final when round 1 is closed too.",
            "provisional",
        )

    def test_a_provisional_round_says_until_when(self, event):
        first = make_provisional(round_=event.rounds.get(number=1), actor="user:x")
        until = protests_until(first)
        assert until is not None
        at = timezone.localtime(until).strftime("%H:%M")
        sentence = f"Every sheet is in. Round 1 is provisional until {at}, and not final yet."
        assert self.says(event) == (sentence, "provisional")
        Event.objects.update(protest_minutes=0)
        sentence = "The time for protests is over. Close round 1: then it is final."
        assert self.says(event) == (sentence, "provisional")

    def test_only_what_is_closed_is_final(self, event):
        one, two = event.rounds.all()
        close_round(round_=one, actor="user:x")
        assert "round 2" in self.says(event)[0]
        close_round(round_=two, actor="user:x")
        assert self.says(event) == ("Every round is final. Print the final standings.", "final")
