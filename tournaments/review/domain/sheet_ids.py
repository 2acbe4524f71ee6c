"""The id on a score sheet: of which event, round and table it is, and for which seats.

It is worked out from what is printed, so that a sheet printed twice has one id, and a table
that was drawn anew another. Where a table is and who sits there is public, and yet the id lets
whoever types it protest there: all of it is sealed with the key of the program, so that of all
that its letters can spell one alone is a table's, and whoever has not the paper neither works it
out nor comes upon it, however often he may try.

Until then ids had as many letters, of which the last part alone was worked out with the key: it is
one of so few that tries of it are counted. Ids of before had eight letters and no key. Such a paper
still comes in, since a director takes it in, but lets nobody protest: what was printed before is
secret no more, whichever round it is of. The square code on the same paper does.
"""

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
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
SEALED_PLANS: Final = 5_000
"""How many plans a sealed id tells apart. There is room for ``PLANS``: what another key opens, or
was never sealed, says more than so many in all but one of a hundred thousand."""
SALT: Final = "tournaments.review.domain.sheet_ids"
SEAL_SALT: Final = "tournaments.review.domain.sheet_ids.seal"
TURNS: Final = 10
"""How often a part of an id is moved on by the other: as often as NIST’s FF1, made for numbers."""
RIGHT: Final[int] = codes.BASE ** (LETTERS // 2)
LEFT: Final[int] = codes.BASE ** (LETTERS - LETTERS // 2)
"""What the parts of an id can spell."""
LONGEST_TYPED: Final = 24
"""Characters; what is longer is an address that was scanned."""
AT_THE_END: Final = re.compile(r"(?<![A-Z0-9])([A-Z0-9]{12}|[A-Z0-9]{8})[^A-Z0-9]*$")
"""Where an address carries the id; a scanner of another keyboard types other signs around it."""


class Kind(IntEnum):
    """By what an id shows that somebody has the paper."""

    OLD = 0
    """By nothing."""
    KEYED = 1
    """By its last part, which is guessed where nobody counts."""
    SEALED = 2
    """By all of its letters."""


@dataclass(frozen=True, slots=True)
class SheetId:
    """What a sheet's id says."""

    event: int
    """A number that few other events have."""
    round: int
    table: int
    plan: int
    """A number that other seats, or another first dealer, would hardly have."""
    kind: Kind = Kind.SEALED

    def __str__(self) -> str:
        letters, plans = _size(self.kind)
        number = ((self.event * ROUNDS + self.round) * TABLES + self.table) * plans + self.plan
        if self.kind is Kind.SEALED:
            number = _mixed(number, settings.SECRET_KEY)
        return codes.spelled(number, letters)

    @property
    def typed(self) -> str:
        """The id without what stands between its letters, as an address carries it."""
        return str(self).replace("-", "")

    @classmethod
    def of(cls, table: Table) -> "SheetId":
        """Return the id of the sheet of ``table``, which comes with its round; one query."""
        return cls(*_place(table), _number(_seated(table), SEALED_PLANS))

    def is_of(self, table: Table) -> bool:
        """Whether it was printed for ``table`` as it is now, if need be under an earlier key."""
        if (self.event, self.round, self.table) != _place(table):
            return False
        if self.kind is Kind.KEYED:
            return self.plan in _keyed_plans(table)
        plans = OLD_PLANS if self.kind is Kind.OLD else SEALED_PLANS
        return self.plan == _number(_seated(table), plans)

    @classmethod
    def read(cls, text: str) -> "SheetId":
        """Read an id as it was typed, or an address that ends with it; refuse others."""
        address = AT_THE_END.search(text.upper()) if len(text) > LONGEST_TYPED else None
        for kind in reversed(Kind):
            letters, plans = _size(kind)
            number = codes.read(address[1] if address else text, letters)
            if number is not None and kind is Kind.SEALED:
                number = _unsealed(number)
            if number is not None:
                number, plan = divmod(number, plans)
                number, table = divmod(number, TABLES)
                event, round_ = divmod(number, ROUNDS)
                return cls(event, round_, table, plan, kind)
        scanned = len(text) > LONGEST_TYPED
        reason = ReviewReason.NO_SHEET_CODE if scanned else ReviewReason.NO_SHEET_ID
        raise Refusal(reason, text=text)


def of_event(event: UUID) -> int:
    """Return the number by which ids know an event."""
    return _number(str(event), EVENTS)


def _size(kind: Kind) -> tuple[int, int]:
    """Return how many letters and plans an id has."""
    return (OLD_LETTERS, OLD_PLANS) if kind is Kind.OLD else (LETTERS, PLANS)


def _unsealed(number: int) -> int | None:
    """Return what was sealed under the key of today or an earlier one; None: it was not."""
    for key in _keys():
        found = _mixed(number, key, back=True)
        if found < EVENTS * ROUNDS * TABLES * PLANS and found % PLANS < SEALED_PLANS:
            return found
    return None


def _mixed(number: int, key: str, *, back: bool = False) -> int:
    """Return the number that stands for another under a key, each for one; or back from it.

    Each part is moved on by a digest of the other, in turns (a Feistel network). Whoever knows
    all that a number says, and the numbers of other tables, learns no letter of it.
    """
    parts, sizes = list(divmod(number, RIGHT)), (LEFT, RIGHT)
    for turn in reversed(range(TURNS)) if back else range(TURNS):
        one = turn % 2
        digest = salted_hmac(SEAL_SALT, f"{turn} {parts[1 - one]}", secret=key, algorithm="sha256")
        moved = int.from_bytes(digest.digest()[:16])
        parts[one] = (parts[one] + (-moved if back else moved)) % sizes[one]
    return parts[0] * RIGHT + parts[1]


def _keys() -> list[str]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _place(table: Table) -> tuple[int, int, int]:
    """Return what an id says of event, round and table."""
    return of_event(table.round.event_id), table.round.number % ROUNDS, table.number % TABLES


def _keyed_plans(table: Table) -> Iterator[int]:
    """Yield what an id said that was not sealed, under the key of today, then earlier ones."""
    place = [str(table.round.event_id), table.round.number, table.number]
    printed = repr([*place, *_seated(table)])
    for key in _keys():
        digest = salted_hmac(SALT, printed, secret=key, algorithm="sha256").digest()
        yield int.from_bytes(digest[:8]) % PLANS


def _seated(table: Table) -> list[object]:
    """Return who deals first, and who sits where."""
    seats = sorted((seat.seat, str(seat.participant_id)) for seat in table.seats.all())
    return [table.first_dealer, *seats]


def _number(what: object, numbers: int) -> int:
    digest = hashlib.sha256(repr(what).encode()).digest()
    return int.from_bytes(digest[:8]) % numbers
