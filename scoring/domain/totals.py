"""What each seat has won or lost, and the figures that break ties: a projection."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules import Outcome
from scoring.domain.postings import Account
from scoring.models import SeatTotal

FIGURES = ("points", "deals", "declared", "won", "kodille", "highest")


@dataclass(frozen=True, slots=True, order=True)
class Total:
    """The figures of one seat at one table."""

    seat: int
    points: int = 0
    """Sum of the changes of all deals."""
    deals: int = 0
    """Deals in which the seat held cards."""
    declared: int = 0
    won: int = 0
    """Games won as declarer."""
    kodille: int = 0
    highest: int = 0
    """Value of the highest contract won as declarer, points per opponent."""


def tally(account: Account) -> tuple[Total, ...]:
    """Count ``account`` seat by seat."""
    return tuple(_total(account, seat) for seat in range(account.players))


def totals(books: Iterable[str]) -> dict[str, tuple[Total, ...]]:
    """Return the totals of each book that has any, by seat; one query."""
    found: dict[str, list[Total]] = {}
    rows = SeatTotal.objects.filter(book__in=list(books)).order_by("book", "seat")
    for book, seat, *figures in rows.values_list("book", "seat", *FIGURES):
        found.setdefault(book, []).append(Total(seat, *figures))
    return {book: tuple(seats) for book, seats in found.items()}


def write_totals(book: str, account: Account) -> None:
    """Make the stored totals of ``book`` those of ``account``; one statement."""
    SeatTotal.objects.bulk_create(
        [
            SeatTotal(
                book=book,
                seat=total.seat,
                **{figure: getattr(total, figure) for figure in FIGURES},
            )
            for total in tally(account)
        ],
        update_conflicts=True,
        unique_fields=["book", "seat"],
        update_fields=FIGURES,
    )


def _total(account: Account, seat: int) -> Total:
    points = deals = declared = won = kodille = highest = 0
    for posting in account.postings:
        settlement = posting.settlement
        points += posting.entry.seats[seat]
        deals += seat not in settlement.sitters
        for declarer in settlement.declarers:
            if declarer.seat == seat:
                declared += 1
                won += declarer.outcome is Outcome.WON
                kodille += declarer.outcome is Outcome.KODILLE
                if declarer.outcome is Outcome.WON:
                    highest = max(highest, posting.worth)
    return Total(seat, points, deals, declared, won, kodille, highest)
