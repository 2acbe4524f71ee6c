"""The standings as values for page and paper."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst, get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.standings import Comparison
from tournaments.standings.pages.lifted import Reason, reasons
from tournaments.standings.queries.field import StandIn
from tournaments.standings.queries.standings import Row, Standings
from tournaments.words import wording
from tournaments.words.charts import way
from tournaments.words.figures import fraction, in_place_of, ordinal, short_pair, signed
from tournaments.words.units import units_of

UNPLACED: Final = "–"
"""What stands for the place of who has too few deals."""
NOT_PLAYED: Final = "–"
"""What stands for the points where nothing is played."""
SUBSTITUTES: Promise = gettext_lazy(
    "A substitute’s games count for the place in which they were played: those won, the kodille "
    "and the highest contract too, where they decide between equals."
)
STEP: Final = 25
"""Points by which the small lines get room: a deal seldom draws those of all players anew."""


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
    handicap: str
    """Empty where none is given."""
    rounds: tuple[str, ...]
    won: int
    kodille: int
    highest: int
    lifted_by: str
    """What put it before the next line, where that was not the points."""
    figures: str
    """By what both were compared in it, so that a narrow page says it without its column."""
    moved: int = 0
    """Places that it has risen in the last round; below 0: fallen."""
    stand_ins: tuple[str, ...] = ()
    """Who played for whom, and in which rounds."""
    small: str = ""
    """Its rounds, for a page that has no room for their columns; empty where there is one."""
    shared: str = ""
    """The place in words where it is shared, for who hears the page; else empty."""
    way: str = ""
    """A small line through what its rounds came to, one after another; empty where it has none."""

    @property
    def fallen(self) -> int:
        """Places that it has fallen in the last round."""
        return -self.moved


@dataclass(frozen=True, slots=True)
class Section:
    """One table of the standings: the players, the teams, or a division."""

    title: str
    """Empty where there is only one."""
    places: tuple[Place, ...]
    of_players: bool
    """The lines can be opened into the hands of a player."""

    @property
    def handicapped(self) -> bool:
        """Whether anybody here is given points beside what was played."""
        return any(place.handicap for place in self.places)


def sections(standings: Standings) -> list[Section]:
    """Return the teams first where there are any, by division, then the players."""
    found: list[Section] = []
    for name, rows in standings.team_divisions.items():
        title = _("Division %(name)s") % {"name": name} if name else _("In no division")
        found.append(_section(title, standings, rows, of_players=False))
    if standings.teams and not standings.team_divisions:
        title = capfirst(str(units_of(standings.kind)["many"]))
        found.append(_section(title, standings, standings.teams, of_players=False))
    title = _("Players") if standings.teams else ""
    found.append(_section(title, standings, standings.rows))
    return found


def context(standings: Standings) -> dict[str, object]:
    """Return what a template needs to show the standings."""
    raw = standings.comparison is Comparison.RAW
    every = (*standings.rows, *standings.teams)
    return {
        "sections": sections(standings),
        "compared": "" if raw else capfirst(str(wording.METRICS[standings.comparison.metric])),
        "draws_ways": len(standings.rounds) > 1,
        "penalised": any(row.penalties for row in every),
        "order": order(standings),
        "since": standings.since if any(row.before for row in every) else None,
        "left_out": standings.left_out,
        "frozen": standings.frozen,
    }


def order(standings: Standings) -> str:
    """Return what decides between equals, as a sentence, and how tables are compared."""
    says = order_of(
        standings.tie_chain,
        standings.comparison,
        mixed_sizes=standings.mixed_sizes,
        unplaced=_why_unplaced(standings),
    )
    has_substitutes = any(row.stand_ins for row in (*standings.rows, *standings.teams))
    return f"{says} {SUBSTITUTES}" if has_substitutes else says


def too_few() -> str:
    """Return why somebody has no place who has played too little."""
    return _("Who has a dash for a place has played too few deals to be placed.")


def _why_unplaced(standings: Standings) -> str:
    """Return why some have no place: they have played too little, or it is not counted yet.

    Empty where all have one.
    """
    if all(row.place is not None for row in standings.rows):
        return ""
    if not standings.min_deals:
        return _("Of who has a dash for a place no deal at a seat of their own is counted.")
    if standings.left_out or standings.frozen is not None:
        return _("Of who has a dash for a place too few deals are counted.")
    return too_few()


def order_of(
    tie_chain: Sequence[str], comparison: Comparison, *, mixed_sizes: bool, unplaced: str
) -> str:
    """Return the same for any table that was placed; ``unplaced``: why some have no place."""
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
    return f"{says} {unplaced}" if unplaced else says


def _section(
    title: str, standings: Standings, rows: Sequence[Row], *, of_players: bool = True
) -> Section:
    why = reasons(rows, standings.tie_chain)
    most = _most(rows)
    places = (_place(row, standings, each, most) for row, each in zip(rows, why, strict=True))
    return Section(title, tuple(places), of_players)


def _most(rows: Sequence[Row]) -> int:
    """Return for how many points up and down the small lines have room."""
    reached = max((abs(sum_) for row in rows for sum_ in _sums(row)), default=0)
    return max(STEP, -(-reached // STEP) * STEP)


def _sums(row: Row) -> list[int]:
    """Return what a row had after each round in which it has played, and nothing before them."""
    last = max((at for at, points in enumerate(row.rounds, 1) if points is not None), default=0)
    return [0, *accumulate(points or 0 for points in row.rounds[:last])]


def _place(row: Row, standings: Standings, why: Reason, most: int) -> Place:
    raw = standings.comparison is Comparison.RAW
    return Place(
        place=rank(row),
        key=str(row.participant),
        name=short_pair(row.name),
        points=points_of(row),
        compared="" if raw else fraction(row.compared) if is_begun(row) else NOT_PLAYED,
        penalties=signed(row.penalties) if row.penalties else "",
        handicap=signed(row.handicap) if row.handicap else "",
        rounds=tuple(map(points_in_round, row.rounds)),
        won=row.won,
        kodille=row.kodille,
        highest=row.highest,
        lifted_by=why.lifted_by,
        figures=why.figures,
        moved=row.before - row.place if row.before and row.place else 0,
        stand_ins=tuple(_stand_ins(row)),
        small=_small(row, standings.rounds),
        shared=_("shared %(place)s") % {"place": ordinal(row.place)}
        if row.place and row.shared
        else "",
        way=_way(row, most),
    )


def _way(row: Row, most: int) -> str:
    sums = _sums(row)
    return way(sums, len(row.rounds), most) if len(row.rounds) > 1 < len(sums) else ""


def _small(row: Row, numbers: Sequence[int]) -> str:
    """Return what the points are the sum of; empty where that is one round alone."""
    parts = [
        _("Round %(number)d: %(points)s") % {"number": number, "points": signed(points)}
        for number, points in zip(numbers, row.rounds, strict=True)
        if points is not None
    ]
    if row.penalties:
        parts.append(_("Penalties: %(points)s") % {"points": signed(row.penalties)})
    if row.handicap:
        parts.append(_("Handicap: %(points)s") % {"points": signed(row.handicap)})
    return " · ".join(parts) if len(numbers) > 1 or len(parts) > 1 else ""


def _stand_ins(row: Row) -> Iterator[str]:
    """Yield who played for whom in a row's place, once for all rounds in which he did."""
    rounds: dict[str, list[str]] = defaultdict(list)
    for each in row.stand_ins:
        rounds[in_place_of(each.name, each.player)].append(_round_from(each))
    for who, numbers in rounds.items():
        words = {"who": who, "rounds": get_text_list(numbers, _("and"))}
        yield (
            ngettext("%(who)s, round %(rounds)s", "%(who)s, rounds %(rounds)s", len(numbers))
            % words
        )


def _round_from(each: StandIn) -> str:
    """Return in which round somebody played for another, and from which deal if not the first."""
    if each.since == 1:
        return str(each.round)
    facts = {"round": each.round, "deal": each.since}
    return _("%(round)d (from deal %(deal)d)") % facts


def is_begun(row: Row) -> bool:
    """Whether a row has points, though they may come to nothing."""
    return bool(row.points) or any(points is not None for points in row.rounds)


def points_of(row: Row) -> str:
    """Return all the points of a row; a dash where nothing is played."""
    return signed(row.points) if is_begun(row) else NOT_PLAYED


def points_in_round(points: int | None) -> str:
    """Return the points of one of ``Row.rounds``; a dash where nothing is played."""
    return NOT_PLAYED if points is None else signed(points)


def rank(row: Row) -> str:
    """Return a place, with an equals sign where it is shared; a dash without one."""
    if row.place is None:
        return UNPLACED
    return f"={row.place}" if row.shared else str(row.place)
