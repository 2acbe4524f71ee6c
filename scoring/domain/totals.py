"""What each seat has won or lost, and the figures that break ties: a projection."""

from collections.abc import Iterable
from dataclasses import dataclass

from lhombre_club.prepared import insert
from rules import Outcome
from scoring.domain.postings import Account, Kind
from scoring.ledger import NOTHING, Entry
from scoring.models import SeatTotal

FIGURES = ("points", "deals", "declared", "won", "kodille", "highest", "penalties")


@dataclass(frozen=True, slots=True, order=True)
class Total:
    """The figures of one seat at one table."""

    seat: int
    points: int = 0
    """All that the account moved to the seat, penalties and entries by hand included."""
    deals: int = 0
    """Deals in which the seat held cards."""
    declared: int = 0
    won: int = 0
    """Games won as declarer."""
    kodille: int = 0
    highest: int = 0
    """Value of the highest contract won as declarer, points per opponent."""
    penalties: int = 0
    """The part of the points that penalties are: never above nothing."""


def tally(account: Account) -> tuple[Total, ...]:
    """Count ``account`` seat by seat."""
    beside = account.beside()
    played = (posting.entry for posting in account.postings)
    points = _columns((*played, *(due.entry for due in beside)))
    penalties = _columns(due.entry for due in beside if due.kind == Kind.PENALTY)
    seats = range(account.players)
    sat_out, declared, won, kodille, highest = ([0 for _ in seats] for _ in range(5))
    for posting in account.postings:
        for sitter in posting.settlement.idle:
            sat_out[sitter] += 1
        for declarer in posting.settlement.declarers:
            seat, outcome = declarer.seat, declarer.outcome
            declared[seat] += 1
            if outcome is Outcome.WON:
                won[seat] += 1
                highest[seat] = max(highest[seat], posting.worth)
            elif outcome is Outcome.KODILLE:
                kodille[seat] += 1
    return tuple(
        Total(
            seat,
            points[seat],
            len(account.postings) - sat_out[seat],
            declared[seat],
            won[seat],
            kodille[seat],
            highest[seat],
            penalties[seat],
        )
        for seat in seats
    )


def totals(books: Iterable[str]) -> dict[str, tuple[Total, ...]]:
    """Return the totals of each book that has any, by seat; one query."""
    found: dict[str, list[Total]] = {}
    rows = SeatTotal.objects.filter(book__in=list(books)).order_by("book", "seat")
    for book, seat, *figures in rows.values_list("book", "seat", *FIGURES):
        found.setdefault(book, []).append(Total(seat, *figures))
    return {book: tuple(seats) for book, seats in found.items()}


def every_points() -> list[tuple[str, int, int]]:
    """Return book, seat and points of every seat, in an order; of a database of any age."""
    return list(SeatTotal.objects.order_by("book", "seat").values_list("book", "seat", "points"))


def write_totals(book: str, account: Account) -> None:
    """Make the stored totals of ``book`` those of ``account``; one statement."""
    insert(
        [
            SeatTotal(
                book=book,
                seat=total.seat,
                **{figure: getattr(total, figure) for figure in FIGURES},
            )
            for total in tally(account)
        ],
        unique=("book", "seat"),
        update=FIGURES,
    )


def _columns(entries: Iterable[Entry]) -> list[int]:
    """The sums of ``entries``, seat by seat."""
    return [sum(column) for column in zip(NOTHING, *(one.seats for one in entries), strict=True)]
