"""What nobody may read yet who is not a director.

That is deals whose cards somebody has still to play, and all of a round that the director keeps to
himself till the end.

Every page, answer and paper that others than directors see asks ``secret_of``, or takes its
figures from ``totals_shown``; nothing else decides it. Why is told in docs/adr/0014.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from scoring.domain import Total, tally, totals
from tournaments.book.accounts import Frame, account_of, current, settled
from tournaments.folders.domain import deals_of, plan_of, set_at, sets_of
from tournaments.models import Event, Revision, Round, Table
from tournaments.plans.folders import Cards, FolderDeal, Movement, open_folders


@dataclass(frozen=True, slots=True)
class AtTable:
    """One table of an event with folders, and how far it is."""

    table: Table
    frame: Frame
    counting: Mapping[int, Revision]
    """The version that counts of each deal that has one."""
    folders: Mapping[int, FolderDeal]
    """By deal; empty where the table has no folders."""

    def is_over(self, deal: int) -> bool:
        """Whether nobody at the table will play the deal any more."""
        revision = self.counting.get(deal)
        if revision is None:
            return self.table.round.state == Round.State.FINAL
        return revision.record is not None or bool(revision.ruling)


@dataclass(frozen=True, slots=True)
class Secret:
    """The deals of an event that are no one's to read but its directors' and their own table's."""

    deals: Mapping[UUID, frozenset[int]]
    """By table; deals without a result too."""
    entered: Mapping[UUID, int]
    """How many results are secret because of their cards, by table."""
    frozen: frozenset[UUID] = frozenset()
    """The tables of whose round everything is."""

    def at(self, table: UUID) -> frozenset[int]:
        """Return the secret deals of a table."""
        return self.deals.get(table, frozenset())

    @property
    def left_out(self) -> int:
        """How many results of the event are secret because of their cards."""
        return sum(self.entered.values())

    @property
    def tells_all(self) -> bool:
        """Whether everybody may know what everybody has won."""
        return not self.left_out and not self.frozen


NOTHING = Secret({}, {})


def secret_of(event: Event) -> Secret:
    """Return what is secret of ``event``; four queries, none where nothing can be.

    ``event`` should come with its ``folder_plan``, or one query more asks for it.
    """
    return secret_among(event, tables_of(event)) if _keeps_secrets(event) else NOTHING


def kept_as(event: Event) -> str:
    """Return by what name something is kept that leaves out what is secret.

    What a director keeps to himself from now on is so at once.
    """
    return f"{event.pk}:{event.frozen_after}:{event.abandoned}:{event.planned_rounds}"


def _keeps_secrets(event: Event) -> bool:
    return event.frozen_after is not None or plan_of(event) is not None


@dataclass(frozen=True, slots=True)
class Shown:
    """What the accounts of some tables come to by the deals that everybody may see."""

    totals: Mapping[str, Sequence[Total]]
    """By book."""
    left_out: int = 0
    """How many results are not among them because of their cards."""


def totals_shown(event: Event, books: Collection[str]) -> Shown:
    """Return what the accounts of ``books`` come to by the deals that everybody may see.

    It is what they would come to if nothing else had been played: who compares two looks learns
    nothing of a secret deal. One query where nothing can be, else six. ``event`` comes as to
    ``secret_of``.
    """
    stored: Mapping[str, Sequence[Total]] = totals(books)
    if not _keeps_secrets(event):
        return Shown(stored)
    tables = tables_of(event)
    secret = secret_among(event, tables)
    hiding = [at for at in tables if secret.at(at.table.pk) and str(at.table.pk) in stored]
    shown = {str(at.table.pk): _tally(at, secret.at(at.table.pk)) for at in hiding}
    return Shown({**stored, **shown}, secret.left_out)


def tables_of(event: Event) -> list[AtTable]:
    """Return the tables of all rounds with what is entered, in order; five queries."""
    rows = Table.objects.filter(round__event=event).order_by("round__number", "number")
    found = rows.select_related("round__event__folder_plan")
    return [
        _at(each) for each in found.prefetch_related("seats__participant", "revisions", "entries")
    ]


