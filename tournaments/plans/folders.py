"""Folders (mapper): numbered deals that travel from table to table.

All tables play the same cards, so one set of folders is enough if the tables begin at different
places of it. A set may be shuffled again in the break; then the same numbers are new deals.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from typing import TypeAlias

from tournaments.plans.plan import Round


@dataclass(frozen=True, slots=True, kw_only=True)
class FolderRules:
    """How the folders of an evening travel. Raises ``ValueError`` for what cannot be laid out."""

    tables: int
    deals: int
    """Deals at each table in the whole evening."""
    folders: int
    """Folders in the set, numbered from 1."""
    first: tuple[int, ...]
    """The folder with which each table begins, and again after each reshuffle."""
    together: int = 1
    """So many folders lie at a table and travel on together."""
    step: int = 1
    """How many such bundles on the next bundle of a table lies; negative: the other way."""
    reshuffled_after: int = 0
    """After so many deals the folders are shuffled again; 0: never."""
    copies: int = 1
    """How many equal sets there are: at so many tables a folder can be at the same time."""
    since: int = 1
    """The round from which this set is played: each evening may have another."""

    def __post_init__(self) -> None:
        counts = (self.tables, self.deals, self.folders, self.together, self.copies)
        if min(counts) < 1 or self.reshuffled_after < 0:
            raise ValueError("an evening has tables, deals and folders")
        if self.folders % self.together:
            raise ValueError(f"{self.folders} folders do not part into bundles of {self.together}")
        if len(self.first) != self.tables:
            raise ValueError("every table has a first folder")
        if not all(1 <= folder <= self.folders for folder in self.first):
            raise ValueError("a first folder is none of the set")


Cards: TypeAlias = tuple[int, int, int]
"""First round of the set, shuffle and folder."""


@dataclass(frozen=True, slots=True)
class FolderDeal:
    """One deal at one table."""

    sequence: int
    """Which deal it is at the table, from 1."""
    folder: int
    """The number on the folder."""
    shuffle: int = 0
    """How often the folders had been shuffled again before."""
    since: int = 1
    """The round from which its set is played."""

    @property
    def cards(self) -> Cards:
        """The same at two tables: they played the same cards."""
        return self.since, self.shuffle, self.folder


Movement: TypeAlias = tuple[tuple[FolderDeal, ...], ...]
"""By table its deals, in the order in which they are played."""


def spread(tables: int, folders: int, together: int = 1) -> tuple[int, ...]:
    """First folders as far from each other as the set allows, each at the start of a bundle.

    >>> spread(3, 20), spread(2, 8, together=4)
    ((1, 7, 14), (1, 5))
    """
    bundles = folders // together
    return tuple(1 + table * bundles // tables * together for table in range(tables))


def movement(rules: FolderRules) -> Movement:
    """Which folder each table plays when.

    >>> rules = FolderRules(tables=2, deals=4, folders=4, first=(1, 3))
    >>> [[deal.folder for deal in table] for table in movement(rules)]
    [[1, 2, 3, 4], [3, 4, 1, 2]]
    """
    return tuple(
        tuple(_deal(rules, first, number) for number in range(rules.deals)) for first in rules.first
    )


def _deal(rules: FolderRules, first: int, number: int) -> FolderDeal:
    shuffle, since = divmod(number, rules.reshuffled_after or rules.deals)
    bundle, within = divmod(since, rules.together)
    folder = (first - 1 + bundle * rules.step * rules.together + within) % rules.folders + 1
    return FolderDeal(number + 1, folder, shuffle, rules.since)


def as_seated(grid: Movement, length: int, parts: Sequence[Sequence[int]]) -> Movement:
    """Leave each table the deals that it plays.

    ``grid`` is the movement if every table played every deal, ``length`` how many deals a part of
    the evening has; ``parts`` says for each part how many of these each table plays, from the
    first on: fewer where three sit there, none where there is no such table.

    >>> grid = movement(FolderRules(tables=2, deals=4, folders=4, first=(1, 3)))
    >>> [[deal.folder for deal in table] for table in as_seated(grid, 2, [(2, 1), (2, 2)])]
    [[1, 2, 3, 4], [3, 1, 2]]
    """
    return tuple(
        tuple(
            deal
            for part, counts in enumerate(parts)
            for deal in table[part * length : part * length + counts[number]]
        )
        for number, table in enumerate(grid)
    )


@unique
class Flaw(StrEnum):
    """What can be wrong with a movement."""

    MISSED = "missed"
    """The table does not play a folder that others play, though it has deals for it."""
    PLAYED_TWICE = "played_twice"
    """The table plays a folder twice between two shuffles."""
    MET_TWICE = "met_twice"
    """The player has held, or seen, the cards of the folder before."""
    TWO_PLACES = "two_places"
    """The folder would have to lie at more tables at once than there are copies."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One flaw of a movement, and where it shows."""

    flaw: Flaw
    folder: int
    shuffle: int
    table: int | None = None
    """From 0; None where the flaw is of no one table."""
    player: int | None = None
    """Who meets the folder again."""
    sequence: int | None = None
    """At which deal; None where it is of no one deal."""


