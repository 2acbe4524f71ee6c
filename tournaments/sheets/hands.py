"""One player's way through an event: every deal at his tables, and what it moved for him."""

from dataclasses import dataclass

from tournaments.folders.queries.secret import Secret
from tournaments.models import Event, Participant, Round, Seat, TableEntry
from tournaments.sheets.queries import Sheet, sheet


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat that a player had in one round."""

    sheet: Sheet
    seat: int
    substitute: str
    """Name of who played in his place; empty: he did himself."""
    since: int = 1
    """Number of the first deal that the substitute played."""
    hidden: int = 0
    """How many results of the table are left out: others have still to play their cards."""
    is_frozen: bool = False
    """Everything is left out: the director keeps the round to himself."""

    @property
    def points(self) -> int:
        """What the table's account moved to the seat, penalties and entries by hand included."""
        return self.sheet.final[self.seat] - self.sheet.table.round.event.start

    @property
    def penalties(self) -> int:
        """The part of ``points`` that penalties are, which the standings show by themselves."""
        entries = self.sheet.entries
        fined = (entry.amounts for entry in entries if entry.kind == TableEntry.Kind.PENALTY)
        return sum(amounts[self.seat] for amounts in fined)


def sittings(event: Event, participant: Participant, secret: Secret) -> list[Sitting]:
    """Return what everybody may see of a player's seats in the rounds that are shown.

    Five queries for each and one.
    """
    seats = Seat.objects.filter(
        round__event=event, participant=participant, round__state__in=Round.SHOWN
    ).select_related("table")
    return [
        Sitting(
            sheet(seat.table, hidden=secret.at(seat.table_id)),
            seat.seat,
            seat.substitute_name,
            seat.substitute_from,
            secret.entered.get(seat.table_id, 0),
            seat.table_id in secret.frozen,
        )
        for seat in seats.order_by("round__number")
    ]