def secret_among(event: Event, tables: Sequence[AtTable]) -> Secret:
    """Return the same from what was read; no query but where a round is still to be drawn.

    In a pott a deal moves what the deals before it have left there, so that whatever follows a
    secret deal at its table is as secret. Of a frozen round so is what was decided about no deal.
    """
    if event.abandoned:
        return NOTHING
    seen = open_cards(event, tables)
    deals: dict[UUID, frozenset[int]] = {}
    frozen = frozenset(at.table.pk for at in tables if is_frozen(event, at.table.round.number))
    for at in tables:
        hidden = {deal for deal, folder in at.folders.items() if folder.cards not in seen}
        if hidden and at.frame.rules.kind.keeps_pot:
            hidden |= set(range(min(hidden), at.frame.deals + 1))
        if at.table.pk in frozen:
            hidden = set(range(at.frame.deals + 1))
        if hidden:
            deals[at.table.pk] = frozenset(hidden)
    entered = {
        at.table.pk: len(deals.get(at.table.pk, frozenset()) & at.counting.keys())
        for at in tables
        if at.table.pk not in frozen
    }
    return Secret(deals, {table: many for table, many in entered.items() if many}, frozen)


def is_frozen(event: Event, number: int) -> bool:
    """Whether everything of the round with a number is kept secret."""
    return event.frozen_after is not None and number > event.frozen_after


def open_cards(event: Event, tables: Sequence[AtTable]) -> frozenset[Cards]:
    """Return the cards that every table which plays them has behind it.

    The sets of two evenings have nothing to do with each other: a deal that was left out on the
    first holds back nothing of the second.
    """
    chains: dict[tuple[int, int], list[tuple[FolderDeal, bool]]] = {}
    for at in tables:
        for deal, folder in at.folders.items():
            chain = chains.setdefault((folder.since, at.table.number), [])
            chain.append((folder, at.is_over(deal)))
    made = tuple(tuple(folder for folder, _ in chain) for chain in chains.values())
    behind = [_behind([over for _, over in chain]) for chain in chains.values()]
    return open_folders(made, behind) - frozenset(_to_be_drawn(event, made))


def lay_open(table: Table, before: Revision) -> bool:
    """Whether everybody could read of the folder of a deal while ``before`` was its result.

    Five queries, none where there are no folders.
    """
    event, deal = table.round.event, before.deal
    if plan_of(event) is None:
        return False
    tables = {at.table.pk: at for at in tables_of(event)}
    own = tables[table.pk]
    tables[table.pk] = replace(own, counting={**own.counting, deal: before})
    return deal in own.folders and own.folders[deal].cards in open_cards(
        event, list(tables.values())
    )


def _at(table: Table) -> AtTable:
    frame = Frame.of(table, players=len(table.seats.all()))
    folders = dict(enumerate(deals_of(table, frame.deals), start=1))
    return AtTable(table, frame, current(table.revisions.all()), folders)


def _tally(at: AtTable, secret: Collection[int]) -> tuple[Total, ...]:
    """Count a table without its secret deals and what was decided about them."""
    shown = {deal: each for deal, each in at.counting.items() if deal not in secret}
    entries = [entry for entry in at.table.entries.all() if entry.deal not in secret]
    return tally(account_of(at.frame, settled(at.frame, shown), entries))


def _behind(over: Sequence[bool]) -> int:
    """Return how many deals a table has finished, from its first on without a gap."""
    return over.index(False) if False in over else len(over)


def _to_be_drawn(event: Event, made: Movement) -> Iterator[Cards]:
    """Yield the cards that a round which is still to be drawn brings back."""
    sets = sets_of(plan_of(event))
    rounds = event.rounds.count()
    for number in range(rounds + 1, event.planned_rounds + 1) if rounds else ():
        own = set_at(sets, number)
        if own is not None:
            length = own.round_deals or max((len(table) for table in made), default=0) // rounds
            for table in range(1, len(own.settings.first) + 1):
                yield from (deal.cards for deal in own.played(table, number, length))
