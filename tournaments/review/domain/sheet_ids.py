"""The id on a score sheet: of which event, round and table it is, and for which seats.

It is worked out from what is printed, so that a sheet printed twice has one id, and a table
that was drawn anew another.
"""

import hashlib
import re
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from lhombre_club.refusal import Refusal
from tournaments.book import codes
from tournaments.models import Table
from tournaments.review.reasons import ReviewReason

LETTERS: Final = 7
"""Of an id, beside the one to check."""
EVENTS, ROUNDS, TABLES, PLANS = 1000, 100, 500, 500
"""How many of each an id tells apart; together no more than the letters can spell."""
LONGEST_TYPED: Final = 20
"""Characters; what is longer is an address that was scanned."""
AT_THE_END: Final = re.compile(r"([A-Z0-9]{8})[^A-Z0-9]*$")
"""Where an address carries the id; a scanner of another keyboard types other signs around it."""


@dataclass(frozen=True, slots=True)
class SheetId:
    """What a sheet's id says."""

    event: int
    """A number that few other events have."""
    round: int
    table: int
    plan: int
    """A number that other seats, or another first dealer, would hardly have."""

    def __str__(self) -> str:
        number = self.event
        for part, parts in ((self.round, ROUNDS), (self.table, TABLES), (self.plan, PLANS)):
            number = number * parts + part
        return codes.spelled(number, LETTERS)

    @property
    def typed(self) -> str:
        """The id without what stands between its letters, as an address carries it."""
        return str(self).replace("-", "")

    @classmethod
    def of(cls, table: Table) -> "SheetId":
        """Return the id of the sheet of ``table``, which comes with its round; one query."""
        seats = sorted((seat.seat, str(seat.participant_id)) for seat in table.seats.all())
        return cls(
            event=of_event(table.round.event_id),
            round=table.round.number % ROUNDS,
            table=table.number % TABLES,
            plan=_number([table.first_dealer, *seats], PLANS),
        )

    @classmethod
    def read(cls, text: str) -> "SheetId":
        """Read an id as it was typed, or an address that ends with it; refuse others."""
        address = AT_THE_END.search(text.upper()) if len(text) > LONGEST_TYPED else None
        number = codes.read(address[1] if address else text, LETTERS)
        if number is None:
            scanned = len(text) > LONGEST_TYPED
            reason = ReviewReason.NO_SHEET_CODE if scanned else ReviewReason.NO_SHEET_ID
            raise Refusal(reason, text=text)
        number, plan = divmod(number, PLANS)
        number, table = divmod(number, TABLES)
        event, round_ = divmod(number, ROUNDS)
        return cls(event, round_, table, plan)


def of_event(event: UUID) -> int:
    """Return the number by which ids know an event."""
    return _number(str(event), EVENTS)


def _number(what: object, numbers: int) -> int:
    digest = hashlib.sha256(repr(what).encode()).digest()
    return int.from_bytes(digest[:8]) % numbers
