"""Settling up in words: who pays whom, for page, phone and paper."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from uuid import UUID

from django.utils.translation import gettext as _

from tournaments.models import Event, Payment
from tournaments.money.domain import CASH, Share
from tournaments.money.queries import Money
from tournaments.words.bonuses import BonusLine, bonus_line
from tournaments.words.figures import kroner, short, signed, signed_fraction


@dataclass(frozen=True, slots=True)
class ShareLine:
    """What one player has won or lost."""

    name: str
    points: str
    """Deviation from the mean of his tables."""
    money: str
    for_points: str
    """Kroner without the side bonuses."""
    side: str
    """Kroner by side bonuses; empty where he had no part in any."""


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
    side = money.side
    return [
        ShareLine(
            name=party(share.key, share.name),
            points=signed_fraction(share.points),
            money=_column(share.money, share),
            for_points=_column(share.money - side.get(share.key, 0), share),
            side=_column(side[share.key], share) if share.key in side else "",
        )
        for share in sorted(money.shares, key=lambda share: -share.exact)
    ]


def _column(amount: Decimal | int, share: Share) -> str:
    return kroner(amount, oere=share.has_oere, sign=True, column=True)


def payments_of(money: Money) -> list[PaymentLine]:
    """Return a sentence for each payment, those still open first."""
    return payment_lines(money.payments, oere=money.has_oere)


def payment_lines(payments: Iterable[Payment], *, oere: bool) -> list[PaymentLine]:
    """Return the same for some payments; ``oere``: amounts have øre where they are read."""
    lines = [
        PaymentLine(
            id=payment.pk,
            says=pays(
                party(payment.payer, payment.payer_name),
                party(payment.payee, payment.payee_name),
                kroner(payment.amount, oere=oere),
            ),
            reference=payment.reference,
            is_paid=payment.paid_at is not None,
        )
        for payment in payments
    ]
    return sorted(lines, key=lambda line: line.is_paid)


def pays(payer: str, payee: str, amount: str) -> str:
    """Return the sentence of a payment."""
    says = _("%(payer)s pays %(payee)s %(amount)s")
    return says % {"payer": payer, "payee": payee, "amount": amount}


def bonus_lines(money: Money) -> list[BonusLine]:
    """Return what everybody reads of the side bonuses that count."""
    return [bonus_line(bonus, oere=money.has_oere) for bonus in money.bonuses]


def nothing_owed(money: Money) -> str:
    """Return why there is no payment; empty where there is one, or others are to be made."""
    if money.payments or money.outdated or money.above or money.settling is None:
        return ""
    if any(share.money for share in money.shares):
        return _(
            "Nothing more is to be paid: what was settled before, at a table or after an evening, "
            "covers it all."
        )
    return _("Nobody owes anybody anything.")


def settled_with(money: Money) -> str:
    """Return with what this is settled up as a part of it; empty where it is not."""
    if money.above is None:
        return ""
    says = _("%(name)s is settled up as a whole: what does not stand here is paid there.")
    return says % {"name": money.above.name}


def only_read(money: Money) -> str:
    """Return what the kroner are of which nothing is paid here; empty where something is."""
    if money.above is None or money.payments or not money.shares:
        return ""
    says = _(
        "The kroner here are only for reading: nothing of them is paid by itself. What is paid is "
        "rounded once, for %(name)s as a whole."
    )
    return says % {"name": money.above.name}


def rounding(money: Money) -> str:
    """Return what the amounts are rounded to, and how; empty where nothing is played for money.

    Where amounts are kept of evenings, or results have changed after a settling, also whose amount
    is rounded otherwise.
    """
    if not money.shares:
        return ""
    says = _(
        "Amounts are rounded to %(smallest)s, so that nothing is lost: all down, and then the "
        "largest fractions up. Penalties cost points, not money."
    ) % {"smallest": Event.Smallest(money.shares[0].smallest).label}
    told = [says]
    if money.keeps_evenings:
        kept = _(
            "Who played only at evenings that were settled up by themselves keeps what these come "
            "to, as far as the exact amount and the sum allow it."
        )
        told.append(kept)
    if money.is_again:
        kept = _(
            "When results change after a settling, an amount stays as it was for who sat at none "
            "of the tables concerned, where the sum allows it."
        )
        told.append(kept)
    return " ".join(told)


def left_in_pots(money: Money) -> str:
    """Return who gets what is left in the pots, and who pays what they lack; empty for nothing."""
    left = sum(pot for pot in money.pots if pot > 0)
    lacking = sum(pot for pot in money.pots if pot < 0)
    told = []
    if left:
        says = _(
            "What is left in the pot of a table (%(points)s in all) is divided equally among all "
            "who sit there: nothing of it goes on to another evening."
        )
        told.append(says % {"points": signed(left)})
    if lacking:
        says = _(
            "What the pot of a table lacks (%(points)s in all) is paid by all who sit there, in "
            "equal parts."
        )
        told.append(says % {"points": signed(lacking)})
    return " ".join(told)


def rounded_apart(money: Money) -> str:
    """Return why a season asks for a krone though its evenings are settled, or nothing."""
    if not money.apart:
        return ""
    says = _(
        "Each evening was rounded by itself, and the season is rounded as a whole. That makes a "
        "difference of up to %(amount)s for a player, which is evened out here."
    )
    return says % {"amount": kroner(money.apart, oere=money.has_oere)}


def party(key: str, name: str) -> str:
    """Return who pays or is paid; the cash box has no name of its own."""
    return _("The cash box") if key == CASH else short(name)
