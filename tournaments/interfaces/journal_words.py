"""The sentence for each deed that the log knows, and the page where what it changed is seen."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Word:
    """What is said of a deed, and where it is seen."""

    says: Promise
    page: str
    """Name of an address. It is of the table, the round, the correction or the event."""


WORDS: Mapping[str, Word] = {
    "event.made": Word(_("The event was made."), "event"),
    "event.restored": Word(_("An older copy of everything was put back."), "event"),
    "rounds.drawn": Word(_("The seats were drawn."), "seating"),
    "seating.chosen": Word(_("A way of seating was chosen."), "seating"),
    "rounds.planned": Word(_("So many rounds are planned: %(said)s."), "seating"),
    "players.swapped": Word(_("%(names)s changed seats before play."), "seating"),
    "table.locked": Word(_("The table stays when the rest is drawn anew."), "seating"),
    "table.unlocked": Word(_("The table may be drawn anew."), "seating"),
    "participant.joined": Word(_("%(names)s joined."), "participants"),
    "participant.back": Word(_("%(names)s came back."), "participants"),
    "participant.withdrawn": Word(_("%(names)s left after round %(last)s."), "participants"),
    "wish.made": Word(_("A wish was noted: %(names)s."), "participants"),
    "wish.withdrawn": Word(_("A wish was taken back: %(names)s."), "participants"),
    "seat.kept": Word(_("Where %(names)s always sits was set."), "participants"),
    "strength.set": Word(_("The strength of %(names)s was set."), "participants"),
    "substitute.set": Word(_("Substitutes in round %(round)s were named."), "event"),
    "substitutes.drawn": Word(_("Substitutes in round %(round)s were drawn."), "event"),
    "teams.set": Word(_("Pairs and teams were put together: %(said)s."), "teams"),
    "matches.drawn": Word(_("The matches were drawn."), "matches"),
    "round.dated": Word(_("Round %(round)s was given another date."), "matches"),
    "evening.drawn": Word(_("The event was made from the draw of the season."), "event"),
    "season.changed": Word(_("The season was changed."), "event"),
    "standings.set": Word(_("How places are decided was changed."), "standings-settings"),
    "folders.set": Word(_("Folders were planned: %(said)s."), "folders"),
    "folders.dropped": Word(_("The folders were dropped."), "folders"),
    "rounds.released": Word(_("The seats were shown to the room, and the sheets opened."), "event"),
    "round.released": Word(_("Round %(round)s was shown to the room."), "event"),
    "rounds.set": Word(_("How rounds end was changed."), "round-settings"),
    "round.provisional": Word(_("Round %(round)s is provisional: all may look at it."), "event"),
    "round.closed": Word(_("The account was proved: round %(round)s is final."), "event"),
    "round.closed_early": Word(
        _("The account was proved: round %(round)s is final, before the time was up."), "event"
    ),
    "round.reopened": Word(_("Round %(round)s was opened again."), "event"),
    "time.given": Word(_("The table’s time was changed: %(said)s."), "event"),
    "lease.taken": Word(_("The sheet is kept by %(said)s from now on."), "keeper"),
    "device.barred": Word(_("A device was shut out of the table."), "keeper"),
    "link.issued": Word(_("The table’s code for phones was made."), "table"),
    "link.revoked": Word(_("The table’s code for phones was closed."), "table"),
    "deals.entered": Word(_("Entered: deals %(deals)s."), "account"),
    "deal.changed": Word(_("Deal %(deals)s was entered again: %(was)s → %(now)s."), "account"),
    "sums.stated": Word(_("The paper’s sums were typed: after deal %(said)s."), "which-line"),
    "sheet.read_again": Word(_("The sheet was read a second time."), "second"),
    "deals.confirmed": Word(_("A player confirmed the ten deals up to %(last)s."), "recap"),
    "flag.raised": Word(_("A doubt: %(kind)s."), "round-checks"),
    "flag.taken": Word(_("Somebody looks into a doubt: %(kind)s."), "round-checks"),
    "flag.cleared": Word(_("The doubt is cleared: %(kind)s."), "round-checks"),
    "protest.made": Word(_("A protest was made."), "round-checks"),
    "protest.answered": Word(_("The protest was answered."), "round-checks"),
    "deals.corrected": Word(_("Deals were corrected."), "correction"),
    "seats.corrected": Word(_("Wrong seats were put right."), "correction"),
    "rules.corrected": Word(_("All was settled by other rules."), "correction"),
    "final.corrected": Word(_("Something in a final round was corrected."), "correction"),
    "deals.undone": Word(_("A correction of deals was taken back."), "correction"),
    "seats.undone": Word(_("A correction of seats was taken back."), "correction"),
    "rules.undone": Word(_("A change of the rules was taken back."), "correction"),
    "final.undone": Word(_("A correction in a final round was taken back."), "correction"),
    "tray.received": Word(_("A deal came that no sheet takes; it waits in the tray."), "tray"),
    "tray.placed": Word(_("A deal from the tray was brought into a sheet."), "tray"),
    "tray.dismissed": Word(_("A deal in the tray was put away."), "tray"),
    "entry.penalty": Word(_("A penalty was given."), "entries"),
    "entry.hand": Word(_("Points were entered by hand."), "entries"),
    "entry.transfer": Word(_("A stake was transferred."), "entries"),
    "entry.withdrawn": Word(_("An entry by hand or a penalty was withdrawn."), "entries"),
    "photo.attached": Word(_("A photo of the sheet was attached."), "photos"),
    "paper.in": Word(_("The paper sheet came in."), "event"),
    "paper.out": Word(_("The paper sheet is out again: it was taken in by mistake."), "event"),
    "photo.removed": Word(_("A photo of the sheet was removed."), "photos"),
    "unit.agreed": Word(_("The stake was agreed on: %(said)s kr a point."), "money"),
    "money.settled": Word(_("It was worked out who pays whom."), "money"),
    "payment.paid": Word(_("A payment was made: %(said)s."), "money"),
    "payment.unpaid": Word(_("A payment was not made after all: %(said)s."), "money"),
}
OTHER = Word(_("Something else was done: %(verb)s."), "event")
OF_A_TABLE = frozenset(
    {"table", "account", "keeper", "which-line", "second", "recap", "entries", "photos"}
)
"""Pages of a table; where the table is no more, the event is shown."""
