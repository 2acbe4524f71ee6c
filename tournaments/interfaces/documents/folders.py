"""Folders that travel: a label for each, and for each table a card that says where they go."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.domain.folders import Checked, FoldersError, FolderSettings, check, plan_of
from tournaments.interfaces.documents.cutting import Cut, on, pages
from tournaments.interfaces.documents.document import (
    About,
    Document,
    Option,
    Shelf,
    Values,
)
from tournaments.interfaces.folders import Step, steps
from tournaments.models import Event

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
    """Return a label for each folder of each set."""
    plan = plan_of(about.event)
    sets = range(1, plan.copies + 1) if plan else ()
    made = [
        FolderLabel(number, copy if len(sets) > 1 else 0)
        for copy in sets
        for number in range(1, (plan.folders if plan else 0) + 1)
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
    found = _checked(event)
    return steps(*found) if found else []


def _checked(event: Event) -> tuple[Checked, int] | None:
    plan = plan_of(event)
    try:
        return (check(event, FolderSettings.of(plan)), plan.together) if plan else None
    except FoldersError:
        return None  # it was drawn anew, with other tables


def _stops(moves: Sequence[Step], table: int) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (move.deals, move.folders[table], _next(move.folders[table], moves[number:]))
        for number, move in enumerate(moves, start=1)
    )


def _next(folders: str, later: Sequence[Step]) -> str:
    """Return where the folders are played next, before they are shuffled again."""
    for move in later:
        if move.shuffled:
            return gettext("the box, to be shuffled")
        if folders in move.folders:
            return gettext("Table %(number)d") % {"number": move.folders.index(folders) + 1}
    return gettext("the box")


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
