"""What is still to be done about a sheet that is full: how it is proved, and who brings it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.entry.queries import is_in_doubt
from tournaments.models import Event, Round, Table

AT_THE_DESK: Mapping[str, Promise] = {
    Event.Verification.NONE: _("Nothing beside that is asked of this sheet."),
    Event.Verification.STATED: _(
        "It is proved when all sums of the paper are typed: = leads there."
    ),
    Event.Verification.SECOND: _(
        "It is proved when a second person has entered it without seeing this one."
    ),
    Event.Verification.CONFIRMED: _(
        "It is proved when another player at the table has said of all its deals that they are "
        "right."
    ),
}
AT_THE_TABLE: Mapping[str, Promise] = {
    **AT_THE_DESK,
    Event.Verification.NONE: _("One of you brings the paper to the director."),
    Event.Verification.STATED: _(
        "One of you brings the paper to the director, who proves it by its sums."
    ),
}
IN_DOUBT: Final = _("Something of this sheet is still in doubt.")
WAYS: Mapping[str, tuple[str, Promise]] = {
    Event.Verification.SECOND: ("tournaments:second", _("Enter the sheet a second time")),
    Event.Verification.CONFIRMED: ("tournaments:recap", _("Look the deals through")),
}
"""The page that proves a sheet, where it is another than this one."""


@dataclass(frozen=True, slots=True)
class Proof:
    """How a sheet is proved, and what else is asked of it."""

    by: str
    """``sums`` where those of the paper are enough, else nothing."""
    says: Promise | str
    address: str
    """Where it is done; empty where it is done here, or nothing is."""
    label: Promise | str


def proof(table: Table, *, directs: bool) -> Proof:
    """Return what the event of ``table`` asks of a full sheet, for who directs or plays there.

    Of one in a closed round nothing is asked any more.
    """
    if table.round.state == Round.State.FINAL:
        return Proof("", "", "", "")
    asked = table.round.event.verification
    if directs and asked == Event.Verification.NONE and is_in_doubt(table):
        address = reverse("tournaments:round-checks", args=[table.round_id])
        return Proof("", IN_DOUBT, address, _("Protests and doubts"))
    name, label = WAYS.get(asked, ("", ""))
    says = (AT_THE_DESK if directs else AT_THE_TABLE)[asked]
    by = "sums" if asked == Event.Verification.STATED else ""
    return Proof(by, says, reverse(name, args=[table.pk]) if name else "", label)


def closing(round_: Round) -> str:
    """Return what leads on when the last sheet of a round is full; empty where nobody closes it.

    The round comes with its event. What has to be done before stands on the event's page, where it
    is always as it is now: this one stays open while other sheets and sums come in.
    """
    if round_.event.provisional_by_itself or round_.state != Round.State.RELEASED:
        return ""
    return _("Round %(round)d is full: on to closing it") % {"round": round_.number}
