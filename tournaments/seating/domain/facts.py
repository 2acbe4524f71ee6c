"""What is true of an evening as it is drawn, or would be: who meets again, and who gets cards.

The sentences about a plan say these numbers and no others.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations

from rules import dealt_in
from tournaments.book.accounts import deals_at
from tournaments.models import Event, Wish
from tournaments.plans.bounds import least_after, least_between, least_repeats
from tournaments.plans.costs import ANY_SEAT
from tournaments.plans.layout import Layout
from tournaments.plans.plan import Round, meetings, repeats
from tournaments.review.queries.rounds import Meetings
from tournaments.seating.domain.evening import EveningField

Drawn = Mapping[int, Round]
"""The tables of each round that is drawn, or would be, by the round's number, in their order."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """In how many deals somebody gets cards, of those who play in every round."""

    least: int
    most: int
    everybody: bool
    """Whether that is said of all who play in any round."""


@dataclass(frozen=True, slots=True)
class Wished:
    """A wish, and whether the rounds that are drawn, or would be, keep it."""

    names: tuple[str, ...]
    """Of the two whose it is, or of the one who has a table."""
    kind: str
    """Of ``Wish.Kind``; empty: it is of a table."""
    table: int
    """Number of the table; 0: it is of two."""
    broken: tuple[int, ...]
    """Numbers of the rounds that do not keep it."""


def wished_of(field: EveningField, drawn: Drawn) -> tuple[Wished, ...]:
    """Return every wish of the evening: those of two, then those of a table of one's own."""
    at = {one.pk: player for player, one in enumerate(field.participants)}
    rounds = {number: tables for number, tables in drawn.items() if tables}
    pairs = ((wish.kind, (at[wish.one_id], at[wish.other_id])) for wish in field.wishes)
    return (
        *(
            Wished(field.names(pair), kind, 0, tuple(_broken(field, rounds, kind, pair)))
            for kind, pair in pairs
        ),
        *(
            Wished(field.names((player,)), "", own[0] + 1, tuple(_away(field, rounds, player, own)))
            for player, own in field.asked().seats.items()
        ),
    )


def _broken(field: EveningField, rounds: Drawn, kind: str, pair: tuple[int, int]) -> Iterator[int]:
    """Yield the rounds in which two sit at one table or not, against their wish."""
    for number, tables in rounds.items():
        met = any(set(pair).issubset(table) for table in tables)
        if kind == Wish.Kind.TOGETHER:
            is_broken = not met and _here(field, number, tables).issuperset(pair)
        else:
            is_broken = met and (kind == Wish.Kind.APART or number == min(rounds))
        if is_broken:
            yield number


def _away(field: EveningField, rounds: Drawn, player: int, own: tuple[int, int]) -> Iterator[int]:
    """Yield the rounds in which somebody is not at his own table, or not on his seat there."""
    for number, tables in rounds.items():
        table = tables[own[0]] if own[0] < len(tables) else ()
        is_there = player in table and own[1] in {ANY_SEAT, table.index(player)}
        if not is_there and player in _here(field, number, tables):
            yield number


def as_stored(field: EveningField) -> Drawn:
    """Return the rounds as they are drawn."""
    return {one.number: one.seated for one in field.rounds if one.tables}


def dealt_of(field: EveningField, drawn: Drawn) -> Dealt:
    """Return in how many deals of the evening those get cards who play in every round.

    Where the deals of a table do not come out evenly and it is not drawn yet who deals first,
    fewest and most are what they can be.
    """
    stays = [_here(field, number, tables) for number, tables in drawn.items()]
    always = set.intersection(*stays) if stays else set()
    everybody = always == set().union(*stays)
    if not everybody:  # beside those who come or leave, who sits a round out plays not all either
        for tables in drawn.values():
            always &= _seated(tables)
    least, most = Counter(dict.fromkeys(always, 0)), Counter(dict.fromkeys(always, 0))
    for number, tables in drawn.items():
        here = field.round(number)
        drawn_so = here.seated == tables
        stored = {table.players: table.first_dealer for table in here.tables if drawn_so}
        for table in filter(None, tables):
            each = _in_a_sheet(field.event, len(table))
            for seat, player in enumerate(table):
                if player not in always:
                    continue
                first = stored.get(table)
                known = each if first is None else (each[(seat - first) % len(table)],)
                least[player] += min(known)
                most[player] += max(known)
    return Dealt(
        min(least.values(), default=0),
        max(most.values(), default=0),
        everybody=everybody,
    )


