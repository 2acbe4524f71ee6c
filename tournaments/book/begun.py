"""An event begins: from what, with whom; and whether anything was entered yet."""

import datetime as dt
import secrets
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.models import Club, Person
from lhombre_club.refusal import Reason, Refusal
from rules import RULESETS, RuleSet
from scoring.kind import Value
from scoring.rasle import RASLE, SITTER_PAYS
from scoring.sequence import SETTINGS
from scoring.standings import DEFAULT_CHAIN
from tournaments.book.accounts import columns_of
from tournaments.book.activity import note, raise_version
from tournaments.book.names import named_apart
from tournaments.models import (
    Event,
    Participant,
    Protest,
    Revision,
    Round,
    Season,
    Table,
    TableEntry,
)


@dataclass(frozen=True, slots=True)
class Preset:
    """What an event starts from; every value may be changed before it is made."""

    title: Promise | str
    ruleset: str
    accounting: str
    rounds: int
    deals: int
    unit: Decimal | None = None
    """Kroner a point; None: not played for money."""
    start: int = 0
    """Points that each sheet begins with."""
    kind: str = Event.Kind.INDIVIDUAL
    language: str = "da"
    """Of the papers."""
    rules: RuleSet | None = None
    """The rule set with what was chosen in it; None: ``ruleset`` as it is published."""
    settings: Mapping[str, Value] = field(default_factory=dict)
    """What was chosen about the account, by key; else it is as usual, and as the rules say."""
    smallest: int = Event.Smallest.KRONE
    """Øre that amounts are rounded to when the event is settled up."""
    season: Season | None = None
    """To which its points count."""
    ending: Mapping[str, Any] = field(default_factory=dict)
    """What was chosen about how rounds are over, by ``ENDING``; else it is as usual."""


ENDING: Final = ("verification", "protest_minutes", "provisional_by_itself")
"""The columns of an event that say how sheets are proved, and how long protests are received."""
USUAL: Final = {key: setting.default for key, setting in SETTINGS.items()}
"""What a new event says about its account; it keeps that when something else becomes usual."""


CLUB_NIGHT: Final = Preset(
    title=_("Club night"),
    ruleset="dlu",
    accounting=RASLE.key,
    rounds=2,
    deals=40,
)


class BegunReason(Reason):
    """Why who plays with whom stays as it is."""

    HAS_RESULTS = (
        "has_results",
        _("Deals have been entered already, so who plays with whom stays as it is."),
    )
    """Another draw would say that others had played them."""


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
    ruleset = preset.rules or RULESETS[preset.ruleset]
    event = Event.objects.create(
        club=club,
        name=name,
        date=date,
        kind=preset.kind,
        ruleset=ruleset.to_json(),
        ruleset_digest=ruleset.digest,
        accounting=preset.accounting,
        **columns_of({**USUAL, SITTER_PAYS.key: ruleset.sitter_pays, **preset.settings}),
        unit=preset.unit,
        smallest=preset.smallest,
        season=preset.season,
        start=preset.start,
        language=preset.language,
        deals_per_round=preset.deals,
        planned_rounds=preset.rounds,
        tie_chain=list(DEFAULT_CHAIN),
        seed=secrets.randbits(SEED_BITS),
        **preset.ending,
    )
    everybody = [
        Participant(event=event, person=person, number=number, name=person.name)
        for number, person in enumerate(people, start=1)
    ]
    Participant.objects.bulk_create(named_apart(event, everybody))
    note(event=event, verb="event.made", actor=actor)
    return event


def has_begun(table: str = "pk") -> Q:
    """Return the condition that something stands at a table; ``table`` has its key in the row.

    It is a deal with a result or a ruling, a decision beside the deals, or a protest that waits.
    What was taken back is none: a round in which nothing else is has not begun.
    """
    at = OuterRef(table)
    deals = Revision.objects.newest().filter(table=at).exclude(record=None, ruling="")
    decided = TableEntry.objects.filter(table=at, withdrawn_at=None)
    protests = Protest.objects.filter(table=at, state=Protest.State.OPEN)
    return Q(Exists(deals)) | Q(Exists(decided)) | Q(Exists(protests))


def rounds_begun(event: Event) -> list[int]:
    """Return the numbers of the rounds that have begun, or are closed, in order; one query."""
    rounds = Round.objects.filter(event=event)
    begun = rounds.filter(Q(state=Round.State.FINAL) | Q(pk__in=_tables(event).values("round")))
    return list(begun.order_by("number").values_list("number", flat=True))


def has_results(event: Event) -> bool:
    """Whether a deal of the event, or a decision beside the deals, stands."""
    return _tables(event).exists()


def _tables(event: Event) -> QuerySet[Table]:
    """Return the tables at which something stands."""
    return Table.objects.filter(has_begun(), round__event=event)


def expect_no_results(event: Event) -> None:
    """Refuse for HAS_RESULTS where anything was entered."""
    if has_results(event):
        raise Refusal(BegunReason.HAS_RESULTS)


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


SEED_BITS: Final = 32
