"""The club's money in words."""

from decimal import Decimal

from django.utils.translation import gettext as _

from tournaments.models import Receipt, Voucher
from tournaments.words.figures import kroner


def money(oere: int) -> str:
    r"""Return an amount of øre as kroner with both decimals.

    >>> from django.utils import translation
    >>> with translation.override("da"):
    ...     money(-123450)
    '−1.234,50\xa0kr.'
    """
    return kroner(Decimal(oere) / 100, oere=True)


def figure(oere: int) -> str:
    """Return the same for a column, without the unit; nothing is an empty cell.

    >>> figure(0)
    ''
    """
    return kroner(Decimal(oere) / 100, oere=True, column=True) if oere else ""


def typed(oere: int) -> str:
    """Return an amount as somebody types it into a field.

    >>> typed(12350), typed(12300)
    ('123,50', '123')
    """
    whole, part = divmod(abs(oere), 100)
    sign = "-" if oere < 0 else ""
    return f"{sign}{whole},{part:02}" if part else f"{sign}{whole}"


def voucher_words(voucher: Voucher) -> str:
    """Return how a voucher is called: a receipt may have the same number."""
    return _("voucher %(number)s") % {"number": voucher}


def receipt_words(receipt: Receipt) -> str:
    """Return how a receipt is called."""
    return _("receipt %(number)s") % {"number": f"{receipt.year}-{receipt.number}"}


def paid_for(receipt: Receipt) -> str:
    """Return what a receipt is for; where one payment was for several, that it is a part of it."""
    paid = [each.amount for each in receipt.voucher.receipts.all()]
    if len(paid) == 1:
        return receipt.voucher.text
    says = _("%(text)s; the part of %(name)s of %(total)s")
    return says % {
        "text": receipt.voucher.text,
        "name": receipt.name,
        "total": money(sum(paid)),
    }
