"""Numbers, names and times as paper shows them."""

import datetime as dt
from typing import Final

from django.utils import formats, timezone

LONGEST_NAME: Final = 48
"""Longer names are cut: more does not fit above a column."""
MINUS: Final = "\N{MINUS SIGN}"


def signed(number: int) -> str:
    """Return a number of points with its sign, and a minus as wide as a plus.

    >>> signed(3), signed(0), signed(-2)
    ('+3', '0', '−2')
    """
    return f"{number:+d}".replace("-", MINUS) if number else "0"


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
