"""Which papers have an approved picture of their first page, by the event they are of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lhombre_club.members.models import Club
from tests.sizes import MOST_OPTIONS
from tests.tournaments.papers.documents import scene, seasons
from tournaments.models import Event
from tournaments.papers.documents.catalogue import CLUB_DOCUMENTS, DOCUMENTS
from tournaments.papers.documents.document import Option

SHEETS = ("score-sheet", "filled-sheet")


@dataclass(frozen=True)
class Case:
    """A paper, and how it is asked for."""

    kind: str
    options: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        return "-".join((self.kind, *self.options))

    def pdf(self, event: Event) -> bytes:
        return scene.pdf(self.kind, event, **dict.fromkeys(self.options, True))


class OfSeason(Case):
    """A paper of a season or of its club."""

    def pdf(self, season: Any) -> bytes:
        return seasons.pdf(self.kind, season.club, season)


@dataclass(frozen=True)
class Scene:
    """An event or a season, and what is printed of it."""

    name: str
    make: Callable[[Club], Any]
    cases: tuple[Case, ...] = field(repr=False)

    def pictures(self, event: Any) -> Mapping[str, bytes]:
        with scene.standing_still():
            return {
                f"{self.name}-{case.name}": case.pdf(event)
                for case in self.cases
                if len(case.options) <= MOST_OPTIONS
            }


def evening(club: Club) -> Event:
    """A club night of four tables, three rounds with folders, for money, settled."""
    event = scene.evening(club, tables=4, rounds=3)
    return scene.closed(scene.settled(scene.entered(scene.with_folders(event))))


def _rules(ruleset: str, players: int, accounting: str) -> Scene:
    def made(club: Club) -> Event:
        event = scene.evening(
            club, tables=1, players=players, ruleset=ruleset, accounting=accounting, ante=3
        )
        return scene.entered(event)

    cases = (*map(Case, SHEETS), Case("crib"))
    return Scene(f"{ruleset}-{players}-{accounting}", made, cases)


def _otherwise() -> tuple[Case, ...]:
    """Every document on A5 and in large print that comes so."""
    return tuple(
        Case(document.kind, (option,))
        for document in DOCUMENTS
        for option in (Option.A5, Option.LARGE)
        if option in document.options and document.kind != "matches"
    )


EVENING = Scene(
    "evening",
    evening,
    (
        *map(Case, SHEETS),
        Case("score-sheet", ("a5",)),
        Case("score-sheet", ("large",)),
        Case("filled-sheet", ("tagged",)),
        *(Case(document.kind) for document in DOCUMENTS if document.kind != "matches"),
        *_otherwise(),
    ),
)
MATCHES = tuple(Case(kind) for kind in ("matches", "crosstable", "standings", "round-plan", "pack"))


def pot_of_five(club: Club) -> Event:
    """The narrowest seats: a table of five, with boxes for cards, tricks and the pot."""
    event = scene.evening(club, tables=1, players=5, ruleset="hoem", accounting="pot", ante=3)
    return scene.entered(event)


SCENES = (
    EVENING,
    _rules("klub", 3, "rasle"),
    _rules("familie", 4, "mixed"),
    _rules("hoem", 5, "rasle"),
    _rules("hoem", 4, "pot"),
    _rules("lomber", 4, "pott"),
    Scene("hoem-5-pot", pot_of_five, (Case("filled-sheet"),)),
    Scene("season", seasons.played, tuple(OfSeason(each.kind) for each in CLUB_DOCUMENTS)),
    Scene("pairs", lambda club: scene.meeting(club, "pairs", 5), MATCHES),
    Scene("teams", lambda club: scene.meeting(club, "teams", 4), MATCHES),
)
