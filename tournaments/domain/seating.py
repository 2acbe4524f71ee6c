"""Seat an evening: draw what is not begun, choose a way, swap two, lock a table.

What was played is never seated otherwise. A released round whose seating changes is a draft
again, so that nobody sits down after an old plan. Who comes and goes is ``seating_changes``.
"""

import secrets
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.db import transaction

from tournaments.domain.activity import note, raise_version
from tournaments.domain.dealers import draw_dealers
from tournaments.domain.queries.standings import standings
from tournaments.domain.seating_errors import (
    AbsentError,
    BegunError,
    LockedError,
    NobodyLeftError,
    NoRoundLeftError,
    NoSuchRoundError,
    NotInRoundError,
    OptionGoneError,
    SeatingError,
    UnseatedError,
    WishError,
)
from tournaments.domain.seating_field import EveningField, RoundField, held, read
from tournaments.domain.seating_plans import Draft, Option, draft, options
from tournaments.models import Event, Participant, Round, Seat, Table
from tournaments.seating import Cost, swap
from tournaments.seating.layout import layout

SEED_BITS: Final = 32


@dataclass(frozen=True, slots=True)
class SwapCost:
    """What it would cost that two change places."""

    before: tuple[Cost, ...]
    after: tuple[Cost, ...]
    difference: int
    """What the evening costs more; below zero where the swap makes it better."""
    tables: tuple[int, ...]
    """Numbers of the tables whose players change."""
    names: tuple[str, ...]
    """Of everybody at them, and of the two."""


@transaction.atomic
def draw_rest(
    *,
    event: Event,
    actor: str,
    seed: int | None = None,
    first: int = 1,
    last_round_by_standing: bool = False,
) -> Event:
    """Draw every round from ``first`` that is not begun anew, from ``seed`` or a new one.

    Locked tables stay; what was released is a draft again. Raises NoRoundLeftError where all
    have begun, and NobodyLeftError where too few play in a round for a single table.
    """
    event = held(event)
    field = read(event)
    drawn_from = secrets.randbits(SEED_BITS) if seed is None else seed
    if not any(one.begun for one in field.rounds):
        # Later it stays: it decides lots in the standings too.
        event.seed = drawn_from
        event.save(update_fields=["seed"])
    places = standing_of(field) if last_round_by_standing else ()
    draw(field, drawn_from, actor, first=first, standing=places)
    return event


@transaction.atomic
def choose(*, event: Event, key: str, actor: str) -> Event:
    """Seat the evening in one of the ways that ``options`` shows.

    Raises OptionGoneError where there is no such way any more.
    """
    event = held(event)
    option = next((one for one in options(event) if one.key == key), None)
    if option is None:
        raise OptionGoneError
    field = read(event)
    if option.substitutes:
        field = field.joined(option.substitutes, field.open()[0].number)
        Participant.objects.bulk_create(field.participants[-len(option.substitutes) :])
    event.tables_of = list(option.tables_of)
    event.save(update_fields=["tables_of"])
    note(event=event, verb="seating.chosen", actor=actor, subject=key)
    draw(field, event.seed, actor)
    return event


def draw(
    field: EveningField,
    seed: int,
    actor: str,
    *,
    first: int = 1,
    standing: tuple[int, ...] = (),
) -> None:
    """Plan and store the rounds from ``first``; call it in a transaction that holds the event."""
    event = field.event
    _store(draft(field, event.tables_of, seed, first=first, standing=standing))
    note(event=event, verb="rounds.drawn", actor=actor, subject=f"seed {seed}")
    raise_version(event.pk)


def standing_of(field: EveningField) -> tuple[int, ...]:
    """Return everybody's place, from 0; who has none comes last."""
    rows = enumerate(standings(field.event).rows)
    places = {row.participant: place for place, row in rows}
    return tuple(places.get(one.pk, len(places)) for one in field.participants)


def swap_cost(*, round_: Round, one: Participant, other: Participant) -> SwapCost:
    """Return what it would cost that two change places; one of them may sit the round out.

    Raises as ``swap_players`` does.
    """
    field = read(round_.event)
    return _swap_cost(field, _swappable(field, round_, one, other), one, other)


@transaction.atomic
def swap_players(*, round_: Round, one: Participant, other: Participant, actor: str) -> SwapCost:
    """Let two change places in a round that is not begun; doing it again undoes it.

    Who has a substitute there takes him along, but not to the bye. Raises BegunError, and
    LockedError where one of their tables is locked, and NotInRoundError where one does not play
    in the round or neither has a seat.
    """
    event = held(round_.event)
    field = read(event)
    here = _swappable(field, round_, one, other)
    cost = _swap_cost(field, here, one, other)
    seats = {
        seat.participant_id: seat
        for seat in Seat.objects.filter(round=round_, participant__in=(one, other))
    }
    # Not one after the other: nobody may sit on two chairs of a round, not for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats.values()]).delete()
    Seat.objects.bulk_create(
        Seat(
            pk=seat.pk,
            round_id=seat.round_id,
            table_id=seat.table_id,
            seat=seat.seat,
            participant_id=comes.pk,
            substitute_id=seats[comes.pk].substitute_id if comes.pk in seats else None,
            substitute_name=seats[comes.pk].substitute_name if comes.pk in seats else "",
        )
        for leaves, comes in ((one, other), (other, one))
        if (seat := seats.get(leaves.pk))
    )
    _is_draft(round_.pk)
    note(
        event=event,
        verb="players.swapped",
        actor=actor,
        subject=f"{here.number}: {one.number}, {other.number}",
    )
    raise_version(event.pk)
    return cost


