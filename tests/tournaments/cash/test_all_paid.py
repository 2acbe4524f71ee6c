"""A half for which all is paid says so, and no amount."""

import pytest
from django.urls import reverse

from tests import make
from tests.tournaments.cash.books import ACTOR, DAY, half_of
from tournaments.cash.domain import dues

pytestmark = pytest.mark.django_db


def test_nothing_is_left_to_be_paid(english, club, cash):
    (person,) = make.make_members(club, 1)
    half = half_of(club)
    places = [reverse("tournaments:dues"), reverse("tournaments:dues-half", args=[half.pk])]
    for place in places:
        page = english.get(place).content.decode()
        assert "200.00\xa0kr to be paid by" in page
        assert "Nothing is left to be paid" not in page
    paid = dues.Paid(person=person, amount=200_00, date=DAY, into=cash["cash"])
    dues.book_dues(half=half, paid=paid, actor=ACTOR)
    for place in places:
        page = english.get(place).content.decode()
        assert "Nothing is left to be paid" in page
        assert "to be paid by" not in page
