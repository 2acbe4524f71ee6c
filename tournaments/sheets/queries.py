"""A table's sheet as it stands: what page, paper and API show of it."""

import datetime as dt
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from uuid import UUID

from lhombre_club.members.models import User
from rules import RuleSet, ScoreCard, Settlement
from scoring.card import card_of, value_of
from scoring.kind import AccountRules
from scoring.sequence import opening
from scoring.transfers import Transfer
from tournaments.book.accounts import DealLine, Frame, Reading
from tournaments.book.actors import devices
from tournaments.folders.domain import deals_of
from tournaments.models import Event, Names, Revision, Table, TableEntry
from tournaments.words.figures import sitting

BLOCK: Final = 10
"""Deals between two subtotals."""
USER: Final = "user:"


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLine:
    """One deal of the sheet. Points are by seat, one for each player."""

    deal: int
    dealer: int
    sitter: int | None
    """Seat that is dealt no cards; None at a table of three."""
    folder: int | None = None
    """Number of the folder it is played from; None: dealt at the table."""
    revision: int = 0
    """Number of the version that counts; 0: nothing was ever entered."""
    id: UUID | None = None
    record: dict[str, Any] | None = None
    """What was entered; None: no result, or withdrawn."""
    ruling: str = ""
    """``Revision.Ruling``: what a director decided; empty: as it was played."""
    reason: str = ""
    """Why it is not as it was first entered."""
    settlement: Settlement | None = None
    value: int | None = None
    """Signed value of the first declarer's game: points per opponent, in a pott the points that
    he has from it; 0 if all passed."""
    changes: tuple[int, ...] | None = None
    ante: int = 0
    """What everybody put into the pot first, which could not pay; the changes contain it."""
    balances: tuple[int, ...] | None = None
    """After this deal."""
    pot: int | None = None
    """What is in the pot after this deal."""
    transfers: tuple[Transfer, ...] = ()
    """Who pays whom for it, and for what."""
    actor: str = ""
    entered_by: str = ""
    """The user's name, or whose device it is; empty for a device of nobody, and the system."""
    at: dt.datetime | None = None
    """When the server stored it."""


@dataclass(frozen=True, slots=True)
class Subtotal:
    """What each seat has after every tenth deal."""

    deal: int
    balances: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """One table in one round."""

    table: Table
    """With its round and event."""
    ruleset: RuleSet
    rules: AccountRules
    """How the account is kept."""
    names: Names
    """Who sits there, by seat."""
    lines: tuple[SheetLine, ...]
    """One for each deal of the sheet, in order."""
    opening: tuple[int, ...]
    """What each seat begins with: its stake, less its ante."""
    totals: tuple[int, ...]
    """What each seat has after the deals."""
    subtotals: tuple[Subtotal, ...]
    entries: tuple[TableEntry, ...]
    """Penalties and entries by hand that count, in order; no balance contains them."""

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    @property
    def has_folders(self) -> bool:
        """Whether the deals are played from folders that travel."""
        return any(line.folder is not None for line in self.lines)

    @property
    def staked(self) -> int:
        """What the seats had together before the first ante."""
        return self.table.round.event.start * self.players

    @property
    def keeps_pot(self) -> bool:
        """Whether the account has a pot to show."""
        return self.rules.kind.keeps_pot

    @property
    def card(self) -> ScoreCard:
        """The table of values, as the event's account pays them."""
        return card_of(self.ruleset, self.rules)

    @property
    def in_pairs(self) -> bool:
        """Whether seats opposite each other are partners, who never play against each other."""
        return self.table.round.event.kind != Event.Kind.INDIVIDUAL

    @property
    def final(self) -> tuple[int, ...]:
        """What each seat has in the end: deals, penalties and entries by hand."""
        amounts = [self.totals, *(entry.amounts for entry in self.entries)]
        return tuple(sum(column) for column in zip(*amounts, strict=True))

    @property
    def entered(self) -> int:
        """How many deals have a result."""
        return sum(line.record is not None for line in self.lines)


