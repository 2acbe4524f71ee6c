"""The emergency pack: all that an evening needs when there is no electricity, made before it."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext_lazy as _

from lhombre_club.printing import Paper
from tournaments.domain.queries.room import places
from tournaments.interfaces.documents.crib import CRIB
from tournaments.interfaces.documents.document import About, Document, Shelf, Values, head
from tournaments.interfaces.documents.plan import PLAN
from tournaments.interfaces.documents.sheets import empty_sheet
from tournaments.interfaces.paper_words import short
from tournaments.models import Event, Round
from tournaments.seating import FieldError, Plan, plan

MORE_OR_FEWER: Final = 3
"""How many may stay away, or come unannounced, and still find a plan."""
MOST_ROUNDS_ACROSS: Final = 6
"""More rounds do not fit upright."""


@dataclass(frozen=True, slots=True)
class TableLine:
    """A table of a plan: the numbers that sit there in each round, in playing order."""

    number: int
    rounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A number to be given to a player; the name is empty for those who come unannounced."""

    number: int
    name: str


def cover(about: About) -> Values:
    """Return what lies in the pack, and who has which number."""
    found = _plans(about.event)
    return {
        "players": _players(about.event),
        "plans": [each.players for each in found],
        "sheets": sum(_sheets(found).values()),
        "seated": bool(places(about.event)),
    }


def contents(about: About) -> tuple[Paper, ...]:
    """Return the plans, the empty sheets, the empty standings and the rules in short."""
    event, found = about.event, _plans(about.event)
    own = {"event": str(event.pk)}
    shown = event.rounds.filter(state__in=Round.SHOWN)
    to_fill = {"players": _players(event), "rounds": range(1, event.planned_rounds + 1)}
    return (
        *(PLAN.paper({**own, "round": str(each.pk)}) for each in shown),
        *(_plan_paper(about, each) for each in found),
        *(
            empty_sheet(event, size, copies=copies)
            for size, copies in sorted(_sheets(found).items(), reverse=True)
        ),
        _part(about, "empty-standings.html", to_fill),
        CRIB.paper(own),
    )


def _plans(event: Event) -> list[Plan]:
    """Return a plan for as many as are expected, a few fewer and a few more."""
    expected = event.participants.count()
    numbers = range(expected - MORE_OR_FEWER, expected + MORE_OR_FEWER + 1)
    rounds, seed, tables_of = event.planned_rounds, event.seed, tuple(event.tables_of)
    found = [_plan(players, rounds, seed, tables_of) for players in numbers]
    return [each for each in found if each is not None]


@lru_cache(maxsize=4 * MORE_OR_FEWER)
def _plan(players: int, rounds: int, seed: int, tables_of: tuple[int, ...]) -> Plan | None:
    """Return a plan, which takes a moment; None where so few or so many have none."""
    try:
        return plan(players, rounds, seed, tables_of=tables_of)
    except FieldError:
        return None


def _sheets(found: list[Plan]) -> Counter[int]:
    """Return how many sheets for each size of table are enough, whichever plan is taken."""
    needed: Counter[int] = Counter()
    for each in found:
        needed |= Counter(len(table) for tables in each.rounds for table in tables)
    return needed


def _players(event: Event) -> list[PlayerLine]:
    """Return a line for each participant, and some for those who come unannounced."""
    names = [short(player.name) for player in event.participants.all()]
    return [
        PlayerLine(number, name)
        for number, name in enumerate([*names, *[""] * MORE_OR_FEWER], start=1)
    ]


def _plan_paper(about: About, each: Plan) -> Paper:
    lines = [
        TableLine(number, tuple(_numbers(table) for table in seated))
        for number, seated in enumerate(zip(*each.rounds, strict=True), start=1)
    ]
    said = {
        "players": each.players,
        "rounds": range(1, len(each.rounds) + 1),
        "lines": lines,
        "byes": [_numbers(away) for away in each.byes],
        "across": len(each.rounds) > MOST_ROUNDS_ACROSS,
    }
    return _part(about, "pack-plan.html", said)


def _numbers(players: tuple[int, ...]) -> str:
    return " ".join(str(player + 1) for player in players)


def _part(about: About, template: str, said: Values) -> Paper:
    context = {**head(about), **said}
    return Paper(template, context, about.event.name, about.event.language)


PACK = Document(
    kind="pack",
    title=_("Emergency pack"),
    template="pack.html",
    shelf=Shelf.BEFORE,
    values=cover,
    then=contents,
)
