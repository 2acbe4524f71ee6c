"""The one way to write a result: a new version of a deal, accounted in the same transaction."""

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext

from lhombre_club.lately import TOGETHER
from lhombre_club.prepared import insert
from lhombre_club.refusal import Refusal
from rules import Code, Complaint, RuleSet
from rules import RefusedError as RulesRefusedError
from scoring.domain import reconcile
from tournaments.book.accounts import Frame, Reading, account_of
from tournaments.book.actors import DEVICE
from tournaments.book.doubts import doubt
from tournaments.book.opened import Opened, opened
from tournaments.book.proving.seals import seal
from tournaments.book.reasons import COMPLAINTS, NOBODY_SITS_OUT, BookReason
from tournaments.models import Names, Revision, Table, TableLease

NOT_ENTERED: Final = ("ruleset", "players", "round", "table")
"""Keys of a record that the event decides; who enters a deal may not."""
SAID_AGAIN: Final = ("pairs", "options")
"""Keys that the event decides too; a record may say of them what the event says."""
EVENTS: Final = ("players", "pairs")
"""Keys of a record that are not stored with it: the event has them."""
MOST_OF_DEAL: Final = 30
"""Versions of a deal by one device, from which it changes it no more."""
MOST_AT_TABLE: Final = 200
"""Versions of all deals of a table by one device, from which it changes none that is entered.

All devices together have ``TOGETHER`` times as many; but whoever keeps the table has his own,
whatever the others have, and so has a deal that has none yet. Each is kept and sealed for good.
"""
MOST_EVER: Final = 2600
"""Versions of all deals of a table from which no device changes any that is entered.

One player with a table's code takes it with ever new devices, each of which keeps it for a while:
eight of them (``entry.views.leases.MOST_KEEPERS``) and those that do not keep it have 2,200
together, so that who kept it before has his own 200 yet.
"""


class RefusedError(Refusal):
    """The result is none under the event's rules: it says everything that is wrong with it."""

    def __init__(
        self,
        complaints: tuple[Complaint, ...],
        *,
        deal: int,
        names: tuple[str, ...],
        dealer: int,
        sitters: tuple[int, ...],
    ) -> None:
        """Refuse for ``complaints``; ``names`` are those at the table, by seat."""
        out = get_text_list([names[seat] for seat in sitters], gettext("and"))
        super().__init__(BookReason.REFUSED, deal=deal, dealer=names[dealer], sitters=out)
        self.complaints = complaints
        self._all_play = not sitters

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each complaint."""
        return tuple(
            str(self._sentence(each)) % {**self.facts, "field": each.field}
            for each in self.complaints
        )

    def _sentence(self, complaint: Complaint) -> Promise:
        if self._all_play and complaint.code is Code.DECLARER_MUST_SIT_OUT:
            return NOBODY_SITS_OUT
        return COMPLAINTS[complaint.code]


class StaleError(Refusal):
    """The deal has another version than the one the writer saw."""

    def __init__(self, current: Revision | None, entry: "NewResult") -> None:
        """Refuse ``entry``."""
        super().__init__(BookReason.STALE)
        self.current = current
        """The version that counts now; None if there is none."""
        self.entry = entry
        """What was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NewResult:
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
    confirmed: bool = True
    """Whether somebody has said yes to what is in doubt; else that is refused, with a question."""

    def digest(self, table: UUID) -> str:
        """Return the SHA-256 of what makes two requests the same; the client's clock does not."""
        content = [str(table), self.deal, self.base, self.record, self.reason]
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Stored:
    """That the result is committed."""

    revision: Revision
    opened: Opened
    """The table as it was found."""
    replayed: bool
    """It was stored by an earlier request with the same id."""
    first_change: int
    """Balances from this deal on may have changed."""
    reading: Reading
    """The table as this has left it."""


def enter_result(*, table: Table, entry: NewResult, actor: str) -> Stored:
    """Store ``entry`` as the next version of its deal at ``table`` and account for it.

    When it returns, all is committed. The caller has checked that ``actor`` may do this.

    Raises Refusal, among it RefusedError and StaleError, and then nothing was stored.
    """
    try:
        return _enter(table, entry, actor)
    except IntegrityError:
        # Somebody wrote between our look and our write: look again, and lose by name.
        return _enter(table, entry, actor)


