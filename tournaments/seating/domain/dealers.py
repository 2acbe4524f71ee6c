"""Who deals first at the tables of an event: drawn with the seats, and balanced over the rounds."""

from collections import Counter
from collections.abc import Collection

from tournaments.book.accounts import deals_at
from tournaments.models import Event, Table
from tournaments.plans.dealers import first_dealers


def draw_dealers(
    event: Event, numbers: Collection[int], only: Collection[tuple[int, int]] | None = None
) -> None:
    """Draw from the event's seed who deals first in the rounds of these numbers.

    ``only``: at these tables of them, each by its round's number and its own; None: at all.
    Locked tables and other rounds stay as they are, and count. North begins wherever all deal
    equally often.
    """
    tables = Table.objects.filter(round__event=event).order_by("round__number", "number")
    before: Counter[int] = Counter()
    waiting: list[tuple[Table, tuple[int, ...]]] = []
    for table in tables.select_related("round").prefetch_related("seats__participant"):
        players = tuple(seat.participant.number for seat in table.seats.all())
        meant = only is None or (table.round.number, table.number) in only
        if meant and table.round.number in numbers and not table.locked:
            waiting.append((table, players))
        elif players and deals_at(event, len(players)) % len(players):
            before[players[table.first_dealer]] += 1
    (drawn,) = first_dealers(
        (tuple(players for _, players in waiting),),
        lambda players: deals_at(event, players),
        event.seed,
        before,
    )
    for (table, _), seat in zip(waiting, drawn, strict=True):
        table.first_dealer = seat
    Table.objects.bulk_update([table for table, _ in waiting], ["first_dealer"])
