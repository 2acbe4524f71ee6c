"""Make an event, draw its rounds, release them to the room."""

import datetime as dt
import secrets
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club, Person
from rules import RULESETS
from scoring.standings import DEFAULT_CHAIN
from tournaments.domain.accounts import locked_tables
from tournaments.domain.activity import note, raise_version
from tournaments.domain.folders import demand_sound
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.seating import FieldError, plan

SEED_BITS: Final = 32
TABLES_OF: Final = (3, 4)
"""Sizes of tables; where they do not come out, somebody sits a round out."""


@dataclass(frozen=True, slots=True)
class Preset:
    """What an event starts from; every value may be changed before it is made."""

    title: Promise
    ruleset: str
    accounting: str
    rounds: int
    deals: int
    unit: Decimal | None = None
    """Kroner a point; None: not played for money."""
    start: int = 0
    """Points that each sheet begins with."""
    kind: str = Event.Kind.INDIVIDUAL


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

    Raises ``FieldError`` where so many people have no plan: fewer than three, or far too many.
    """
    event = begin_event(club=club, name=name, date=date, people=people, actor=actor, preset=preset)
    draw_rounds(event=event, seed=event.seed, actor=actor)
    return event


@transaction.atomic
def begin_event(
    *,
    club: Club,
    name: str,
    date: dt.date,
    people: Sequence[Person],
    actor: str,
    preset: Preset = CLUB_NIGHT,
) -> Event:
    """Make an event of ``people`` in which no round is drawn."""
    ruleset = RULESETS[preset.ruleset]
    event = Event.objects.create(
        club=club,
        name=name,
        date=date,
        kind=preset.kind,
        ruleset=ruleset.to_json(),
        ruleset_digest=ruleset.digest,
        accounting=preset.accounting,
        sitter_pays=ruleset.sitter_pays,
        unit=preset.unit,
        start=preset.start,
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
    return event


@transaction.atomic
def draw_rounds(*, event: Event, actor: str, seed: int | None = None) -> Event:
    """Draw all rounds anew, from ``seed`` or a new one; what was drawn before is thrown away.

    A plan that was released is a draft again. Raises ``HasResultsError`` once a deal is in, and
    ``FieldError`` where so many participants have no plan.
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
    drawn = plan(len(participants), event.planned_rounds, event.seed, tables_of=TABLES_OF)
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
    """Whether any deal of the event, or any decision beside the deals, was ever entered."""
    entered = Q(revisions__isnull=False) | Q(entries__isnull=False)
    return Table.objects.filter(entered, round__event=event).exists()


@transaction.atomic
def release_rounds(*, event: Event, actor: str) -> Event:
    """Show the plan to the room and open its tables for results. Releasing twice is once.

    Raises FlawedMovementError or UnevenError where the event's folders would go wrong.
    """
    demand_sound(event)
    waiting = event.rounds.filter(state=Round.State.DRAFT)
    if waiting.update(state=Round.State.RELEASED, released_at=timezone.now()):
        note(event=event, verb="rounds.released", actor=actor)
        raise_version(event.pk)
    return event


@transaction.atomic
def begin_epoch(*, actor: str) -> int:
    """Tell every page of every event that an older state was put back; return how many there are.

    No tag or version of the lost future matches any more, so that nobody takes it for news.
    """
    events = list(Event.objects.select_for_update())
    for event in events:
        event.epoch = uuid.uuid4()
        event.save(update_fields=["epoch"])
        note(event=event, verb="event.restored", actor=actor)
        raise_version(event.pk)
    return len(events)


__all__ = [
    "CLUB_NIGHT",
    "FieldError",
    "HasResultsError",
    "Preset",
    "begin_epoch",
    "begin_event",
    "draw_rounds",
    "has_results",
    "make_event",
    "release_rounds",
]
