"""The club's money in words."""

from decimal import Decimal

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
