"""A table's account: the fold of the results that count, under the rules its event began with."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from rules import ResultRecord, RuleSet, dealt_in, read_result, settle
from scoring.domain import Account, Posting
from scoring.sequence import Accounting, AccountRules, DealAccount, fold
from tournaments.models import Event, Revision, Table

FULL_TABLE: Final = 4
"""At a table of three nobody sits out, so that 30 deals there are 40 elsewhere."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What is settled before the first card of a table: who deals when, under which rules."""

    ruleset: RuleSet
    digest: str
    rules: AccountRules
    players: int
    deals: int
    """How many there are on the sheet."""
    first_dealer: int

    @classmethod
    def of(cls, table: Table, *, players: int) -> "Frame":
        """Return the frame of ``table``, which comes with its round and event."""
        event = table.round.event
        return cls(
            ruleset=RuleSet.from_json(event.ruleset),
            digest=event.ruleset_digest,
            rules=AccountRules(
                players=players,
                accounting=Accounting(event.accounting),
                sitter_pays=event.sitter_pays,
            ),
            players=players,
            deals=deals_at(event, players),
            first_dealer=table.first_dealer,
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
        return read_result(
            {"ruleset": self.ruleset.id, **record}, self.ruleset, players=self.players
        )


@dataclass(frozen=True, slots=True)
class DealLine:
    """One deal that has a result, settled and accounted."""

    revision: Revision
    worth: int
    """What the contract is worth when it is won, points per opponent; 0 if all passed."""
    account: DealAccount


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
    records = [frame.read(revision.record or {}) for revision in played]
    accounts = fold(
        frame.rules,
        [
            (revision.deal, settle(record, frame.ruleset))
            for revision, record in zip(played, records, strict=True)
        ],
    )
    return tuple(
        DealLine(revision, _worth(record, frame.ruleset), account)
        for revision, record, account in zip(played, records, accounts, strict=True)
    )


def account_of(frame: Frame, lines: Iterable[DealLine]) -> Account:
    """Return what the journal should say of these deals."""
    return Account(
        players=frame.players,
        postings=tuple(
            Posting(
                deal=line.revision.deal,
                revision=line.revision.pk,
                ruleset_digest=frame.digest,
                settlement=line.account.settlement,
                worth=line.worth,
                entry=line.account.entry,
            )
            for line in lines
        ),
    )


def locked_tables(event: Event) -> list[Table]:
    """Return the tables of ``event`` with their results, and let nobody write on them.

    To be called in a transaction; three queries.
    """
    tables = Table.objects.filter(round__event=event).select_related("round__event")
    return list(tables.select_for_update(of=("self",)).prefetch_related("seats", "revisions"))


def stored_account(table: Table) -> Account:
    """Return what the journal should say of a table from ``locked_tables``.

    Raises ``rules.RefusedError`` or ValueError if a stored result is none: somebody changed it
    by other ways than ours.
    """
    frame = Frame.of(table, players=len(table.seats.all()))
    return account_of(frame, settled(frame, current(table.revisions.all())))


def _worth(record: ResultRecord, ruleset: RuleSet) -> int:
    """Return the contract's own value: a tout makes no contract higher."""
    terms = ruleset.terms(record.game.contract) if record.game else None
    return terms.won if terms else 0
