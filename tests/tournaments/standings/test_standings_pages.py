"""Standings for everybody: fresh, cheap, and with nothing that is not public."""

import re

import pytest
from django.urls import reverse

from lhombre_club.members.models import Person
from tests import make
from tests.tournaments.played import make_pairs_or_teams
from tournaments.events.domain.events import make_event
from tournaments.models import Round, Seat, Table
from tournaments.seating.domain.released import release_rounds
from tournaments.teams.domain.leagues import LeagueSettings, draw_matches, release_round

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def event(club):
    people = make.make_members(club, 16)
    Person.objects.filter(pk=people[0].pk).update(
        display_name="Gæsten",
        shown_as="pseudonym",
        last_name="Hemmelig",
        email="agnes@club.example",
        phone="70123456",
    )
    people[0].refresh_from_db()
    event = make_event(
        club=club, name="Klubaften", date=make.EVENING, people=people, actor="system:test"
    )
    return release_rounds(event=event, actor="system:test")


def address(event, name="public-standings"):
    return reverse(f"tournaments:{name}", args=[event.pk])


def test_anybody_sees_public_names_and_nothing_else(client, event):
    for name in ("public-standings", "standings-table"):
        answer = client.get(address(event, name))
        page = answer.content.decode()
        assert "Gæsten" in page
        for secret in ("Hemmelig", "agnes@club.example", "70123456"):
            assert secret not in page
        assert answer["X-Robots-Tag"] == "noindex"
    assert 'content="noindex"' in client.get(address(event)).content.decode()


def test_an_event_that_is_not_released_does_not_exist(client, director_client, club):
    event = make_event(
        club=club,
        name="Klubaften",
        date=make.EVENING,
        people=make.make_members(club, 4),
        actor="system:test",
    )
    for name in ("public-standings", "standings-table"):
        assert client.get(address(event, name)).status_code == 404
    assert director_client.get(address(event, "standings")).url == address(event, "event")


def test_an_unchanged_table_is_304_and_costs_one_question(client, event, django_assert_num_queries):
    first = client.get(address(event, "standings-table"))
    with django_assert_num_queries(1):
        again = client.get(
            address(event, "standings-table"), headers={"If-None-Match": first["ETag"]}
        )
    assert (again.status_code, again.content) == (304, b"")


def test_a_deal_changes_the_tag_and_the_table(client, event):
    first = client.get(address(event, "standings-table"))
    table = event.rounds.first().tables.first()
    make.enter(table, 1, {"declarer": 1, "contract": "nolo_ouvert", "outcome": "won"})
    again = client.get(address(event, "standings-table"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 200
    assert again["ETag"] != first["ETag"]
    leader = table.seats.get(seat=1).participant.name
    page = again.content.decode()
    assert "+12" in page
    guest, *players = event.participants.all()
    names = ["Gæsten", *(player.name for player in players)]
    shown = "Gæsten" if leader == guest.name else leader  # where he sits is drawn by lot
    assert min(names, key=page.index) == shown


def test_the_table_is_made_once_for_each_change(client, event, django_assert_num_queries):
    client.get(address(event, "standings-table"))
    with django_assert_num_queries(1):
        client.get(address(event, "standings-table"))


def test_each_language_has_its_own_table_and_tag(client, event):
    pages = {
        language: client.get(
            address(event, "standings-table"), headers={"Accept-Language": language}
        )
        for language in ("da", "en")
    }
    assert pages["da"]["ETag"] != pages["en"]["ETag"]


def test_a_place_that_is_shared_or_none_is_not_coloured_as_one_of_the_first(client, event):
    def coloured():
        return re.findall(r'standing__place--first">([^<]+)<', client.get(address(event)).text)

    assert coloured() == []
    won = {"declarer": 1, "contract": "spil", "outcome": "won"}
    make.enter(Table.objects.filter(round__event=event)[0], 1, won)
    assert coloured() == ["1", "2"]  # and two share the third


def test_what_was_highest_is_headed_as_on_paper_and_explained(client, event):
    page = client.get(address(event), headers=ENGLISH).content.decode()
    assert ">Highest won</th>" in page
    assert "“Highest won” is the value of the highest contract" in page


def test_names_are_escaped(client, club, event):
    known = event.participants.exclude(person__display_name="Gæsten")
    known.update(name="<script>alert(1)</script>")
    event.version += 1
    event.save()
    page = client.get(address(event)).content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_neither_name_of_a_pair_is_cut_for_the_others_sake(client, club):
    event = make_pairs_or_teams(club, "pairs", 2, deals=4, name="Par")
    names = ("Anne-Margrethe Frederiksen-Kristoffersen", "Christian Valdemar Lindegaard Sørensen")
    event.teams.filter(number=1).update(name=" – ".join(names))
    draw_matches(event=event, settings=LeagueSettings(), actor="system:test")
    release_round(round_=event.rounds.all()[0], actor="system:test")
    page = client.get(address(event)).content.decode()
    assert " – ".join(names) in page


def test_a_substitute_is_named_where_he_sits_and_in_the_tense_that_is_true(director_client, event):
    seat = Seat.objects.filter(table__number=1, round__number=1, seat=1).get()
    Seat.objects.filter(pk=seat.pk).update(substitute_name="Povl Gæst")
    (other,) = Seat.objects.filter(table=seat.table_id, seat=2)

    def read(name, *args):
        answer = director_client.get(reverse(f"tournaments:{name}", args=args), headers=ENGLISH)
        return " ".join(answer.content.decode().split())

    own = ("public-player", event.pk, seat.participant_id)
    assert re.search(
        r"With [^.<]+\. [^P]*<p class=.muted.> Povl Gæst plays in this place\.", read(*own)
    )
    assert re.search(
        r"With [^.<]*Povl Gæst[^.<]*\.", read("public-player", event.pk, other.participant_id)
    )
    for page in ("phone", "table", "account"):
        assert "Povl Gæst" in read(page, seat.table_id), page
    assert "Povl Gæst" in read("event", event.pk)
    Round.objects.update(state=Round.State.FINAL)
    assert "Povl Gæst played in this place." in read(*own)
    assert "Is dealt no cards" not in read(*own)
    Seat.objects.filter(pk=seat.pk).update(substitute_from=2)
    assert "Povl Gæst played in this place from deal 2 on." in read(*own)
