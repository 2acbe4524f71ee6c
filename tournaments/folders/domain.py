"""Folders (mapper) of an event: how they are set, checked before release, and which deal is which.

Each evening may have a set of its own, from one round on. The deals of a table are counted through
all rounds of a set: round 2 of forty begins with the 41st.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import deals_at, locked_tables
from tournaments.book.activity import note, raise_version
from tournaments.book.begun import rounds_begun
from tournaments.folders.reasons import FlawedMovementError, FolderReason
from tournaments.models import Event, FolderPlan, Round, Seat, Table
from tournaments.plans.folders import (
    Fault,
    FolderDeal,
    FolderRules,
    Movement,
    as_seated,
    check_movement,
    movement,
    spread,
)
from tournaments.plans.plan import Round as Seated

MOST_FOLDERS: Final = 200
HALF: Final = 24
"""Deals; more than so many are played in two halves, with the folders shuffled between."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderSettings:
    """What a director chooses; ``first`` has a folder for each table."""

    folders: int
    first: tuple[int, ...]
    together: int = 1
    step: int = 1
    reshuffled_after: int = 0
    copies: int = 1

    @classmethod
    def of(cls, plan: FolderPlan) -> "FolderSettings":
        """Return what is stored last."""
        return cls(
            folders=plan.folders,
            first=tuple(plan.first),
            together=plan.together,
            step=plan.step,
            reshuffled_after=plan.reshuffled_after,
            copies=plan.copies,
        )

    def rules(self, deals: int, since: int = 1) -> FolderRules:
        """Return them for so many deals at a table; raises ValueError if they cannot be."""
        return FolderRules(tables=len(self.first), deals=deals, since=since, **asdict(self))


@dataclass(frozen=True, slots=True)
class FolderSet:
    """What is played with from one round on, until another set takes over."""

    settings: FolderSettings
    from_round: int = 1
    round_deals: int = 0
    """Deals of a full table in a round; 0: each table counts its own."""

    @classmethod
    def before(cls, row: Mapping[str, Any]) -> "FolderSet":
        """Return what ``to_row`` wrote."""
        known = {field.name: row[field.name] for field in fields(FolderSettings)}
        settings = FolderSettings(**{**known, "first": tuple(known["first"])})
        return cls(settings, row["from_round"], row["round_deals"])

    def to_row(self) -> dict[str, Any]:
        """Return it by the fields of a ``FolderPlan``."""
        own = {"from_round": self.from_round, "round_deals": self.round_deals}
        return asdict(self.settings) | own

    def covers(self, number: int, until: int | None) -> bool:
        """Whether round ``number`` is played with it, if another set takes over with ``until``."""
        return self.from_round <= number and (until is None or number < until)

    def played(self, table: int, number: int, deals: int) -> tuple[FolderDeal, ...]:
        """Return the folders of a table's ``deals`` in round ``number``; empty without a first."""
        if table > len(self.settings.first):
            return ()
        length = self.round_deals or deals
        start = (number - self.from_round) * length
        alone = replace(self.settings, first=(self.settings.first[table - 1],))
        made = movement(alone.rules(start + max(length, deals), self.from_round))
        return made[0][start : start + deals]


Span: TypeAlias = tuple[FolderSet, int | None]
"""A set, and the first round that is not played with it; None: there is no such round."""


@dataclass(frozen=True, slots=True)
class Evening:
    """The tables of the rounds that are played with one set, as far as folders care."""

    length: int
    """Deals that a full table plays in a round."""
    parts: tuple[tuple[int, ...], ...]
    """How many of these each table plays, by round; 0: it is not there."""
    seated: tuple[Seated, ...]
    """Who sits where in each round; players are numbers from 0."""
    names: tuple[str, ...]
    from_round: int = 1
    """Number of its first round."""

    @property
    def tables(self) -> int:
        """How many there are where there are most."""
        return len(self.parts[0])

    @property
    def is_even(self) -> bool:
        """Whether every table plays all deals of the rounds in which it is there."""
        return all(deals in {0, self.length} for part in self.parts for deals in part)

    @property
    def deals(self) -> int:
        """At a full table, in all rounds."""
        return self.length * len(self.parts)


