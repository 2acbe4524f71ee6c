"""What is done with the board of honour; who does it is a director of the club."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Final

from django.db import transaction

from lhombre_club.members.models import Club
from lhombre_club.refusal import Refusal
from tournaments.honours.reasons import HonoursReason
from tournaments.models import Honour

MOST: Final = 2000
"""Titles of a club: five a year since the year in which the game came to the country."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Title:
    """A title of a year, and who has won it."""

    year: int
    title: str
    name: str = ""
    """Empty: it was not given."""
    remark: str = ""


@transaction.atomic
def put_up(*, club: Club, titles: Iterable[Title], actor: str) -> int:
    """Put titles on the board that are not there yet; return how many are new.

    Raises Refusal where that would be too many.
    """
    del actor  # the board has no diary
    club = Club.objects.select_for_update(of=("self",)).get(pk=club.pk)
    there = set(club.honours.values_list("year", "title", "name"))
    new = {key: each for each in titles if (key := (each.year, each.title, each.name)) not in there}
    if len(there) + len(new) > MOST:
        raise Refusal(HonoursReason.FULL, most=MOST)
    Honour.objects.bulk_create(Honour(club=club, **asdict(each)) for each in new.values())
    return len(new)


def take_down(*, honour: Honour, actor: str) -> None:
    """Take a title from the board."""
    del actor
    honour.delete()
