"""A sheet of no table in particular: who deals and who sits out, and nothing else."""

from tournaments.book.accounts import Frame
from tournaments.models import Event, Names, Round, Sitter, Table
from tournaments.sheets.queries import Sheet, SheetLine


def blank_sheet(event: Event, players: int) -> Sheet:
    """Return the sheet of a table of ``players`` without names; no query."""
    table = Table(round=Round(event=event, number=0), number=0)
    frame = Frame.of(table, players=players)
    nothing = (0,) * players
    return Sheet(
        table=table,
        ruleset=frame.ruleset,
        rules=frame.rules,
        names=Names([Sitter("")] * players),
        lines=tuple(_line(frame, deal) for deal in range(1, frame.deals + 1)),
        opening=nothing,
        totals=nothing,
        subtotals=(),
        entries=(),
    )


def _line(frame: Frame, deal: int) -> SheetLine:
    sitters = frame.sitters(deal)
    return SheetLine(deal=deal, dealer=frame.dealer(deal), sitter=sitters[0] if sitters else None)
