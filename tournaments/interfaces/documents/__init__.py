"""The documents of an event, each a function and a template; CONTRIBUTING.md shows how to add one.

The score sheets are papers too, but a table's: see ``interfaces.papers``.
"""

from tournaments.interfaces.documents.cards import MEMBER_LABELS, NAME_CARDS, TABLE_CARDS
from tournaments.interfaces.documents.crib import CRIB
from tournaments.interfaces.documents.crosstable import CROSSTABLE
from tournaments.interfaces.documents.document import Document, Shelf
from tournaments.interfaces.documents.lists import ATTENDANCE_LIST, MEMBER_LIST
from tournaments.interfaces.documents.pack import PACK
from tournaments.interfaces.documents.plan import PLAN
from tournaments.interfaces.documents.receipts import RECEIPTS
from tournaments.interfaces.documents.results import SETTLING, STANDINGS
from tournaments.interfaces.documents.slips import SEAT_SLIPS
from tournaments.models import Event

__all__ = ["DOCUMENTS", "Document", "Shelf", "shelves"]

DOCUMENTS: tuple[Document, ...] = (
    PLAN,
    TABLE_CARDS,
    SEAT_SLIPS,
    NAME_CARDS,
    ATTENDANCE_LIST,
    CRIB,
    PACK,
    STANDINGS,
    CROSSTABLE,
    SETTLING,
    RECEIPTS,
    MEMBER_LIST,
    MEMBER_LABELS,
)
"""In the order in which the page of papers offers them on each shelf."""


FOR_MONEY = frozenset({SETTLING.kind, RECEIPTS.kind})


def shelves(event: Event) -> dict[str, list[Document]]:
    """Return what can be printed of ``event``, by shelf; nothing of money where none is played."""
    kept = [each for each in DOCUMENTS if event.unit or each.kind not in FOR_MONEY]
    return {shelf: [each for each in kept if each.shelf is shelf] for shelf in Shelf}
