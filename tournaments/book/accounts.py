"""A table's account: the fold of the results that count, under the rules its event began with.

What was decided beside the deals (penalties, entries by hand, stakes) stands in the account too.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Prefetch, prefetch_related_objects

from rules import ResultRecord, RuleSet, Settlement, dealt_in, read_result, settle
from scoring.domain import Account, Opening, OtherPosting, Posting
from scoring.kind import AccountRules, Value
from scoring.ledger import SEATS, Entry
from scoring.sequence import SETTINGS, DealAccount, account_rules, fold, opening
from scoring.transfers import beside
from tournaments.models import (
    SITTER,
    Event,
    Names,
    Revision,
    Round,
    Seat,
    Sitter,
    Table,
    TableEntry,
)

FULL_TABLE: Final = 4
"""At a table of three nobody sits out, so that 30 deals there are 40 elsewhere."""
SEATED: Final = "seated"
"""What a table has beside its columns where those who sit there came with it."""
OWN_COLUMNS: Final = ("sitter_pays", "ante", "pot_cap")
"""Settings of its account that an event keeps each in a column; the others are in one together."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is settled before the first card of a table: who deals when, under which rules."""

    table: UUID
    ruleset: RuleSet
    digest: str
    rules: AccountRules
    players: int
    deals: int
    """How many there are on the sheet."""
    first_dealer: int
    pairs: bool = False
    """Pairs or teams play: the opponents alone pay and are paid."""

    @classmethod
    def of(cls, table: Table, *, players: int) -> "Frame":
        """Return the frame of ``table``, which comes with its round and event."""
        event = table.round.event
        return cls(
            table=table.pk,
            ruleset=_ruleset(json.dumps(event.ruleset)),
            digest=event.ruleset_digest,
            rules=rules_of(event, players),
            players=players,
            deals=deals_at(event, players),
            first_dealer=table.first_dealer,
            pairs=event.kind != Event.Kind.INDIVIDUAL,
        )

    def dealer(self, deal: int) -> int:
        """Return the seat that deals ``deal``."""
        return (self.first_dealer + deal - 1) % self.players

    def sitters(self, deal: int) -> tuple[int, ...]:
        """Return the seats that are dealt no cards, ascending."""
        playing = dealt_in(self.players, self.dealer(deal))
        return tuple(seat for seat in range(self.players) if seat not in playing)

    def read(self, record: Mapping[str, Any]) -> ResultRecord:
        """Read a stored record again; raises what ``rules.read_result`` raises."""
        return self.settle(record)[0]

    def settle(self, record: Mapping[str, Any]) -> tuple[ResultRecord, Settlement]:
        """Read a stored record again and settle it; raises what ``rules.read_result`` raises."""
        asked = {"ruleset": self.ruleset.id, **self.whole(record)}
        return _settled(self.ruleset, self.players, json.dumps(asked))

    def whole(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return a stored record with what the event adds to it."""
        return {"pairs": True, **record} if self.pairs and not record.get("passed") else record


def rules_of(event: Event, players: int = FULL_TABLE) -> AccountRules:
    """Return how a table of ``players`` keeps its account in ``event``."""
    return account_rules(players=players, accounting=event.accounting, **settings_of(event))


def settings_of(event: Event) -> dict[str, Value]:
    """Return what ``event`` has chosen about its account, by key; the default where nothing."""
    said = event.account_settings | {key: getattr(event, key) for key in OWN_COLUMNS}
    return {key: said.get(key, setting.default) for key, setting in SETTINGS.items()}


def columns_of(settings: Mapping[str, Value]) -> dict[str, Any]:
    """Return the fields of an event that keep these settings, which are all there are."""
    own = {key: settings[key] for key in OWN_COLUMNS}
    rest = {key: value for key, value in settings.items() if key not in own}
    return {**own, "account_settings": rest}


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal that has a result, settled and accounted."""

    revision: Revision
    worth: int
    """What the contract is worth when it is won, points per opponent; 0 if all passed."""
    account: DealAccount


@dataclass(frozen=True)
class Reading:
    """A table as it stood at one moment: who sits there, what counts, and what it comes to."""

    table: Table
    """With its round and event, whose version is of this moment or older."""
    names: Names
    """Who sits there, by seat."""
    frame: Frame
    counting: Mapping[int, Revision]
    entries: tuple[TableEntry, ...]
    """What was decided beside the deals, also what was withdrawn."""

    @classmethod
    def of(cls, table: Table) -> "Reading":
        """Read what belongs to ``table``, which comes with its round and event; three queries."""
        names = names_at(table)
        frame = Frame.of(table, players=len(names))
        counting = current(table.revisions.newest().order_by())
        return cls(table, names, frame, counting, tuple(table.entries.all()))

    def without(self, deals: Collection[int]) -> "Reading":
        """Return the table as if nothing were known of ``deals``, nor decided about them."""
        return replace(
            self,
            counting={deal: each for deal, each in self.counting.items() if deal not in deals},
            entries=tuple(entry for entry in self.entries if entry.deal not in deals),
        )

    def after(self, revision: Revision) -> "Reading":
        """Return the table as it stands when ``revision`` is written."""
        return replace(self, counting={**self.counting, revision.deal: revision})

    @cached_property
    def lines(self) -> tuple[DealLine, ...]:
        """The deals that have a result, in order."""
        return settled(self.frame, self.counting)


def names_at(table: Table) -> Names:
    """Return who sits at ``table``, by seat; no query if it came by ``opened.placed``."""
    seats = Seat.every.filter(table=table).order_by("seat")
    sitters = vars(table).get(SEATED) or seats.values_list(*SITTER)
    return Names(Sitter(*each) for each in sitters)


def next_deals(tables: Iterable[UUID]) -> dict[UUID, int]:
    """Return the first deal without a result at those tables that have begun and are not full.

    Three queries.
    """
    found = Table.objects.filter(pk__in=list(tables)).select_related("round__event")
    open_: dict[UUID, int] = {}
    for table in found.prefetch_related("seats", "revisions"):
        counting = current(table.revisions.all())
        entered = {deal for deal, each in counting.items() if each.record or each.ruling}
        deals = range(1, deals_at(table.round.event, len(table.seats.all())) + 1)
        first = next((deal for deal in deals if deal not in entered), 1)
        if first > 1:
            open_[table.pk] = first
    return open_


def deals_at(event: Event, players: int) -> int:
    """Return how many deals a sheet has: thirty of forty at a table of three (rules.md, 7)."""
    if players < FULL_TABLE:
        return event.deals_per_round * players // FULL_TABLE
    return event.deals_per_round


def current(revisions: Iterable[Revision]) -> dict[int, Revision]:
    """Return the revision that counts for each deal, by deal."""
    ordered = sorted(revisions, key=lambda revision: (revision.deal, revision.number))
    return {revision.deal: revision for revision in ordered}


def settled(frame: Frame, counting: Mapping[int, Revision]) -> tuple[DealLine, ...]:
    """Settle what counts and fold it, deal after deal; a withdrawn deal is not among them."""
    played = [revision for _, revision in sorted(counting.items()) if revision.record is not None]
    results = [frame.settle(revision.record or {}) for revision in played]
    numbered = [
        (revision.deal, record, settlement)
        for revision, (record, settlement) in zip(played, results, strict=True)
    ]
    accounts = fold(
        frame.rules,
        [(deal, settlement) for deal, _, settlement in numbered],
        {
            deal: beside(record.game, frame.ruleset, settlement.price)
            for deal, record, settlement in numbered
        },
    )
    return tuple(
        DealLine(revision, _worth(record, frame.ruleset), account)
        for revision, (record, _), account in zip(played, results, accounts, strict=True)
    )


@lru_cache(maxsize=16)
def _ruleset(stored: str) -> RuleSet:
    return RuleSet.from_json(json.loads(stored))


@lru_cache(maxsize=16_384)
def _settled(ruleset: RuleSet, players: int, record: str) -> tuple[ResultRecord, Settlement]:
    """Return a stored record as the rules understand it, and what it is worth.

    Every sheet is settled again from its first deal at each save, and most deals of a club are
    like one that was played before: reading them anew would take most of the time.
    """
    read = read_result(json.loads(record), ruleset, players=players)
    return read, settle(read, ruleset)


def account_of(frame: Frame, lines: Iterable[DealLine], entries: Iterable[TableEntry]) -> Account:
    """Return what the journal should say of these deals and of what was decided beside them.

    The antes are posted with the first deal: a table where nothing was played has no pot. A
    decision that was withdrawn is left out. Raises ValueError if one moves what it cannot.
    """
    postings = tuple(
        Posting(
            deal=line.revision.deal,
            revision=line.revision.pk,
            ruleset_digest=frame.digest,
            settlement=line.account.settlement,
            worth=line.worth,
            entry=line.account.entry,
        )
        for line in lines
    )
    antes = opening(frame.rules) if postings else None
    return Account(
        players=frame.players,
        postings=postings,
        opening=Opening(frame.table, frame.digest, antes) if antes else None,
        others=tuple(_decided(frame, entry) for entry in entries if entry.withdrawn_at is None),
    )


def moved(kind: str, points: Sequence[int]) -> Entry:
    """Return what an entry of ``kind`` moves if the seats get these points.

    What they do not settle among themselves goes to the penalties, or to the cash box where it
    is none.
    """
    north, west, south, east, fifth = (*points, *(0,) * (SEATS - len(points)))
    seats, rest = (north, west, south, east, fifth), -sum(points)
    if kind == TableEntry.Kind.PENALTY:
        return Entry(seats, penalties=rest)
    return Entry(seats, cash=rest)


def open_table(table: Table, states: Collection[str] = (Round.State.RELEASED,)) -> Table | None:
    """Return the table with its round and event, and let nobody else write on it till the commit.

    None if its round is in none of ``states``, as while it is not released or when it is closed,
    or if it was drawn anew.
    """
    hold(table)
    taking = Table.objects.order_by("pk").filter(pk=table.pk, round__state__in=states)
    return taking.select_related("round__event").first()


def hold(table: Table) -> None:
    """Let nobody else write on ``table`` till the commit, and wait for whoever does."""
    if not connection.features.has_select_for_update:
        return  # on SQLite the transaction itself holds everything
    # A look of its own: what was read while waiting for the lock is what stood before it.
    # Ordered by itself, it needs no other rows, which would be held as well.
    held = Table.every.order_by("pk").select_for_update().filter(pk=table.pk)
    held.values_list("pk").first()


def locked_tables(event: Event) -> list[Table]:
    """Return the tables of ``event`` with their results, and let nobody write on them.

    To be called in a transaction; five queries.
    """
    tables = held_tables(event)
    prefetch_related_objects(tables, "revisions")
    return tables


def held_tables(event: Event, *, replaced: bool = False) -> list[Table]:
    """Return the tables of ``event`` without results, and let nobody write on them.

    With ``replaced`` those too that are no more. To be called in a transaction; four queries.
    """
    rows = Table.every if replaced else Table.objects
    tables = rows.filter(round__event=event)
    held = [table.pk for table in tables.select_for_update(of=("self",))]
    found = rows.filter(pk__in=held).select_related("round__event")
    return list(found.prefetch_related(Prefetch("seats", Seat.every.all()), "entries"))


def stored_account(table: Table, results: Iterable[Revision] | None = None) -> Account:
    """Return what the journal should say of a table from ``locked_tables``.

    ``results`` are all its revisions, where somebody has read them already. Raises
    ``rules.RefusedError`` or ValueError if a stored result is none: somebody changed it by other
    ways than ours.
    """
    frame = Frame.of(table, players=len(table.seats.all()))
    lines = settled(frame, current(table.revisions.all() if results is None else results))
    return account_of(frame, lines, table.entries.all())


def _decided(frame: Frame, entry: TableEntry) -> OtherPosting:
    points = entry.amounts
    if not isinstance(points, list) or len(points) != frame.players:
        raise ValueError(f"the amounts of entry {entry.pk} are not those of {frame.players} seats")
    if not all(type(each) is int for each in points):
        raise ValueError(f"the amounts of entry {entry.pk} are not whole points")
    return OtherPosting(
        kind=entry.kind,
        source=entry.pk,
        deal=entry.deal,
        ruleset_digest=frame.digest,
        entry=moved(entry.kind, points),
        reason=entry.reason,
    )


def _worth(record: ResultRecord, ruleset: RuleSet) -> int:
    """Return the contract's own value: a tout makes no contract higher."""
    terms = ruleset.terms(record.game.contract) if record.game else None
    return terms.won if terms else 0
