"""A whole season in which every two meet equally often: whist tournaments.

In a whist tournament of N = 4k or 4k + 1 players everybody meets everybody three times in N - 1
or N evenings: once opposite each other, twice as neighbours (Anderson, "Combinatorial Designs and
Tournaments", 1997). The constructions are in ``docs/algorithms/leagues.md``.
"""

import random
from collections import Counter
from dataclasses import dataclass
from itertools import combinations

from tournaments.plans.basenights import BASES
from tournaments.plans.finite_fields import field, prime_power
from tournaments.plans.layout import FULL as SEATS
from tournaments.plans.plan import FieldError, Round, Rounds, Table

FEWEST_PLAYERS = 3
MOST_PLAYERS = 100
TRIES = 3000
"""Exchanges tried where no design is known."""


@dataclass(frozen=True, slots=True)
class SeasonDraw:
    """Who sits where on every evening. Players are numbers from 0."""

    players: int
    evenings: Rounds
    byes: tuple[Table, ...]
    """By evening who sits out."""
    construction: str
    meetings: tuple[int, int]
    """How often two meet who meet least, and who meet most."""

    @property
    def proved_best(self) -> bool:
        """Whether no draw can be more even, which is proved only where all meet equally often."""
        return self.meetings[0] == self.meetings[1]


def season_draw(players: int, seed: int) -> SeasonDraw:
    """Return a season in which two meet three times, or as near to that as is known.

    Tables are of four. Of 4k + 3 players one table each evening is of three: a design for one
    player more, without him. Of 4k + 2 two tables are of three, or two players sit out. The same
    seed gives the same draw. Raises ``FieldError`` where there is none.
    """
    if not FEWEST_PLAYERS <= players <= MOST_PLAYERS:
        raise FieldError(f"there is no season of {players} players")
    rng = random.Random(seed)  # noqa: S311 -- a draw that can be repeated, not a secret
    places = players if players % SEATS <= 1 else -(-players // SEATS) * SEATS
    name, design = _design(places, rng)
    draw = list(range(places))
    rng.shuffle(draw)
    drawn = [tuple(tuple(draw[place] for place in table) for table in night) for night in design]
    present = [_without_ghosts(tuple(rng.sample(night, len(night))), players) for night in drawn]
    evenings = _turned(present, players)
    return SeasonDraw(
        players=players,
        evenings=evenings,
        byes=tuple(_absent(night, players) for night in evenings),
        construction=name if places == players else f"{name} without {places - players}",
        meetings=spread(_meetings(evenings), players),
    )


def spread(counts: Counter[frozenset[int]], players: int) -> tuple[int, int]:
    """Return the least and the greatest count of any two of ``players``."""
    each = [counts[frozenset(pair)] for pair in combinations(range(players), 2)]
    return min(each), max(each)


def _meetings(evenings: Rounds) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair) for night in evenings for table in night for pair in combinations(table, 2)
    )


def _design(places: int, rng: random.Random) -> tuple[str, Rounds]:
    """A season for a number of players that is 4k or 4k + 1."""
    if places % SEATS == 1 and prime_power(places):
        return f"whist over GF({places})", _over_a_field(places)
    if places in BASES:
        return f"cyclic whist {places}", _developed(BASES[places], places)
    return "cyclic search", _developed(_search(places, rng), places)


def _over_a_field(order: int) -> Rounds:
    """Tables (x, xi, -x, -xi) with i² = -1 and x in k powers; each night adds an element.

    Two opposite differ by ±2x or ±2xi, neighbours by ±x(1 ± i), each twice: so every difference
    comes once opposite and twice beside.
    """
    gf = field(order)
    quarter = order // SEATS
    base = [tuple(gf.power(i + step * quarter) for step in range(SEATS)) for i in range(quarter)]
    return tuple(
        tuple(tuple(gf.add(place, night) for place in table) for table in base)
        for night in range(order)
    )


def _developed(base: Round, places: int) -> Rounds:
    """Add 1 modulo the number of nights each night; of 4k places the last one stays."""
    modulus = _nights(places)
    return tuple(
        tuple(
            tuple(place if place == modulus else (place + night) % modulus for place in table)
            for table in base
        )
        for night in range(modulus)
    )


def _nights(places: int) -> int:
    return places - 1 if places % SEATS == 0 else places


def _search(places: int, rng: random.Random) -> Round:
    """A first night whose differences come about equally often: exchanges that do not harm."""
    modulus = _nights(places)
    order = [place for place in range(places) if place or places % SEATS == 0]
    rng.shuffle(order)
    counts: Counter[int] = Counter()
    tables = [order[i : i + SEATS] for i in range(0, len(order), SEATS)]
    for table in tables:
        counts.update(_differences(table, modulus))
    cost = _cost(counts)
    for _ in range(TRIES):
        one, other = rng.sample(tables, 2)
        i, j = rng.randrange(SEATS), rng.randrange(SEATS)
        old = _differences(one, modulus) + _differences(other, modulus)
        one[i], other[j] = other[j], one[i]
        changed = Counter(counts)
        changed.subtract(old)
        changed.update(_differences(one, modulus) + _differences(other, modulus))
        if (found := _cost(changed)) <= cost:
            counts, cost = changed, found
        else:
            one[i], other[j] = other[j], one[i]
    return tuple(tuple(table) for table in tables)


def _differences(table: list[int], modulus: int) -> list[int]:
    """The differences of those at a table, without the player who stays."""
    return [
        min((one - other) % modulus, (other - one) % modulus)
        for one, other in combinations(table, 2)
        if modulus not in {one, other}
    ]


def _cost(counts: Counter[int]) -> int:
    """Squares of how often two meet: least where all meet equally often."""
    return sum(times * times for times in counts.values())


def _without_ghosts(night: Round, players: int) -> Round:
    """Only those who exist; two who would be left alone at a table sit out."""
    present = (tuple(player for player in table if player < players) for table in night)
    return tuple(table for table in present if len(table) > SEATS // 2)


def _absent(night: Round, players: int) -> Table:
    here = {player for table in night for player in table}
    return tuple(player for player in range(players) if player not in here)


def _turned(evenings: list[Round], players: int) -> Rounds:
    """Turn each table so that those sit who have had the seat least; who is opposite whom stays."""
    had = [[0] * SEATS for _ in range(players)]
    turned = []
    for night in evenings:
        tables = []
        for table in night:
            ways = (
                way[turn:] + way[:turn]
                for way in (table, table[::-1])
                for turn in range(len(table))
            )
            best = min(ways, key=lambda way: sum(had[p][seat] for seat, p in enumerate(way)))
            for seat, player in enumerate(best):
                had[player][seat] += 1
            tables.append(best)
        turned.append(tuple(tables))
    return tuple(turned)
