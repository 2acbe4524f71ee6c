"""Make an event with all its rounds drawn."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.db import transaction

from lhombre_club.members.models import Club, Person
from tournaments.book.begun import CLUB_NIGHT, Preset, begin_event
from tournaments.models import Event
from tournaments.seating.domain.evening import read
from tournaments.seating.domain.released import draw_rounds
from tournaments.seating.domain.stored import bring_wishes, store_people

TABLES_OF: Final = (3, 4)
"""Sizes of tables of a new event; where they do not come out, somebody sits a round out."""


@transaction.atomic
def make_event(  # noqa: PLR0913 -- an event has so many particulars
    *,
    club: Club,
    name: str,
    date: dt.date,
    people: Sequence[Person],
    actor: str,
    preset: Preset = CLUB_NIGHT,
    late: Sequence[Person] = (),
) -> Event:
    """Make an individual event of ``people``, with all its rounds drawn but not released.

    Who comes ``late`` plays from the second round. Refused where so many people have no plan:
    for NOBODY_LEFT fewer than three, for NO_PLAN far too many.
    """
    event = begin_event(club=club, name=name, date=date, people=people, actor=actor, preset=preset)
    store_people(read(event).joined(late, from_round=2))
    bring_wishes(event, actor)
    draw_rounds(event=event, seed=event.seed, actor=actor)
    return event