def evening(event: Event, from_round: int = 1, until: int | None = None) -> Evening:
    """Return the tables from one round to before another, or to the last; two queries.

    Refused for NOT_DRAWN before anything is drawn, and for GAP where a number between the tables'
    has no table.
    """
    seats = Seat.objects.filter(round__event=event, round__number__gte=from_round)
    if until is not None:
        seats = seats.filter(round__number__lt=until)
    rows = seats.order_by("round__number", "table__number", "seat").values_list(
        "round__number", "table__number", "participant_id"
    )
    drawn: dict[int, dict[int, list[UUID]]] = {}
    for number, table, participant in rows:
        drawn.setdefault(number, {}).setdefault(table, []).append(participant)
    if not drawn:
        raise Refusal(FolderReason.NOT_DRAWN)
    people = dict(event.participants.values_list("pk", "name"))
    numbers = {pk: number for number, pk in enumerate(people)}
    most = range(1, max(len(tables) for tables in drawn.values()) + 1)
    parts = tuple(_deals_of_round(event, round_, tables, most) for round_, tables in drawn.items())
    return Evening(
        length=max(deals for part in parts for deals in part),
        parts=parts,
        seated=tuple(
            tuple(tuple(numbers[who] for who in tables.get(number, ())) for number in most)
            for tables in drawn.values()
        ),
        names=tuple(people.values()),
        from_round=from_round,
    )


def _deals_of_round(
    event: Event, round_: int, tables: Mapping[int, Sequence[UUID]], most: Sequence[int]
) -> tuple[int, ...]:
    for place, number in enumerate(tables, start=1):
        if number != place:
            raise Refusal(FolderReason.GAP, round=round_, table=place)
    return tuple(deals_at(event, len(tables[number])) if number in tables else 0 for number in most)


def suggested(event: Event, from_round: int = 1) -> FolderSettings:
    """Return settings for the tables from a round on: the first without a flaw, else the usual.

    Refused as ``evening``.
    """
    now = evening(event, from_round)
    usual = list(_usual(now))
    sound = (each for each in usual if not _faults(now, each))
    return next(sound, usual[0])


