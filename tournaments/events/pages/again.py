"""Who is made an event of, where some of those who are here play in another one already."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.members.models import Club, Person
from lhombre_club.members.namesakes import tagged
from lhombre_club.members.queries import Evening, attendance, evening
from tournaments.events.domain.events import TABLES_OF
from tournaments.models import Event
from tournaments.plans.layout import Layout, layout
from tournaments.seating.queries.leaving import left_early
from tournaments.seating.queries.tonight import is_prepared, open_events, playing_in
from tournaments.teams.domain.teams import SIZES, fewest_players
from tournaments.words.units import units_of

FEWEST: Final = min(TABLES_OF)
"""Players of an event that is drawn."""
ALL = "all"
"""What is sent, under ``who``, where they are to play in both."""


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """An open event of the day, and who of those who are here plays in it."""

    event: Event
    people: tuple[Person, ...]

    @property
    def names(self) -> str:
        """Their names for a sentence, no two alike."""
        return _names(self.people)


@dataclass(frozen=True, slots=True)
class Field:
    """Of whom the event is made."""

    here: tuple[Person, ...]
    late: tuple[Person, ...]
    elsewhere: tuple[Elsewhere, ...]
    """The events in which some of the evening play already."""
    everybody: int
    """How many are here, with those; nobody who left early."""
    takes_all: bool
    """Whether they are to play in this one too."""
    prepared: tuple[Event, ...]
    """The events of the day that wait for people."""
    date: dt.date
    """The day."""

    @property
    def is_tonight(self) -> bool:
        """Whether the day is this evening."""
        return self.date == evening()

    @property
    def is_past(self) -> bool:
        """Whether the day is over."""
        return self.date < evening()

    @property
    def missing(self) -> int:
        """How many more it takes for a table."""
        return max(0, FEWEST - len(self.here))

    @property
    def fours(self) -> int:
        """How many tables of four those who are here make."""
        return self._tables.odd(4)

    @property
    def threes(self) -> int:
        """How many tables of three."""
        return self._tables.odd(3)

    @property
    def over(self) -> int:
        """How many sit each round out."""
        return self._tables.byes

    @property
    def of_units(self) -> list[tuple[str, str]]:
        """What those who are here make as pairs and as teams, by the kind of event."""
        return [(kind, _of_units(kind, len(self.here))) for kind in SIZES]

    @property
    def _tables(self) -> Layout:
        return layout(len(self.here), TABLES_OF)

    @property
    def late_names(self) -> str:
        """The names of those who come later, for a sentence, no two alike."""
        return _names(self.late)

    @property
    def at_once(self) -> int:
        """In how many events one person would play with this one, at most."""
        plays = Counter(person.pk for one in self.elsewhere for person in one.people)
        return 1 + max(plays.values(), default=0)


def _of_units(kind: str, here: int) -> str:
    """Say how many pairs or teams so many make, at how many tables they meet, and who is left."""
    if here < fewest_players(kind):
        return _("Too few: it takes at least %(least)d.") % {"least": fewest_players(kind)}
    units, left = divmod(here, SIZES[kind])
    said = units_of(kind)
    tables = units // 2 * (SIZES[kind] // 2)
    at = ngettext("%(count)d table in each round.", "%(count)d tables in each round.", tables)
    told = [f"{units} {said['many']}: {at % {'count': tables}}"]
    if units % 2:
        told.append(_("One %(one)s sits each round out, in turn.") % said)
    if left:
        over = ngettext("%(count)d person is left over.", "%(count)d people are left over.", left)
        told.append(over % {"count": left})
    return " ".join(told)


def _names(people: Iterable[Person]) -> str:
    return ", ".join(person.listed for person in people)


def gathered(
    club: Club, asked: Mapping[str, str] = MappingProxyType({}), date: dt.date | None = None
) -> Field:
    """Return of whom an event of a day is made, tonight's where none is said.

    ``asked`` may say that they play in two.
    """
    day = evening() if date is None else date
    return field_of(club, day, attendance(club, day), asked)


def field_of(club: Club, date: dt.date, now: Evening, asked: Mapping[str, str]) -> Field:
    """Leave out who plays in another event of the day, unless it is asked for in so many words.

    Who left one of that day before its end has gone home, whoever is asked for.
    """
    gone = left_early(club, date)
    playing = playing_in(open_events(club, date))
    shown = (*now.here, *now.late) if playing else now.late
    there = tagged(club.pk, shown)
    both = [
        Elsewhere(event, tuple(each for each in there if each.pk in people))
        for event, people in playing
    ]
    takes_all = asked.get("who") == ALL
    busy = set() if takes_all else {each.pk for one in both for each in one.people}
    return Field(
        here=tuple(each for each in now.here if each.pk not in busy and each.pk not in gone),
        late=tuple(each for each in now.late if each.pk not in busy),
        elsewhere=tuple(one for one in both if one.people),
        everybody=sum(each.pk not in gone for each in now.here),
        takes_all=takes_all,
        prepared=tuple(event for event, people in playing if is_prepared(event, people)),
        date=date,
    )
