"""Numbers, names and times as paper shows them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from math import floor
from typing import Final

from django.utils import formats, timezone
from django.utils.translation import gettext as _

from lhombre_club.members.namesakes import TAG
from lhombre_club.members.shown import said
from scoring.account import exact
from tournaments.models import Sitter

LONGEST_NAME: Final = 48
"""Longer names are cut: more does not fit above a column."""
BETWEEN: Final = " – "
"""Stands between the names of a pair."""
BOUND: Final = "\N{NO-BREAK SPACE}"
"""Keeps an amount and its unit on one line."""
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


def ordinal(number: int) -> str:
    """Return a number as it stands for a place, in the language that is active.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     " ".join(ordinal(n) for n in (1, 2, 3, 4, 11, 12, 13, 21, 112))
    '1st 2nd 3rd 4th 11th 12th 13th 21st 112th'
    """
    teens = range(11, 14)
    end = 0 if number % 100 in teens else number % 10
    says = {1: _("%(place)dst"), 2: _("%(place)dnd"), 3: _("%(place)drd")}
    return says.get(end, _("%(place)dth")) % {"place": number}


def kroner(
    amount: Decimal | int, *, oere: bool = False, sign: bool = False, column: bool = False
) -> str:
    r"""Return an amount of money: the one way in which pages and papers write it.

    Its øre stand where there are any, or where all around it has them (``oere``); ``column``
    leaves out the unit, which stands above.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     kroner(Decimal("1234.5")), kroner(1234), kroner(3, oere=True)
    ('1,234.50\xa0kr', '1,234\xa0kr', '3.00\xa0kr')
    >>> with translation.override("en"):
    ...     kroner(Decimal("-0.25"), column=True), kroner(2, sign=True), kroner(0, sign=True)
    ('−0.25', '+2\xa0kr', '0\xa0kr')
    """
    exact = Decimal(amount).normalize() + 0  # nothing has no sign
    finest = -int(exact.as_tuple().exponent)
    decimals = max(2, finest) if oere or finest > 0 else 0
    digits = formats.number_format(exact, decimals, force_grouping=True).replace("-", MINUS)
    figure = f"+{digits}" if sign and exact > 0 else digits
    if column:
        return figure
    return (_("%(amount)s kr") % {"amount": figure}).replace(" ", BOUND)


def per_point(unit: Decimal | None) -> str:
    """Return what a point costs; without a unit, that nothing is played for."""
    if not unit:
        return _("not played for money")
    return _("%(amount)s a point") % {"amount": kroner(unit)}


def fraction(number: Fraction) -> str:
    """Return a number that need not be whole, to the hundredth, as the language writes it.

    >>> from django.utils import translation
    >>> with translation.override("da"):
    ...     [fraction(Fraction(number)) for number in ("-49/4", "-49/3", "1/8")]
    ['−12,25', '−16,33', '0,13']
    """
    mark = str(formats.get_format("DECIMAL_SEPARATOR"))
    half_up = floor(abs(number) * 100 + Fraction(1, 2))  # nobody reads 5/3 as an amount
    rounded = Fraction(half_up if number > 0 else -half_up, 100)
    return exact(rounded).replace("-", MINUS).replace(".", mark)


def signed_fraction(number: Fraction) -> str:
    """Return points that need not be whole with their sign.

    >>> from django.utils import translation
    >>> with translation.override("da"):
    ...     [signed_fraction(Fraction(number)) for number in ("2", "1/4", "0", "-1/2")]
    ['+2', '+0,25', '0', '−0,5']
    """
    said = fraction(number)
    return f"+{said}" if number > 0 and said != "0" else said


def short(name: str) -> str:
    """Return a name that fits its place, with what tells it from another's, as it may be read.

    As many names between the first and the last are initials as need be; only what is too long
    for all that is cut.

    >>> short("Agnes")
    'Agnes'
    >>> short("Christian Frederik Emil Otto Valdemar von Wedel-Heinen")
    'Christian F. Emil Otto Valdemar von Wedel-Heinen'
    >>> len(short("x" * 500))
    48
    >>> short(f"{'x' * 500} (12)")[-7:]
    'x… (12)'
    """
    name = said(name)
    if len(name) <= LONGEST_NAME:
        return name
    tag = TAG.search(name)
    bare = name[: tag.start()] if tag else name
    words = bare.split()
    for at in range(1, len(words) - 1):
        if words[at][0].isupper():
            words[at] = f"{words[at][0]}."
        fitting = f"{' '.join(words)}{tag[0] if tag else ''}"
        if len(fitting) <= LONGEST_NAME:
            return fitting
    end = f"…{tag[0]}" if tag and len(tag[0]) < LONGEST_NAME else "…"
    return f"{name[: LONGEST_NAME - len(end)]}{end}"


def short_pair(name: str) -> str:
    """Return the name of a pair with each of the two short; any other name is one.

    >>> short_pair("Agnes" + BETWEEN + "Bo")
    'Agnes – Bo'
    >>> [len(each) for each in short_pair("x" * 60 + BETWEEN + "y" * 60).split(BETWEEN)]
    [48, 48]
    """
    return BETWEEN.join(map(short, name.split(BETWEEN, 1)))


def in_place_of(name: str, player: str) -> str:
    """Return who sits somewhere and for whom, as short as a name; without ``player`` for himself.

    >>> in_place_of("Åse", "Bo"), in_place_of("Bo", "")
    ('Åse for Bo', 'Bo')
    """
    words = {"substitute": name, "player": player}
    return short(_("%(substitute)s for %(player)s") % words if player else name)


def sitting(sitter: Sitter) -> str:
    """Return who sits somewhere in a round and for whom, as short as a name.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     sitting(Sitter("Bo", "Åse")), sitting(Sitter("Bo", "Åse", 5))
    ('Åse for Bo', 'Bo, from deal 5 Åse')
    """
    if sitter.substitute and not sitter.comes_late:
        return in_place_of(sitter.substitute, sitter.player)
    return short(str(sitter))


def in_runs(deals: Sequence[int]) -> str:
    """Return deals as one writes them.

    >>> in_runs([1, 2, 3, 6, 7])
    '1–3, 6, 7'
    """
    ends = [0, *(place for place, (a, b) in enumerate(pairwise(deals), 1) if b != a + 1)]
    parts = [deals[start:end] for start, end in pairwise([*ends, len(deals)]) if deals]
    return ", ".join(_run(part) for part in parts)


def _run(part: Sequence[int]) -> str:
    """Return deals in a row; a dash between two of them would be read as from far to far."""
    return f"{part[0]}–{part[-1]}" if part[2:] else ", ".join(map(str, part))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the deals of a table are, of a round, or of an event."""

    played: int = 0
    """That have a result."""
    unplayed: int = 0
    """That a director has ruled not to have been played."""
    annulled: int = 0
    """That a director has annulled."""
    deals: int = 0
    """That there are."""

    def __add__(self, other: "Progress") -> "Progress":
        """Return how far both are together."""
        return Progress(
            self.played + other.played,
            self.unplayed + other.unplayed,
            self.annulled + other.annulled,
            self.deals + other.deals,
        )

    @property
    def settled(self) -> int:
        """How many leave nothing to enter."""
        return self.played + self.unplayed + self.annulled

    def __str__(self) -> str:
        """Say it, and never a deal as played that was not.

        >>> from django.utils import translation
        >>> with translation.override("en"):
        ...     str(Progress(3, deals=8)), str(Progress(3, 5, deals=8)), str(Progress(6, 1, 1, 8))
        ('3 of 8 deals', '3 of 8 deals, 5 not played', '6 of 8 deals, 1 not played, 1 annulled')
        """
        parts = [_("%(played)d of %(deals)d deals") % {"played": self.played, "deals": self.deals}]
        if self.unplayed:
            parts.append(_("%(deals)d not played") % {"deals": self.unplayed})
        if self.annulled:
            parts.append(_("%(deals)d annulled") % {"deals": self.annulled})
        return ", ".join(parts)


def day(date: dt.date) -> str:
    """Return a date with its weekday, in the language that is active."""
    return f"{formats.date_format(date, 'l')} {formats.date_format(date, 'DATE_FORMAT')}"


def day_of_year(date: dt.date) -> str:
    """Return the same without the year, for what is near."""
    return f"{formats.date_format(date, 'l')} {formats.date_format(date, 'MONTH_DAY_FORMAT')}"


def moment(at: dt.datetime) -> str:
    """Return a date and time of the club's own clock: by 24 hours, as the pages have it."""
    local = timezone.localtime(at)
    return f"{formats.date_format(local, 'DATE_FORMAT')} {formats.time_format(local, 'H:i')}"


def clock(at: dt.datetime, *, seconds: bool = False) -> str:
    """Return the time of day by the club's own clock; of another day than today with its date."""
    local = timezone.localtime(at)
    said = local.strftime("%H:%M:%S" if seconds else "%H:%M")
    if local.date() == timezone.localdate():
        return said
    date = formats.date_format(local, "DATE_FORMAT")
    return _("%(time)s on %(date)s") % {"time": said, "date": date}
