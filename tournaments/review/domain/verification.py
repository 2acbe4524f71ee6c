"""Is a sheet what was played? What an event asks for beside the deals, and what is missing of it.

Nothing here is stored twice: what is missing is worked out from what was entered, so that a
correction shows at once. What was only looked at and cleared is remembered by a flag that is
cleared, for just those results.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from rules import Game, Settlement
from tournaments.book.accounts import DealLine, Frame, current, settled
from tournaments.models import Event, Flag, Revision, Table

BLOCK: Final = 10
"""Deals between two sums on the paper, and between two confirmations."""
_UNSAID: Final = (None, ())
RELATED: Final = ("seats", "revisions", "stated", "second_entries", "confirmations", "flags")
"""What ``Checking.of`` reads of a table; to be prefetched where there are many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Something that keeps a sheet from being proved."""

    table: UUID
    number: int
    """Of the table."""
    deal: int
    """The deal, or the last of those that it is about."""
    kind: str
    """The ``Flag.Kind`` that answers it."""
    differs: bool
    """Two readings differ; otherwise there is only one."""
    seen: str
    """Digest of what stands there now."""


@dataclass(frozen=True, slots=True)
class Checking:
    """A sheet with what is known of it."""

    table: Table
    frame: Frame
    counting: Mapping[int, Revision]
    lines: Sequence[DealLine]

    @classmethod
    def of(cls, table: Table) -> "Checking":
        """Read what is known of ``table``, which comes with its round and event."""
        frame = Frame.of(table, players=len(table.seats.all()))
        counting = current(table.revisions.all())
        return cls(table, frame, counting, settled(frame, counting))

    @property
    def entered(self) -> int:
        """How many deals have a result, or were decided to have none."""
        return sum(is_in(revision) for revision in self.counting.values())

    @property
    def is_complete(self) -> bool:
        """Whether every deal of the sheet is in."""
        return self.entered >= self.frame.deals

    def gaps(self) -> list[Gap]:
        """Return what keeps the sheet from being proved as its event asks, in order of deals."""
        asked = _ASKED[Event.Verification(self.table.round.event.verification)]
        cleared = {
            (flag.deal, flag.kind, flag.seen)
            for flag in self.table.flags.all()
            if flag.state == Flag.State.CLEARED and flag.reason  # not by itself
        }
        return [gap for gap in asked(self) if (gap.deal, gap.kind, gap.seen) not in cleared]

    @property
    def has_other_sums(self) -> bool:
        """Whether sums on the paper were typed and differ, though the event asks for none."""
        is_asked = self.table.round.event.verification == Event.Verification.STATED
        return not is_asked and any(gap.differs for gap in _sums(self))

    def seen(self, first: int, last: int, *besides: Any) -> str:
        """Return the SHA-256 of the results that count for these deals."""
        numbers = [
            (deal, self.counting[deal].number)
            for deal in range(first, last + 1)
            if deal in self.counting
        ]
        return hashlib.sha256(json.dumps([numbers, besides]).encode()).hexdigest()

    def block(self, last: int) -> str:
        """Return the digest of the results of the deals that end with ``last``."""
        return self.seen(block_from(last), last)

    def has_entered(self, actor: str, last: int) -> bool:
        """Whether ``actor`` entered what counts of one of the deals that end with ``last``."""
        block = range(block_from(last), last + 1)
        return any(self.counting[deal].actor == actor for deal in block if deal in self.counting)

    def balances(self, deal: int) -> tuple[int, ...]:
        """Return what each seat has after ``deal``, with its stake."""
        start = self.table.round.event.start
        seats = (0,) * self.frame.players
        for line in self.lines:
            if line.revision.deal <= deal:
                seats = line.account.balances[: self.frame.players]
        return tuple(start + points for points in seats)

    def same(self, deal: int, record: Mapping[str, Any]) -> bool:
        """Whether ``record`` says of the deal what counts, in whichever words.

        The same game and the same points to everybody; and nothing of what both say besides, such
        as trump or tricks, differs. What moves no points may be said by one alone.
        """
        counting = self.counting.get(deal)
        if counting is None or counting.record is None:
            return False
        one, other = self.frame.settle(record), self.frame.settle(counting.record)
        return _in_order(one[1]) == _in_order(other[1]) and _agree(one[0].game, other[0].game)


def _in_order(settlement: Settlement) -> Settlement:
    """Return it without the order in which who joined or looked was named."""
    first, *joined = settlement.declarers or (None,)
    if first is None:
        return settlement
    return replace(
        settlement,
        declarers=(first, *sorted(joined, key=lambda each: each.seat)),
        peeked=tuple(sorted(settlement.peeked, key=lambda each: each.seat)),
    )


def _agree(one: Game | None, other: Game | None) -> bool:
    """Whether nothing that both games say differs: trump, tricks, cards."""
    if one is None or other is None:
        return one is other
    tricks = zip(one.tricks or (), other.tricks or (), strict=False)
    said = [
        (one.trump, other.trump),
        (tuple(sorted(one.tourne.laid)), tuple(sorted(other.tourne.laid))),
        (one.tourne.turned, other.tourne.turned),
        *tricks,
    ]
    return all(a == b or a in _UNSAID or b in _UNSAID for a, b in said)


def is_in(revision: Revision) -> bool:
    """Whether this version leaves nothing to enter: a result, or a decision that there is none."""
    return revision.record is not None or bool(revision.ruling)


def ends(deals: int) -> list[int]:
    """Return after which deals of a sheet the paper has sums: every tenth, and the last."""
    return [*range(BLOCK, deals, BLOCK), deals]


def block_from(last: int) -> int:
    """Return the first of the deals that are confirmed together with ``last``."""
    return (last - 1) // BLOCK * BLOCK + 1


def gaps(tables: Iterable[Table]) -> list[Gap]:
    """Return what keeps these sheets from being proved."""
    return [gap for table in tables for gap in Checking.of(table).gaps()]


def _nothing(_checking: Checking) -> Iterator[Gap]:
    return iter(())


def _sums(checking: Checking) -> Iterator[Gap]:
    stated = {each.deal: each.balances for each in checking.table.stated.all()}
    for deal in ends(checking.frame.deals):
        said = stated.get(deal) or []
        known = all(points is not None for points in said) and bool(said)
        is_said = dict(enumerate(said))
        has = checking.balances(deal)
        differs = any(
            points is not None and points != has[seat] for seat, points in is_said.items()
        )
        if differs or not known:
            yield _gap(checking, deal, Flag.Kind.SUMS, checking.seen(1, deal, said), differs)


def _second(checking: Checking) -> Iterator[Gap]:
    read = {each.deal: each for each in checking.table.second_entries.all()}
    for deal, revision in sorted(checking.counting.items()):
        decided = revision.record is None or revision.correction_id is not None
        second = read.get(deal)
        if decided or (second and checking.same(deal, second.record)):
            continue
        seen = checking.seen(deal, deal, second.record if second else None)
        yield _gap(checking, deal, Flag.Kind.SECOND, seen, second is not None)


def _confirmations(checking: Checking) -> Iterator[Gap]:
    confirmed = {(each.deal, each.seen) for each in checking.table.confirmations.all()}
    for deal in ends(checking.frame.deals):
        seen = checking.block(deal)
        if (deal, seen) not in confirmed:
            yield _gap(checking, deal, Flag.Kind.UNCONFIRMED, seen, differs=False)


_ASKED: Final = {
    Event.Verification.NONE: _nothing,
    Event.Verification.STATED: _sums,
    Event.Verification.SECOND: _second,
    Event.Verification.CONFIRMED: _confirmations,
}


def _gap(checking: Checking, deal: int, kind: Flag.Kind, seen: str, differs: bool) -> Gap:  # noqa: FBT001 -- a part of what it says
    return Gap(
        table=checking.table.pk,
        number=checking.table.number,
        deal=deal,
        kind=kind,
        differs=differs,
        seen=seen,
    )
