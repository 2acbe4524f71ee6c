"""What changes hands at a table: its seats, pot, penalties, cash box; and in any other ledger."""

from collections.abc import Iterable
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


@dataclass(frozen=True, slots=True)
class Moved:
    """What one account of any ledger pays another: it cannot but sum to nothing.

    Raises ``UnbalancedError`` for an amount that is not more than nothing, and where payer and
    payee are one.

    >>> -Moved("cash", "bank", 5)
    Moved(payer='bank', payee='cash', amount=5)
    """

    payer: str
    payee: str
    amount: int
    """In the smallest coin of the ledger."""

    def __post_init__(self) -> None:
        if self.amount <= 0 or self.payer == self.payee:
            raise UnbalancedError(f"{self.payer} pays {self.payee} {self.amount}")

    def __neg__(self) -> Self:
        """What undoes it."""
        return type(self)(self.payee, self.payer, self.amount)


def balances(moved: Iterable[Moved]) -> dict[str, int]:
    """Return what each account has got more than it has paid; together that is nothing.

    >>> balances([Moved("dues", "cash", 20), Moved("cash", "bank", 15)])
    {'dues': -20, 'cash': 5, 'bank': 15}
    """
    found: dict[str, int] = {}
    for each in moved:
        found[each.payer] = found.get(each.payer, 0) - each.amount
        found[each.payee] = found.get(each.payee, 0) + each.amount
    return found
