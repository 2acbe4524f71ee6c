"""The paper sheets of a round: in hand or still out, beside how far each is entered."""

import datetime as dt
from dataclasses import dataclass

from tournaments.book.actors import people
from tournaments.models import Round
from tournaments.review.queries.rounds import TableState, rounds


@dataclass(frozen=True, slots=True)
class PaperSheet:
    """The paper sheet of one table."""

    table: TableState
    at: dt.datetime | None
    """When it came in; None: it is still out."""
    by: str
    """Name of who took it in; empty: unknown."""


@dataclass(frozen=True, slots=True)
class PapersIn:
    """The sheets of a round, by the number of their table."""

    sheets: tuple[PaperSheet, ...]

    @property
    def come(self) -> list[PaperSheet]:
        """Those that are in hand, the last that came first."""
        held = [(each.at, each) for each in self.sheets if each.at]
        return [each for _, each in sorted(held, key=lambda pair: pair[0], reverse=True)]

    @property
    def missing(self) -> list[PaperSheet]:
        """Those that are still out."""
        return [each for each in self.sheets if each.at is None]


def papers_in(round_: Round) -> PapersIn:
    """Return the paper sheets of ``round_``, which comes with its event; seven queries."""
    (tables,) = (each.tables for each in rounds(round_.event) if each.id == round_.pk)
    held = {pk: (at, by) for pk, at, by in round_.tables.values_list("pk", "paper_at", "paper_by")}
    names = people((by for _at, by in held.values() if by), round_.event_id)
    return PapersIn(
        tuple(
            PaperSheet(table, held[table.id][0], names.get(held[table.id][1], ""))
            for table in tables
        )
    )
