"""What a penalty or an entry by hand would do, without storing it."""

from dataclasses import replace

from lhombre_club.refusal import Refusal
from tournaments.book.accounts import account_of
from tournaments.book.prospects import Prospect, read_books
from tournaments.corrections.preview import Effect, effect
from tournaments.models import Correction, Event, Round, TableEntry
from tournaments.penalties.domain.penalties import fits
from tournaments.penalties.reasons import DecisionReason


def preview_decided(entry: TableEntry) -> Effect:
    """Return what storing ``entry`` would do, a penalty or one by hand that is not stored yet.

    Raises Refusal as storing it would.
    """
    event = Event.objects.get(rounds=entry.table.round_id)
    book = read_books(event, {entry.table_id})[entry.table_id]
    if book.table.round.state not in Round.DECIDABLE:
        raise Refusal(DecisionReason.NOT_OPEN)
    fits(entry, book.frame)
    account = account_of(book.frame, book.lines, [*book.table.entries.all(), entry])
    after = replace(book, account=account)
    return effect(Prospect(kind=Correction.Kind.DEALS, event=event, books=((book, after),)))
