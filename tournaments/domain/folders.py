"""Folders (mapper) of an event: how they are set, checked before release, and which deal is which.

The deals of a table are counted through the event: round 2 of forty begins with the 41st.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Final
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction

from tournaments.domain.accounts import deals_at, locked_tables
from tournaments.domain.activity import note, raise_version
from tournaments.models import Event, FolderPlan, Round, Seat, Table
from tournaments.seating.folders import (
    Fault,
    FolderDeal,
    FolderRules,
    Movement,
    check_movement,
    movement,
    spread,
)
from tournaments.seating.plan import Round as Seated

MOST_FOLDERS: Final = 200
HALF: Final = 24
"""Deals; more than so many are played in two halves, with the folders shuffled between."""


class FoldersError(Exception):
    """The folders cannot travel so. Nothing was stored, and nothing released."""


class NoMovementError(FoldersError):
    """The event has no tables that folders could travel between; it is drawn first."""


class UnevenError(FoldersError):
    """Rounds with other tables, or tables with fewer deals: no movement reaches them all.

    ``round`` and ``table`` are the numbers of the first that differs.
    """

    def __init__(self, round_: int, table: int) -> None:
        super().__init__(f"round {round_}, table {table}")
        self.round = round_
        self.table = table


class FlawedMovementError(FoldersError):
    """The folders would not reach every table once, or meet somebody twice."""

    def __init__(self, faults: Sequence[Fault], names: Sequence[str] = ()) -> None:
        super().__init__(f"{len(faults)} faults")
        self.faults = tuple(faults)
        self.names = tuple(names)
        """Of the players that the faults count."""


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
        """Return what is stored."""
        return cls(
            folders=plan.folders,
            first=tuple(plan.first),
            together=plan.together,
            step=plan.step,
            reshuffled_after=plan.reshuffled_after,
            copies=plan.copies,
        )

    def rules(self, deals: int) -> FolderRules:
        """Return them for so many deals at a table; raises ValueError if they cannot be."""
        return FolderRules(tables=len(self.first), deals=deals, **asdict(self))


@dataclass(frozen=True, slots=True)
class Evening:
    """The tables of an event, as far as folders care."""

    tables: int
    rounds: tuple[int, ...]
    """Deals of each round."""
    seated: tuple[Seated, ...]
    """Who sits where in each round; players are numbers from 0."""
    names: tuple[str, ...]

    @property
    def deals(self) -> int:
        """At each table, in all rounds."""
        return sum(self.rounds)


def evening(event: Event) -> Evening:
    """Return the tables of all rounds; two queries.

    Raises NoMovementError before anything is drawn, and UnevenError where tables differ.
    """
    seats = Seat.objects.filter(round__event=event)
    rows = seats.order_by("round__number", "table__number", "seat").values_list(
        "round__number", "table__number", "participant_id"
    )
    drawn: dict[int, dict[int, list[UUID]]] = {}
    for number, table, participant in rows:
        drawn.setdefault(number, {}).setdefault(table, []).append(participant)
    if not drawn:
        raise NoMovementError
    people = dict(event.participants.values_list("pk", "name"))
    numbers = {pk: number for number, pk in enumerate(people)}
    deals = _even(event, drawn)
    return Evening(
        tables=len(next(iter(drawn.values()))),
        rounds=(deals,) * len(drawn),
        seated=tuple(
            tuple(tuple(numbers[who] for who in there) for there in tables.values())
            for tables in drawn.values()
        ),
        names=tuple(people.values()),
    )


def _even(event: Event, drawn: Mapping[int, Mapping[int, Sequence[UUID]]]) -> int:
    """Return how many deals every table has; raises UnevenError where one has others."""
    first = next(iter(drawn.values()))
    deals = deals_at(event, len(next(iter(first.values()))))
    for round_, tables in drawn.items():
        for place, (number, there) in enumerate(tables.items(), start=1):
            if deals_at(event, len(there)) != deals or number != place:
                raise UnevenError(round_, number)
        if len(tables) != len(first):
            raise UnevenError(round_, len(tables))
    return deals


def suggested(event: Event) -> FolderSettings:
    """Return settings for the tables of ``event``: the first without a flaw, else the usual ones.

    Raises NoMovementError and UnevenError.
    """
    now = evening(event)
    usual = list(_usual(now))
    sound = (
        each for each in usual if not check_movement(_made(now, each), now.seated, each.copies)
    )
    return next(sound, usual[0])


def _usual(now: Evening) -> Iterator[FolderSettings]:
    """Yield what clubs do: all deals of a half in one set, single or in bundles, to and fro."""
    deals, each = now.deals, now.rounds[0]
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


def _made(now: Evening, settings: FolderSettings) -> Movement:
    return movement(settings.rules(now.deals))


@dataclass(frozen=True, slots=True)
class Checked:
    """A movement, and everything that is wrong with it."""

    movement: Movement
    faults: tuple[Fault, ...]
    evening: Evening


def check(event: Event, settings: FolderSettings) -> Checked:
    """Return the movement of ``settings`` through the rounds that are drawn.

    Raises NoMovementError, UnevenError also where there are more or fewer tables than first
    folders, and ValueError where there cannot be such a movement.
    """
    now = evening(event)
    if len(settings.first) != now.tables:
        raise UnevenError(1, now.tables)
    made = _made(now, settings)
    return Checked(made, check_movement(made, now.seated, settings.copies), now)


@transaction.atomic
def set_folders(*, event: Event, settings: FolderSettings, actor: str) -> FolderPlan:
    """Let the event be played with folders that travel so; what was set before is replaced.

    A draft may have flaws. Raises FlawedMovementError where the room has seen a round already,
    and what ``check`` raises.
    """
    locked_tables(event)
    event = Event.objects.select_for_update().get(pk=event.pk)
    found = check(event, settings)
    if found.faults and event.rounds.filter(state__in=Round.SHOWN).exists():
        raise FlawedMovementError(found.faults, found.evening.names)
    plan, _new = FolderPlan.objects.update_or_create(event=event, defaults=asdict(settings))
    note(event=event, verb="folders.set", actor=actor, subject=str(settings.folders))
    raise_version(event.pk)
    return plan


@transaction.atomic
def drop_folders(*, event: Event, actor: str) -> None:
    """Let the cards be dealt at the table. Dropping twice is once."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    if FolderPlan.objects.filter(event=event).delete()[0]:
        note(event=event, verb="folders.dropped", actor=actor)
        raise_version(event.pk)


