"""A director of several clubs reaches the rows of each; a stranger those of none."""

import pytest
from django.urls import reverse

from lhombre_club.members.models import ClubRole
from tests import make

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(director):
    """Another club that the director directs too, younger than his first."""
    club = make.make_club("Klub Manille")
    ClubRole.objects.create(user=director, club=club, role=ClubRole.Role.OWNER)
    return club


@pytest.fixture(autouse=True)
def english(settings):
    settings.LANGUAGE_CODE = "en"


def test_he_chooses_whose_members_and_events_he_looks_at(director_client, club, other):
    home = reverse("tournaments:home")
    assert director_client.get(home).context["club"] == club
    director_client.post(reverse("members:choose-club"), {"club": other.pk})
    answer = director_client.get(home)
    assert answer.context["club"] == other
    assert f'value="{other.pk}" selected' in answer.content.decode()


def test_he_cannot_choose_a_strangers(director_client, club, other, stranger):
    (foreign,) = {role.club for role in stranger.club_roles.all()}
    director_client.post(reverse("members:choose-club"), {"club": foreign.pk})
    assert director_client.get(reverse("tournaments:home")).context["club"] == club


def test_who_directs_one_club_is_not_asked(director_client, club):
    answer = director_client.get(reverse("tournaments:home"))
    assert "Change club" not in answer.content.decode()
