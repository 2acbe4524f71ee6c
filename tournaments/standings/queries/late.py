"""What was changed after a round was final, for everybody to read; nobody is named."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from tournaments.models import SITTER, Activity, Correction, Event, Revision, Seat, Sitter

VERBS = ("final.corrected", "final.undone")


@dataclass(frozen=True, slots=True, kw_only=True)
class LateLine:
    """A deal that says something else now."""

    round: int
    table: int
    table_id: UUID
    deal: int
    names: tuple[str, ...]
    """Who has that deal now, by seat."""
    before: Mapping[str, Any] | None
    after: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """A correction of what was final."""

    at: dt.datetime
    kind: str
    """``Correction.Kind``."""
    reason: str
    undoes: bool
    """It takes another one back, whose reason it repeats."""
    lines: tuple[LateLine, ...]


def late_corrections(event: Event) -> list[Late]:
    """Return the event's corrections of final rounds, the newest first.

    One query where there are none, else four.
    """
    noted = Activity.objects.filter(event=event, verb__in=VERBS).values_list("facts", flat=True)
    ids = [UUID(facts["correction"]) for facts in noted]
    if not ids:
        return []
    corrections = Correction.objects.filter(pk__in=ids).order_by("-created_at")
    lines = _lines(ids)
    return [
        Late(
            at=each.created_at,
            kind=each.kind,
            reason=each.reason,
            undoes=each.undoes_id is not None,
            lines=tuple(lines.get(each.pk, ())),
        )
        for each in corrections
    ]


def _lines(corrections: list[UUID]) -> dict[UUID, list[LateLine]]:
    made = list(
        Revision.objects.filter(correction__in=corrections)
        .select_related("table__round")
        .order_by("table__round__number", "table__number", "deal")
    )
    tables = {revision.table_id for revision in made}
    there: dict[UUID, list[Sitter]] = {table: [] for table in tables}
    seats = Seat.objects.filter(table__in=tables).order_by("seat")
    for table, *sitter in seats.values_list("table_id", *SITTER):
        there[table].append(Sitter(*sitter))
    stored = Revision.objects.filter(table__in=tables, deal__in={each.deal for each in made})
    records = {(each.table_id, each.deal, each.number): each.record for each in stored}
    found: dict[UUID, list[LateLine]] = {}
    for each in made:
        line = LateLine(
            round=each.table.round.number,
            table=each.table.number,
            table_id=each.table_id,
            deal=each.deal,
            names=tuple(sitter.at(each.deal) for sitter in there[each.table_id]),
            before=records.get((each.table_id, each.deal, each.number - 1)),
            after=each.record,
        )
        found.setdefault(each.correction_id or each.pk, []).append(line)
    return found
