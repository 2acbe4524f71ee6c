"""Who is on the list already is not added a second time by mistake."""

import pytest
from django.urls import reverse

from lhombre_club.members import domain
from lhombre_club.members.models import Attendance, Membership
from lhombre_club.members.queries import are_alike, namesakes

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


@pytest.fixture
def aase(club):
    return domain.add_guest(club=club, name="Åse Bæk", actor="system:test")


@pytest.mark.parametrize(
    ("typed", "alike"),
    (
        ("Åse Bæk", True), ("aase  BAEK", True), ("Ase Bæk", True), ("Åse Bækk", True),
        ("Åes Bæk", True), ("Åsa Bæk", True), ("Åse Bækgård", False), ("Aslak Bæk", False),
        ("Åse", False),
    ),
)  # fmt: skip
def test_a_name_is_nearly_the_same_but_for_one_slip(club, aase, typed, alike):
    assert are_alike("Åse Bæk", typed) is alike
    assert (namesakes(club, typed) == [aase]) is alike


def test_short_names_and_numbers_have_no_slips():
    assert not are_alike("Bo Ek", "Bo Eg")
    assert are_alike("Bo Ek", "bo ek")
    assert not are_alike("Agnes Nr1", "Agnes Nr2")


def test_who_adds_a_member_twice_is_asked(director_client, club, aase):
    typed = {"first_name": "Aase", "last_name": "Bæk", "status": "active"}
    add = reverse("members:add")
    asked = director_client.post(add, typed, headers=ENGLISH).content.decode()
    assert "There is Åse Bæk already." in asked
    assert reverse("members:edit", args=[aase.person_id]) in asked
    assert 'value="Aase"' in asked
    assert Membership.objects.count() == 1
    assert director_client.post(add, {**typed, "anyway": "Aase Bæk"}).status_code == 302
    assert Membership.objects.count() == 2


def test_a_guest_who_is_a_member_is_marked_instead(director_client, club, aase):
    guest = reverse("members:tonight-guest")
    asked = director_client.post(guest, {"name": "åse bæk"}, headers=ENGLISH).content.decode()
    assert "There is Åse Bæk already." in asked
    assert f'value="{aase.person_id}"' in asked
    assert not Attendance.objects.exists()
    director_client.post(reverse("members:tonight-mark"), {"here": str(aase.person_id)})
    assert Attendance.objects.get().person == aase.person
    director_client.post(guest, {"name": "åse bæk", "anyway": "åse bæk"})
    assert Membership.objects.count() == 2


@pytest.mark.parametrize(
    ("page", "typed"),
    (
        ("members:tonight-guest", {"name": "Åse Bæk"}),
        ("members:add", {"first_name": "Åse", "last_name": "Bæk", "status": "active"}),
    ),
)
def test_enter_sends_what_is_typed_and_answers_no_question(director_client, aase, page, typed):
    asked = director_client.post(reverse(page), typed, headers=ENGLISH).content.decode()
    form = next(part for part in asked.split("<form")[1:] if "There is Åse Bæk already." in part)
    first = form.split("<button", 1)[1].split(">", 1)[0]
    assert "name=" not in first
    assert "formaction=" not in first
    assert 'name="anyway" value="Åse Bæk"' in form


def test_the_answer_counts_for_the_name_that_was_asked_about(director_client, aase):
    typed = {"name": "Aase Bæk", "anyway": "Gunnar Holm"}
    guest = reverse("members:tonight-guest")
    assert "There is" in director_client.post(guest, typed, headers=ENGLISH).content.decode()
    assert Membership.objects.count() == 1


def test_another_clubs_members_are_nobodys_namesakes(stranger_client, aase):
    typed = {"first_name": "Åse", "last_name": "Bæk", "status": "active"}
    assert stranger_client.post(reverse("members:add"), typed).status_code == 302
