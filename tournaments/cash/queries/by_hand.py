"""What was booked by hand and may come again as a line of the bank's statement."""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from uuid import UUID

from lhombre_club.members.models import Club
from tournaments.models import Voucher


@dataclass(frozen=True, slots=True)
class ByHand:
    """A voucher of no line of a statement."""

    voucher: Voucher
    amount: int
    """Øre that came into the club; less than nothing where they went out."""
    payers: Mapping[str, UUID | None]
    """Who has paid it or got it back, by name: None for whom the program does not know."""
    where: str
    """The cash boxes and banks that it moved, by their names."""


def by_hand(club: Club, first: dt.date, last: dt.date) -> list[ByHand]:
    """Return what was booked by hand on these days and is not void; five queries."""
    rows = Voucher.objects.filter(
        club=club, date__range=(first, last), line=None, voided=None, voids=None
    ).prefetch_related("postings__payer", "postings__payee", "receipts", "dues__person")
    return [_of(row) for row in rows]


def _of(row: Voucher) -> ByHand:
    moved = list(_moved(row))
    paid = {each.name: each.person_id for each in row.receipts.all()}
    dues = {each.person.full_name: each.person_id for each in row.dues.all() if each.person}
    return ByHand(
        voucher=row,
        amount=sum(amount for _name, amount in moved),
        payers=paid | dues,
        where=", ".join(dict.fromkeys(name for name, _amount in moved)),
    )


def _moved(row: Voucher) -> Iterator[tuple[str, int]]:
    """Yield what each posting brought to which box or bank, or took from it."""
    for each in row.postings.all():
        if each.payee.holds_money:
            yield each.payee.name, each.amount
        if each.payer.holds_money:
            yield each.payer.name, -each.amount