@transaction.atomic(durable=True)
def _enter(table: Table, entry: NewResult, actor: str) -> Stored:
    found = opened(table, entry.id, actor)
    if found is None:
        raise Refusal(BookReason.NOT_OPEN)  # a table that is gone was drawn anew
    before, known, locked = found.reading, found.known, found.reading.table
    if known is not None and known.digest != entry.digest(table.pk):
        raise Refusal(BookReason.ID_REUSED)
    if known is not None:
        return Stored(known, found, replayed=True, first_change=entry.deal, reading=before)
    if found.in_tray:
        raise Refusal(BookReason.NOT_OPEN)  # a director has it, and decides about it
    if not 1 <= entry.deal <= before.frame.deals:
        raise Refusal(BookReason.NO_SUCH_DEAL, field="deal", deals=before.frame.deals)
    _look_at(before.counting, entry, actor, found.lease)
    record = judged(before.frame, entry, before.names)
    if why := None if entry.confirmed else doubt(before.frame.ruleset, record):
        raise Refusal(BookReason.DOUBTFUL, field="passed", why=why)
    revision = Revision(
        id=entry.id,
        table=locked,
        deal=entry.deal,
        number=entry.base + 1,
        record=record,
        digest=entry.digest(table.pk),
        reason=entry.reason,
        actor=actor,
        claimed_at=entry.claimed_at,
    )
    insert([revision])
    after = before.after(revision)
    changed = reconcile(
        book=locked.book,
        should_be=account_of(after.frame, after.lines, after.entries),
        reason=entry.reason or _reason(revision),
        actor=actor,
        stands=found.posted,
    )
    locked.round.event.version = seal(locked.round.event_id, [revision])
    first = changed or entry.deal
    return Stored(revision, found, replayed=False, first_change=first, reading=after)


def judged(frame: Frame, entry: NewResult, names: Names) -> dict[str, Any] | None:
    """Return the record to store: what was entered, as the rules understood it.

    The dealer follows from the sheet; the record may name him, but no other.
    """
    if entry.record is None:
        return None
    dealer = frame.dealer(entry.deal)
    complaints = _of_event(frame, entry.record)
    if entry.record.get("dealer", dealer) != dealer:
        complaints.append(
            Complaint(Code.DEALER_INVALID, "dealer", f"Seat {dealer} deals deal {entry.deal}.")
        )
    decided = {*NOT_ENTERED, *SAID_AGAIN}
    own = {key: value for key, value in entry.record.items() if key not in decided}
    try:
        read = frame.read({**own, "dealer": dealer})
    except RulesRefusedError as error:
        complaints += error.complaints
    else:
        if not complaints:
            return {key: value for key, value in read.to_json().items() if key not in EVENTS}
    raise RefusedError(
        tuple(complaints),
        deal=entry.deal,
        names=names.at(entry.deal),
        dealer=dealer,
        sitters=frame.sitters(entry.deal),
    )


def _of_event(frame: Frame, record: Mapping[str, Any]) -> list[Complaint]:
    """Return what a record says against the event, which decides it."""
    against = [key for key in NOT_ENTERED if record.get(key)]
    if record.get("pairs") and record["pairs"] is not frame.pairs:
        against.append("pairs")
    complaints = [
        Complaint(Code.MALFORMED, key, f"The event decides {key}, not the entry of a deal.")
        for key in against
    ]
    options = record.get("options")
    if options and not _holds(frame.ruleset, options):
        said = "The event's rules say otherwise, or have no such option."
        complaints.append(Complaint(Code.OPTION_UNKNOWN, "options", said))
    return complaints


def _holds(ruleset: RuleSet, options: object) -> bool:
    """Whether options of a record are those that the rules have anyhow."""
    try:
        return isinstance(options, dict) and ruleset.changed(options) == ruleset
    except (KeyError, ValueError):
        return False


def _look_at(
    counting: Mapping[int, Revision], entry: NewResult, actor: str, lease: TableLease | None
) -> None:
    """Refuse if ``entry`` may not take the place of what stands."""
    standing = counting.get(entry.deal)
    if entry.base != (standing.number if standing else 0):
        raise StaleError(standing, entry)
    if standing and standing.ruling:
        raise Refusal(BookReason.RULED)
    if standing and actor.startswith(DEVICE):
        versions = sum(revision.number for revision in counting.values())
        keeps = lease is not None and lease.holder == actor
        _look_how_often(standing, versions, actor, keeps=keeps)


def _look_how_often(standing: Revision, versions: int, device: str, *, keeps: bool) -> None:
    """Refuse if the deal that stands, or its table, was changed too often by a device or by all.

    Who ``keeps`` the table is not asked what all have done: one player with many devices uses that
    up, and is seen where he takes the table for each.
    """
    if versions >= MOST_EVER:
        raise Refusal(BookReason.TOO_MANY_VERSIONS, deal=standing.deal)
    own = Revision.objects.filter(table=standing.table_id, actor=device)
    for most, there, by_device in (
        (MOST_OF_DEAL, standing.number, own.filter(deal=standing.deal)),
        (MOST_AT_TABLE, versions, own),
    ):
        by_all = there >= most * TOGETHER and not keeps
        if there >= most and (by_all or by_device.count() >= most):
            raise Refusal(BookReason.TOO_MANY_VERSIONS, deal=standing.deal)


def _reason(revision: Revision) -> str:
    if revision.record is None:
        return "withdrawn"
    return "entered" if revision.number == 1 else "corrected"
