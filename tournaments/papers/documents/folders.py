"""Folders that travel: a label for each, and for each table a card that says where they go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.folders.domain import plan_of, sets_of, spans
from tournaments.folders.forms import Step, steps
from tournaments.folders.queries.evenings import laid_out
from tournaments.models import Event
from tournaments.papers.documents.cut.cutting import Cut, on, pages
from tournaments.papers.documents.document import About, Document, Option, Shelf, Values

LABELS: Final = Cut(columns=3, rows=8)
QUARTERS: Final = Cut(columns=2, rows=2)
WHOLE: Final = Cut(columns=1, rows=1)
MOST_IN_A_QUARTER: Final = 16
"""Moves that a quarter of A4 has room for; more take all of it."""
MOST_ON_A_PAGE: Final = 40
"""Moves that a page has room for; more go on on the next one."""


@dataclass(frozen=True, slots=True)
class FolderLabel:
    """What is glued on a folder."""

    number: int
    copy: int
    """Of equal sets, which one; 0: there is only one."""


@dataclass(frozen=True, slots=True)
class MovementCard:
    """What lies on one table: each move is a line."""

    number: int
    stops: tuple[tuple[str, str, str], ...]
    """Which deals are played, from which folders, and where these go then."""

    @property
    def rounds(self) -> str:
        """The deals, line by line."""
        return self._column(0)

    @property
    def tables(self) -> str:
        """The folders, line by line."""
        return self._column(1)

    @property
    def seats(self) -> str:
        """Where they go, line by line."""
        return self._column(2)

    def _column(self, place: int) -> str:
        return "\n".join(stop[place] for stop in self.stops)


def folder_labels(about: About) -> Values:
    """Return a label for each folder of each set, as many as any evening needs."""
    known = [each.settings for each in sets_of(plan_of(about.event))]
    copies = max((each.copies for each in known), default=0)
    made = [
        FolderLabel(number, copy if copies > 1 else 0)
        for copy in range(1, copies + 1)
        for number in range(1, max(each.folders for each in known if each.copies >= copy) + 1)
    ]
    return {"cut": LABELS, "pages": pages(made, LABELS)}


def movement_cards(about: About) -> Values:
    """Return a card for each table; none where the folders have no way yet."""
    moves = _moves(about.event)
    cut = QUARTERS if len(moves) <= MOST_IN_A_QUARTER else WHOLE
    if cut is QUARTERS:
        cut = on(cut, a5=Option.A5 in about.options)
    made = [
        MovementCard(table + 1, stops[start : start + MOST_ON_A_PAGE])
        for table in range(len(moves[0].folders) if moves else 0)
        for stops in [_stops(moves, table)]
        for start in range(0, len(stops), MOST_ON_A_PAGE)
    ]
    heading = (
        gettext("Round: deal") if any(":" in move.deals for move in moves) else gettext("Deal")
    )
    return {"cut": cut, "pages": pages(made, cut), "heading": heading}


def _moves(event: Event) -> list[Step]:
    return steps(list(laid_out(event, spans(sets_of(plan_of(event))))))


def _stops(moves: Sequence[Step], table: int) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (move.deals, move.folders[table], _next(move.folders[table], moves[number:]))
        for number, move in enumerate(moves, start=1)
        if move.folders[table]
    )


def _next(folders: str, later: Sequence[Step]) -> str:
    """Return where the folders are played next, before they are shuffled again."""
    for move in later:
        if move.shuffled or move.anew:
            return gettext("the box, to be shuffled")
        lie_at = [_lead(each) for each in move.folders]
        if _lead(folders) in lie_at:
            return gettext("Table %(number)d") % {"number": lie_at.index(_lead(folders)) + 1}
    return gettext("the box")


def _lead(folders: str) -> str:
    """Return the first of some folders that go on together; a table of three may play fewer."""
    return folders.partition("–")[0]


FOLDER_LABELS = Document(
    kind="folder-labels",
    title=_("Folder labels"),
    template="folder-labels.html",
    shelf=Shelf.BEFORE,
    values=folder_labels,
)
MOVEMENT_CARDS = Document(
    kind="movement-cards",
    title=_("Movement cards"),
    template="movement-cards.html",
    shelf=Shelf.BEFORE,
    values=movement_cards,
    options=frozenset({Option.A5, Option.TAGGED}),
)
