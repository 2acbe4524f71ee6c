"""What waits for a director, as the first page lists it: of tonight's events, and of the copies."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from lhombre_club.copies import shelf
from tournaments.entry.domain.tray import waiting
from tournaments.models import Event
from tournaments.papers.queries.asked import papers_of
from tournaments.review.queries.board import boards
from tournaments.review.queries.provisional import open_matters
from tournaments.review.queries.rounds import RoundState
from tournaments.words.figures import clock


@dataclass(frozen=True, slots=True)
class Waits:
    """One thing that waits, and where it is done."""

    says: str
    address: str
    is_urgent: bool = True


def waits(event: Event, plan: Sequence[RoundState]) -> list[Waits]:
    """Return what waits in an event; some dozen queries, however many tables there are."""
    return list(_waits(event, plan))


def _waits(event: Event, plan: Sequence[RoundState]) -> Iterator[Waits]:
    protests, doubts = open_matters(event)
    if protests:
        says = ngettext("%(many)d protest is open", "%(many)d protests are open", len(protests))
        yield Waits(says % {"many": len(protests)}, _checks(protests[0].table.round_id))
    if doubts:
        says = ngettext("%(many)d doubt is open", "%(many)d doubts are open", len(doubts))
        yield Waits(says % {"many": len(doubts)}, _checks(doubts[0].table.round_id))
    if many := waiting(event).count():
        says = ngettext("%(many)d deal waits in the tray", "%(many)d deals wait in the tray", many)
        yield Waits(says % {"many": many}, reverse("tournaments:tray", args=[event.pk]))
    if any(batch.waiting for batch in papers_of(event)):
        says = _("Papers are being made")
        yield Waits(says, reverse("tournaments:papers", args=[event.pk]), is_urgent=False)
    for board in boards(event, plan):
        for line in board.lines:
            if line.silent_since:
                words = {"table": line.table.number, "time": clock(line.silent_since)}
                says = _("Table %(table)d has not been heard of since %(time)s") % words
                yield Waits(says, reverse("tournaments:event", args=[event.pk]))


def _checks(round_: object) -> str:
    return reverse("tournaments:round-checks", args=[round_])


def copy_waits() -> Waits:
    """Return how old the newest copy is, which waits for another where it is too old."""
    newest, address = shelf.newest(shelf.home()), reverse("health")
    if newest is None:
        return Waits(_("There is no copy of the club’s data yet."), address)
    says = _("The newest copy of the club’s data was made %(when)s.")
    is_old = timezone.now() - newest.made_at > shelf.OLD
    return Waits(says % {"when": clock(newest.made_at)}, address, is_urgent=is_old)
