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
from tournaments.domain.activity import note, raise_version
from tournaments.domain.folders import demand_sound
from tournaments.domain.seals import seal
from tournaments.domain.seating import SEED_BITS, draw_rest, expect_ready
from tournaments.domain.seating_field import held, read
from tournaments.models import Event, Participant, Round, Table
from tournaments.seating import FieldError

TABLES_OF: Final = (3, 4)
"""Sizes of tables of a new event; where they do not come out, somebody sits a round out."""


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

    Who comes ``late`` plays from the second round. Raises ``FieldError`` where so many people
    have no plan: fewer than three (``NobodyLeftError``), or far too many.
    """
    event = begin_event(club=club, name=name, date=date, people=people, actor=actor, preset=preset)
    latecomers = read(event).joined(late, from_round=2).participants[len(people) :]
    Participant.objects.bulk_create(latecomers)
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

    Locked tables stay. A plan that was released is a draft again. Raises ``HasResultsError``
    once a deal is in, and ``FieldError`` where so many participants have no plan.
    """
    # Nobody enters a deal between the question and the draw.
    event = held(event)
    if has_results(event):
        raise HasResultsError
    return draw_rest(event=event, actor=actor, seed=seed)


def has_results(event: Event) -> bool:
    """Whether any deal of the event, or any decision beside the deals, was ever entered."""
    entered = Q(revisions__isnull=False) | Q(entries__isnull=False)
    return Table.objects.filter(entered, round__event=event).exists()


@transaction.atomic
def release_rounds(*, event: Event, actor: str, only: Round | None = None) -> Event:
    """Show the plan, or one round of it, to the room and open its tables for results.

    Releasing twice is once. Raises ``UnseatedError`` where somebody who plays in a round has
    neither a seat in it nor sits out in turn, and ``AbsentError`` where somebody has one who
    does not play, and FlawedMovementError or UnevenError where the event's folders would go
    wrong.
    """
    event = held(event)
    demand_sound(event)
    waiting = event.rounds.filter(state=Round.State.DRAFT)
    if only is not None:
        waiting = waiting.filter(pk=only.pk)
    numbers = list(waiting.values_list("number", flat=True))
    field = read(event)
    for number in numbers:
        expect_ready(field, field.round(number))
    if waiting.update(state=Round.State.RELEASED, released_at=timezone.now()):
        subject = str(only.number) if only else ""
        note(event=event, verb="rounds.released", actor=actor, subject=subject)
        seal(event.pk, list(event.rounds.filter(number__in=numbers)))
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
    "SEED_BITS",
    "TABLES_OF",
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
