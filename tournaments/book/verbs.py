"""The verbs of an event's log: each with its sentence, its facts, and where what it did is seen."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Verb:
    """A kind of deed: what is said of it, where it is seen, and what has to be known of it."""

    says: Promise
    """May name the facts; ``names`` are the participants with the numbers ``player``, ``other``."""
    page: str
    """Name of an address. It is of the table, the round, the correction or the event."""
    facts: tuple[str, ...] = ()


AT_TABLE = ("round", "table")
"""The numbers of a round and of a table in it; the table may be drawn anew and still be meant."""
AT_DEAL = (*AT_TABLE, "deal")
"""Deal 0: the whole sheet."""
VERBS: Mapping[str, Verb] = {
    "event.made": Verb(_("The event was made."), "event"),
    "event.restored": Verb(_("An older copy of everything was put back."), "event"),
    "event.carried": Verb(_("The event was taken in from a file."), "event", ("writers",)),
    "event.archived": Verb(_("The event was put into the archive."), "event"),
    "event.unarchived": Verb(_("The event was taken out of the archive."), "event"),
    "rounds.drawn": Verb(_("The seats were drawn."), "seating", ("seed",)),
    "draw.undone": Verb(_("The last draw was taken back."), "seating"),
    "seating.chosen": Verb(_("A way of seating was chosen."), "seating", ("way",)),
    "rounds.planned": Verb(_("So many rounds are planned: %(rounds)s."), "seating", ("rounds",)),
    "players.swapped": Verb(
        _("%(names)s changed seats before play."), "seating", ("round", "player", "other")
    ),
    "table.locked": Verb(_("The table stays when the rest is drawn anew."), "seating", AT_TABLE),
    "table.unlocked": Verb(_("The table may be drawn anew."), "seating", AT_TABLE),
    "participant.joined": Verb(_("%(names)s joined."), "participants", ("player",)),
    "participant.back": Verb(_("%(names)s came back."), "participants", ("player",)),
    "participant.withdrawn": Verb(
        _("%(names)s left after round %(round)s."), "participants", ("player", "round")
    ),
    "participant.in_place": Verb(
        _("Nobody changed table because of %(names)s."), "seating", ("player",)
    ),
    "member.merged": Verb(
        _("%(names)s stood twice on the list of members, and is one member now."),
        "event",
        ("player",),
    ),
    "member.parted": Verb(
        _("%(names)s was merged with another member by mistake, and is one of two again."),
        "event",
        ("player",),
    ),
    "member.forgotten": Verb(
        _("Somebody was forgotten, and is called %(names)s from now on."), "event", ("player",)
    ),
    "substitute.forgotten": Verb(_("Somebody who played for another was forgotten."), "event"),
    "wish.made": Verb(
        _("A wish was noted: %(names)s."), "participants", ("player", "other", "kind")
    ),
    "wish.withdrawn": Verb(
        _("A wish was taken back: %(names)s."), "participants", ("player", "other")
    ),
    "seat.kept": Verb(
        _("Where %(names)s always sits was set."),
        "participants",
        ("player", "own_table", "own_seat"),
    ),
    "strength.set": Verb(
        _("The strength of %(names)s was set."), "participants", ("player", "strength")
    ),
    "substitute.set": Verb(
        _("Who plays for whom in round %(round)s was changed."), "event", ("round", "seats")
    ),
    "substitutes.drawn": Verb(
        _("Who plays for whom in round %(round)s was drawn."), "event", ("round", "seats")
    ),
    "teams.set": Verb(_("Pairs and teams were put together: %(teams)s."), "teams", ("teams",)),
    "matches.drawn": Verb(_("The matches were drawn."), "matches", ("seed",)),
    "round.dated": Verb(_("Round %(round)s was given another date."), "matches", ("round",)),
    "evening.drawn": Verb(
        _("The event was made from the draw of the season."), "event", ("evening",)
    ),
    "season.put": Verb(
        _("The season of the evening was set: %(name)s."), "event-season", ("name",)
    ),
    "season.champion": Verb(_("The season’s champion was named."), "event", ("season",)),
    "season.changed": Verb(_("The season was changed."), "event", ("season",)),
    "standings.set": Verb(_("How places are decided was changed."), "standings-settings"),
    "screen.set": Verb(_("What the room’s screen shows was chosen."), "screen-steer"),
    "clock.run": Verb(
        _("The clock on the room’s screen was given %(minutes)s min."), "screen-steer", ("minutes",)
    ),
    "clock.stopped": Verb(_("The clock on the room’s screen was stopped."), "screen-steer"),
    "folders.set": Verb(_("Folders were planned: %(folders)s."), "folders", ("folders",)),
    "folders.set_from": Verb(
        _("Folders were planned from round %(round)s on: %(folders)s."),
        "folders",
        ("round", "folders"),
    ),
    "folders.dropped": Verb(_("The folders were dropped."), "folders"),
    "rounds.released": Verb(
        _("The seats were released, and the sheets opened."), "event", ("round",)
    ),
    "round.released": Verb(_("Round %(round)s was released."), "event", ("round",)),
    "rounds.set": Verb(
        _("How rounds end was changed."), "round-settings", ("verification", "protest_minutes")
    ),
    "round.provisional": Verb(
        _("Round %(round)s is provisional: all may look at it."), "event", ("round",)
    ),
    "round.closed": Verb(
        _("The account was proved: round %(round)s is closed."), "event", ("round",)
    ),
    "round.closed_early": Verb(
        _("The account was proved: round %(round)s is closed, before the time was up."),
        "event",
        ("round",),
    ),
    "round.reopened": Verb(_("Round %(round)s was opened again."), "event", ("round", "reason")),
    "time.given": Verb(
        _("The table’s time was changed: %(minutes)s, %(extra)s min."),
        "event",
        (*AT_TABLE, "minutes", "extra"),
    ),
    "lease.taken": Verb(
        _("The sheet is kept by %(name)s from now on."), "table", (*AT_TABLE, "name")
    ),
    "device.barred": Verb(_("A device was shut out of the table."), "table", AT_TABLE),
    "device.let_in": Verb(
        _("Devices that were shut out of the table were let in again."), "table", AT_TABLE
    ),
    "link.issued": Verb(_("The table’s code for phones was made."), "table", ("table_key",)),
    "link.revoked": Verb(_("The table’s code for phones was closed."), "table", ("table_key",)),
    "sums.stated": Verb(
        _("The paper’s sums were typed: after deal %(after)s."), "which-line", (*AT_TABLE, "after")
    ),
    "sheet.read_again": Verb(_("The sheet was read a second time."), "second", (*AT_TABLE, "stop")),
    "deals.confirmed": Verb(
        _("%(reader)s confirmed deals %(block)s."),
        "recap",
        (*AT_TABLE, "last", "seat"),
    ),
    "deals.ticked": Verb(
        _(
            "Deals %(block)s were ticked for %(reader)s on a device that keeps the sheet or has "
            "entered deals in it."
        ),
        "recap",
        (*AT_TABLE, "last", "seat"),
    ),
    "flag.raised": Verb(_("A doubt: %(kind)s."), "round-checks", (*AT_DEAL, "kind")),
    "flag.taken": Verb(
        _("Somebody looks into a doubt: %(kind)s."), "round-checks", (*AT_DEAL, "kind")
    ),
    "flag.cleared": Verb(_("A doubt is cleared (“%(kind)s”)."), "round-checks", (*AT_DEAL, "kind")),
    "protest.made": Verb(_("A protest was made."), "round-checks", AT_DEAL),
    "protest.added": Verb(_("Something was added to a protest."), "round-checks", AT_DEAL),
    "protest.withdrawn": Verb(_("A protest was taken back."), "round-checks", AT_DEAL),
    "protest.answered": Verb(_("The protest was answered."), "round-checks", AT_DEAL),
    "deals.corrected": Verb(_("Deals were corrected."), "correction", ("correction",)),
    "seats.corrected": Verb(_("Wrong seats were put right."), "correction", ("correction",)),
    "rules.corrected": Verb(_("All was settled by other rules."), "correction", ("correction",)),
    "final.corrected": Verb(
        _("Something in a closed round was corrected."), "correction", ("correction",)
    ),
    "deals.undone": Verb(_("A correction of deals was taken back."), "correction", ("correction",)),
    "seats.undone": Verb(_("A correction of seats was taken back."), "correction", ("correction",)),
    "rules.undone": Verb(_("A change of the rules was taken back."), "correction", ("correction",)),
    "final.undone": Verb(
        _("A correction in a closed round was taken back."), "correction", ("correction",)
    ),
    "tray.received": Verb(
        _("A deal came that no sheet took; it went to the tray."), "tray", ("item",)
    ),
    "tray.placed": Verb(_("A deal from the tray was brought into a sheet."), "tray", ("item",)),
    "tray.dismissed": Verb(_("A deal in the tray was put away."), "tray", ("item",)),
    "entry.penalty": Verb(_("A penalty was given."), "entries", ("entry",)),
    "entry.hand": Verb(_("Points were entered by hand."), "entries", ("entry",)),
    "entry.transfer": Verb(_("A stake was transferred."), "entries", ("entry",)),
    "entry.withdrawn": Verb(
        _("An entry by hand or a penalty was withdrawn."), "entries", ("entry",)
    ),
    "photo.attached": Verb(_("A photo of the sheet was attached."), "photos", ("photo",)),
    "paper.in": Verb(_("The paper sheet came in."), "event", AT_TABLE),
    "paper.out": Verb(
        _("The paper sheet is out again: it was taken in by mistake."), "event", AT_TABLE
    ),
    "photo.removed": Verb(_("A photo of the sheet was removed."), "photos", ("photo",)),
    "unit.agreed": Verb(_("The stake was agreed on: %(unit)s."), "money", ("unit",)),
    "money.settled": Verb(_("It was worked out who pays whom."), "money", ("settling",)),
    "bonus.given": Verb(
        _("A side bonus was given to %(names)s: %(each)s from everybody in the room."),
        "bonuses",
        ("player", "each", "reason"),
    ),
    "bonus.withdrawn": Verb(
        _("The side bonus of %(names)s was taken away."), "bonuses", ("player", "reason")
    ),
    "payment.paid": Verb(_("A payment was made: %(reference)s."), "money", ("reference",)),
    "payment.unpaid": Verb(
        _("A payment was not made after all: %(reference)s."), "money", ("reference",)
    ),
}
