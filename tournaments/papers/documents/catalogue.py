"""The documents of an event, each a function and a template; CONTRIBUTING.md shows how to add one.

The score sheets are papers too, but a table's: see ``papers.asking``.
"""

from django.utils.translation import gettext as _

from tournaments.folders.domain import plan_of
from tournaments.models import Event
from tournaments.money.queries import is_for_money
from tournaments.papers.documents.crib import CRIB
from tournaments.papers.documents.crosstable import CROSSTABLE
from tournaments.papers.documents.cut.cards import MEMBER_LABELS, NAME_CARDS, TABLE_CARDS
from tournaments.papers.documents.cut.slips import SEAT_SLIPS
from tournaments.papers.documents.diplomas import DIPLOMAS
from tournaments.papers.documents.document import Document, Shelf
from tournaments.papers.documents.folders import FOLDER_LABELS, MOVEMENT_CARDS
from tournaments.papers.documents.lists import ATTENDANCE_LIST, MEMBER_LIST
from tournaments.papers.documents.matches import MATCHES
from tournaments.papers.documents.of_club import ClubDocument
from tournaments.papers.documents.pack import PACK
from tournaments.papers.documents.plan import PLAN
from tournaments.papers.documents.receipts import RECEIPTS
from tournaments.papers.documents.results import SETTLING, STANDINGS
from tournaments.papers.documents.wall import PRIZES_LIST, ROUND_WALL, WALL
from tournaments.papers.documents.years.booklet import BOOKLET
from tournaments.papers.documents.years.honours_wall import HONOURS_WALL
from tournaments.papers.documents.years.season_diplomas import SEASON_DIPLOMAS

__all__ = [
    "CLUB_DOCUMENTS", "DOCUMENTS", "FOR_FOLDERS", "FOR_MATCHES", "FOR_MONEY", "ClubDocument",
    "Document", "Shelf", "sealed_papers", "shelves",
]  # fmt: skip

DOCUMENTS: tuple[Document, ...] = (
    PLAN,
    ROUND_WALL,
    TABLE_CARDS,
    MATCHES,
    SEAT_SLIPS,
    NAME_CARDS,
    ATTENDANCE_LIST,
    FOLDER_LABELS,
    MOVEMENT_CARDS,
    CRIB,
    PACK,
    STANDINGS,
    SETTLING,
    RECEIPTS,
    WALL,
    CROSSTABLE,
    PRIZES_LIST,
    DIPLOMAS,
    MEMBER_LIST,
    MEMBER_LABELS,
)
"""In the order in which the page of papers offers them on each shelf."""
CLUB_DOCUMENTS: tuple[ClubDocument, ...] = (BOOKLET, SEASON_DIPLOMAS, HONOURS_WALL)
"""Of a club or a season; their own pages lead to them."""

FOR_MONEY = frozenset({SETTLING.kind, RECEIPTS.kind})
FOR_FOLDERS = frozenset({FOLDER_LABELS.kind, MOVEMENT_CARDS.kind})
FOR_MATCHES = frozenset({MATCHES.kind})


def shelves(event: Event) -> dict[str, list[Document]]:
    """Return what can be printed of ``event``, by shelf; nothing of what it does not have."""
    missing = _missing(event)
    kept = [each for each in DOCUMENTS if each.kind not in missing]
    return {shelf: [each for each in kept if each.shelf is shelf] for shelf in Shelf}


def sealed_papers(event: Event) -> list[str]:
    """Return the titles of the papers of ``event`` that carry its seal, as the page offers them."""
    every = (each for shelf in shelves(event).values() for each in shelf)
    return [str(_("Filled sheets")), *(str(each.title) for each in every if each.has_totals)]


def _missing(event: Event) -> frozenset[str]:
    found: frozenset[str] = frozenset()
    if not is_for_money(event):
        found |= FOR_MONEY
    if plan_of(event) is None:
        found |= FOR_FOLDERS
    if event.kind == Event.Kind.INDIVIDUAL:
        found |= FOR_MATCHES
    return found
