"""Who comes when every table is full: a new one is made, and as few move to it as it takes."""

import html

import pytest
from django.urls import reverse

from lhombre_club.members.models import Person
from tests import make
from tests.tournaments.seating.seating import ACTOR, begin, evening, player, seats
from tournaments.models import Table
from tournaments.seating.domain.evening import read
from tournaments.seating.domain.players import wish

pytestmark = pytest.mark.django_db
MOVES = "2 of the 12 who keep a seat sit at another table than now."
KEPT = "The wish for the seating is kept: "


@pytest.fixture(autouse=True)
def in_english(director_client):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"


@pytest.fixture
def event(club):
    made = evening(club, 12)
    begin(made)
    return made


@pytest.fixture
def late(club, event) -> Person:
    person = make.make_person("Karen", "Sen")
    club.memberships.create(person=person)
    return person


@pytest.fixture
def sent(late):
    return {"person": str(late.pk), "name": "", "from_round": "2"}


def shown(client, event, sent) -> str:
    address = reverse("tournaments:participants", args=[event.pk])
    return html.unescape(client.post(address, sent).text)


def test_two_move_to_the_new_table_which_stands_first(director_client, event, late, sent):
    before = seats(event)
    first = shown(director_client, event, sent)
    assert MOVES in first
    assert "Nobody else moves." not in first
    assert 'name="at" value="4"' in first
    anew = shown(director_client, event, {**sent, "at": "0"})
    assert MOVES not in anew
    assert "Make table 4, few move" in anew
    offered = first.partition("Seat the rounds to come anew")[2].partition("</div>")[0]
    assert "12 who keep a seat sit at another table" in offered
    yes = {**sent, "at": "4", "sure": "1", "seen": read(event).mark}
    address = reverse("tournaments:participants", args=[event.pk])
    done = director_client.post(address, yes, follow=True).text
    assert "As few as possible have moved." in done
    assert "Nobody else has changed table." not in done
    after = seats(event)
    assert {at: who for at, who in after.items() if at[0] == 1} == {
        at: who for at, who in before.items() if at[0] == 1
    }
    was = {who: at[1] for at, who in before.items() if at[0] == 2}
    now = {who: at[1] for at, who in after.items() if at[0] == 2}
    moved = [who for who in was if was[who] != now[who]]
    assert len(moved) == 2
    assert {now[who] for who in moved} == {4}
    assert now[event.participants.get(person=late).pk] == 4
    sizes = [table.seats.count() for table in Table.objects.filter(round__number=2)]
    assert sorted(sizes) == [3, 3, 3, 4]


def test_where_a_table_has_room_he_sits_there_and_nobody_moves(director_client, club):
    eleven, late = evening(club, 11), make.make_person("Karen", "Sen")
    club.memberships.create(person=late)
    sent = {"person": str(late.pk), "name": "", "from_round": "1"}
    first = shown(director_client, eleven, sent)
    assert "Nobody else moves." in first
    assert "few move" not in first
    assert "Seat the rounds to come anew" in first


def test_each_way_says_whether_a_wish_is_kept(director_client, event, sent):
    table = event.rounds.get(number=2).tables.get(number=1)
    one, other = (chair.participant for chair in table.seats.order_by("seat")[:2])
    wish(event=event, one=one, other=other, kind="apart", actor=ACTOR)
    for at in ({}, {"at": "0"}):
        assert KEPT in shown(director_client, event, {**sent, **at})
    Table.objects.filter(pk=table.pk).update(locked=True)
    for at in ({}, {"at": "0"}):
        told = shown(director_client, event, {**sent, **at})
        assert "The wish is not kept in round 2: " in told
        assert KEPT not in told


def test_a_leaver_is_told_whether_a_wish_is_kept(director_client, event):
    one, other, third = (player(event, number) for number in (1, 2, 3))
    wish(event=event, one=one, other=other, kind="together", actor=ACTOR)
    address = reverse("tournaments:participant", args=[event.pk, third.pk])
    told = director_client.post(address, {"do": "leave", "after_round": "1"}).text
    assert "The wish is not kept in round" in told or "The wish for the seating is kept" in told
