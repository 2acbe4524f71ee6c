"""The deals of an event that everybody may see, each with who sat where and what it moved."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias
from uuid import UUID

from django.db.models import Q

from rules import Outcome, RuleSet, Tout
from scoring.domain import Account
from scoring.domain.postings import Kind
from tournaments.book.accounts import DealLine, account_of, settled
from tournaments.folders.queries.secret import AtTable, secret_among, tables_of
from tournaments.models import Event, Participant, Round, Seat, Team
from tournaments.plans.folders import Cards

Who: TypeAlias = tuple[UUID | None, str]
"""A person, and his name in the event: all that is known of who is no member."""


@dataclass(frozen=True, slots=True)
class Chair:
    """Whose points a seat's are, and who sat there in a deal."""

    participant: UUID
    name: str
    person: UUID | None
    """Who sat there, as the club knows him."""
    helps: bool = False
    """He sat there for another."""

    @property
    def who(self) -> Who:
        """Who sat there."""
        return self.person, self.name


@dataclass(frozen=True, slots=True)
class Game:
    """A game that somebody played as declarer."""

    seat: int
    contract: str
    outcome: Outcome
    worth: int
    """Of the contract when it is won, points per opponent."""
    tout: Tout | None = None
    """How it went that he announced; it is won or lost apart from the game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedDeal:
    """One deal with a result."""

    round: int
    table: int
    number: int
    dealer: int
    """Seat."""
    chairs: tuple[Chair, ...]
    """By seat."""
    moves: tuple[int, ...]
    """What it won or cost each seat; points, without what filled the pot before it."""
    idle: tuple[int, ...]
    """Seats that held no cards."""
    games: tuple[Game, ...]
    """The declarer's, then those of who joined him; none where all passed."""
    folder: Cards | None = None
    """Its cards, where they came from a folder."""


@dataclass(frozen=True, slots=True)
class Beside:
    """What was moved beside the deals of a table, for who sat there in that deal; points."""

    chair: Chair
    points: int


@dataclass(frozen=True, slots=True)
class Played:
    """What was played in an event, as far as everybody may see it."""

    ruleset: RuleSet
    deals: tuple[PlayedDeal, ...]
    """By round, table and number."""
    beside: tuple[Beside, ...]
    """Antes, penalties and entries by hand."""
    tells_all: bool
    """Nothing is kept back."""
    keeps_back: bool
    """There are results that are not among the deals."""
    newcomers: frozenset[UUID] = frozenset()
    """Persons who had never sat at a table of the club; nobody where all had not."""

    @property
    def had_help(self) -> bool:
        """Somebody played for another: what he did is of two, by whose it is and by who did it."""
        return any(chair.helps for deal in self.deals for chair in deal.chairs)


def played(event: Event) -> Played:
    """Return what everybody may see of what was played in ``event``; six queries.

    ``event`` comes with its folders' plan.
    """
    tables = [at for at in tables_of(event) if at.table.round.state in Round.SHOWN]
    secret = secret_among(event, tables)
    deals: list[PlayedDeal] = []
    beside: list[Beside] = []
    for at in tables:
        hidden = secret.at(at.table.pk)
        shown = {deal: each for deal, each in at.counting.items() if deal not in hidden}
        entries = [entry for entry in at.table.entries.all() if entry.deal not in hidden]
        lines = settled(at.frame, shown)
        deals += [_deal(at, line) for line in lines]
        beside += _refills(at, lines)
        beside += _beside(at, account_of(at.frame, lines, entries))
    ruleset = RuleSet.from_json(event.ruleset)
    results = sum(each.record is not None for at in tables for each in at.counting.values())
    keeps_back = results > len(deals)
    new = _newcomers(event, deals)
    return Played(ruleset, tuple(deals), tuple(beside), secret.tells_all, keeps_back, new)


def team_of(event: Event) -> dict[UUID, UUID]:
    """Return the pair or team of each player who has one; one query."""
    return dict(event.participants.exclude(team=None).values_list("pk", "team"))


def named(rows: Iterable[Participant | Team]) -> dict[UUID, str]:
    """Return what each is called."""
    return {each.pk: each.name for each in rows}


def _newcomers(event: Event, deals: Iterable[PlayedDeal]) -> frozenset[UUID]:
    here = {chair.person for deal in deals for chair in deal.chairs if chair.person}
    before = Seat.objects.filter(
        Q(participant__person__in=here) | Q(substitute__in=here),
        round__event__club=event.club_id,
        round__event__date__lt=event.date,
        round__state__in=Round.SHOWN,
    )
    known = before.values_list("participant__person", "substitute").distinct()
    new = here.difference(*known)
    return frozenset() if new == here else frozenset(new)


def _deal(at: AtTable, line: DealLine) -> PlayedDeal:
    number, settlement = line.revision.deal, line.account.settlement
    entry, ante = line.account.entry.seats[: at.frame.players], line.account.ante
    return PlayedDeal(
        round=at.table.round.number,
        table=at.table.number,
        number=number,
        dealer=at.frame.dealer(number),
        chairs=tuple(_chair(seat, number) for seat in at.table.seats.all()),
        moves=tuple(moved + ante for moved in entry),
        idle=settlement.idle,
        games=tuple(_games(line)),
        folder=at.folders[number].cards if number in at.folders else None,
    )


def _games(line: DealLine) -> Iterator[Game]:
    """Yield the declarer's game, then those of who joined him, who announce no tout."""
    settlement, said = line.account.settlement, line.revision.record or {}
    tout = Tout(said["tout"]) if said.get("tout") else None
    for each in settlement.declarers:
        yield Game(each.seat, str(settlement.contract), each.outcome, line.worth, tout)
        tout = None


def _chair(seat: Seat, deal: int) -> Chair:
    if seat.sitter.is_substituted(deal):
        return Chair(seat.participant_id, seat.substitute_name, seat.substitute_id, helps=True)
    own = seat.participant
    return Chair(own.pk, own.name, own.person_id)


def _refills(at: AtTable, lines: Iterable[DealLine]) -> Iterator[Beside]:
    """Yield what each seat put into a pot that could not pay a deal, for who sat there in it."""
    for line in lines:
        if line.account.ante:
            for seat in at.table.seats.all():
                yield Beside(_chair(seat, line.revision.deal), -line.account.ante)


def _beside(at: AtTable, account: Account) -> Iterator[Beside]:
    """Yield what the antes and the entries move for each seat.

    An ante is of who began. What is said of no deal is of who ended, as in a season's own figures.
    """
    for seat in at.table.seats.all():
        for due in account.beside():
            deal = 1 if due.kind == Kind.ANTE else due.deal or seat.sitter.since
            yield Beside(_chair(seat, deal), due.entry.seats[seat.seat])
