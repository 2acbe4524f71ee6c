"""A season drawn on its visit, and an evening made of it."""

import re

import pytest
from django.urls import reverse

from lhombre_club.members.models import Membership
from tests import make
from tournaments.events.domain.season_draws import draw_season
from tournaments.models import Event, SeasonDraw, Seat
from tournaments.standings.domain import SeasonSettings, make_season

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def season(club):
    return make_season(club=club, settings=SeasonSettings(name="Winter", planned=7), actor="x")


@pytest.fixture
def people(club):
    return make.make_members(club, 9)


@pytest.fixture
def visit(director_client, season):
    """Open a page of the season, or send to it what is filled in; answer status and text."""

    def visit(name="season-draw", /, *args, query="", **filled):
        address = reverse(f"tournaments:{name}", args=[season.pk, *args]) + query
        ask = director_client.post if filled else director_client.get
        answer = ask(address, filled or None, headers=ENGLISH, follow=True)
        return answer.status_code, answer.content.decode()

    return visit


def told(shown):
    found = re.search(r'name="seen"\s+value="(\w+)"', shown)
    assert found is not None
    return found[1]


class TestDrawing:
    def test_it_is_shown_and_kept_as_it_was_shown(self, visit, people, season):
        Membership.objects.filter(person=people[8]).update(status="guest")
        _, opened = visit()
        assert opened.count("checked") == 8
        assert "Draw the evenings of the season" in visit("season")[1]
        chosen = [str(person.pk) for person in people[:8]]
        _, shown = visit(seed="5", people=chosen)
        assert "Every two meet exactly 3 times" in shown
        assert "Evening 7" in shown
        assert "Nothing is stored yet" in shown
        assert not SeasonDraw.objects.exists()
        others = [str(person.pk) for person in people[1:]]
        visit(seed="5", people=others, seen=told(shown))
        assert not SeasonDraw.objects.exists(), "others than were shown"
        _, kept = visit(seed="5", people=chosen, seen=told(shown))
        assert "The season is drawn" in kept
        assert "Make evening 7" in kept
        assert (
            re.findall(r"<li>([^<]*)</li>", kept)[:14]
            == re.findall(r"<li>([^<]*)</li>", shown)[:14]
        )
        assert "The draw of the season" in visit("season")[1]

    def test_what_is_not_proved_best_is_not_called_so(self, visit, club):
        people = make.make_members(club, 10)
        _, shown = visit(seed="5", people=[str(person.pk) for person in people])
        assert "Every two meet 2 to 3 times" in shown
        assert "not proved" in shown
        assert "Does not play" in shown

    @pytest.mark.parametrize(
        "filled", ({"people": []}, {"people": ["x"]}, {"seed": "x"}, {"seed": "-1"})
    )
    def test_what_cannot_be_is_told(self, visit, people, filled):
        chosen = [str(person.pk) for person in people]
        status, _ = visit(**{"seed": "5", "people": chosen, **filled})
        assert status == 400
        status, text = visit(seed="5", people=chosen[:2])
        assert (status, "for 3 to 100 players" in text) == (400, True)

    def test_it_is_drawn_again_until_an_evening_is_made(self, visit, season, people):
        draw_season(season=season, people=people[:8], seed=1, actor="x")
        assert "Draw the season again" in visit()[1]
        assert "Show the draw" in visit(query="?anew=1")[1]
        visit("season-evening", 1, **EVENING)
        _, text = visit()
        assert "Draw the season again" not in text
        assert "Open evening 1" in text
        chosen = [str(person.pk) for person in people]
        _, shown = visit(seed="5", people=chosen)
        _, refused = visit(seed="5", people=chosen, seen=told(shown))
        assert "stays as it is" in refused
        assert SeasonDraw.objects.get().seed == 1


EVENING = {
    "name": "First", "date": "2026-11-21", "deals": "40", "ruleset": "dlu",
    "accounting": "rasle", "unit": "", "start": "", "language": "da",
}  # fmt: skip


class TestAnEvening:
    @pytest.fixture(autouse=True)
    def drawn(self, season, people):
        self.people = people
        self.draw = draw_season(season=season, people=people[:8], seed=1, actor="x")

    def test_it_is_made_and_seated_as_it_was_drawn(self, visit):
        _, form = visit("season-evening", 3)
        assert 'value="Winter, evening 3"' in form
        assert "Who plays with whom" not in form
        _, made = visit("season-evening", 3, **EVENING)
        assert "seated as it was drawn" in made
        event = Event.objects.get()
        assert (event.name, event.planned_rounds, event.season) == ("First", 1, self.draw.season)
        names = [
            [seat.participant.person for seat in table.seats.all()]
            for table in event.rounds.get().tables.all()
        ]
        assert names == [[self.people[place] for place in t] for t in self.draw.evenings[2]]
        _, again = visit("season-evening", 3, **EVENING)
        assert "made already" in again
        assert Event.objects.count() == 1

    def test_a_substitute_plays_for_who_is_missing(self, visit):
        visit("season-evening", 1, **EVENING, place2=str(self.people[8].pk))
        seat = Seat.objects.get(substitute__isnull=False)
        assert (seat.participant.person, seat.substitute) == (self.people[2], self.people[8])

    def test_one_substitute_takes_one_chair(self, visit):
        helper = str(self.people[8].pk)
        status, text = visit("season-evening", 1, **EVENING, place2=helper, place3=helper)
        assert (status, "one chair only" in text) == (400, True)
        assert 'value="First"' in text, "nothing typed is lost"
        assert not Event.objects.exists()

    def test_a_place_without_a_player_needs_one(self, visit):
        self.people[2].delete()
        assert "A place without a player" in visit()[1]
        assert visit("season-evening", 1, **EVENING)[0] == 400
        visit("season-evening", 1, **EVENING, place2=str(self.people[8].pk))
        assert Event.objects.count() == 1

    @pytest.mark.parametrize("number", (0, 8))
    def test_there_is_no_evening_beyond_the_draw(self, visit, number):
        assert visit("season-evening", number)[0] == 404

    def test_another_club_finds_nothing(self, stranger_client):
        for name, args in (("season-draw", ()), ("season-evening", (1,))):
            address = reverse(f"tournaments:{name}", args=[self.draw.season_id, *args])
            assert stranger_client.get(address).status_code == 404
            assert stranger_client.post(address, EVENING).status_code == 404