def _in_a_sheet(event: Event, players: int) -> tuple[int, ...]:
    """Return in how many deals of a sheet each gets cards, from who deals first in their order."""
    counted = Counter(
        seat
        for deal in range(deals_at(event, players))
        for seat in dealt_in(players, deal % players)
    )
    return tuple(counted[seat] for seat in range(players))


def meetings_of(field: EveningField, drawn: Drawn) -> Meetings:
    """Return how many meetings are repeated, and below how many no plan comes.

    While rounds are open that is of the plans that keep what is played and locked; once none is,
    of all plans whatever: that nothing can be changed any more does not prove it the best.
    """
    begun = [number for number in drawn if field.round(number).begun]
    open_ = [number for number in drawn if number not in begun]
    whatever = _least(field, drawn, [], list(drawn))
    if not open_:
        return Meetings(repeats(drawn.values()), whatever, stand_ins=field.has_stand_ins)
    standing = (
        tuple(
            table for table in drawn[number] if number in begun or table in _locked(field, number)
        )
        for number in drawn
    )
    least = max(whatever, repeats(standing), _least(field, drawn, begun, open_))
    stands = least > whatever
    return Meetings(repeats(drawn.values()), least, stands, field.has_stand_ins)


def _least(field: EveningField, drawn: Drawn, begun: list[int], open_: list[int]) -> int:
    """Return below how many repeats nobody comes who seats the open rounds otherwise."""
    played = tuple(drawn[number] for number in begun)
    coming = tuple(drawn[number] for number in open_)
    return max(
        repeats(played) + _least_from_tables(field, drawn, begun, open_),
        least_after(repeats(played), _still_new(field, begun, open_, drawn), _pairs(coming)),
        0 if begun else _least_alike(field, drawn),
    )


def _locked(field: EveningField, number: int) -> set[tuple[int, ...]]:
    return {table.players for table in field.round(number).tables if table.locked}


def _here(field: EveningField, number: int, tables: Round) -> set[int]:
    """Return who plays in a round, seated or not."""
    return {*field.players(number), *_seated(tables)}


def _seated(tables: Round) -> set[int]:
    """Return who has a seat in a round."""
    return {player for table in tables for player in table}


def _pairs(rounds: tuple[Round, ...]) -> int:
    return sum(meetings(rounds).values())


def _least_from_tables(
    field: EveningField, drawn: Drawn, begun: list[int], open_: list[int]
) -> int:
    """Add up what each round to come must repeat of that round before it where this is most."""
    here = {number: _here(field, number, tables) for number, tables in drawn.items()}
    sizes = {number: [len(table) for table in tables if table] for number, tables in drawn.items()}

    def room(before: int, number: int) -> list[int]:
        out = len(here[before]) - sum(sizes[before])
        return [*sizes[before], *(1 for _ in range(out + len(here[number] - here[before])))]

    return sum(
        max(
            (least_between(sizes[one], room(before, one)) for before in (*begun, *open_[:at])),
            default=0,
        )
        for at, one in enumerate(open_)
    )


def _still_new(field: EveningField, begun: list[int], open_: list[int], drawn: Drawn) -> int:
    """Return how many pairs can meet in the rounds to come and have not met in one before."""
    rounds: Counter[int] = Counter()
    for at, number in enumerate(open_):
        for player in _here(field, number, drawn[number]):
            rounds[player] |= 1 << at
    met = meetings(drawn[number] for number in begun)
    pairs = combinations(sorted(rounds), 2)
    return sum(1 for pair in pairs if rounds[pair[0]] & rounds[pair[1]] and not met[pair])


def _least_alike(field: EveningField, drawn: Drawn) -> int:
    """Return what is known of rounds that are all alike; 0 where they are not."""
    kinds = {
        (tuple(sorted((len(table) for table in tables if table), reverse=True)), here)
        for number, tables in drawn.items()
        for here in (frozenset(_here(field, number, tables)),)
    }
    if len(kinds) != 1:
        return 0
    ((sizes, players),) = kinds
    return least_repeats(Layout(sizes, len(players) - sum(sizes)), len(drawn))
