"""Settling up in words: who pays whom, for page, phone and paper."""

from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.domain.queries.settling import Money
from tournaments.domain.settling import CASH
from tournaments.interfaces.paper_words import fraction, grouped, short, signed


@dataclass(frozen=True, slots=True)
class ShareLine:
    """What one player has won or lost."""

    name: str
    points: str
    """Deviation from the mean of his tables."""
    money: str


@dataclass(frozen=True, slots=True)
class PaymentLine:
    """One payment."""

    id: UUID
    says: str
    """Such as: Alma pays Bodil 9 kr."""
    reference: str
    is_paid: bool


def shares_of(money: Money) -> list[ShareLine]:
    """Return a line for each player, who has won most first."""
    return [
        ShareLine(
            name=party(share.key, share.name),
            points=_exact(share.points),
            money=signed(share.money),
        )
        for share in sorted(money.shares, key=lambda share: -share.exact)
    ]


def _exact(points: Fraction) -> str:
    """Return points with their sign; a fraction stays one."""
    sign = "+" if points > 0 else ""
    return f"{sign}{fraction(points)}"


def payments_of(money: Money) -> list[PaymentLine]:
    """Return a sentence for each payment, those still open first."""
    lines = [
        PaymentLine(
            id=payment.pk,
            says=_("%(payer)s pays %(payee)s %(amount)s kr")
            % {
                "payer": party(payment.payer, payment.payer_name),
                "payee": party(payment.payee, payment.payee_name),
                "amount": grouped(payment.amount),
            },
            reference=payment.reference,
            is_paid=payment.paid_at is not None,
        )
        for payment in money.payments
    ]
    return sorted(lines, key=lambda line: line.is_paid)


def party(key: str, name: str) -> str:
    """Return who pays or is paid; the cash box has no name of its own."""
    return _("The cash box") if key == CASH else short(name)
