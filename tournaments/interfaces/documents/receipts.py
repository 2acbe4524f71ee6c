"""Receipts for what was paid when the evening was settled up."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.domain.queries.settling import money
from tournaments.interfaces.documents.cutting import Cut, pages
from tournaments.interfaces.documents.document import About, Document, Shelf, Values
from tournaments.interfaces.settling import party

STRIPS = Cut(columns=1, rows=4)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Somebody confirms with his name that he was paid."""

    number: str
    """The reference of the payment, which no other receipt has."""
    payer: str
    payee: str
    amount: int
    """Whole kroner."""
    paid: bool


def values(about: About) -> Values:
    """Return a receipt for each payment of the evening."""
    made = [
        Receipt(
            number=payment.reference,
            payer=party(payment.payer, payment.payer_name),
            payee=party(payment.payee, payment.payee_name),
            amount=payment.amount,
            paid=payment.paid_at is not None,
        )
        for payment in money(about.event).payments
    ]
    return {"cut": STRIPS, "pages": pages(made, STRIPS)}


RECEIPTS = Document(
    kind="receipts",
    title=_("Receipts"),
    template="receipts.html",
    shelf=Shelf.AFTER,
    values=values,
)
