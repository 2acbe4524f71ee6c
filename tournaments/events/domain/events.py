"""Make an event with all its rounds drawn, or prepare one that is drawn when people have come."""

import datetime as dt
from collections.abc import Sequence
from typing import Final

from django.db import transaction

from lhombre_club.members.models import Club, Person
from tournaments.book.begun import CLUB_NIGHT, Preset, begin_event
from tournaments.models import Event
from tournaments.seating.domain.evening import held, read
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

    Who comes ``late`` plays from the second round. Refused as ``fill_event`` is.
    """
    event = prepare_event(club=club, name=name, date=date, actor=actor, preset=preset)
    return fill_event(event=event, people=people, late=late, actor=actor)


def prepare_event(
    *, club: Club, name: str, date: dt.date, actor: str, preset: Preset = CLUB_NIGHT
) -> Event:
    """Make an individual event in which nobody plays yet: ``fill_event`` draws it."""
    return begin_event(club=club, name=name, date=date, people=(), actor=actor, preset=preset)


@transaction.atomic
def fill_event(
    *, event: Event, people: Sequence[Person], actor: str, late: Sequence[Person] = ()
) -> Event:
    """Let people into an event that has no plan yet, and draw all its rounds.

    Who comes ``late`` plays from the second round. An event that is drawn stays as it is, so that
    twice is once; so do pairs and teams, which are put together before they are drawn. Refused
    where so many people have no plan: for NOBODY_LEFT fewer than three, for NO_PLAN far too many.
    """
    event = held(event)
    field = read(event)
    if event.kind != Event.Kind.INDIVIDUAL or any(one.tables for one in field.rounds):
        return event
    known = {one.person_id for one in field.participants}
    for comers, first in ((people, 1), (late, 2)):
        new = [person for person in comers if person.pk not in known]
        field = field.joined(new, from_round=first)
    store_people(field)
    bring_wishes(event, actor)
    draw_rounds(event=event, seed=event.seed, actor=actor)
    return event
