"""What the pages say of what is kept, and of what forgetting would change."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.formats import date_format, localize
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club, Person
from tournaments.book.actors import people
from tournaments.cash.words import money
from tournaments.kept.domain.forgetting import Plan
from tournaments.kept.domain.names import stands_for
from tournaments.kept.domain.places import KEPT, Keeping
from tournaments.kept.domain.retention import next_dates
from tournaments.kept.forms import called
from tournaments.kept.queries import Told, club_changes, forgotten, own_data, readable
from tournaments.kept.words import differing, heading
from tournaments.words.figures import moment, signed
from tournaments.words.own_link import masked

MOST_TEXTS: Final = 200
"""So many texts are shown before they are changed; of the others the number is said."""
MOST_CHANGES: Final = 50


@dataclass(frozen=True, slots=True)
class ToForget:
    """What forgetting would change, in the order of the page of what is kept."""

    instead: str
    names: Sequence[str]
    """Everything that is looked for."""
    counts: Sequence[tuple[Keeping, int]]
    texts: Sequence[tuple[str, str]]
    """Words as they are, and as they would be."""
    more: int
    """How many texts are not shown."""


def preview(plan: Plan) -> ToForget:
    """Return what is shown before somebody is forgotten."""
    count = Counter(change.keeping.key for change in plan.changes)
    texts = [
        (masked(str(text)), masked(str(change.now[field])))
        for change in plan.changes
        for field, text in change.was.items()
        if field in change.rows.words.split()
    ]
    distinct = list(dict.fromkeys(texts))
    return ToForget(
        instead=plan.names.instead,
        names=sorted({*plan.names.whole, *plan.names.parts}),
        counts=[(each, count[each.key]) for each in KEPT if count[each.key]],
        texts=distinct[:MOST_TEXTS],
        more=max(0, len(distinct) - MOST_TEXTS),
    )


def about(club: Club) -> Mapping[str, Any]:
    """Return what the page of what is kept shows."""
    gone = forgotten(club)
    lines = list(club_changes(club))[:MOST_CHANGES]
    known = people([*(row.actor for row in gone), *(actor for _at, actor, _what in lines)])
    return {
        "kept": KEPT,
        "next": [(called(key), date) for key, date in next_dates(club).items()],
        "forgotten": [(stands_for(row.number), row.at, known.get(row.actor, "")) for row in gone],
        "changes": [
            (at, known.get(actor, ""), ", ".join(map(_field_of_club, what)))
            for at, actor, what in lines
            if what
        ],
    }


def _field_of_club(name: str) -> str:
    """Return what a setting of the club is called on its page."""
    return {
        "name": _("Name"),
        "words": _("The club’s own words"),
        "shows_money": _("Money"),
        "shows_rating": _("Playing strength"),
        "shown_as": _("Names"),
    }[name]


@dataclass(frozen=True, slots=True)
class OwnLines:
    """Rows of one kind, a line each."""

    title: str
    lines: Sequence[str]


def own(club: Club, person: Person) -> Mapping[str, Any]:
    """Return what ``kept/parts.html`` shows somebody of what is kept of him.

    Of a text that is kept in parts, those parts that name him.
    """
    found = own_data(club, person)
    return {
        "parts": [
            (keeping, [_own_lines(told) for told in tables])
            for keeping, tables in readable(club, person)
        ],
        "named_in": [*dict.fromkeys(masked(" · ".join(differing(*both))) for both in found.naming)],
    }


def _own_lines(told: Told) -> OwnLines:
    rows = told.of
    heads = [(heading(rows, way), way in rows.oere.split()) for way in rows.shows.split()]
    return OwnLines(str(rows.title), [_line(heads, row) for row in told.rows])


def _line(heads: Sequence[tuple[str, bool]], row: Sequence[Any]) -> str:
    """Return what a row says, each value after what it is called; what is not known is left out."""
    cells = (
        (head, money(value) if is_oere else _cell(value))
        for (head, is_oere), value in zip(heads, row, strict=True)
    )
    return " · ".join(f"{head}: {cell}" for head, cell in cells if cell)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dt.datetime):
        return moment(value)
    if isinstance(value, float):
        return signed(round(value))  # a playing strength, as it stands on other pages
    if isinstance(value, int) and value < 0:
        return signed(value)
    if isinstance(value, dt.date):
        return date_format(value, "DATE_FORMAT")
    return masked(str(localize(value)))


def file_name(today: dt.date) -> str:
    """Return what the file of somebody's own data is called: without his name."""
    return f"own-data-{today:%Y-%m-%d}.json"
