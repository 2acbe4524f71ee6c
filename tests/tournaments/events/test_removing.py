"""A member who was entered by mistake leaves the list; who has played stays."""

import pytest
from django.urls import reverse

from lhombre_club.members import domain
from lhombre_club.members.models import Attendance, Membership, Person, SeatingWish
from tests import make
from tournaments.models import Seat

pytestmark = pytest.mark.django_db
EN = {"accept-language": "en"}
ACTOR = "user:director"


@pytest.fixture
def mistake(club):
    return domain.add_guest(club=club, name="Knud Fejl", actor=ACTOR)


@pytest.fixture
def address(mistake):
    return reverse("tournaments:remove", args=[mistake.person_id])


def test_who_never_played_is_removed_after_a_question(director_client, club, mistake, address):
    other = domain.add_guest(club=club, name="Oda Rigtig", actor=ACTOR)
    two = {"club": club, "one": mistake.person, "other": other.person, "actor": ACTOR}
    domain.keep_wish(**two, kind=SeatingWish.Kind.APART)
    Attendance.objects.create(club=club, person=mistake.person, date=make.EVENING)
    edit = reverse("members:edit", args=[mistake.person_id])
    assert address in director_client.get(edit).content.decode()
    asked = director_client.get(address, headers=EN).content.decode()
    assert "Knud Fejl has played in no event." in asked
    assert Membership.objects.filter(pk=mistake.pk).exists()
    director_client.post(address)
    assert list(Membership.objects.all()) == [other]
    assert list(Person.objects.all()) == [other.person]
    assert not Attendance.objects.exists()
    assert not SeatingWish.objects.exists()
    assert Membership.history.filter(id=mistake.pk, history_type="-").exists()


@pytest.mark.parametrize("sits_in", (False, True))
def test_who_has_played_is_not(director_client, club, sits_in):
    event = make.make_released_event(club, tables=1)
    person = Person.objects.filter(participations__event=event)[0]
    if sits_in:
        person = domain.add_guest(club=club, name="Vera Vikar", actor=ACTOR).person
        Seat.objects.filter(table__round__event=event, seat=0).update(substitute=person)
    address = reverse("tournaments:remove", args=[person.pk])
    told = director_client.get(address, headers=EN).content.decode()
    assert "Make the member passive" in told
    told = director_client.post(address, headers=EN, follow=True).content.decode()
    assert "Make the member passive" in told
    assert Membership.objects.filter(person=person).exists()


def test_who_belongs_to_another_club_too_stays_there(director_client, mistake, address):
    there = Membership.objects.create(club=make.make_club("Klub Basta"), person=mistake.person)
    director_client.post(address)
    assert list(Membership.objects.all()) == [there]


def test_a_stranger_finds_nobody(stranger_client, mistake, address):
    assert stranger_client.post(address).status_code == 404
    assert Membership.objects.filter(pk=mistake.pk).exists()
