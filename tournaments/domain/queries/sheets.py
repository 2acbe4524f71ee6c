"""A table's sheet as it stands: what page, paper and API show of it."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from lhombre_club.members.models import User
from rules import RuleSet, Settlement
from tournaments.domain.accounts import DealLine, Frame, current, settled
from tournaments.models import Revision, Table

BLOCK: Final = 10
"""Deals between two subtotals."""
USER: Final = "user:"


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One deal of the sheet. Points are by seat, one for each player."""

    deal: int
    dealer: int
    sitter: int | None
    """Seat that is dealt no cards; None at a table of three."""
    revision: int = 0
    """Number of the version that counts; 0: nothing was ever entered."""
    id: UUID | None = None
    record: dict[str, Any] | None = None
    """What was entered; None: no result, or withdrawn."""
    settlement: Settlement | None = None
    changes: tuple[int, ...] | None = None
    balances: tuple[int, ...] | None = None
    """After this deal."""
    actor: str = ""
    entered_by: str = ""
    """The user's name; empty for a device or the system."""
    at: dt.datetime | None = None
    """When the server stored it."""

    @property
    def value(self) -> int | None:
        """Signed value of the first declarer's game, points per opponent; 0 if all passed."""
        if self.settlement is None:
            return None
        return self.settlement.declarers[0].value if self.settlement.declarers else 0


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
    names: tuple[str, ...]
    """Who sits there, by seat."""
    lines: tuple[Line, ...]
    """One for each deal of the sheet, in order."""
    totals: tuple[int, ...]
    subtotals: tuple[Subtotal, ...]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        return len(self.names)

    @property
    def entered(self) -> int:
        """How many deals have a result."""
        return sum(line.record is not None for line in self.lines)


def names_at(table: Table) -> tuple[str, ...]:
    """Return who sits at ``table``, by seat."""
    return tuple(table.seats.order_by("seat").values_list("participant__name", flat=True))


def sheet(table: Table) -> Sheet:
    """Return the sheet of ``table``; at most four queries, whatever was entered.

    The event's version is read first, so that a sheet is never older than its version says.
    """
    table = Table.objects.select_related("round__event").get(pk=table.pk)
    names = names_at(table)
    frame = Frame.of(table, players=len(names))
    counting = current(table.revisions.all())
    entered = {line.revision.deal: line for line in settled(frame, counting)}
    people = _people(counting.values())
    lines = tuple(
        _line(frame, deal, counting.get(deal), entered.get(deal), people)
        for deal in range(1, frame.deals + 1)
    )
    return Sheet(
        table=table,
        ruleset=frame.ruleset,
        names=names,
        lines=lines,
        totals=_balances(lines, frame.deals, frame.players),
        subtotals=_subtotals(lines, frame),
    )


def _line(
    frame: Frame,
    deal: int,
    revision: Revision | None,
    entered: DealLine | None,
    people: Mapping[str, str],
) -> Line:
    sitters = frame.sitters(deal)
    dealer, sitter = frame.dealer(deal), sitters[0] if sitters else None
    if revision is None:
        return Line(deal=deal, dealer=dealer, sitter=sitter)
    account = entered.account if entered else None
    return Line(
        deal=deal,
        dealer=dealer,
        sitter=sitter,
        revision=revision.number,
        id=revision.pk,
        record=revision.record,
        settlement=account.settlement if account else None,
        changes=account.entry.seats[: frame.players] if account else None,
        balances=account.balances[: frame.players] if account else None,
        actor=revision.actor,
        entered_by=people.get(revision.actor, ""),
        at=revision.created_at,
    )


def _people(revisions: Iterable[Revision]) -> dict[str, str]:
    """Return the names of the users among those who entered, by actor."""
    ids = {pk for revision in revisions if (pk := _user_id(revision.actor))}
    users = User.objects.filter(pk__in=ids)
    return {user.actor: user.get_full_name() or user.username for user in users}


def _user_id(actor: str) -> UUID | None:
    try:
        return UUID(actor.removeprefix(USER)) if actor.startswith(USER) else None
    except ValueError:
        return None  # a user of another program's making


def _subtotals(lines: tuple[Line, ...], frame: Frame) -> tuple[Subtotal, ...]:
    return tuple(
        Subtotal(deal, _balances(lines, deal, frame.players))
        for deal in range(BLOCK, frame.deals + 1, BLOCK)
    )


def _balances(lines: tuple[Line, ...], deal: int, players: int) -> tuple[int, ...]:
    """Return what each seat has after ``deal``: the last balances known by then."""
    known = [line.balances for line in lines[:deal] if line.balances is not None]
    return known[-1] if known else (0,) * players
