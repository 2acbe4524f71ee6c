"""Receipts for what was paid when the evening was settled up."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.domain.queries.settling import money
from tournaments.interfaces.documents.cutting import Cut, on, pages
from tournaments.interfaces.documents.document import About, Document, Option, Shelf, Values
from tournaments.interfaces.paper_words import grouped
from tournaments.interfaces.settling import party

STRIPS = Cut(columns=1, rows=4)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Somebody confirms with his name that he was paid."""

    number: str
    """The reference of the payment, which no other receipt has."""
    payer: str
    payee: str
    amount: str
    """Whole kroner."""
    paid: bool


def values(about: About) -> Values:
    """Return a receipt for each payment of the evening."""
    made = [
        Receipt(
            number=payment.reference,
            payer=party(payment.payer, payment.payer_name),
            payee=party(payment.payee, payment.payee_name),
            amount=grouped(payment.amount),
            paid=payment.paid_at is not None,
        )
        for payment in money(about.event).payments
    ]
    cut = on(STRIPS, a5=Option.A5 in about.options)
    return {"cut": cut, "pages": pages(made, cut)}


RECEIPTS = Document(
    kind="receipts",
    title=_("Receipts"),
    template="receipts.html",
    shelf=Shelf.AFTER,
    values=values,
    options=frozenset({Option.A5, Option.TAGGED}),
)
