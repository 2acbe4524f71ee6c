"""The records of a club, as values for its page and for the evening that has made one."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias
from uuid import UUID

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.standings.queries.records import MOST_NAMED, Holder, Kind, Record
from tournaments.words.figures import grouped, short, signed

Named: TypeAlias = Callable[[Holder], str]
TITLES: Final[Mapping[Kind, Promise]] = {
    Kind.EVENING: gettext_lazy("Most points in an evening"),
    Kind.ROUND: gettext_lazy("Most points in the deals of a round"),
    Kind.DEAL: gettext_lazy("Most points in a deal"),
    Kind.RUN: gettext_lazy("Most own games won in a row in an evening"),
    Kind.KODILLE: gettext_lazy("Most kodille in an evening"),
    Kind.PLAYERS: gettext_lazy("Most players in an evening"),
}
POINTS: Final = (Kind.EVENING, Kind.ROUND, Kind.DEAL)


@dataclass(frozen=True, slots=True)
class RecordLine:
    """A record."""

    title: str
    figure: str
    who: str
    """Empty where it is nobody's own, or more share it than can be named."""
    event: UUID
    name: str
    date: dt.date


def record_lines(found: Iterable[Record], named: Named) -> list[RecordLine]:
    """Return a line for each record."""
    return [
        RecordLine(
            str(TITLES[each.kind]),
            _figure(each),
            _who(each, named),
            each.evening.event,
            each.evening.name,
            each.evening.date,
        )
        for each in found
    ]


def news(found: Iterable[Record], named: Named) -> list[str]:
    """Return a sentence for each thing of which an evening saw more than those before it."""
    return [_news(each, _who(each, named)) for each in found]


def _news(each: Record, who: str) -> str:
    facts = {"what": TITLES[each.kind], "figure": _figure(each), "who": f" ({who})" if who else ""}
    if each.since is None:
        return _("%(what)s ever: %(figure)s%(who)s.") % facts
    facts["date"] = date_format(each.since.date, "DATE_FORMAT")
    return _("%(what)s since %(date)s: %(figure)s%(who)s.") % facts


def _figure(each: Record) -> str:
    return signed(each.figure) if each.kind in POINTS else grouped(each.figure)


def _who(each: Record, named: Named) -> str:
    names = [short(name) for name in map(named, each.holders) if name]
    if not names or len(names) > MOST_NAMED:
        return ""
    return get_text_list(names, _("and"))
