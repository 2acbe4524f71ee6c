"""One player's way through an event: every deal at his tables, and what it moved for him."""

from dataclasses import dataclass

from tournaments.domain.queries.sheets import Sheet, sheet
from tournaments.models import Event, Participant, Round, Seat


@dataclass(frozen=True, slots=True)
class Sitting:
    """A seat that a player had in one round."""

    sheet: Sheet
    seat: int
    substitute: str
    """Name of who played in his place; empty: he did himself."""

    @property
    def points(self) -> int:
        """What the table's account moved to the seat, penalties and entries by hand included."""
        return self.sheet.final[self.seat] - self.sheet.table.round.event.start


def sittings(event: Event, participant: Participant) -> list[Sitting]:
    """Return the player's seats in the rounds that are shown; five queries for each and one."""
    seats = Seat.objects.filter(
        round__event=event, participant=participant, round__state__in=Round.SHOWN
    ).select_related("table")
    return [
        Sitting(sheet(seat.table), seat.seat, seat.substitute_name)
        for seat in seats.order_by("round__number")
    ]
