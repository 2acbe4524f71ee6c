"""Nobody sees, opens or changes what is not his, at any address and by any method."""

import pytest

from lhombre_club.members import access
from lhombre_club.members.models import Club, ClubRole
from tests import sizes
from tests.strangers import matrix
from tests.strangers.addresses import WHOSE, Whose, routes
from tournaments.entry.domain import links

pytestmark = pytest.mark.django_db
UNREACHED = {
    *("members:welcome", "members:office-take"),
    *("tournaments:personal", "tournaments:personal-data", "tournaments:no-mail"),
    *("tournaments:protest-withdraw", "trust", "trust-certificate"),
}
"""Addresses that nobody here has a key to: the forgeries try the first, of the second see
``test_offices.py``, of the third ``test_protest_pages.py``; the last two are there in a room with
an authority of its own."""


def test_every_address_is_in_the_matrix():
    assert {name for name, _route in routes()} == set(WHOSE)


@pytest.mark.strict
def test_its_addresses_are_right(there):
    assert matrix.unreached(there) == UNREACHED


@pytest.mark.strict
def test_no_stranger_gets_anything(there):
    tried = list(matrix.cases(there, sizes.STRANGERS))
    assert matrix.faults(there, tried) == []


def _everywhere():
    return [ClubRole(club=club, role=ClubRole.Role.OWNER) for club in Club.objects.all()]


def of(there, whose, kind):
    return [
        each
        for each in matrix.cases(there)
        if each.address.whose is whose and each.kind == kind and each.method in {"GET", "POST"}
    ]


@pytest.mark.nightly
def test_a_director_who_is_asked_for_no_club_is_found(there, monkeypatch):
    """The twin: without the question whose club it is, the matrix says what he sees."""
    tried = of(there, Whose.DIRECTOR, "director of another club")
    monkeypatch.setattr(access, "offices_of", lambda _user: _everywhere())
    found = matrix.faults(there, tried)
    assert sum("tells" in each for each in found) > 40
    assert sum("wrote" in each for each in found) > 15


@pytest.mark.nightly
def test_a_device_that_is_asked_for_no_link_is_found(there, monkeypatch):
    """The twin of the tables."""
    tried = of(there, Whose.TABLE, "device of another table")
    monkeypatch.setattr(links, "_refuse", lambda *_: None)
    found = matrix.faults(there, tried)
    assert sum("tells" in each for each in found) > 4
    assert any("wrote" in each for each in found)
