"""Let two change places in a round that is not begun, and say before what it costs."""

from dataclasses import dataclass

from django.db import transaction

from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.book.replaced import renew_tables
from tournaments.models import Participant, Round, Seat
from tournaments.plans import Cost, swap
from tournaments.seating.domain.again import HandSwap, remember_swap
from tournaments.seating.domain.drawing import expect_open
from tournaments.seating.domain.evening import EveningField, RoundField, held, read
from tournaments.seating.domain.stored import is_draft
from tournaments.seating.reasons import SeatingReason


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


def swap_cost(*, round_: Round, one: Participant, other: Participant) -> SwapCost:
    """Return what it would cost that two change places; one of them may sit the round out.

    Refused as ``swap_players`` is.
    """
    field = read(round_.event)
    return _swap_cost(field, _swappable(field, round_, one, other), one, other)


@transaction.atomic
def swap_players(
    *,
    round_: Round,
    one: Participant,
    other: Participant,
    actor: str,
    seen: str | None = None,
) -> SwapCost:
    """Let two change places in a round that is not begun; doing it again undoes it.

    Who has a substitute there takes him along, but not to the bye. Refused for STALE as
    ``release_rounds`` is, for BEGUN, for LOCKED
    where one of their tables is, and for NOT_IN_ROUND where one does not play in the round or
    neither has a seat.
    """
    event = held(round_.event)
    field = read(event)
    field.expect_seen(seen)
    here = _swappable(field, round_, one, other)
    cost = _swap_cost(field, here, one, other)
    chairs = Seat.objects.filter(round=round_, participant__in=(one, other))
    renew_tables(round_.tables.filter(pk__in=chairs.values("table")))
    _exchange(round_, one, other)
    is_draft(round_.pk)
    remember_swap(event, HandSwap(here.number, one.number, other.number))
    facts = {"round": here.number, "player": one.number, "other": other.number}
    note(event=event, verb="players.swapped", actor=actor, **facts)
    raise_version(event.pk)
    return cost


def _exchange(round_: Round, one: Participant, other: Participant) -> None:
    """Let each have the other's chair, where he has one."""
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
            substitute_from=seats[comes.pk].substitute_from if comes.pk in seats else 1,
        )
        for leaves, comes in ((one, other), (other, one))
        if (seat := seats.get(leaves.pk))
    )


def _swappable(
    field: EveningField, round_: Round, one: Participant, other: Participant
) -> RoundField:
    here = expect_open(field, round_)
    pair = {field.index(one), field.index(other)}
    tables = [table for table in here.tables if pair.intersection(table.players)]
    there = {player for table in tables for player in table.players}
    if not tables or len(pair) == 1 or not pair <= there.union(field.byes(here.number)):
        raise Refusal(SeatingReason.NOT_IN_ROUND)
    for table in tables:
        if table.locked:
            raise Refusal(SeatingReason.LOCKED, table=table.number)
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
