"""How each folder was played at all tables: only those that every table has behind it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from lhombre_club.drawn import Worked, drawn
from scoring.card import value_of
from tournaments.book.accounts import DealLine, settled
from tournaments.folders.queries.secret import AtTable, kept_as, secret_among, tables_of
from tournaments.models import Event, Names
from tournaments.plans.folders import Cards

PLACES: Final = 8
"""So many events are kept at most: of a hall each has some five megabytes."""


@dataclass(frozen=True, slots=True)
class Played:
    """One folder at one table."""

    round: int
    table: int
    deal: int
    """Number on the sheet."""
    dealer: int
    names: tuple[str, ...]
    record: Mapping[str, Any] | None
    """None: there is no result, such as when the deal was annulled."""
    value: int
    """Points from or to each opponent, in a pott from it or into it; 0 if all passed."""
    points: tuple[int, ...]
    """By seat."""
    declarers: frozenset[int] = frozenset()
    """Seats of the declarer and of those who joined him; none where all passed."""
    sitters: frozenset[int] = frozenset()
    """Seats that did not play."""


@dataclass(frozen=True, slots=True)
class Compared:
    """One folder of an event, by its cards, at all tables that played it."""

    folders: Mapping[Cards, tuple[Played, ...]]
    waiting: int
    """How many folders some tables have played, and another has still to play."""
    unplayed: int
    """How many nobody has played."""
    kept_back: int
    """How many every table has played; a deal before them is missing, or they are kept back."""
    counts_anew: bool
    """A folder that is not shown is there more than once: it is dealt anew, and shown perhaps."""


def compared(event: Event) -> Compared:
    """Return what may be published of the folders of ``event``; six queries."""
    tables = tables_of(event)
    secret = secret_among(event, tables)
    every = {folder.cards for at in tables for folder in at.folders.values()}
    hidden = {
        at.folders[deal].cards
        for at in tables
        for deal in secret.at(at.table.pk) & at.folders.keys()
    }
    found: dict[Cards, list[Played]] = {cards: [] for cards in sorted(every - hidden)}
    for at in tables:
        for cards, played in _played(at):
            if cards in found:
                found[cards].append(played)
    over = _over(tables, hidden)
    dealt = Counter(number for *_, number in every)
    return Compared(
        {cards: tuple(there) for cards, there in found.items()},
        waiting=sum(any(each) and not all(each) for each in over.values()),
        unplayed=sum(not any(each) for each in over.values()),
        kept_back=sum(all(each) for each in over.values()),
        counts_anew=any(dealt[number] > 1 for *_, number in hidden),
    )


def _over(tables: Iterable[AtTable], hidden: Iterable[Cards]) -> dict[Cards, list[bool]]:
    """Return of each folder that is not shown whether each table that has it has played it."""
    over: dict[Cards, list[bool]] = {cards: [] for cards in hidden}
    for at in tables:
        for deal, folder in at.folders.items():
            if folder.cards in over:
                over[folder.cards].append(at.is_over(deal))
    return over


def compared_lately(event: Event) -> Worked[Compared]:
    """Return the same, worked out once for all who look, at most once a second."""

    def work(last: Worked[Compared] | None) -> tuple[str, Compared]:
        tag = f"{event.epoch.hex}-{event.version}"
        return tag, last.table if last and last.tag == tag else compared(event)

    return drawn(f"compared:{kept_as(event)}", work, places=PLACES)


def _played(at: AtTable) -> Iterator[tuple[Cards, Played]]:
    """Yield each deal of a table's sheet that it has behind it."""
    lines = {line.revision.deal: line for line in settled(at.frame, at.counting)}
    names = Names(seat.sitter for seat in at.table.seats.all())
    for deal, folder in at.folders.items():
        revision, line = at.counting.get(deal), lines.get(deal)
        if not at.is_over(deal):
            continue
        played = Played(
            round=at.table.round.number,
            table=at.table.number,
            deal=deal,
            dealer=at.frame.dealer(deal),
            names=names.at(deal),
            record=revision.record if revision else None,
            value=0,
            points=(),
        )
        yield folder.cards, played if line is None else _settled(at, played, line)


def _settled(at: AtTable, played: Played, line: DealLine) -> Played:
    """Return what was played with what it came to."""
    settlement = line.account.settlement
    return replace(
        played,
        value=value_of(settlement, at.frame.rules),
        points=line.account.entry.seats[: len(played.names)],
        declarers=frozenset(each.seat for each in settlement.declarers),
        sitters=frozenset(settlement.sitters),
    )
