"""What the pages say of what is kept, and of what forgetting would change."""

import datetime as dt
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from lhombre_club.members.models import Club
from tournaments.book.actors import people
from tournaments.kept.domain.forgetting import Plan
from tournaments.kept.domain.names import stands_for
from tournaments.kept.domain.places import KEPT, Keeping
from tournaments.kept.domain.retention import next_dates
from tournaments.kept.forms import called
from tournaments.kept.queries import OwnData, club_changes, forgotten

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
        (str(text), str(change.now[field]))
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
class OwnTable:
    """Rows of one kind, to be read."""

    heading: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def readable(data: OwnData) -> list[tuple[Keeping, list[OwnTable]]]:
    """Return what stands of somebody as tables."""
    return [(part.keeping, [_table(*each) for each in part.tables]) for part in data.parts]


def _table(model: str, rows: Sequence[Mapping[str, Any]]) -> OwnTable:
    columns = [name for name in rows[0] if any(row[name] not in {None, ""} for row in _flat(rows))]
    return OwnTable(
        heading=model,
        columns=[capfirst(name.replace("_", " ")) for name in columns],
        rows=[[_cell(row[name]) for name in columns] for row in rows],
    )


def _flat(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, str | None]]:
    return [
        {name: None if each is None else str(each) for name, each in row.items()} for row in rows
    ]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value)


def file_name(today: dt.date) -> str:
    """Return what the file of somebody's own data is called: without his name."""
    return f"own-data-{today:%Y-%m-%d}.json"
