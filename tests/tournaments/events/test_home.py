"""The first page says of the club's list what is on it."""

import pytest
from django.urls import reverse

from lhombre_club.members.models import Membership
from tests import make

pytestmark = pytest.mark.django_db


def test_members_and_guests_are_counted_each_for_themselves(director_client, club):
    people = make.make_members(club, 4)
    home = reverse("tournaments:home")
    page = director_client.get(home, headers={"accept-language": "en"}).content.decode()
    before = club.memberships.count()
    assert f"{before} members are on the list." in page
    assert "guest." not in page
    Membership.objects.filter(person=people[0]).update(status=Membership.Status.GUEST)
    page = director_client.get(home, headers={"accept-language": "en"}).content.decode()
    assert f"{before - 1} members are on the list." in page
    assert "And 1 guest." in page


def test_the_draw_is_not_said_to_repeat_as_few_meetings_as_possible(director_client):
    """Of fourteen the draw repeats some, so that nobody sits at a table of three too often."""
    home = reverse("tournaments:home")
    page = director_client.get(home, headers={"accept-language": "en"}).content.decode()
    assert "as few as possible" not in page
    assert "nobody is to sit at a table of three too often" in page
