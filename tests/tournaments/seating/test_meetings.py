"""What the page of a seating says of who meets whom again."""

import pytest
from django.utils.translation import override

from tests import make
from tournaments.events.domain.events import make_event
from tournaments.models import Seat
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.pages.ways import met_again
from tournaments.seating.queries.seating import seating_of
from tournaments.teams.domain.substitutes import set_substitute

pytestmark = pytest.mark.django_db


def drawn(club, people):
    return make_event(
        club=club, name="Klubaften", date=make.EVENING, people=people, actor="system:test"
    )


@pytest.mark.parametrize(("players", "again"), ((4, 6), (8, 4), (12, 3), (16, 0), (24, 0)))
def test_a_plan_is_honest_about_who_meets_again(club, players, again):
    event = drawn(club, make.make_members(club, players))
    assert seating_of(event).meetings == Meetings(repeated=again, unavoidable=again)
    assert seating_of(event).meetings.are_proved_best


def test_a_plan_with_a_repeat_that_another_may_lack_does_not_call_itself_the_best():
    assert not Meetings(repeated=5, unavoidable=3).are_proved_best


def test_of_who_plays_on_the_chair_of_another_it_says_that_no_meeting_is_counted(club):
    event = drawn(club, make.make_members(club, 16))
    said = "Whoever plays on the chair of another is not counted there."
    with override("en"):
        assert said not in met_again(seating_of(event).meetings)
        seat = Seat.objects.filter(round__event=event)[0]
        set_substitute(seat=seat, person=None, name="Zita Ny", since=1, actor="system:test")
        told = met_again(seating_of(event).meetings)
    assert told == f"No two players meet twice in this event. {said}"


def test_namesakes_are_two_people(club):
    people = [make.make_person("Jens", "Hansen") for _ in range(16)]
    assert seating_of(drawn(club, people)).meetings.repeated == 0


def test_an_event_without_rounds_repeats_nothing(club):
    event = drawn(club, make.make_members(club, 8))
    event.rounds.all().delete()
    assert seating_of(event).meetings == Meetings(0, 0)
