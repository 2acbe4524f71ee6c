"""The score sheet of a table: to be written on, as it was entered, or of no table at all."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from lhombre_club.printing import CannotPrintError, Paper
from tournaments.domain import links
from tournaments.domain.queries.blank import blank_sheet
from tournaments.domain.queries.sheets import Sheet, sheet
from tournaments.interfaces import paper_sheet
from tournaments.interfaces.documents.crib import CRIB
from tournaments.interfaces.documents.document import Values
from tournaments.interfaces.paper_words import day, moment
from tournaments.models import Event, Table

LARGE, BACK = "large", "back"
"""What can be asked of a sheet to be written on: large print, and the rules on its back."""


def score_sheet(params: Mapping[str, Any]) -> Paper:
    """Build the sheet of a table, to be written on, with the code that opens its entry page."""
    table = _table(params)
    event, large = table.round.event, bool(params.get(LARGE))
    code = paper_sheet.qr_code(links.issue_link(table))
    found = sheet(table)
    with translation.override(event.language):
        title = f"{event.name}: {title_of(table, filled=False)}"
        parts = paper_sheet.halves(found) if large else [found]
        papers = [_written(part, title, code, large=large) for part in parts]
    if params.get(BACK):
        papers.insert(1, CRIB.paper({"event": str(event.pk)}))
    return replace(papers[0], then=tuple(papers[1:]))


def filled_sheet(params: Mapping[str, Any]) -> Paper:
    """Build the sheet of a table as it was entered."""
    table = _table(params)
    event = table.round.event
    found = sheet(table)
    with translation.override(event.language):
        return Paper(
            template="sheet.html",
            context={
                **_values(found, filled=True),
                "has_tout": paper_sheet.has_tout(found),
                "entered": found.entered,
            },
            title=f"{event.name}: {title_of(table, filled=True)}",
            language=event.language,
        )


def empty_sheet(event: Event, players: int, *, copies: int) -> Paper:
    """Build the sheet of a table of which only the size is known, so many times."""
    with translation.override(event.language):
        return replace(_written(blank_sheet(event, players), event.name), copies=copies)


def title_of(table: Table, *, filled: bool) -> str:
    """Return what the sheet of ``table`` is called, in the language that is active."""
    words = {"round": table.round.number, "table": table.number}
    if filled:
        return _("Filled sheet, round %(round)s, table %(table)s") % words
    return _("Score sheet, round %(round)s, table %(table)s") % words


def _written(
    part: Sheet, title: str, code: paper_sheet.Code | None = None, *, large: bool = False
) -> Paper:
    context = {
        **_values(part, filled=False, large=large),
        "code": code,
        "crib": paper_sheet.crib(part.ruleset),
    }
    return Paper("sheet.html", context, title, part.table.round.event.language)


def _values(part: Sheet, *, filled: bool, large: bool = False) -> Values:
    round_ = part.table.round
    return {
        "event": round_.event.name,
        "date": day(round_.date or round_.event.date),
        "round": round_.number or "",
        "table": part.table.number or "",
        "heads": paper_sheet.heads(part),
        "grid": paper_sheet.ruling(part, filled=filled, large=large),
        "columns": paper_sheet.columns(part, filled=filled),
        "filled": filled,
        "large": large,
        "folders": part.has_folders,
        "deals": len(part.lines),
        "as_of": moment(timezone.now()),
        "version": round_.event.version,
    }


def _table(params: Mapping[str, Any]) -> Table:
    try:
        return Table.objects.select_related("round__event").get(pk=params["table"])
    except ObjectDoesNotExist as error:
        raise CannotPrintError(f"no table {params['table']}") from error