def demand_sound(event: Event) -> None:
    """Raise FlawedMovementError, or UnevenError, if the folders of ``event`` go wrong.

    Nothing is raised where the event has none.
    """
    plan = FolderPlan.objects.filter(event=event).first()
    found = check(event, FolderSettings.of(plan)) if plan else None
    if found and found.faults:
        raise FlawedMovementError(found.faults, found.evening.names)


def plan_of(event: Event) -> FolderPlan | None:
    """Return the folders of an event; None where the cards are dealt at the table."""
    try:
        return event.folder_plan
    except ObjectDoesNotExist:
        return None


def deals_of(table: Table, deals: int) -> tuple[FolderDeal, ...]:
    """Return sequence and folder of each of the ``deals`` of ``table``; empty without folders.

    ``table`` comes with its round, the event and the event's folders.
    """
    event, first = table.round.event, (table.round.number - 1) * deals
    plan = plan_of(event)
    if plan is None or table.number > len(plan.first):
        return ()
    settings = FolderSettings.of(plan)
    alone = replace(settings, first=(settings.first[table.number - 1],))
    whole = max(first + deals, event.planned_rounds * deals)
    return movement(alone.rules(whole))[0][first : first + deals]


def folder_of(table: Table, deal: int) -> FolderDeal | None:
    """Return sequence, folder and shuffle of one deal of ``table``; None without folders."""
    deals = deals_at(table.round.event, table.seats.count())
    found = deals_of(table, deals)
    return found[deal - 1] if 1 <= deal <= len(found) else None
