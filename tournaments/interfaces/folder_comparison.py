"""A folder at all tables, for the page: who declared what, from which hand, and what it came to."""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.queries.folders import Compared, Played
from tournaments.interfaces.effects import record_words
from tournaments.interfaces.paper_words import short, signed

FOREHAND, MIDDLEHAND, DEALER = (
    gettext_lazy("forehand"),
    gettext_lazy("middlehand"),
    gettext_lazy("backhand"),
)


@dataclass(frozen=True, slots=True)
class AtTable:
    """How one table played a folder."""

    where: str
    what: str
    hand: Promise | str
    """Which of the three hands in the folder the declarer had; empty if nobody declared."""
    points: str
    """The declarer's, from or to each opponent."""
    moved: tuple[tuple[str, str], ...]
    """Names and points of those whose points moved."""


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder, best result of a declarer first."""

    number: int
    shuffle: int
    """How often the folders had been shuffled again before."""
    tables: tuple[AtTable, ...]


def folders(found: Compared) -> list[Folder]:
    """Return the folders in the order of their numbers, half after half."""
    return [
        Folder(number, shuffle, tuple(_at(each) for each in there))
        for (shuffle, number), there in found.folders.items()
    ]


def _at(each: Played) -> AtTable:
    record = each.record or {}
    declarer = record.get("declarer")
    return AtTable(
        where=_("Round %(round)d, table %(table)d, deal %(deal)d")
        % {"round": each.round, "table": each.table, "deal": each.deal},
        what=record_words(record, each.names) if record else _("no result"),
        hand="" if declarer is None else _hand(declarer, each.dealer, len(each.names)),
        points=signed(each.value) if record else "–",
        moved=tuple(
            (short(name), signed(points))
            for name, points in zip(each.names, each.points, strict=False)
            if points
        ),
    )


def _hand(seat: int, dealer: int, players: int) -> Promise:
    """Return which hand a seat has, counted from the dealer."""
    after = (seat - dealer) % players
    if after == 0:
        return DEALER
    return FOREHAND if after == 1 else MIDDLEHAND
