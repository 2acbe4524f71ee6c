"""The papers this app can write, each a builder for a print job, and how to ask for them.

A builder runs in the worker, in the language of the event; it reads through the queries, and
hands plain values to a template.
"""

from collections.abc import Iterable
from enum import StrEnum, unique
from typing import Any
from uuid import UUID, uuid4

from django.core.exceptions import ObjectDoesNotExist
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from lhombre_club import printing
from lhombre_club.printing import CannotPrintError, Paper
from tournaments.domain import links
from tournaments.domain.queries import settling, sheets, standings
from tournaments.interfaces import paper_sheet, paper_standings
from tournaments.interfaces import settling as settling_words
from tournaments.interfaces.paper_words import day, moment
from tournaments.models import Event, Round, Table


@unique
class Kind(StrEnum):
    """The papers."""

    SCORE_SHEET = "score-sheet"
    """A table's sheet, to be written on."""
    FILLED_SHEET = "filled-sheet"
    """A table's sheet as it was entered."""
    STANDINGS = "standings"
    SETTLING = "settling"
    """Who pays whom after the event."""


TITLES = {Kind.STANDINGS: gettext_lazy("Standings"), Kind.SETTLING: gettext_lazy("Settling up")}
"""Of the papers that an event has one of."""


def register() -> None:
    """Register a builder for each kind of paper."""
    printing.register(Kind.SCORE_SHEET, score_sheet)
    printing.register(Kind.FILLED_SHEET, filled_sheet)
    printing.register(Kind.STANDINGS, standings_paper)
    printing.register(Kind.SETTLING, settling_paper)


def ask_for_sheets(
    *, tables: Iterable[Table], kind: Kind, actor: str, batch: UUID | None = None
) -> UUID:
    """Ask for the sheet of each table, a paper each, and return their batch.

    The tables come with their round and event.
    """
    batch = batch or uuid4()
    for table in tables:
        event = table.round.event
        printing.request_paper(
            kind=kind,
            params={"event": str(event.pk), "table": str(table.pk)},
            title=_title(table, kind),
            actor=actor,
            batch=batch,
        )
    return batch


def ask_for_round(*, round_: Round, kind: Kind, actor: str) -> UUID:
    """Ask for the sheets of every table of a round, and return their batch."""
    tables = round_.tables.select_related("round__event").order_by("number")
    return ask_for_sheets(tables=tables, kind=kind, actor=actor)


def ask_for_standings(*, event: Event, actor: str) -> UUID:
    """Ask for the standings of an event, and return the batch of the one paper."""
    return _ask_for_one(Kind.STANDINGS, event, actor)


def ask_for_settling(*, event: Event, actor: str) -> UUID:
    """Ask for who pays whom after an event, and return the batch of the one paper."""
    return _ask_for_one(Kind.SETTLING, event, actor)


def _ask_for_one(kind: Kind, event: Event, actor: str) -> UUID:
    with translation.override(event.language):
        title = str(TITLES[kind])
    job = printing.request_paper(
        kind=kind, params={"event": str(event.pk)}, title=title, actor=actor
    )
    return job.batch


def score_sheet(params: dict[str, Any]) -> Paper:
    """Build the sheet of a table, to be written on, with the code that opens its entry page."""
    table = _table(params)
    code = paper_sheet.qr_code(links.issue_link(table))
    return _sheet(table, Kind.SCORE_SHEET, code=code)


def filled_sheet(params: dict[str, Any]) -> Paper:
    """Build the sheet of a table as it was entered."""
    return _sheet(_table(params), Kind.FILLED_SHEET)


def standings_paper(params: dict[str, Any]) -> Paper:
    """Build the standings of an event."""
    event = _event(params)
    now = standings.standings(event)
    with translation.override(event.language):
        return Paper(
            template="standings.html",
            context={
                "event": event.name,
                "date": day(event.date),
                "rounds": now.rounds,
                **paper_standings.context(now),
                "as_of": moment(timezone.now()),
                "version": event.version,
            },
            title=f"{event.name}: {TITLES[Kind.STANDINGS]}",
            language=event.language,
        )


def settling_paper(params: dict[str, Any]) -> Paper:
    """Build who pays whom after an event, and what everybody has won or lost."""
    event = _event(params)
    found = settling.money(event)
    with translation.override(event.language):
        return Paper(
            template="settling.html",
            context={
                "event": event.name,
                "date": day(event.date),
                "payments": settling_words.payments_of(found),
                "shares": settling_words.shares_of(found),
                "settled": found.settling is not None,
                "outdated": found.outdated,
                "as_of": moment(timezone.now()),
                "version": event.version,
            },
            title=f"{event.name}: {TITLES[Kind.SETTLING]}",
            language=event.language,
        )


def _sheet(table: Table, kind: Kind, *, code: paper_sheet.Code | None = None) -> Paper:
    event = table.round.event
    sheet = sheets.sheet(table)
    filled = kind is Kind.FILLED_SHEET
    with translation.override(event.language):
        return Paper(
            template="sheet.html",
            context={
                "event": event.name,
                "date": day(event.date),
                "round": table.round.number,
                "table": table.number,
                "heads": paper_sheet.heads(sheet),
                "grid": paper_sheet.ruling(sheet, filled=filled),
                "columns": paper_sheet.columns(sheet, filled=filled),
                "filled": filled,
                "folders": sheet.has_folders,
                "code": code,
                "crib": [] if filled else paper_sheet.crib(sheet.ruleset),
                "has_tout": filled and paper_sheet.has_tout(sheet),
                "entered": sheet.entered,
                "deals": len(sheet.lines),
                "as_of": moment(timezone.now()),
                "version": event.version,
            },
            title=f"{event.name}: {_title(table, kind)}",
            language=event.language,
        )


def _title(table: Table, kind: Kind) -> str:
    words = {"round": table.round.number, "table": table.number}
    with translation.override(table.round.event.language):
        if kind is Kind.FILLED_SHEET:
            return _("Filled sheet, round %(round)s, table %(table)s") % words
        return _("Score sheet, round %(round)s, table %(table)s") % words


def _event(params: dict[str, Any]) -> Event:
    try:
        return Event.objects.get(pk=params["event"])
    except ObjectDoesNotExist as error:
        raise CannotPrintError(f"no event {params['event']}") from error


def _table(params: dict[str, Any]) -> Table:
    try:
        return Table.objects.select_related("round__event").get(pk=params["table"])
    except ObjectDoesNotExist as error:
        raise CannotPrintError(f"no table {params['table']}") from error
