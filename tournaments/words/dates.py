"""A date within a name."""

import datetime as dt
import re
from collections.abc import Iterator
from itertools import product
from typing import Final

from django.conf import settings
from django.utils.formats import date_format, get_format
from django.utils.text import capfirst
from django.utils.translation import override

OF_LANGUAGE: Final = ("DATE_FORMAT", "MONTH_DAY_FORMAT", "SHORT_DATE_FORMAT")
BY_HAND: Final = ("j. M", "j. F", "j F", "j F Y", "j/n", "j/n Y", "j.n.Y", "Y-m-d")
"""As people write it, beside what the program writes."""
WEEKDAYS: Final = ("", "l ", r"l \d\e\n ")
"""What may stand before it, with the weekday."""


def renewed(name: str, old: dt.date, new: dt.date) -> str:
    """Return a name with ``new`` wherever it says the date ``old``, in the same spelling.

    It is read in each language of the program. A name that says another date, or none, stays.

    >>> renewed("Klubaften 25. november", dt.date(2026, 11, 25), dt.date(2026, 12, 2))
    'Klubaften 2. december'
    """
    spelt = dict(reversed(list(_spelt(old, new))))  # of two alike the first holds
    longest = sorted(spelt, key=len, reverse=True)
    says = rf"(?<!\w)({'|'.join(map(re.escape, longest))})(?!\w)"

    def instead(found: re.Match[str]) -> str:
        told = spelt.get(found[0]) or spelt[found[0].lower()]
        return capfirst(told) if found[0][0].isupper() else told

    return re.sub(says, instead, name, flags=re.IGNORECASE)


def _spelt(old: dt.date, new: dt.date) -> Iterator[tuple[str, str]]:
    """Yield each spelling of a date, also in small letters, with that of the other."""
    for code, _language in settings.LANGUAGES:
        with override(code):
            forms = (*map(get_format, OF_LANGUAGE), *BY_HAND)
            for before, form in product(WEEKDAYS, forms):
                says, told = (date_format(date, before + form) for date in (old, new))
                yield says, told
                yield says.lower(), told
