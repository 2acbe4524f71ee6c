"""A sheet as those who played it look at it: ten deals at a time, right or protested against."""

from dataclasses import dataclass

from tournaments.models import Event, Flag, Protest, Round, Table
from tournaments.review.domain.rounds import ProtestTime, protest_time
from tournaments.review.domain.verification import Checking, block_from, ends, is_in
from tournaments.review.queries.protests import protests_at
from tournaments.sheets.queries import Sheet, SheetLine


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Deals that are confirmed together."""

    first: int
    last: int
    lines: tuple[SheetLine, ...]
    is_in: bool
    confirmed_by: int | None
    """Seat of who confirmed what stands there now."""
    by_keeper: bool
    """It was tapped for him on a device that keeps the sheet, or has entered deals in it."""
    is_own: bool
    """Who looks has entered one of these deals, so that what he taps is ticked for another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recap:
    """What is there to be looked at."""

    blocks: tuple[Block, ...]
    protests: dict[int, Protest]
    """One against each deal that was sent by the table's own link, or noted here."""
    protesting: ProtestTime
    asks_to_confirm: bool


def is_in_doubt(table: Table) -> bool:
    """Whether somebody doubts what was entered or protests at it, the sums of the paper apart."""
    flags = table.flags.filter(state=Flag.State.OPEN).exclude(kind=Flag.Kind.SUMS)
    return flags.exists() or table.protests.filter(state=Protest.State.OPEN).exists()


def recap(sheet: Sheet, actor: str = "") -> Recap:
    """Return the recap of a table for ``actor``, who looks; five queries more than its sheet."""
    table = sheet.table
    checking = Checking.of(table)
    confirmed = {(each.deal, each.seen): each for each in table.confirmations.all()}
    in_ = {deal for deal, revision in checking.counting.items() if is_in(revision)}
    blocks = []
    for last in ends(len(sheet.lines)):
        first, said = block_from(last), confirmed.get((last, checking.block(last)))
        blocks.append(
            Block(
                first=first,
                last=last,
                lines=sheet.lines[first - 1 : last],
                is_in=in_ >= set(range(first, last + 1)),
                confirmed_by=said.seat if said else None,
                by_keeper=said is not None and said.by_keeper,
                is_own=checking.has_entered(actor, last),
            )
        )
    event = table.round.event
    return Recap(
        blocks=tuple(blocks),
        protests=protests_at(table, actor),
        protesting=protest_time(table.round),
        asks_to_confirm=event.verification == Event.Verification.CONFIRMED
        and table.round.state in Round.DECIDABLE,
    )
