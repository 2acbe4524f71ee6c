"""What stands on the tables and on the players: table cards, name cards, labels."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.queries import members
from lhombre_club.visitors import open_only_here
from tournaments.entry.domain import links
from tournaments.models import Table
from tournaments.papers.documents.cut.cutting import Cut, fitting, on, pages
from tournaments.papers.documents.document import About, Document, Option, Shelf, Values
from tournaments.papers.queries.places import places
from tournaments.papers.score_sheet import drawing
from tournaments.words.figures import short

FOLDED = Cut(columns=1, rows=2)
BADGES = Cut(columns=2, rows=5)
LABELS = Cut(columns=3, rows=8)


@dataclass(frozen=True, slots=True)
class TableCard:
    """A card that is folded and stands on a table."""

    number: int
    code: drawing.Code


@dataclass(frozen=True, slots=True)
class NameCard:
    """A name, and the class in which it fits."""

    name: str
    size: str
    number: str = ""


def table_cards(about: About) -> Values:
    """Return a card for each table of the round, with the code that opens its entry page."""
    tables = Table.objects.filter(round=about.round).select_related("round__event")
    made = [
        TableCard(table.number, drawing.qr_code(links.issue_link(table)))
        for table in tables.order_by("number")
    ]
    cut = on(FOLDED, a5=Option.A5 in about.options)
    return {
        "cut": cut,
        "pages": pages(made, cut),
        "open_only_here": open_only_here(),
    }


def name_cards(about: About) -> Values:
    """Return a card for each player and for whoever plays in his place, in Danish order."""
    players = [player.name for player in about.event.participants.playing()]
    helpers = {each.sitter.substitute for each in places(about.event)} - {"", *players}
    names = sorted([*players, *helpers], key=danish_key)
    made = [NameCard(short(name), fitting(name)) for name in names]
    return {"cut": BADGES, "pages": pages(made, BADGES)}


def labels(about: About) -> Values:
    """Return a label for each member of the club."""
    made = [
        NameCard(short(row.person.listed), fitting(row.person.listed), row.number)
        for row in members(about.event.club)
    ]
    return {"cut": LABELS, "pages": pages(made, LABELS)}


TABLE_CARDS = Document(
    kind="table-cards",
    title=_("Table cards"),
    template="table-cards.html",
    shelf=Shelf.ROUND,
    values=table_cards,
    options=frozenset({Option.A5, Option.TAGGED}),
)
NAME_CARDS = Document(
    kind="name-cards",
    title=_("Name cards"),
    template="name-cards.html",
    shelf=Shelf.BEFORE,
    values=name_cards,
)
MEMBER_LABELS = Document(
    kind="labels",
    title=_("Labels"),
    template="labels.html",
    shelf=Shelf.CLUB,
    values=labels,
)
