"""Season draws: who sits where on all evenings, and the events that are made of them."""

import datetime as dt
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.db import transaction

from lhombre_club.members.models import Person
from lhombre_club.refusal import Refusal
from tournaments.book.activity import note
from tournaments.book.begun import CLUB_NIGHT, SEED_BITS, Preset, begin_event
from tournaments.book.names import sitter_name
from tournaments.events.reasons import SeasonDrawReason
from tournaments.models import (
    DrawnEvening,
    Event,
    Round,
    Season,
    SeasonDraw,
    SeasonPlace,
    Seat,
    Table,
)
from tournaments.plans import FieldError
from tournaments.plans.whist import FEWEST_PLAYERS, MOST_PLAYERS, season_draw
from tournaments.seating.domain.dealers import draw_dealers
from tournaments.seating.domain.stored import bring_wishes

FEWEST: Final = FEWEST_PLAYERS
MOST: Final = MOST_PLAYERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """What is said of an evening that is made."""

    number: int
    """In the draw, from 1."""
    name: str
    date: dt.date
    substitutes: Mapping[int, Person] = field(default_factory=dict)
    """By place who plays on it instead; the points stay with the place, or are his own where the
    club has forgotten whose it was.
    """


def new_seed() -> int:
    """Return what a draw is made from."""
    return secrets.randbits(SEED_BITS)


@transaction.atomic
def draw_season(*, season: Season, people: Sequence[Person], seed: int, actor: str) -> SeasonDraw:
    """Draw all evenings of ``season`` for ``people``; an earlier draw is thrown away.

    Refused for BEGUN once an evening was made, and for NO_DRAW where so many have none.
    """
    del actor  # a season has no diary of its own: its evenings have
    try:
        drawn = season_draw(len(people), seed)
    except FieldError as error:
        raise Refusal(SeasonDrawReason.NO_DRAW, fewest=FEWEST, most=MOST) from error
    season = Season.objects.select_for_update().get(pk=season.pk)
    earlier = SeasonDraw.objects.filter(season=season)
    if DrawnEvening.objects.filter(draw__in=earlier).exists():
        raise Refusal(SeasonDrawReason.BEGUN)
    earlier.delete()
    made = SeasonDraw.objects.create(
        season=season,
        seed=seed,
        evenings=drawn.evenings,
        least=drawn.meetings[0],
        most=drawn.meetings[1],
    )
    SeasonPlace.objects.bulk_create(
        SeasonPlace(draw=made, number=number, person=person) for number, person in enumerate(people)
    )
    return made


@transaction.atomic
def make_evening(
    *,
    draw: SeasonDraw,
    wanted: Evening,
    actor: str,
    preset: Preset = CLUB_NIGHT,
) -> Event:
    """Make the event of an evening, seated as it was drawn; a draft.

    Refused for NO_SUCH_EVENING, MADE and MISSING.
    """
    number, substitutes = wanted.number, wanted.substitutes
    draw = (
        SeasonDraw.objects.select_for_update(of=("self",)).select_related("season").get(pk=draw.pk)
    )
    if not 1 <= number <= len(draw.evenings):
        raise Refusal(SeasonDrawReason.NO_SUCH_EVENING)
    if known := draw.made.filter(number=number).first():
        raise Refusal(SeasonDrawReason.MADE, event=known.event_id)
    evening = draw.evenings[number - 1]
    owners = _owners(draw, evening, substitutes)
    event = begin_event(
        club=draw.season.club,
        name=wanted.name,
        date=wanted.date,
        people=list(dict.fromkeys(owners.values())),
        actor=actor,
        preset=replace(preset, rounds=1),
    )
    event.season = draw.season
    event.save(update_fields=["season"])
    _seat(event, evening, owners, substitutes)
    draw_dealers(event, [1])
    bring_wishes(event, actor)
    DrawnEvening.objects.create(draw=draw, number=number, event=event)
    note(event=event, verb="evening.drawn", actor=actor, evening=number)
    return event


def _owners(
    draw: SeasonDraw, evening: Sequence[Sequence[int]], substitutes: Mapping[int, Person]
) -> dict[int, Person]:
    """Return by place whose points they are.

    Refused for MISSING unless everybody on a chair is one person, and on one chair only.
    """
    seated = {place for table in evening for place in table}
    people = {place.number: place.person for place in draw.places.select_related("person")}
    playing = [substitutes.get(place, people[place]) for place in seated]
    if None in playing or len(set(playing)) < len(playing) or not substitutes.keys() <= seated:
        raise Refusal(SeasonDrawReason.MISSING)
    owners = {place: person or substitutes.get(place) for place, person in people.items()}
    return {place: person for place, person in owners.items() if person is not None}


def _seat(
    event: Event,
    evening: Sequence[Sequence[int]],
    owners: Mapping[int, Person],
    substitutes: Mapping[int, Person],
) -> None:
    """Make the one round of ``event``."""
    known = {each.person_id: each for each in event.participants.all()}
    round_ = Round.objects.create(event=event, number=1)
    for number, chairs in enumerate(evening, start=1):
        table = Table.objects.create(round=round_, number=number)
        for seat, place in enumerate(chairs):
            owner, plays = owners[place], substitutes.get(place)
            helper = None if plays == owner else plays
            Seat.objects.create(
                round=round_,
                table=table,
                seat=seat,
                participant=known[owner.pk],
                substitute=helper,
                substitute_name=sitter_name(event, helper, "") if helper else "",
            )
