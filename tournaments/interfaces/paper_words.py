"""Numbers, names and times as paper shows them."""

import datetime as dt
from fractions import Fraction
from typing import Final

from django.utils import formats, timezone

from scoring.account import exact

LONGEST_NAME: Final = 48
"""Longer names are cut: more does not fit above a column."""
GROUPED: Final = 1000
MINUS: Final = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """Return a number of points with its sign, and a minus as wide as a plus.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    if abs(number) < GROUPED:
        return f"{number:+d}".replace("-", MINUS) if number else "0"
    return f"{'+' if number > 0 else MINUS}{grouped(abs(number))}"


def grouped(number: int) -> str:
    """Return a number with its thousands apart, as the language that is active has it.

    >>> from django.utils import translation
    >>> with translation.override("da"):
    ...     grouped(12_345)
    '12.345'
    """
    return formats.number_format(number, force_grouping=True)


def fraction(number: Fraction) -> str:
    """Return a number that need not be whole, with the decimal mark of the language.

    >>> from django.utils import translation
    >>> with translation.override("da"):
    ...     fraction(Fraction(-49, 4)), fraction(Fraction(-49, 3))
    ('−12,25', '−49/3')
    """
    mark = str(formats.get_format("DECIMAL_SEPARATOR"))
    return exact(number).replace("-", MINUS).replace(".", mark)


def short(name: str) -> str:
    """Return a name that fits its place.

    >>> short("Agnes")
    'Agnes'
    >>> len(short("x" * 500))
    48
    """
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"


def day(date: dt.date) -> str:
    """Return a date with its weekday, in the language that is active."""
    return f"{formats.date_format(date, 'l')} {formats.date_format(date, 'DATE_FORMAT')}"


def moment(at: dt.datetime) -> str:
    """Return a date and time of the club's own clock, in the language that is active."""
    return formats.date_format(timezone.localtime(at), "DATETIME_FORMAT")
