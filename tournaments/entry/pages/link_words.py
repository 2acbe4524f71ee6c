"""What is said where a link of a table leads no further, or its round takes no more deals."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.refusal import Reason
from tournaments.entry.reasons import EntryReason
from tournaments.models import Round, Table, TrayItem
from tournaments.review.domain.rounds import ProtestTime, protest_time
from tournaments.words.figures import clock

RECEIVED: Mapping[TrayItem.Why, Promise] = {
    TrayItem.Why.TABLE_GONE: _(
        "The tables were drawn anew, and this one is no more. The director has what you entered, "
        "and nothing is lost. Scan the code on your new sheet to go on."
    ),
    TrayItem.Why.PROVISIONAL: _(
        "Entry of this round is over. The director has what you entered, and decides whether it "
        "counts."
    ),
    TrayItem.Why.CLOSED: _(
        "This round is closed. The director has what you entered, and decides whether it counts."
    ),
    TrayItem.Why.LINK_EXPIRED: _(
        "The time of this sheet’s code is over. The director has what you entered, and nothing is "
        "lost. Ask the director for a new code."
    ),
    TrayItem.Why.LINK_REVOKED: _(
        "The director has closed this way to the sheet. The director has what you entered, and "
        "nothing is lost."
    ),
    TrayItem.Why.DEVICE_BARRED: _(
        "This device is shut out of the table. The director has what you entered, and nothing is "
        "lost. Enter on another phone, or ask the director to let this one in again."
    ),
}
"""What is said of deals, however many, that no sheet takes and that lie in the tray."""

HEADINGS: Mapping[Reason, Promise] = {
    EntryReason.NOT_RELEASED: _("This round is not opened yet"),
    EntryReason.LINK_REVOKED: _("This code is closed"),
    EntryReason.DEVICE_BARRED: _("This device is shut out of the table"),
}
"""Over the page that does not open a table, and says why; else as in ``heading_of``."""


def heading_of(reason: Reason) -> str:
    """Return what stands over the page that a table is not opened for ``reason``."""
    return str(HEADINGS.get(reason) or gettext("This link does not open its table"))


def received(why: TrayItem.Why, table: Table | None, *, directs: bool = False) -> str:
    """Return what is said of deals that lie in the tray, and what else can be done.

    Who ``directs`` is told where he finds them, since it is he who decides.
    """
    if directs:
        return gettext(
            "No sheet takes this any more. It lies in the tray of the event and counts nowhere "
            "until you have placed it there: “Tray” on the event’s page."
        )
    said = str(RECEIVED[why])
    if why is not TrayItem.Why.PROVISIONAL or table is None:
        return said
    return f"{said} {_way_to_protest(table.round)}"


def entry_over(round_: Round, *, directs: bool = False) -> str:
    """Return why a released round takes no more deals, and what can be done; empty if it does.

    The round comes with its event. Who ``directs`` can still put right what is wrong.
    """
    right = gettext("What is wrong is put right under “Account and corrections”.")
    if round_.state == Round.State.FINAL:
        return _closed(protest_time(round_), right if directs else "")
    if round_.state != Round.State.PROVISIONAL:
        return ""
    over = gettext("Entry of this round is over: its result is provisional.")
    return f"{over} {right if directs else _way_to_protest(round_)}"


def _way_to_protest(round_: Round) -> str:
    return _protest(protest_time(round_))


def _closed(protesting: ProtestTime, right: str) -> str:
    """Return what is said of a closed round; ``right`` is how a director puts it right."""
    closed = gettext("This round is closed.")
    if right:
        return f"{closed} {right}"
    if protesting.is_on:
        return f"{closed} {_protest(protesting, is_final=True)}"
    return str(EntryReason.ROUND_CLOSED.sentence)


def _protest(protesting: ProtestTime, *, is_final: bool = False) -> str:
    """Return how to protest; against a round that is final until the event is over too."""
    if protesting.until is None or not protesting.is_on:
        return gettext("Is a deal wrong? Tell the director.")
    words = gettext(
        "Is a deal wrong? You can protest until %(time)s: tap “Look the deals through”, and then "
        "“Protest” at the deal."
    )
    if is_final:
        words = gettext(
            "Is a deal wrong? You can protest until %(time)s: tap “Look the deals through”, and "
            "then “Protest” at the deal. Once every round is closed, it is too late."
        )
    return words % {"time": clock(protesting.until)}
