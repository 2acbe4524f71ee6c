"""What the event pages are told: who meets whom again, and when something last changed."""

import pytest

from tests import make
from tournaments.domain.events import make_event
from tournaments.domain.queries.events import Meetings, meetings, rounds

pytestmark = pytest.mark.django_db


def drawn(club, people):
    return make_event(
        club=club, name="Klubaften", date=make.EVENING, people=people, actor="system:test"
    )


@pytest.mark.parametrize(("players", "again"), ((4, 6), (8, 4), (12, 3), (16, 0), (24, 0)))
def test_a_plan_is_honest_about_who_meets_again(club, players, again):
    event = drawn(club, make.make_members(club, players))
    assert meetings(rounds(event)) == Meetings(repeated=again, unavoidable=again)
    assert meetings(rounds(event)).are_proved_best


def test_a_plan_with_a_repeat_that_another_may_lack_does_not_call_itself_the_best():
    assert not Meetings(repeated=5, unavoidable=3).are_proved_best


def test_namesakes_are_two_people(club):
    people = [make.make_person("Jens", "Hansen") for _ in range(16)]
    assert meetings(rounds(drawn(club, people))).repeated == 0


def test_an_event_without_rounds_repeats_nothing():
    assert meetings([]) == Meetings(0, 0)
