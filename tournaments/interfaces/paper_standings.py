"""The standings as values for page and paper."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from scoring.standings import Comparison
from tournaments.domain.queries.standings import Row, Standings
from tournaments.interfaces import wording
from tournaments.interfaces.paper_words import fraction, short, signed


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the standings."""

    place: str
    """With an equals sign where it is shared; a dash for who has too few deals."""
    key: str
    """Id of whose line it is."""
    name: str
    points: str
    compared: str
    """The points as the event compares them; empty where they are compared as they are."""
    penalties: str
    rounds: tuple[str, ...]
    won: int
    kodille: int
    highest: int
    decided_by: str
    """What put it behind the line before, where that was not the points."""


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the standings: the players, the teams, or a division."""

    title: str
    """Empty where there is only one."""
    places: tuple[Place, ...]
    of_players: bool
    """The lines can be opened into the hands of a player."""


def sections(standings: Standings) -> list[Section]:
    """Return the teams first where there are any, then the players, then each division."""
    found: list[Section] = []
    for name, rows in standings.team_divisions.items():
        title = _("Division %(name)s") % {"name": name} if name else _("In no division")
        found.append(_section(title, standings, rows, of_players=False))
    if standings.teams and not standings.team_divisions:
        found.append(_section(_("Pairs and teams"), standings, standings.teams, of_players=False))
    title = _("Players") if standings.teams or standings.divisions else ""
    found.append(_section(title, standings, standings.rows))
    for name, rows in standings.divisions.items():
        title = _("Division %(name)s") % {"name": name} if name else _("In no division")
        found.append(_section(title, standings, rows))
    return found


def context(standings: Standings) -> dict[str, object]:
    """Return what a template needs to show the standings."""
    raw = standings.comparison is Comparison.RAW
    every = (*standings.rows, *standings.teams)
    return {
        "sections": sections(standings),
        "compared": "" if raw else capfirst(str(wording.METRICS[standings.comparison.metric])),
        "penalised": any(row.penalties for row in every),
        "order": order(standings),
    }


def places(standings: Standings) -> list[Place]:
    """Return the lines of the players, the first first."""
    return [_place(row, standings) for row in standings.rows]


def order(standings: Standings) -> str:
    """Return what decides between equals, as a sentence, and how tables are compared."""
    return order_of(
        standings.tie_chain,
        standings.comparison,
        mixed_sizes=standings.mixed_sizes,
        unplaced=any(row.place is None for row in standings.rows),
    )


def order_of(
    tie_chain: Sequence[str], comparison: Comparison, *, mixed_sizes: bool, unplaced: bool
) -> str:
    """Return the same for any table that was placed."""
    meanings = [str(wording.METRICS[key]) for key in tie_chain]
    chain = ", ".join(meanings[1:])
    says = _("Those with the same points share a place.")
    if chain:
        says = _(
            "Of those with the same points, these decide in turn: %(chain)s. "
            "Then a place is shared."
        ) % {"chain": chain}
    if comparison is not Comparison.RAW:
        says = _("Compared by %(what)s.") % {"what": meanings[0]} + " " + says
    elif mixed_sizes:
        says += " " + _("Tables of different sizes are compared by points as they are.")
    if unplaced:
        says += " " + _("Who has a dash has played too few deals to be placed.")
    return says


def _section(
    title: str, standings: Standings, rows: Sequence[Row], *, of_players: bool = True
) -> Section:
    return Section(title, tuple(_place(row, standings) for row in rows), of_players)


def _place(row: Row, standings: Standings) -> Place:
    raw = standings.comparison is Comparison.RAW
    first = standings.tie_chain[0] if standings.tie_chain else ""
    decided = row.decided_by if row.decided_by != first else None
    return Place(
        place=rank(row),
        key=str(row.participant),
        name=short(row.name),
        points=signed(row.points),
        compared="" if raw else fraction(row.compared),
        penalties=signed(row.penalties) if row.penalties else "",
        rounds=tuple("–" if points is None else signed(points) for points in row.rounds),
        won=row.won,
        kodille=row.kodille,
        highest=row.highest,
        decided_by=str(wording.METRICS[decided]) if decided else "",
    )


def rank(row: Row) -> str:
    """Return a place, with an equals sign where it is shared; a dash without one."""
    if row.place is None:
        return "–"
    return f"={row.place}" if row.shared else str(row.place)
