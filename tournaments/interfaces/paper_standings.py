"""The standings as values for paper."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.domain.queries.standings import Row, Standings
from tournaments.interfaces import wording
from tournaments.interfaces.paper_words import short, signed


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the printed standings."""

    place: str
    """With an equals sign where it is shared."""
    name: str
    points: str
    rounds: tuple[str, ...]
    won: int
    kodille: int
    highest: int


def places(standings: Standings) -> list[Place]:
    """Return the lines, the first first."""
    return [
        Place(
            place=f"={row.place}" if row.shared else str(row.place),
            name=short(row.name),
            points=signed(row.points),
            rounds=_rounds(row),
            won=row.won,
            kodille=row.kodille,
            highest=row.highest,
        )
        for row in standings.rows
    ]


def order(standings: Standings) -> str:
    """Return what decides between equals, as a sentence."""
    meanings = [str(wording.METRICS[key]) for key in standings.tie_chain]
    chain = ", ".join(meanings[1:])
    if not chain:
        return _("Those with the same points share a place.")
    return _(
        "Of those with the same points, these decide in turn: %(chain)s. Then a place is shared."
    ) % {"chain": chain}


def _rounds(row: Row) -> tuple[str, ...]:
    return tuple("–" if points is None else signed(points) for points in row.rounds)
