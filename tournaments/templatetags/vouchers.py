"""How vouchers and receipts are called."""

from django import template

from tournaments.cash.words import receipt_words, voucher_words
from tournaments.models import Receipt, Voucher

register = template.Library()


@register.filter
def voucher(row: Voucher) -> str:
    """Say which voucher it is."""
    return voucher_words(row)


@register.filter
def receipt(row: Receipt) -> str:
    """Say which receipt it is."""
    return receipt_words(row)