def sheet(table: Table, *, hidden: Collection[int] = ()) -> Sheet:
    """Return the sheet of ``table``, as if nothing were known of the deals that are ``hidden``.

    At most six queries, whatever was entered.
    The event's version is read first, so that a sheet is never older than its version says.
    """
    table = Table.objects.select_related("round__event__folder_plan").get(pk=table.pk)
    shown = as_read(Reading.of(table).without(hidden))
    folders = deals_of(table, len(shown.lines))
    if not folders:
        return shown
    lines = zip(shown.lines, folders, strict=True)
    return replace(shown, lines=tuple(replace(line, folder=deal.folder) for line, deal in lines))


def stand_ins(table: Table) -> dict[int, str]:
    """Return who sits in for another and for whom, in words, by seat; one query."""
    helped = table.seats.exclude(substitute_name="").select_related("participant").order_by("seat")
    return {seat.seat: sitting(seat.sitter) for seat in helped}


def as_read(reading: Reading, named: Mapping[str, str] | None = None) -> Sheet:
    """Return the sheet of a table that was read already, without its folders.

    ``named`` is what its devices are called, None if that is not known yet.
    """
    table, frame = reading.table, reading.frame
    entered = {line.revision.deal: line for line in reading.lines}
    actors = {revision.actor for revision in reading.counting.values()}
    if named is None:
        named = devices(table.round.event_id, actors)
    people = {**_users(actors), **named}
    start = table.round.event.start
    lines = tuple(
        _line(frame, deal, reading.counting.get(deal), entered.get(deal), people, start)
        for deal in range(1, frame.deals + 1)
    )
    antes = opening(frame.rules) if entered else None  # posted with the first deal
    begin = tuple(start + (antes.seats[seat] if antes else 0) for seat in range(frame.players))
    return Sheet(
        table=table,
        ruleset=frame.ruleset,
        rules=frame.rules,
        names=reading.names,
        lines=lines,
        opening=begin,
        totals=_balances(lines, frame.deals, begin),
        subtotals=_subtotals(lines, begin),
        entries=tuple(entry for entry in reading.entries if entry.withdrawn_at is None),
    )


def _line(
    frame: Frame,
    deal: int,
    revision: Revision | None,
    entered: DealLine | None,
    people: Mapping[str, str],
    start: int,
) -> SheetLine:
    sitters = frame.sitters(deal)
    dealer, sitter = frame.dealer(deal), sitters[0] if sitters else None
    if revision is None:
        return SheetLine(deal=deal, dealer=dealer, sitter=sitter)
    account = entered.account if entered else None
    return SheetLine(
        deal=deal,
        dealer=dealer,
        sitter=sitter,
        revision=revision.number,
        id=revision.pk,
        record=revision.record,
        ruling=revision.ruling,
        reason=revision.reason,
        settlement=account.settlement if account else None,
        value=value_of(account.settlement, frame.rules) if account else None,
        changes=account.entry.seats[: frame.players] if account else None,
        ante=account.ante if account else 0,
        balances=_staked(account.balances[: frame.players], start) if account else None,
        pot=account.pot if account else None,
        transfers=account.transfers if account else (),
        actor=revision.actor,
        entered_by=people.get(revision.actor, ""),
        at=revision.created_at,
    )


def _users(actors: Iterable[str]) -> dict[str, str]:
    """Return the names of the users among ``actors``; of a device its keeper has said his own."""
    users = User.objects.filter(pk__in={pk for actor in actors if (pk := _user_id(actor))})
    return {user.actor: user.get_full_name() or user.username for user in users}


def _user_id(actor: str) -> UUID | None:
    try:
        return UUID(actor.removeprefix(USER)) if actor.startswith(USER) else None
    except ValueError:
        return None  # a user of another program's making


def _staked(balances: tuple[int, ...], start: int) -> tuple[int, ...]:
    return tuple(start + balance for balance in balances)


def _subtotals(lines: tuple[SheetLine, ...], begin: tuple[int, ...]) -> tuple[Subtotal, ...]:
    return tuple(
        Subtotal(deal, _balances(lines, deal, begin))
        for deal in range(BLOCK, len(lines) + 1, BLOCK)
    )


def _balances(lines: tuple[SheetLine, ...], deal: int, begin: tuple[int, ...]) -> tuple[int, ...]:
    """Return what each seat has after ``deal``: the last balances known by then."""
    known = [line.balances for line in lines[:deal] if line.balances is not None]
    return known[-1] if known else begin
