"""A club whose book is open."""

import pytest

from tests.tournaments.cash import books


@pytest.fixture
def cash(club):
    """The accounts of the club, by key."""
    return books.opened(club)
