"""Corrections of what was final, in words for everybody."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from tournaments.domain.queries.late import Late, LateLine, late_corrections
from tournaments.interfaces.effects import record_words
from tournaments.models import Correction, Event


@dataclass(frozen=True, slots=True)
class Note:
    """A published note."""

    at: dt.datetime
    what: tuple[str, ...]
    reason: str


def late_notes(event: Event) -> list[Note]:
    """Return what was changed after rounds of the event were final, the newest first."""
    return [Note(each.at, _what(each), each.reason) for each in late_corrections(event)]


def _what(late: Late) -> tuple[str, ...]:
    match late.kind:
        case Correction.Kind.SEATS:
            return (_("Players were entered on each other’s seats."),)
        case Correction.Kind.RULES:
            return (_("Everything was settled again by other rules."),)
        case _:
            return tuple(_line(line) for line in late.lines)


def _line(line: LateLine) -> str:
    says = _("Round %(round)d, table %(table)d, deal %(deal)d: %(after)s; it was %(before)s.")
    return says % {
        "round": line.round,
        "table": line.table,
        "deal": line.deal,
        "after": _words(line.after, line.names),
        "before": _words(line.before, line.names),
    }


def _words(record: Mapping[str, Any] | None, names: tuple[str, ...]) -> str:
    return _("no result") if record is None else record_words(record, names)