def check_movement(
    made: Movement, seated: Sequence[Round] = (), copies: int = 1, *, length: int = 0
) -> tuple[Fault, ...]:
    """Everything wrong with a movement; nothing if it can be released.

    ``seated`` says for each of equally long parts of the evening who sits at which table, nobody
    where there is no such table; left out, all stay where they are, and then nobody can meet a
    folder twice unless his table does. ``length`` is how many deals a full table plays in a part,
    0 if the longest table here is full. A table that plays fewer may miss as many folders.
    Raises ``ValueError`` if the parts do not fill the evening or lack a table.
    """
    if not made or not all(made) or any(len(tables) != len(made) for tables in seated):
        raise ValueError("every table plays some deals, and is seated in every part")
    parts = len(seated) or 1
    deals = length * parts or max(deal.sequence for table in made for deal in table)
    if deals % parts:
        raise ValueError("the deals do not part evenly among those who sit down")
    return (
        *_by_table(made, deals),
        *_by_time(made, copies),
        *_by_player(made, seated, deals // parts),
    )


def _by_table(made: Movement, deals: int) -> Iterator[Fault]:
    known = {deal.cards for table in made for deal in table}
    for number, table in enumerate(made):
        times = Counter(deal.cards for deal in table)
        is_short = len(known) - len(times) <= deals - len(table)
        for cards in sorted(known):
            _since, shuffle, folder = cards
            if times[cards] > 1:
                yield Fault(Flaw.PLAYED_TWICE, folder, shuffle, table=number)
            elif not times[cards] and not is_short:
                yield Fault(Flaw.MISSED, folder, shuffle, table=number)


def _by_time(made: Movement, copies: int) -> Iterator[Fault]:
    at_once: dict[int, Counter[Cards]] = {}
    for deal in (deal for table in made for deal in table):
        at_once.setdefault(deal.sequence, Counter())[deal.cards] += 1
    for sequence, times in sorted(at_once.items()):
        for (_since, shuffle, folder), places in sorted(times.items()):
            if places > copies:
                yield Fault(Flaw.TWO_PLACES, folder, shuffle, sequence=sequence)


def _by_player(made: Movement, seated: Sequence[Round], length: int) -> Iterator[Fault]:
    met: set[tuple[int, Cards]] = set()
    for part, tables in enumerate(seated):
        for number, players in enumerate(tables):
            here = (deal for deal in made[number] if (deal.sequence - 1) // length == part)
            for deal in here:
                for player in players:
                    if (player, deal.cards) in met:
                        yield Fault(
                            Flaw.MET_TWICE, deal.folder, deal.shuffle, number, player, deal.sequence
                        )
                    met.add((player, deal.cards))


def open_folders(made: Movement, played: Sequence[int]) -> frozenset[Cards]:
    """What may be published: the cards that every table which has them has played.

    ``played`` is how many deals each table has finished. Anything else would tell those who
    still have to play a folder what its cards are.
    """
    ahead = {
        deal.cards
        for table, finished in zip(made, played, strict=True)
        for deal in table[finished:]
    }
    return frozenset({deal.cards for table in made for deal in table} - ahead)
