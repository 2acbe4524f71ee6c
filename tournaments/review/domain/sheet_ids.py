"""The id on a score sheet: of which event, round and table it is, and for which seats.

It is worked out from what is printed, so that a sheet printed twice has one id, and a table
that was drawn anew another. Where a table is and who sits there is public, and yet the id lets
whoever types it protest there: its last part is a digest with the key of the program, which
nobody who has not the paper works out.

Until then ids had eight letters and no key. Such a paper still comes in, since a director takes
it in, but lets nobody protest: what was printed before is secret no more, whichever round it is
of. The square code on the same paper does.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from lhombre_club.refusal import Refusal
from tournaments.book import codes
from tournaments.models import Table
from tournaments.review.reasons import ReviewReason

LETTERS, OLD_LETTERS = 11, 7
"""Of an id, beside the one to check; and of one that was printed without a key."""
EVENTS, ROUNDS, TABLES, PLANS, OLD_PLANS = 1000, 100, 500, 500_000_000, 500
"""How many of each an id tells apart; together no more than the letters can spell."""
SALT: Final = "tournaments.review.domain.sheet_ids"
LONGEST_TYPED: Final = 24
"""Characters; what is longer is an address that was scanned."""
AT_THE_END: Final = re.compile(r"(?<![A-Z0-9])([A-Z0-9]{12}|[A-Z0-9]{8})[^A-Z0-9]*$")
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
    old: bool = False
    """It was printed without a key."""

    def __str__(self) -> str:
        letters, plans = _size(old=self.old)
        number = (self.event * ROUNDS + self.round) * TABLES + self.table
        return codes.spelled(number * plans + self.plan, letters)

    @property
    def typed(self) -> str:
        """The id without what stands between its letters, as an address carries it."""
        return str(self).replace("-", "")

    @classmethod
    def of(cls, table: Table) -> "SheetId":
        """Return the id of the sheet of ``table``, which comes with its round; one query."""
        return cls(*_place(table), next(_plans(table)))

    def is_of(self, table: Table) -> bool:
        """Whether it was printed for ``table`` as it is now, if need be under an earlier key."""
        if (self.event, self.round, self.table) != _place(table):
            return False
        return self.plan in ([_old_plan(table)] if self.old else _plans(table))

    @classmethod
    def read(cls, text: str) -> "SheetId":
        """Read an id as it was typed, or an address that ends with it; refuse others."""
        address = AT_THE_END.search(text.upper()) if len(text) > LONGEST_TYPED else None
        for old in (False, True):
            letters, plans = _size(old=old)
            number = codes.read(address[1] if address else text, letters)
            if number is not None:
                number, plan = divmod(number, plans)
                number, table = divmod(number, TABLES)
                event, round_ = divmod(number, ROUNDS)
                return cls(event, round_, table, plan, old)
        scanned = len(text) > LONGEST_TYPED
        reason = ReviewReason.NO_SHEET_CODE if scanned else ReviewReason.NO_SHEET_ID
        raise Refusal(reason, text=text)


def of_event(event: UUID) -> int:
    """Return the number by which ids know an event."""
    return _number(str(event), EVENTS)


def _size(*, old: bool) -> tuple[int, int]:
    """Return how many letters and plans an id has."""
    return (OLD_LETTERS, OLD_PLANS) if old else (LETTERS, PLANS)


def _place(table: Table) -> tuple[int, int, int]:
    """Return what an id says of event, round and table."""
    return of_event(table.round.event_id), table.round.number % ROUNDS, table.number % TABLES


def _plans(table: Table) -> Iterator[int]:
    """Yield what an id says of who sits at ``table``: under the key of today, then earlier ones."""
    place = [str(table.round.event_id), table.round.number, table.number]
    printed = repr([*place, *_seated(table)])
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        digest = salted_hmac(SALT, printed, secret=key, algorithm="sha256").digest()
        yield int.from_bytes(digest[:8]) % PLANS


def _old_plan(table: Table) -> int:
    """Return what an id without a key said of that."""
    return _number(_seated(table), OLD_PLANS)


def _seated(table: Table) -> list[object]:
    """Return who deals first, and who sits where."""
    seats = sorted((seat.seat, str(seat.participant_id)) for seat in table.seats.all())
    return [table.first_dealer, *seats]


def _number(what: object, numbers: int) -> int:
    digest = hashlib.sha256(repr(what).encode()).digest()
    return int.from_bytes(digest[:8]) % numbers
