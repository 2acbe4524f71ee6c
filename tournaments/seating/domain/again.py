"""What another draw throws away: swaps made by hand; and how the last draw is taken back.

``Event.since_draw`` keeps both: ``swaps`` are lists of round, number and number, and ``before`` is
the plan that the last draw replaced, None where nothing can be taken back. An event that was drawn
before this was kept says neither.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from lhombre_club.refusal import Refusal
from tournaments.book.activity import note, raise_version
from tournaments.models import Event, Round, Table
from tournaments.seating.domain.evening import EveningField, RoundField, held, read
from tournaments.seating.domain.stored import seat_again
from tournaments.seating.reasons import SeatingReason


@dataclass(frozen=True, slots=True)
class HandSwap:
    """Two who changed places in a round, by their numbers in the draw."""

    round: int
    one: int
    other: int


def swaps_of(event: Event) -> list[HandSwap]:
    """Return the swaps that were made by hand since the draw of their round, in their order."""
    return [HandSwap(*swap) for swap in event.since_draw.get("swaps", ())]


def lost_swaps(field: EveningField, first: int = 1) -> list[HandSwap]:
    """Return the swaps that go when the rounds from ``first`` are drawn anew.

    Where both sit at locked tables, or the round has begun, the swap stays.
    """
    open_ = {one.number: one for one in field.open(first)}
    lost = []
    for swap in swaps_of(field.event):
        if here := open_.get(swap.round):
            kept = {
                field.participants[player].number
                for table in here.tables
                if table.locked
                for player in table.players
            }
            if not {swap.one, swap.other} <= kept:
                lost.append(swap)
    return lost


def shown_rounds(field: EveningField, first: int = 1) -> list[RoundField]:
    """Return the released rounds that another draw of those from ``first`` takes from the room."""
    return [one for one in field.open(first) if one.state == Round.State.RELEASED]


def put_back(event: Event) -> dict[int, Any]:
    """Return the rounds that are as they were once the last draw is taken back, by number."""
    before = event.since_draw.get("before") or {"rounds": {}}
    return {int(number): was for number, was in before["rounds"].items()}


def remember_swap(event: Event, swap: HandSwap) -> None:
    """Keep a swap with the event; the same two again in the same round are as before."""
    swaps = swaps_of(event)
    here = [at for at, one in enumerate(swaps) if one.round == swap.round]
    if here and {swaps[here[-1]].one, swaps[here[-1]].other} == {swap.one, swap.other}:
        del swaps[here[-1]]
    else:
        swaps.append(swap)
    _remember(event, swaps, event.since_draw.get("before"))


def remember_draw(field: EveningField, first: int, before: dict[str, Any] | None) -> None:
    """Forget the swaps that a draw of ``field`` threw away, and keep the plan it replaced."""
    lost = lost_swaps(field, first)
    kept = [swap for swap in swaps_of(field.event) if swap not in lost]
    _remember(field.event, kept, before)


def plan_before(field: EveningField, first: int = 1) -> dict[str, Any] | None:
    """Return the open rounds as they are drawn, to be put back; None where none is drawn."""
    shown = shown_rounds(field, first)
    rounds = {
        str(one.number): {
            "released": one in shown,
            "playing": _keys(field, field.players(one.number)),
            "tables": [
                [table.number, table.locked, table.first_dealer, _keys(field, table.players)]
                for table in one.tables
            ],
        }
        for one in field.open(first)
        if one.tables
    }
    if not rounds:
        return None
    return {
        "seed": field.event.seed,
        "tables_of": list(field.event.tables_of),
        "swaps": [[swap.round, swap.one, swap.other] for swap in swaps_of(field.event)],
        "rounds": rounds,
    }


def can_undo(field: EveningField) -> bool:
    """Return whether the last draw can be taken back: all of it waits, and the same people play."""
    before = put_back(field.event)
    open_ = {one.number for one in field.open()}
    return bool(before) and all(
        number in open_ and set(_keys(field, field.players(number))) == set(was["playing"])
        for number, was in before.items()
    )


@transaction.atomic
def undo_draw(*, event: Event, actor: str) -> Event:
    """Put back the plan that the last draw replaced, with its seed, swaps and locks.

    It is a draft, even where it had been released. Refused for NO_UNDO where nothing was drawn
    anew, somebody came or left since, or one of the rounds has begun.
    """
    event = held(event)
    field = read(event)
    if not can_undo(field):
        raise Refusal(SeatingReason.NO_UNDO)
    before = event.since_draw["before"]
    for number, was in put_back(event).items():
        _put_back(field, number, was["tables"])
    event.seed, event.tables_of = before["seed"], before["tables_of"]
    event.save(update_fields=["seed", "tables_of"])
    _remember(event, [HandSwap(*swap) for swap in before["swaps"]], None)
    note(event=event, verb="draw.undone", actor=actor)
    raise_version(event.pk)
    return event


def _put_back(field: EveningField, number: int, tables: Sequence[Any]) -> None:
    """Seat a round as it was; a table that is so already keeps its row and its link."""
    people = {str(one.pk): one for one in field.participants}
    round_ = Round.objects.get(event=field.event, number=number)
    now = {table.number: _keys(field, table.players) for table in field.round(number).tables}
    stay = {at for at, _locked, _first, players in tables if now.get(at) == players}
    seats = {
        at: [people[key] for key in players]
        for at, _locked, _first, players in tables
        if at not in stay
    }
    seat_again(round_, stay, seats)
    for at, locked, first, _players in tables:
        Table.objects.filter(round=round_, number=at).update(locked=locked, first_dealer=first)


def _keys(field: EveningField, players: Iterable[int]) -> list[str]:
    return [str(field.participants[player].pk) for player in players]


def _remember(event: Event, swaps: Iterable[HandSwap], before: dict[str, Any] | None) -> None:
    listed = [[swap.round, swap.one, swap.other] for swap in swaps]
    event.since_draw = {"swaps": listed, "before": before}
    event.save(update_fields=["since_draw"])
