"""What stands on the board of honour."""

from itertools import groupby
from operator import attrgetter

from lhombre_club.members.models import Club
from tournaments.models import Honour


def board(club: Club) -> list[tuple[int, list[Honour]]]:
    """Return the titles by year, the newest first; one query."""
    return [(year, list(some)) for year, some in groupby(club.honours.all(), attrgetter("year"))]
