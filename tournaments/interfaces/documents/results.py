"""What the evening came to: the standings, and who pays whom."""

from django.utils.translation import gettext_lazy as _

from tournaments.domain.queries.settling import money
from tournaments.domain.queries.standings import standings
from tournaments.interfaces import paper_standings
from tournaments.interfaces.documents.document import About, Document, Shelf, Values
from tournaments.interfaces.settling import payments_of, shares_of


def places(about: About) -> Values:
    """Return the standings as they are now."""
    now = standings(about.event)
    return {"rounds": now.rounds, **paper_standings.context(now)}


def who_pays_whom(about: About) -> Values:
    """Return who pays whom after the event, and what everybody has won or lost."""
    found = money(about.event)
    return {
        "payments": payments_of(found),
        "shares": shares_of(found),
        "settled": found.settling is not None,
        "outdated": found.outdated,
    }


STANDINGS = Document(
    kind="standings",
    title=_("Standings"),
    template="standings.html",
    shelf=Shelf.AFTER,
    values=places,
)
SETTLING = Document(
    kind="settling",
    title=_("Settling up"),
    template="settling.html",
    shelf=Shelf.AFTER,
    values=who_pays_whom,
)
