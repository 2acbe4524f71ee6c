"""What changes hands at a table: between its seats, its pot, the penalties and the cash box."""

from dataclasses import dataclass
from typing import Self, TypeAlias

SEATS = 5
"""The most a table has. Chairs that are empty have nothing."""

Amounts: TypeAlias = tuple[int, int, int, int, int]
"""Points by seat, in playing order."""

NOTHING: Amounts = (0, 0, 0, 0, 0)


class UnbalancedError(ValueError):
    """Amounts that do not sum to nothing: something would be lost or made out of thin air."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Points that change hands together. One that does not sum to nothing cannot exist.

    Raises ``UnbalancedError``.

    >>> Entry(seats=(2, -1, 0, -1, 0))
    Entry(seats=(2, -1, 0, -1, 0), pot=0, penalties=0, cash=0)
    """

    seats: Amounts
    pot: int = 0
    penalties: int = 0
    """What penalties took away: the seats lose it to nobody."""
    cash: int = 0
    """What goes to the club's cash box, or comes from it."""

    def __post_init__(self) -> None:
        if len(self.seats) != SEATS:
            message = f"an entry has {SEATS} seats, not {len(self.seats)}"
            raise ValueError(message)
        if off := sum(self.seats) + self.pot + self.penalties + self.cash:
            message = (
                f"the entry {self.seats}, pot {self.pot}, penalties {self.penalties}, "
                f"cash {self.cash}, is off by {off}"
            )
            raise UnbalancedError(message)

    def __neg__(self) -> Self:
        """What undoes it."""
        one, two, three, four, five = self.seats
        seats = (-one, -two, -three, -four, -five)
        return type(self)(seats, -self.pot, -self.penalties, -self.cash)

    def __add__(self, other: Self) -> Self:
        """Both together."""
        return type(self)(
            added(self.seats, other.seats),
            self.pot + other.pot,
            self.penalties + other.penalties,
            self.cash + other.cash,
        )


def added(some: Amounts, more: Amounts) -> Amounts:
    """The sum, seat by seat.

    >>> added((1, 2, 3, 4, 5), (10, 0, 0, 0, -5))
    (11, 2, 3, 4, 0)
    """
    one, two, three, four, five = some
    first, second, third, fourth, fifth = more
    return (one + first, two + second, three + third, four + fourth, five + fifth)
