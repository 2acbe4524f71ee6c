"""The pages of a folder at all tables: who declared what, from which hand, and what it came to."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from rules import RuleSet
from tournaments.folders.queries.compared import Compared, Played
from tournaments.folders.queries.gains import Points, Role, averages, by_role, by_table, gains
from tournaments.models import Event
from tournaments.plans.folders import Cards
from tournaments.words.deals import record_words
from tournaments.words.figures import in_runs, short, signed, signed_fraction
from tournaments.words.hands import HANDS, hand_of

LINES = 400
"""Of a page: a hall of a hundred tables has forty times as many."""
ROLES = (Role.DECLARER, Role.DEFENDER, Role.SITTER)
"""In the order of the columns."""


def without(rounds: Mapping[int, bool]) -> str:
    """Say which rounds are played without folders, and would be given some; empty: none.

    ``rounds``: whether each has begun.
    """
    begun = [number for number, has_begun in rounds.items() if has_begun]
    waiting = [number for number, has_begun in rounds.items() if not has_begun]
    played = ngettext(
        "Round %(rounds)s has begun without folders.",
        "Rounds %(rounds)s have begun without folders.",
        len(begun),
    )
    says = ngettext(
        "Round %(rounds)s is released without folders, and is perhaps played already.",
        "Rounds %(rounds)s are released without folders, and are perhaps played already.",
        len(waiting),
    )
    said = ((played, begun), (says, waiting))
    return " ".join(each % {"rounds": in_runs(numbers)} for each, numbers in said if numbers)


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
    roles: tuple[tuple[str, str], ...]
    """For each of ``ROLES`` the points of one, and by how much that is above the average; empty
    where nobody had it."""


@dataclass(frozen=True, slots=True)
class Folder:
    """One folder, best result of a declarer first."""

    number: int
    shuffle: int
    """How often the folders had been shuffled again before."""
    since: int
    """The round from which its set is played."""
    tables: tuple[AtTable, ...]
    average: tuple[str, ...]
    """Of the tables, for each of ``ROLES``."""


@dataclass(frozen=True, slots=True)
class Gained:
    """What one table gained on the others in all folders that are shown."""

    where: str
    who: str
    roles: tuple[str, ...]
    """For each of ``ROLES``; empty where nobody had it."""


def cut(found: Compared) -> list[list[Cards]]:
    """Return the folders of each page, in the order of their numbers; at least one page."""
    parts: list[list[Cards]] = [[]]
    lines = 0
    for cards, there in found.folders.items():
        if lines and lines + len(there) > LINES:
            parts.append([])
            lines = 0
        parts[-1].append(cards)
        lines += len(there)
    return parts


def not_shown(found: Compared) -> list[str]:
    """Say how many folders are not shown yet, and why; empty: all are."""
    says = []
    if many := found.waiting:
        says.append(_waiting(many, more=bool(found.folders)))
    if many := found.unplayed:
        says.append(
            ngettext(
                "%(unplayed)s folder has not been played by anybody yet.",
                "%(unplayed)s folders have not been played by anybody yet.",
                many,
            )
            % {"unplayed": many}
        )
    if many := found.kept_back:
        says.append(
            ngettext(
                "%(kept)s folder is not shown yet, though it is played: something of its rounds is "
                "missing or kept back.",
                "%(kept)s folders are not shown yet, though they are played: something of their "
                "rounds is missing or kept back.",
                many,
            )
            % {"kept": many}
        )
    if found.counts_anew:
        anew = _(
            "A folder that is dealt or shuffled again holds other cards, and counts anew here."
        )
        says.insert(0, anew)
    return says


def _waiting(many: int, *, more: bool) -> str:
    says = (
        ngettext(
            "%(waiting)s more folder is not shown yet: some table has still to play it.",
            "%(waiting)s more folders are not shown yet: some table has still to play them.",
            many,
        )
        if more
        else ngettext(
            "%(waiting)s folder is not shown yet: some table has still to play it.",
            "%(waiting)s folders are not shown yet: some table has still to play them.",
            many,
        )
    )
    return says % {"waiting": many}


def folders(found: Compared, part: Sequence[Cards], event: Event) -> list[Folder]:
    """Return some folders, in the order of their numbers, evening after evening."""
    ruleset = RuleSet.from_json(event.ruleset)
    return [_folder(*cards, found.folders[cards], ruleset) for cards in part]


def gained(found: Compared) -> list[Gained]:
    """Return what each table gained, round after round; nothing where no folder is shown."""
    who = {
        (each.round, each.table): ", ".join(map(short, each.names))
        for there in found.folders.values()
        for each in there
    }
    return [
        Gained(
            _("Round %(round)d, table %(table)d") % {"round": at[0], "table": at[1]},
            who[at],
            _by_role(points),
        )
        for at, points in by_table(found.folders.values()).items()
    ]


def _folder(
    since: int, shuffle: int, number: int, there: Sequence[Played], ruleset: RuleSet
) -> Folder:
    average = averages(there)
    tables = tuple(_at(each, average, ruleset) for each in there)
    return Folder(number, shuffle, since, tables, _by_role(average))


def _by_role(points: Points) -> tuple[str, ...]:
    return tuple(_tenths(points[role]) if role in points else "" for role in ROLES)


def _tenths(points: Fraction) -> str:
    """Return points with a sign and at most one decimal: averages seldom come out even."""
    return signed_fraction(Fraction(round(points * 10), 10))


def _at(each: Played, average: Points, ruleset: RuleSet) -> AtTable:
    record = each.record or {}
    declarer = record.get("declarer")
    return AtTable(
        where=_("Round %(round)d, table %(table)d, deal %(deal)d")
        % {"round": each.round, "table": each.table, "deal": each.deal},
        what=record_words(record, each.names, ruleset=ruleset) if record else _("no result"),
        hand="" if declarer is None else HANDS[hand_of(declarer, each.dealer, len(each.names))],
        points=signed(each.value) if record else "–",
        moved=tuple(
            (short(name), signed(points))
            for name, points in zip(each.names, each.points, strict=False)
            if points
        ),
        roles=tuple(zip(_by_role(by_role(each)), _by_role(gains(each, average)), strict=True)),
    )
