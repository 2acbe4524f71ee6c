"""The score sheet of a table: to be written on, as it was entered, or of no table at all."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone
from django.utils.translation import gettext as _

from lhombre_club.printing import CannotPrintError, Paper
from lhombre_club.visitors import open_only_here
from tournaments.entry.domain import links
from tournaments.models import Event, Table
from tournaments.papers.documents.crib import CRIB
from tournaments.papers.documents.document import (
    Option,
    Options,
    Values,
    as_told_at,
    asked,
    sealed,
)
from tournaments.papers.queries.blank import blank_sheet
from tournaments.papers.score_sheet import drawing
from tournaments.papers.score_sheet.masthead import classes_of
from tournaments.review.domain.rounds import has_use_for_codes
from tournaments.review.domain.sheet_ids import SheetId
from tournaments.sheets.account_words import of_declarer
from tournaments.sheets.explaining import antes
from tournaments.sheets.queries import Sheet, sheet, stand_ins
from tournaments.words.figures import day, moment

BACK: Final = "back"
"""Asked of a sheet to be written on: the rules on its back."""
HALVED: Final = frozenset({Option.LARGE, Option.A5})
"""A sheet that comes so has twenty deals to a page."""


def score_sheet(params: Mapping[str, Any]) -> Paper:
    """Build the sheet of a table, to be written on, with the code that opens its entry page."""
    table = _table(params)
    event, options = table.round.event, asked(params)
    of_table = _marks(table, links.issue_link(table))
    found = sheet(table)
    with as_told_at(event):
        title = f"{event.name}: {title_of(*numbers(table), filled=False)}"
        whole = Option.TAGGED in options or not options & HALVED
        parts = [found] if whole else drawing.halves(found)
        papers = [_written(part, title, options, of_table) for part in parts]
    if params.get(BACK):
        papers.insert(1, CRIB.paper({**params, "event": str(event.pk)}))
    return replace(papers[0], then=tuple(papers[1:]))


def filled_sheet(params: Mapping[str, Any]) -> Paper:
    """Build the sheet of a table as it was entered.

    It is known by the id and code of the table, while it may come in or be protested against.
    """
    table = _table(params)
    event = table.round.event
    options = asked(params) & {Option.TAGGED}
    of_table: Values = {}
    if has_use_for_codes(table.round):
        of_table = _marks(table, links.issue_link(table, even_expired=True))

    def read() -> Values:
        found = sheet(table)
        return {
            **_values(found, options, filled=True),
            **of_table,
            "has_tout": drawing.has_tout(found),
            "entered": found.entered,
            "antes": antes(found),
        }

    with as_told_at(event):
        context = sealed(event, read)
        title = f"{event.name}: {title_of(*numbers(table), filled=True)}"
        return _paper(context, title, event.language, options)


def empty_sheet(event: Event, players: int, *, copies: int, options: Options) -> Paper:
    """Build the sheet of a table of which only the size is known, so many times."""
    with as_told_at(event):
        paper = _written(blank_sheet(event, players), event.name, options, {})
        return replace(paper, copies=copies)


def numbers(table: Table) -> tuple[int, int]:
    """Return by what a sheet is called: the number of the round, and of its table there."""
    return table.round.number, table.number


def title_of(round_: int, table: int, *, filled: bool) -> str:
    """Return what the sheet of a table is called, in the language that is active."""
    words = {"round": round_, "table": table}
    if filled:
        return _("Filled sheet, round %(round)s, table %(table)s") % words
    return _("Score sheet, round %(round)s, table %(table)s") % words


def _marks(table: Table, link: str) -> Values:
    """Return by what the sheet of a table is known when it comes in: its id, and a code with it."""
    sheet_id = SheetId.of(table)
    return {
        "code": drawing.qr_code(f"{link}{sheet_id.typed}/"),
        "sheet_id": str(sheet_id),
    }


def _written(part: Sheet, title: str, options: Options, of_table: Values) -> Paper:
    """Return the sheet to be written on; ``of_table`` is empty where its table is not known."""
    context = {
        **_values(part, options, filled=False),
        **of_table,
        "crib": drawing.crib(part),
        "of_declarer": of_declarer(part.table.round.event),
    }
    return _paper(context, title, part.table.round.event.language, options)


def _paper(context: dict[str, Any], title: str, language: str, options: Options) -> Paper:
    """Return the sheet as a drawing; to be read aloud it is a table."""
    if Option.TAGGED in options:
        context |= {"tagged": True, "rows": drawing.rows(context["columns"])}
        return Paper("sheet-table.html", context, title, language, tagged=True)
    below = f"{context['date']} · {context['club']}"
    title_class, below_class = classes_of(
        context["event"], below, beside_code=bool(context.get("code"))
    )
    context |= {"title_class": title_class, "below_class": below_class, "below": below}
    return Paper("sheet.html", context, title, language, drawing="sheet-drawing.html")


def _values(part: Sheet, options: Options, *, filled: bool) -> dict[str, Any]:
    round_, now, large = part.table.round, timezone.now(), bool(options & HALVED)
    helping = stand_ins(part.table) if part.table.number else {}  # a blank one is of no table
    return {
        "club": round_.event.club.name,
        "options": sorted(options),
        "created": now.isoformat(timespec="seconds"),
        "event": round_.event.name,
        "date": day(round_.date or round_.event.date),
        "round": round_.number or "",
        "table": part.table.number or "",
        "headings": drawing.headings(part, helping, large=large),
        "grid": drawing.ruling(part, filled=filled, large=large),
        "columns": drawing.columns(part, filled=filled, large=large),
        "filled": filled,
        "open_only_here": open_only_here(),
        "large": large,
        "folders": part.has_folders,
        "deals": len(part.lines),
        "as_of": moment(now),
        "version": round_.event.version,
    }


def _table(params: Mapping[str, Any]) -> Table:
    try:
        return Table.objects.select_related("round__event__club").get(pk=params["table"])
    except ObjectDoesNotExist as error:
        raise CannotPrintError(f"no table {params['table']}") from error
