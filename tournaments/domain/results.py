"""The one way to write a result: a new version of a deal, accounted in the same transaction."""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Q

from rules import Code, Complaint
from rules import RefusedError as RulesRefusedError
from scoring.domain import reconcile
from tournaments.domain.accounts import Frame, Reading, account_of, open_table
from tournaments.domain.seals import seal
from tournaments.models import Revision, Table, TrayItem

NOT_ENTERED: Final = ("ruleset", "players", "pairs", "options", "round", "table")
"""Keys of a record that the event decides; who enters a deal may not."""
EVENTS: Final = ("players", "pairs")
"""Keys of a record that are not stored with it: the event has them."""


class RefusedError(ValueError):
    """The result is none under the event's rules. Nothing was stored.

    ``names`` are those at the table by seat, ``dealer`` and ``sitter`` the seats of this deal,
    so that a sentence can say who deals and who sits out.
    """

    def __init__(
        self,
        complaints: tuple[Complaint, ...],
        *,
        deal: int,
        names: tuple[str, ...],
        dealer: int,
        sitter: int | None,
    ) -> None:
        super().__init__(" ".join(complaint.message for complaint in complaints))
        self.complaints = complaints
        self.deal = deal
        self.names = names
        self.dealer = dealer
        self.sitter = sitter


class StaleError(Exception):
    """The deal has another version than the one the writer saw. Nothing was stored."""

    def __init__(self, current: Revision | None, entry: "Entry") -> None:
        super().__init__(f"deal {entry.deal} is not at revision {entry.base} any more")
        self.current = current
        """The version that counts now; None if there is none."""
        self.entry = entry
        """What was refused."""


class RuledError(Exception):
    """A director has decided the deal; only a correction changes it. Nothing was stored."""


class ReusedIdError(Exception):
    """The id was stored before, with other content. Nothing was stored."""


class NotOpenError(Exception):
    """The table's round takes no results: it is not released. Nothing was stored."""


class ReceivedError(NotOpenError):
    """The director was sent it while no sheet took it, and decides about it. Nothing was stored."""


class NoSuchDealError(ValueError):
    """The sheet of the table has no deal of that number. Nothing was stored."""

    def __init__(self, deal: int, deals: int) -> None:
        super().__init__(f"deal {deal} of {deals}")
        self.deal = deal
        self.deals = deals


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What somebody wants to be the result of one deal."""

    id: UUID
    """Made by the client before it sends."""
    deal: int
    """Number on the sheet, from 1."""
    base: int
    """Number of the revision that was seen; 0: none."""
    record: Mapping[str, Any] | None
    """A result record without rule set and players; None withdraws the result."""
    reason: str = ""
    claimed_at: dt.datetime | None = None

    def digest(self, table: UUID) -> str:
        """Return the SHA-256 of what makes two requests the same; the client's clock does not."""
        content = [str(table), self.deal, self.base, self.record, self.reason]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Stored:
    """That the result is committed."""

    revision: Revision
    replayed: bool
    """It was stored by an earlier request with the same id."""
    first_change: int
    """Balances from this deal on may have changed."""
    reading: Reading
    """The table as this has left it."""


def enter_result(*, table: Table, entry: Entry, actor: str) -> Stored:
    """Store ``entry`` as the next version of its deal at ``table`` and account for it.

    When it returns, all is committed. The caller has checked that ``actor`` may do this.

    Raises NotOpenError, ReceivedError, ReusedIdError, NoSuchDealError, StaleError, RuledError or
    RefusedError, and then nothing was stored.
    """
    try:
        return _enter(table, entry, actor)
    except IntegrityError:
        # Somebody wrote between our look and our write: look again, and lose by name.
        return _enter(table, entry, actor)


@transaction.atomic(durable=True)
def _enter(table: Table, entry: Entry, actor: str) -> Stored:
    locked = _locked(table)
    digest = entry.digest(locked.pk)
    # Wherever the id was stored, and all of this sheet: one question instead of two.
    found = list(Revision.objects.order_by().filter(Q(pk=entry.id) | Q(table=locked)))
    known = next((revision for revision in found if revision.pk == entry.id), None)
    if known is not None and known.digest != digest:
        raise ReusedIdError
    before = Reading.with_results(locked, found)
    if known is not None:
        return Stored(known, replayed=True, first_change=entry.deal, reading=before)
    if TrayItem.objects.filter(pk=entry.id).exists():
        raise ReceivedError
    if not 1 <= entry.deal <= before.frame.deals:
        raise NoSuchDealError(entry.deal, before.frame.deals)
    _look_at(before.counting.get(entry.deal), entry)
    revision = Revision.objects.create(
        id=entry.id,
        table=locked,
        deal=entry.deal,
        number=entry.base + 1,
        record=judged(before.frame, entry, before.names),
        digest=digest,
        reason=entry.reason,
        actor=actor,
        claimed_at=entry.claimed_at,
    )
    after = before.after(revision)
    changed = reconcile(
        book=locked.book,
        should_be=account_of(after.frame, after.lines, after.entries),
        reason=entry.reason or _reason(revision),
        actor=actor,
    )
    locked.round.event.version = seal(locked.round.event_id, [revision])
    return Stored(revision, replayed=False, first_change=changed or entry.deal, reading=after)


def _locked(table: Table) -> Table:
    """Return the table with its round and event, held against other writers till the commit."""
    locked = open_table(table)
    if locked is None:
        raise NotOpenError  # a table that is gone was drawn anew
    return locked


def judged(frame: Frame, entry: Entry, names: tuple[str, ...]) -> dict[str, Any] | None:
    """Return the record to store: what was entered, as the rules understood it.

    The dealer follows from the sheet; the record may name him, but no other.
    """
    if entry.record is None:
        return None
    dealer = frame.dealer(entry.deal)
    complaints = [
        Complaint(Code.MALFORMED, key, f"The event decides {key}, not the entry of a deal.")
        for key in NOT_ENTERED
        if entry.record.get(key)
    ]
    if entry.record.get("dealer", dealer) != dealer:
        complaints.append(
            Complaint(Code.DEALER_INVALID, "dealer", f"Seat {dealer} deals deal {entry.deal}.")
        )
    own = {key: value for key, value in entry.record.items() if key not in NOT_ENTERED}
    try:
        read = frame.read({**own, "dealer": dealer})
    except RulesRefusedError as error:
        complaints += error.complaints
    else:
        if not complaints:
            return {key: value for key, value in read.to_json().items() if key not in EVENTS}
    sitters = frame.sitters(entry.deal)
    raise RefusedError(
        tuple(complaints),
        deal=entry.deal,
        names=names,
        dealer=dealer,
        sitter=sitters[0] if sitters else None,
    )


def _look_at(standing: Revision | None, entry: Entry) -> None:
    """Raise StaleError or RuledError if ``entry`` may not take the place of what stands."""
    if entry.base != (standing.number if standing else 0):
        raise StaleError(standing, entry)
    if standing and standing.ruling:
        raise RuledError


def _reason(revision: Revision) -> str:
    if revision.record is None:
        return "withdrawn"
    return "entered" if revision.number == 1 else "corrected"
