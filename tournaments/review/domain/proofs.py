"""What proves a sheet: the sums on the paper, a second reading, a second player.

Each of these may be given whatever the event asks for; only what it asks for is missed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction

from lhombre_club.refusal import Refusal
from rules import RefusedError
from tournaments.book.accounts import current
from tournaments.book.activity import note_at
from tournaments.models import Confirmation, Flag, SecondEntry, StatedTotal, Table
from tournaments.review.domain import flags
from tournaments.review.domain.verification import Checking, Gap, block_from, ends, is_in
from tournaments.review.reasons import ReviewReason


@dataclass(frozen=True, slots=True)
class Reading:
    """What a second person reads in one line."""

    deal: int
    record: Mapping[str, Any]
    """A result record without rule set and players."""
    typed: str


@dataclass(frozen=True, slots=True)
class Stop:
    """Where a second entry stops."""

    deal: int
    first: Mapping[str, Any] | None
    """What was entered first; None: no result."""


@transaction.atomic(durable=True)
def state_sums(*, table: Table, sums: Mapping[int, Sequence[int | None]], actor: str) -> list[Flag]:
    """Store what the paper says each seat has after these deals; return the flags that are open.

    A sum that is stated again takes the place of the earlier one; the same ones again are no
    deed, as when an answer was lost. Refused where nothing is checked, and where the paper has
    no such sums.
    """
    table = flags.locked(table)
    checking = Checking.of(table)
    known = {each.deal: each.balances for each in table.stated.all()}
    new = {deal: said for deal, said in sums.items() if known.get(deal) != list(said)}
    for deal, balances in new.items():
        if deal not in ends(checking.frame.deals) or len(balances) != checking.frame.players:
            raise Refusal(ReviewReason.NO_SUCH_DEAL)
        StatedTotal.objects.update_or_create(
            table=table, deal=deal, defaults={"balances": list(balances), "actor": actor}
        )
    if new:
        note_at(table, "sums.stated", actor, after=", ".join(map(str, sorted(new))))
    return flags.follow(table, actor=actor)


@transaction.atomic(durable=True)
def read_again(*, table: Table, readings: Sequence[Reading], actor: str) -> Stop | None:
    """Compare a second reading with the first, line by line, up to the first difference.

    What was compared is stored, the difference too, and it is flagged. None: no line differs.
    Refused where nothing is checked, for a deal that the sheet has not, for a record that is no
    result, and if ``actor`` entered one of these deals himself.
    """
    table = flags.locked(table)
    checking = Checking.of(table)
    held = {each.deal: each for each in table.second_entries.all()}
    stop, is_new = None, False
    for reading in readings:
        if not 1 <= reading.deal <= checking.frame.deals:
            raise Refusal(ReviewReason.NO_SUCH_DEAL)
        first = checking.counting.get(reading.deal)
        if first is not None and first.actor == actor:
            raise Refusal(ReviewReason.SAME_PERSON)
        _demand_result(checking, reading)
        is_new = _keep(table, reading, actor, held.get(reading.deal)) or is_new
        if not checking.same(reading.deal, reading.record):
            stop = Stop(reading.deal, first.record if first else None)
            break
    if is_new or stop:
        note_at(table, "sheet.read_again", actor, stop=stop.deal if stop else None)
        flags.follow(table, actor=actor)
    return stop


def entered_by(*, table: Table, actor: str) -> tuple[list[int], bool]:
    """Return the deals that ``actor`` entered and may not read again, and whether it is all."""
    counting = current(table.revisions.all())
    own = [deal for deal, revision in sorted(counting.items()) if revision.actor == actor]
    return own, len(own) == len(counting)


def _keep(table: Table, reading: Reading, actor: str, held: SecondEntry | None) -> bool:
    """Store a line that was read; return whether it was not known already."""
    said = {"record": dict(reading.record), "line": reading.typed, "actor": actor}
    if held and said == {name: getattr(held, name) for name in said}:
        return False
    SecondEntry.objects.update_or_create(table=table, deal=reading.deal, defaults=said)
    return True


def _demand_result(checking: Checking, reading: Reading) -> None:
    try:
        checking.frame.read(reading.record)
    except RefusedError:
        raise Refusal(ReviewReason.NO_RESULT) from None


def agreed(*, table: Table, actor: str) -> dict[int, str]:
    """Return by deal what ``actor`` typed in a second reading that says what counts now."""
    checking = Checking.of(table)
    return {
        each.deal: each.line
        for each in table.second_entries.filter(actor=actor)
        if checking.same(each.deal, each.record)
    }


@transaction.atomic(durable=True)
def confirm(*, table: Table, deal: int, seat: int, actor: str) -> Confirmation:
    """Let the player in ``seat`` say that the ten deals up to ``deal`` are right.

    Where ``actor`` is the device that keeps the sheet, or has entered one of these deals, it is
    stored as ticked for him. Refused where nothing is checked, unless all of these deals are in,
    and if he keeps the sheet.
    """
    table, checking = _asked(table, deal, seat)
    if not all(
        each in checking.counting and is_in(checking.counting[each])
        for each in range(block_from(deal), deal + 1)
    ):
        raise Refusal(ReviewReason.NOT_IN)
    by_keeper = _is_keepers(table, checking, deal, actor)
    confirmation, _ = Confirmation.objects.update_or_create(
        table=table,
        deal=deal,
        defaults={
            "seat": seat,
            "seen": checking.block(deal),
            "actor": actor,
            "by_keeper": by_keeper,
        },
    )
    verb = "deals.ticked" if by_keeper else "deals.confirmed"
    note_at(table, verb, actor, last=deal, seat=seat)
    return confirmation


def _is_keepers(table: Table, checking: Checking, deal: int, actor: str) -> bool:
    """Whether the device keeps the sheet, or entered one of the ten deals up to ``deal``."""
    lease = getattr(table, "lease", None)
    keeps = lease is not None and lease.holder == actor
    return keeps or checking.has_entered(actor, deal)


@transaction.atomic(durable=True)
def deny(*, table: Table, deal: int, seat: int, actor: str) -> Flag:
    """Let the player in ``seat`` say that among the ten deals up to ``deal`` one is wrong.

    Refused where nothing is checked, and where no ten deals end so.
    """
    table, checking = _asked(table, deal, seat, keeper_too=True)
    table.confirmations.filter(deal=deal).delete()
    gap = Gap(
        table=table.pk,
        number=table.number,
        deal=deal,
        kind=Flag.Kind.UNCONFIRMED,
        differs=True,
        seen=checking.block(deal),
    )
    return flags.raised(table, gap, actor)


def _asked(
    table: Table, deal: int, seat: int, *, keeper_too: bool = False
) -> tuple[Table, Checking]:
    table = flags.locked(table)
    checking = Checking.of(table)
    if deal not in ends(checking.frame.deals) or not 0 <= seat < checking.frame.players:
        raise Refusal(ReviewReason.NO_SUCH_DEAL)
    lease = getattr(table, "lease", None)
    if not keeper_too and lease is not None and lease.seat == seat:
        raise Refusal(ReviewReason.SAME_PERSON)
    return table, checking
