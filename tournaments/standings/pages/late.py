"""Corrections of what was final, in words for everybody."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from rules import RuleSet
from tournaments.folders.queries.secret import NOTHING, Secret
from tournaments.models import Correction, Event
from tournaments.standings.queries.late import Late, LateLine, late_corrections
from tournaments.words.deals import record_words


@dataclass(frozen=True, slots=True)
class Note:
    """A published note."""

    at: dt.datetime
    what: tuple[str, ...]
    reason: str
    rounds: frozenset[int]
    """Numbers of the rounds it changed, which were closed."""


def late_notes(event: Event, secret: Secret = NOTHING) -> list[Note]:
    """Return what was changed after rounds of the event were final, the newest first.

    What was changed in a secret deal is left out.
    """
    ruleset = RuleSet.from_json(event.ruleset)
    return [
        Note(
            each.at,
            _what(each, ruleset),
            _why(each),
            frozenset(line.round for line in each.lines),
        )
        for each in late_corrections(event)
        if not any(line.deal in secret.at(line.table_id) for line in each.lines)
    ]


def late_heading(notes: Iterable[Note]) -> str:
    """Return what stands above the notes: after which round, where it was one."""
    rounds = frozenset[int]().union(*(note.rounds for note in notes))
    if len(rounds) == 1:
        return _("Corrected after round %(number)d was closed") % {"number": min(rounds)}
    return _("Corrected after rounds were closed")


def _why(late: Late) -> str:
    if not late.undoes:
        return late.reason
    return _("A correction was taken back. It was made because: %(reason)s") % {
        "reason": late.reason
    }


def _what(late: Late, ruleset: RuleSet) -> tuple[str, ...]:
    match late.kind:
        case Correction.Kind.SEATS:
            return (_("Players were entered on each other’s seats."),)
        case Correction.Kind.RULES:
            return (_("Everything was settled again by other rules."),)
        case _:
            return tuple(_line(line, ruleset) for line in late.lines)


def _line(line: LateLine, ruleset: RuleSet) -> str:
    says = _("Round %(round)d, table %(table)d, deal %(deal)d: %(after)s; it was %(before)s.")
    return says % {
        "round": line.round,
        "table": line.table,
        "deal": line.deal,
        "after": _words(line.after, line.names, ruleset),
        "before": _words(line.before, line.names, ruleset),
    }


def _words(record: Mapping[str, Any] | None, names: tuple[str, ...], ruleset: RuleSet) -> str:
    return _("no result") if record is None else record_words(record, names, ruleset=ruleset)
