"""The years of a club, for its directors."""

import pytest

from lhombre_club.members.models import Person
from tests import make
from tests.tournaments.figures.raw import play
from tournaments.years.counting import count_on
from tournaments.years.queries import Span, sums

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(club):
    return f"/api/v1/clubs/{club.pk}/years/"


def test_they_are_those_of_the_page(director_client, club, url):
    play(make.make_released_event(club, tables=1, deals=12), 12)
    count_on(club)
    answer = director_client.get(url)
    assert answer.status_code == 200
    told, found = answer.json(), sums(Span(club, "dlu"))
    assert (told["rules"], told["evenings"], told["deals"]) == ("dlu", 1, 12)
    assert {each["contract"]: each["games"] for each in told["contracts"]} == {
        contract: tally.games for contract, tally in found.contracts.items()
    }
    assert {each["hand"]: each["points"] for each in told["hands"]} == {
        str(hand): tally.points for hand, tally in found.hands.items()
    }
    assert {each["person"]: each["total"] for each in told["players"]} == {
        str(key): own.total for key, own in found.players.items()
    }
    for each in told["players"]:
        assert each["points"] + each["defended"] + each["out"] + each["beside"] == each["total"]
        assert each["won"] + each["bet"] + each["kodille"] + each["remis"] == each["games"]
    assert director_client.get(url, HTTP_IF_NONE_MATCH=answer["ETag"]).status_code == 304
    person = Person.objects.get(pk=told["players"][0]["person"])
    person.first_name = "Zenobia"
    person.save()
    renamed = director_client.get(url, HTTP_IF_NONE_MATCH=answer["ETag"])
    assert person.full_name in {each["name"] for each in renamed.json()["players"]}
    told = renamed.json()
    other = director_client.get(url, {"year": "1899", "rules": "²", "season": "\0"})
    assert other.json() == told


def test_a_club_that_has_not_played_and_one_of_others(director_client, url):
    told = director_client.get(url).json()
    assert (told["evenings"], told["players"]) == (0, [])
    other = make.make_club("Klub Basta")
    assert director_client.get(f"/api/v1/clubs/{other.pk}/years/").status_code == 404
