"""Make an event, draw its rounds, release them to the room."""

import datetime as dt
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club, Person
from rules import RULESETS
from scoring.standings import DEFAULT_CHAIN
from tournaments.domain.accounts import locked_tables
from tournaments.domain.activity import note, raise_version
from tournaments.models import Event, Participant, Revision, Round, Seat, Table
from tournaments.seating import FieldError, plan

SEED_BITS: Final = 32


@dataclass(frozen=True, slots=True)
class Preset:
    """What an event starts from; every value may be changed before it is made."""

    title: Promise
    ruleset: str
    accounting: str
    rounds: int
    deals: int


CLUB_NIGHT: Final = Preset(
    title=_("Club night"),
    ruleset="dlu",
    accounting=Event.Accounting.RASLE,
    rounds=2,
    deals=40,
)


class HasResultsError(Exception):
    """Deals are in already; another draw would say that others had played them."""


@transaction.atomic
def make_event(
    *,
    club: Club,
    name: str,
    date: dt.date,
    people: Sequence[Person],
    actor: str,
    preset: Preset = CLUB_NIGHT,
) -> Event:
    """Make an individual event of ``people``, with all its rounds drawn but not released.

    Raises ``FieldError`` where so many people do not fill tables of four.
    """
    ruleset = RULESETS[preset.ruleset]
    event = Event.objects.create(
        club=club,
        name=name,
        date=date,
        ruleset=ruleset.to_json(),
        ruleset_digest=ruleset.digest,
        accounting=preset.accounting,
        deals_per_round=preset.deals,
        planned_rounds=preset.rounds,
        tie_chain=list(DEFAULT_CHAIN),
        seed=secrets.randbits(SEED_BITS),
    )
    Participant.objects.bulk_create(
        Participant(event=event, person=person, number=number, name=person.name)
        for number, person in enumerate(people, start=1)
    )
    note(event=event, verb="event.made", actor=actor)
    draw_rounds(event=event, seed=event.seed, actor=actor)
    return event


@transaction.atomic
def draw_rounds(*, event: Event, actor: str, seed: int | None = None) -> Event:
    """Draw all rounds anew, from ``seed`` or a new one; what was drawn before is thrown away.

    A plan that was released is a draft again. Raises ``HasResultsError`` once a deal is in, and
    ``FieldError`` where the participants do not fill tables of four.
    """
    # Nobody enters a deal between the question and the draw; tables first, as an entry locks them.
    locked_tables(event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    if has_results(event):
        raise HasResultsError
    event.seed = secrets.randbits(SEED_BITS) if seed is None else seed
    event.save(update_fields=["seed"])
    event.rounds.all().delete()
    participants = list(event.participants.all())
    drawn = plan(len(participants), event.planned_rounds, event.seed)
    for number, tables in enumerate(drawn.rounds, start=1):
        round_ = Round.objects.create(event=event, number=number)
        made = Table.objects.bulk_create(
            Table(round=round_, number=place) for place in range(1, len(tables) + 1)
        )
        Seat.objects.bulk_create(
            Seat(round=round_, table=table, seat=seat, participant=participants[player])
            for table, players in zip(made, tables, strict=True)
            for seat, player in enumerate(players)
        )
    note(event=event, verb="rounds.drawn", actor=actor, subject=f"seed {event.seed}")
    raise_version(event.pk)
    return event


def has_results(event: Event) -> bool:
    """Whether any deal of the event was ever entered."""
    return Revision.objects.filter(table__round__event=event).exists()


@transaction.atomic
def release_rounds(*, event: Event, actor: str) -> Event:
    """Show the plan to the room and open its tables for results. Releasing twice is once."""
    waiting = event.rounds.filter(state=Round.State.DRAFT)
    if waiting.update(state=Round.State.RELEASED, released_at=timezone.now()):
        note(event=event, verb="rounds.released", actor=actor)
        raise_version(event.pk)
    return event


__all__ = [
    "CLUB_NIGHT",
    "FieldError",
    "HasResultsError",
    "Preset",
    "draw_rounds",
    "has_results",
    "make_event",
    "release_rounds",
]
