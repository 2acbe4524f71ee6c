"""What two members wish of the seating is kept with them, and shown on their page."""

import pytest
from django.urls import reverse

from lhombre_club.members.domain import drop_wish, keep_wish
from lhombre_club.members.models import SeatingWish
from lhombre_club.members.queries import wishes_among, wishes_of
from lhombre_club.members.reasons import MemberReason
from tests import make
from tests.refused import refused_for

pytestmark = pytest.mark.django_db
ACTOR = "user:somebody"


@pytest.fixture
def people(club):
    return make.make_members(club, 3)


def test_two_have_one_wish_whoever_says_it(club, people):
    one, other, third = people
    keep_wish(club=club, one=one, other=other, kind="apart", actor=ACTOR)
    keep_wish(club=club, one=other, other=one, kind="together", actor=ACTOR)
    (kept,) = wishes_of(club, other)
    assert (kept.kind, {kept.one, kept.other}) == ("together", {one, other})
    assert kept.history.first().history_change_reason == ACTOR
    assert wishes_among(club, [one.pk, third.pk]) == []
    for _ in range(2):
        drop_wish(club=club, one=other, other=one, actor=ACTOR)
    assert not SeatingWish.objects.exists()


def test_a_wish_is_of_two_members(club, people):
    said = {"club": club, "one": people[0], "kind": "apart", "actor": ACTOR}
    with refused_for(MemberReason.NOT_TWO):
        keep_wish(**said, other=people[0])
    with refused_for(MemberReason.NOT_A_MEMBER):
        keep_wish(**said, other=make.make_person("Eva"))


def test_it_is_shown_kept_and_dropped_on_the_page_of_either(director_client, club, people):
    director_client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    one, other, _third = people
    page = reverse("members:edit", args=[other.pk])
    address = reverse("members:wish", args=[one.pk])
    director_client.post(address, {"kind": "apart", "other": str(other.pk)})
    shown = director_client.get(page).content.decode()
    assert f"{one.full_name}: not at one table" in shown
    other_way = reverse("members:wish", args=[other.pk])
    director_client.post(other_way, {"drop": "1", "other": str(one.pk)})
    assert f"{one.full_name}: not at one table" not in director_client.get(page).content.decode()


@pytest.mark.parametrize("said", ({"kind": "apart"}, {"kind": "x", "other": "me"}, {"drop": "1"}))
def test_what_names_nobody_is_said_and_nothing_is_kept(director_client, people, said):
    said = {key: str(people[0].pk) if value == "me" else value for key, value in said.items()}
    address = reverse("members:wish", args=[people[0].pk])
    answer = director_client.post(address, said)
    assert answer.status_code == 400
    assert "field__error" in answer.content.decode()
    assert not SeatingWish.objects.exists()


def test_it_belongs_to_the_clubs_own_director(stranger_client, people):
    address = reverse("members:wish", args=[people[0].pk])
    answer = stranger_client.post(address, {"kind": "apart", "other": str(people[1].pk)})
    assert answer.status_code == 404