@transaction.atomic
def lock_table(*, table: Table, locked: bool, actor: str) -> Table:
    """Let a table of a round that is not begun stay as it is when the rest is drawn, or not.

    Raises BegunError.
    """
    event = held(table.round.event)
    _expect_open(read(event), table.round)
    Table.objects.filter(pk=table.pk).update(locked=locked)
    table.locked = locked
    verb = "table.locked" if locked else "table.unlocked"
    note(event=event, verb=verb, actor=actor, subject=f"{table.round.number}/{table.number}")
    raise_version(event.pk)
    return table


def expect_ready(field: EveningField, one: RoundField) -> None:
    """Raise UnseatedError or AbsentError where a round is not to be shown to the room.

    Everybody who plays in it has a seat, or is one of as few as must sit out at tables of the
    sizes that it has. Pairs and teams sit out together; their draw answers for them.
    """
    if field.event.kind != Event.Kind.INDIVIDUAL:
        return
    playing = set(field.players(one.number))
    absent = {player for table in one.tables for player in table.players} - playing
    if absent:
        raise AbsentError(one.number, field.names(sorted(absent)))
    out = field.byes(one.number)
    kept = {player for table in one.tables if table.locked for player in table.players}
    sizes = {len(table.players) for table in one.tables if not table.locked}
    allowed = tuple(sizes or field.event.tables_of)
    if len(out) > layout(len(playing - kept), allowed).byes:
        raise UnseatedError(one.number, field.names(out))


def _store(drawn: Draft) -> None:
    """Write the drawn rounds; tables that stand keep their rows, and so their links."""
    event = drawn.field.event
    # A substitute plays for one participant in one round, wherever that one sits.
    substitutes = {
        (seat.round.number, seat.participant_id): seat
        for seat in Seat.objects.filter(round__event=event)
        .exclude(substitute=None, substitute_name="")
        .select_related("round")
    }
    for at, number in enumerate(drawn.numbers):
        round_, _made = Round.objects.get_or_create(event=event, number=number)
        _is_draft(round_.pk)
        kept = {place + 1 for place, _ in drawn.coming[at].locked}
        round_.tables.exclude(number__in=kept).delete()
        seated = {
            place: table
            for place, table in enumerate(drawn.plan.rounds[at], start=1)
            if table and place not in kept
        }
        made = Table.objects.bulk_create(Table(round=round_, number=place) for place in seated)
        Seat.objects.bulk_create(
            _chair(table, seat, drawn.field.participants[player], substitutes)
            for table in made
            for seat, player in enumerate(seated[table.number])
        )
    draw_dealers(event, drawn.numbers)


def _chair(
    table: Table, seat: int, player: Participant, substitutes: dict[tuple[int, UUID], Seat]
) -> Seat:
    before = substitutes.get((table.round.number, player.pk))
    return Seat(
        round=table.round,
        table=table,
        seat=seat,
        participant=player,
        substitute_id=before.substitute_id if before else None,
        substitute_name=before.substitute_name if before else "",
    )


def _is_draft(round_: UUID) -> None:
    Round.objects.filter(pk=round_).update(state=Round.State.DRAFT, released_at=None)


def _expect_open(field: EveningField, round_: Round) -> RoundField:
    here = field.round(round_.number)
    if here.begun:
        raise BegunError(here.number)
    return here


def _swappable(
    field: EveningField, round_: Round, one: Participant, other: Participant
) -> RoundField:
    here = _expect_open(field, round_)
    pair = {field.index(one), field.index(other)}
    tables = [table for table in here.tables if pair.intersection(table.players)]
    there = {player for table in tables for player in table.players}
    if not tables or len(pair) == 1 or not pair <= there.union(field.byes(here.number)):
        raise NotInRoundError
    for table in tables:
        if table.locked:
            raise LockedError(table.number)
    return here


def _swap_cost(
    field: EveningField, here: RoundField, one: Participant, other: Participant
) -> SwapCost:
    pair = (field.index(one), field.index(other))
    rounds, byes = field.whole()
    drawn = [found.number for found in field.rounds if found.tables]
    made = swap(rounds, drawn.index(here.number), *pair, field.asked(), byes=byes)
    tables = [table for table in here.tables if set(pair).intersection(table.players)]
    people = dict.fromkeys((*(player for table in tables for player in table.players), *pair))
    return SwapCost(
        before=made.before,
        after=made.after,
        difference=made.difference,
        tables=tuple(table.number for table in tables),
        names=field.names(people),
    )


__all__ = [
    "AbsentError",
    "BegunError",
    "LockedError",
    "NoRoundLeftError",
    "NoSuchRoundError",
    "NobodyLeftError",
    "NotInRoundError",
    "Option",
    "OptionGoneError",
    "SeatingError",
    "SwapCost",
    "UnseatedError",
    "WishError",
    "choose",
    "draw_rest",
    "lock_table",
    "options",
    "swap_cost",
    "swap_players",
]