def _usual(now: Evening) -> Iterator[FolderSettings]:
    """Yield what clubs do: all deals of a half in one set, single or in bundles, to and fro."""
    deals, each = now.deals, now.length
    halves = [deals // 2, deals] if deals > HALF and deals % 2 == 0 else [deals]
    for folders in (*halves, each):
        fits = [size for size in (1, each) if folders % size == 0]
        for together in fits:
            for step in (1, -1):
                yield FolderSettings(
                    folders=folders,
                    first=spread(now.tables, folders, together),
                    together=together,
                    step=step,
                    reshuffled_after=folders if folders < deals else 0,
                )


def _faults(now: Evening, settings: FolderSettings) -> tuple[Fault, ...]:
    made = as_seated(_grid(now, settings), now.length, now.parts)
    return check_movement(made, now.seated, settings.copies, length=now.length)


def _grid(now: Evening, settings: FolderSettings) -> Movement:
    return movement(settings.rules(now.deals, now.from_round))


@dataclass(frozen=True, slots=True)
class Checked:
    """A movement, and everything that is wrong with it."""

    movement: Movement
    """As if every table played every deal; ``evening`` says which it does."""
    faults: tuple[Fault, ...]
    evening: Evening
    settings: FolderSettings


def check(
    event: Event, settings: FolderSettings, from_round: int = 1, until: int | None = None
) -> Checked:
    """Return the movement of ``settings`` through the rounds that are drawn, from one to another.

    Refused as ``evening``, and for OTHER_TABLES where there are more or fewer than first folders.
    Raises ValueError where there cannot be such a movement.
    """
    return checked(evening(event, from_round, until), settings)


def checked(now: Evening, settings: FolderSettings) -> Checked:
    """Return the same for tables that are known; no query."""
    if len(settings.first) != now.tables:
        raise Refusal(FolderReason.OTHER_TABLES, tables=now.tables, deals=now.length)
    return Checked(_grid(now, settings), _faults(now, settings), now, settings)


def goes_wrong(event: Event, settings: FolderSettings, from_round: int = 1) -> bool:
    """Whether ``settings`` could be set as a draft, of which no round could be released.

    Where the room has seen one of the rounds they are refused at once. Refused as ``check`` is.
    """
    shown = event.rounds.filter(state__in=Round.SHOWN, number__gte=from_round)
    return bool(check(event, settings, from_round).faults) and not shown.exists()


@transaction.atomic
def set_folders(
    *, event: Event, settings: FolderSettings, actor: str, from_round: int = 1
) -> FolderPlan:
    """Let the event be played with folders that travel so, from one round on.

    What was set for that round and later ones is replaced; the rounds before keep theirs. A draft
    may have flaws. Raises FlawedMovementError where the room has seen one of the rounds already,
    and is refused as ``check`` is, and for PLAYED where a deal that is in would have been played
    from another folder.
    """
    tables = locked_tables(event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    found = check(event, settings, from_round)
    shown = event.rounds.filter(state__in=Round.SHOWN, number__gte=from_round)
    if found.faults and shown.exists():
        raise FlawedMovementError(found.faults, found.evening.names)
    before = sets_of(FolderPlan.objects.filter(event=event).first())
    kept = [each for each in before if each.from_round < from_round]
    now = FolderSet(settings, from_round, found.evening.length)
    _expect_same_cards(before, (*kept, now), tables)
    plan, _new = FolderPlan.objects.update_or_create(
        event=event, defaults={**now.to_row(), "before": [each.to_row() for each in kept]}
    )
    _note_set(event, now, actor)
    raise_version(event.pk)
    return plan


def shown_without(event: Event, from_round: int = 1) -> dict[int, bool]:
    """Return whether it has begun of each round that the room has been shown without folders."""
    known = list(spans(sets_of(plan_of(event))))
    shown = event.rounds.filter(state__in=Round.SHOWN, number__gte=from_round).order_by("number")
    begun = rounds_begun(event)
    return {
        number: number in begun
        for number in shown.values_list("number", flat=True)
        if not any(each.covers(number, until) for each, until in known)
    }


def _note_set(event: Event, now: FolderSet, actor: str) -> None:
    folders, round_ = now.settings.folders, now.from_round
    if round_ > 1:
        note(event=event, verb="folders.set_from", actor=actor, round=round_, folders=folders)
    else:
        note(event=event, verb="folders.set", actor=actor, folders=folders)


def _expect_same_cards(
    before: Sequence[FolderSet], after: Sequence[FolderSet], tables: Sequence[Table]
) -> None:
    """Refuse for PLAYED if a deal that is in had other cards than ``after`` says."""
    for table in tables:
        deals = deals_at(table.round.event, len(table.seats.all()))
        was, now = (_deals_by(sets, table, deals) for sets in (before, after))
        for deal in sorted({revision.deal for revision in table.revisions.all()}):
            if was and was[deal - 1].cards != now[deal - 1].cards:
                place = {"round": table.round.number, "table": table.number, "deal": deal}
                raise Refusal(FolderReason.PLAYED, folder=was[deal - 1].folder, **place)


@transaction.atomic
def drop_folders(*, event: Event, actor: str) -> None:
    """Let the cards be dealt at the table. Dropping twice is once."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    if FolderPlan.objects.filter(event=event).delete()[0]:
        note(event=event, verb="folders.dropped", actor=actor)
        raise_version(event.pk)


def demand_sound(event: Event) -> None:
    """Refuse for FLAWED, or as ``check`` does, if the folders of ``event`` go wrong.

    Refused for OTHER_TABLES also where a round has other deals than they were set for. Nothing is
    refused where the event has none, or for what the room has been shown of an earlier set.
    """
    sets = sets_of(FolderPlan.objects.filter(event=event).first())
    states = dict(event.rounds.values_list("number", "state"))
    for each, until in spans(sets):
        inside = {state for number, state in states.items() if each.covers(number, until)}
        if Round.State.DRAFT in inside or (inside and until is None):
            _demand_sound(event, each, until)


def _demand_sound(event: Event, each: FolderSet, until: int | None) -> None:
    found = check(event, each.settings, each.from_round, until)
    now = found.evening
    if each.round_deals != now.length and not (each.round_deals == 0 and now.is_even):
        raise Refusal(FolderReason.OTHER_TABLES, tables=now.tables, deals=now.length)
    if found.faults:
        raise FlawedMovementError(found.faults, now.names)


def plan_of(event: Event) -> FolderPlan | None:
    """Return the folders of an event; None where the cards are dealt at the table."""
    try:
        return event.folder_plan
    except ObjectDoesNotExist:
        return None


def sets_of(plan: FolderPlan | None) -> tuple[FolderSet, ...]:
    """Return the sets of an event, first to last; none without folders."""
    if plan is None:
        return ()
    last = FolderSet(FolderSettings.of(plan), plan.from_round, plan.round_deals)
    return (*map(FolderSet.before, plan.before), last)


def spans(sets: Sequence[FolderSet], end: int | None = None) -> Iterator[Span]:
    """Yield each set with the round with which the next takes over, the last with ``end``."""
    return zip(sets, (*(each.from_round for each in sets[1:]), end), strict=False)


def set_at(sets: Sequence[FolderSet], number: int) -> FolderSet | None:
    """Return what round ``number`` is played with; None: its cards are dealt at the table."""
    return next((each for each in reversed(sets) if each.from_round <= number), None)


def deals_of(table: Table, deals: int) -> tuple[FolderDeal, ...]:
    """Return sequence and folder of each of the ``deals`` of ``table``; empty without folders.

    ``table`` comes with its round, the event and the event's folders.
    """
    return _deals_by(sets_of(plan_of(table.round.event)), table, deals)


def _deals_by(sets: Sequence[FolderSet], table: Table, deals: int) -> tuple[FolderDeal, ...]:
    own = set_at(sets, table.round.number)
    return () if own is None else own.played(table.number, table.round.number, deals)
