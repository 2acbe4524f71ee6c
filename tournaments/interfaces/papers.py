"""The papers this app can write, each a builder for a print job, and how to ask for them.

A builder runs in the worker, in the language of the event; it reads through the queries, and
hands plain values to a template. What is a paper of an event or of a round is a document; the
sheets are those of a table.
"""

from collections.abc import Collection, Iterable, Mapping
from enum import StrEnum, unique
from typing import Final
from uuid import UUID, uuid4

from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from lhombre_club import printing
from tournaments.interfaces.documents import DOCUMENTS, Document, sheets
from tournaments.interfaces.documents.results import STANDINGS
from tournaments.models import Event, Round, Table


@unique
class Kind(StrEnum):
    """The papers."""

    SCORE_SHEET = "score-sheet"
    """A table's sheet, to be written on."""
    FILLED_SHEET = "filled-sheet"
    """A table's sheet as it was entered."""
    ROUND_PLAN = "round-plan"
    TABLE_CARDS = "table-cards"
    SEAT_SLIPS = "seat-slips"
    NAME_CARDS = "name-cards"
    ATTENDANCE_LIST = "attendance-list"
    CRIB = "crib"
    """Rules in short and the card of keys."""
    PACK = "pack"
    """All that an evening without electricity needs."""
    STANDINGS = "standings"
    CROSSTABLE = "crosstable"
    SETTLING = "settling"
    """Who pays whom after the event."""
    RECEIPTS = "receipts"
    MEMBER_LIST = "member-list"
    LABELS = "labels"


SHEETS: Final = frozenset({Kind.SCORE_SHEET, Kind.FILLED_SHEET})
OPTIONS: Final = frozenset({sheets.LARGE, sheets.BACK})
"""What can be asked of a sheet to be written on."""
HEADINGS: Final[Mapping[str, Promise]] = {
    Kind.SCORE_SHEET: gettext_lazy("Score sheets"),
    Kind.FILLED_SHEET: gettext_lazy("Filled sheets"),
    **{document.kind: document.title for document in DOCUMENTS},
}
"""What papers of a kind are called together."""


def register() -> None:
    """Register a builder for each kind of paper."""
    printing.register(Kind.SCORE_SHEET, sheets.score_sheet)
    printing.register(Kind.FILLED_SHEET, sheets.filled_sheet)
    for document in DOCUMENTS:
        printing.register(document.kind, document.paper)


def document_of(kind: str) -> Document | None:
    """Return the document of this kind; None for the sheets, and where there is none."""
    return next((document for document in DOCUMENTS if document.kind == kind), None)


def ask_for_sheets(
    *,
    tables: Iterable[Table],
    kind: Kind,
    actor: str,
    batch: UUID | None = None,
    options: Collection[str] = (),
) -> UUID:
    """Ask for the sheet of each table, a paper each, and return their batch.

    The tables come with their round and event; ``options`` are some of OPTIONS.
    """
    batch = batch or uuid4()
    for table in tables:
        event = table.round.event
        with translation.override(event.language):
            title = sheets.title_of(table, filled=kind is Kind.FILLED_SHEET)
        printing.request_paper(
            kind=kind,
            params={
                "event": str(event.pk),
                "table": str(table.pk),
                **dict.fromkeys(sorted(options), True),
            },
            title=title,
            actor=actor,
            batch=batch,
        )
    return batch


def ask_for_round(*, round_: Round, kind: Kind, actor: str, options: Collection[str] = ()) -> UUID:
    """Ask for the sheets of every table of a round, and return their batch."""
    tables = round_.tables.select_related("round__event").order_by("number")
    return ask_for_sheets(tables=tables, kind=kind, actor=actor, options=options)


def ask_for(*, document: Document, event: Event, actor: str, round_: Round | None = None) -> UUID:
    """Ask for a document of an event, or of a round, and return the batch of the one paper."""
    params = {"event": str(event.pk)} | ({"round": str(round_.pk)} if round_ else {})
    with translation.override(event.language):
        title = document.title_about(round_)
    job = printing.request_paper(kind=document.kind, params=params, title=title, actor=actor)
    return job.batch


def ask_for_standings(*, event: Event, actor: str) -> UUID:
    """Ask for the standings of an event, and return the batch of the one paper."""
    return ask_for(document=STANDINGS, event=event, actor=actor)
