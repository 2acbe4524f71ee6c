"""Receipts for what was paid when the evening was settled up."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.money.queries import money
from tournaments.money.words import nothing_owed, party, settled_with
from tournaments.papers.documents.cut.cutting import Cut, on, pages
from tournaments.papers.documents.document import About, Document, Option, Shelf, Values
from tournaments.words.figures import kroner

STRIPS = Cut(columns=1, rows=4)


@dataclass(frozen=True, slots=True)
class Receipt:
    """Somebody confirms with his name that he was paid."""

    number: str
    """The reference of the payment, which no other receipt has."""
    payer: str
    payee: str
    amount: str
    paid: bool


def values(about: About) -> Values:
    """Return a receipt for each payment of the evening."""
    stands = money(about.event)
    made = [
        Receipt(
            number=payment.reference,
            payer=party(payment.payer, payment.payer_name),
            payee=party(payment.payee, payment.payee_name),
            amount=kroner(payment.amount, oere=stands.has_oere),
            paid=payment.paid_at is not None,
        )
        for payment in stands.payments
    ]
    cut = on(STRIPS, a5=Option.A5 in about.options)
    return {
        "cut": cut,
        "pages": pages(made, cut),
        "nothing_owed": nothing_owed(stands) or settled_with(stands),
        "is_settled": stands.settling is not None or stands.above is not None,
    }


RECEIPTS = Document(
    kind="receipts",
    title=_("Receipts"),
    template="receipts.html",
    shelf=Shelf.AFTER,
    values=values,
    options=frozenset({Option.A5, Option.TAGGED}),
)
