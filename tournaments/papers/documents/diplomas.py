"""Diplomas: a page for each who has one of the first three places, to be signed and handed over."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from tournaments.models import Event, Participant
from tournaments.papers.documents import wide
from tournaments.papers.documents.document import About, Document, Shelf, Values
from tournaments.papers.documents.wall import first_places
from tournaments.papers.score_sheet.grid import POINT
from tournaments.review.pages.finality import how_final
from tournaments.review.queries.rounds import rounds
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.queries.standings import Standings, standings_shown
from tournaments.words.figures import ordinal, short

ACROSS: Final = 225.0
"""Millimetres within the frame."""
LARGEST: Final = 60
SMALLEST: Final = 30
"""Points; a name that is longer still takes two lines."""
BOLD: Final = 1.06
"""A bold letter, to one of the regular typeface."""


@dataclass(frozen=True, slots=True)
class Diploma:
    """What stands on a diploma."""

    name: str
    rank: str
    points: str
    others: str = ""
    """Who plays in a team; empty where the name says it."""
    division: str = ""

    @property
    def type(self) -> int:
        """Points of the name: it takes one line, if that can be."""
        fits = ACROSS / (wide.width(self.name) * BOLD) / POINT
        return int(max(SMALLEST, min(LARGEST, fits)))


def of_event(about: About) -> Values:
    """Return the diplomas of an event, or why there is none: of pairs and teams those of these.

    None is given before everybody may see everything.
    """
    now = standings_shown(about.event)
    why = _why_none(now)
    found = [] if why else list(_of_sections(about.event, now))
    if not (why or found):
        why = gettext("No diploma is given, since nobody has a place yet.")
    return {
        "how_final": how_final(about.event, rounds(about.event)),
        "diplomas": found,
        "why": why,
        "signs": gettext("Director"),
    }


def _why_none(now: Standings) -> str:
    if now.frozen is not None or now.left_out:
        return gettext("No diploma is given before everything is shown.")
    if not any(row.deals for row in now.rows):
        return gettext("No diploma is given before anything is played.")
    return ""


def _of_sections(event: Event, now: Standings) -> Iterator[Diploma]:
    teams = _players_of(event) if event.kind == Event.Kind.TEAMS else {}
    for section in paper_standings.sections(now):
        if section.of_players and now.teams:
            continue
        title = section.title if now.team_divisions else ""
        for one in first_places(section.places):
            points = said_points(one.points)
            yield Diploma(one.name, said_rank(one.place), points, teams.get(one.key, ""), title)


def _players_of(event: Event) -> Mapping[str, str]:
    """Return who plays in each team; one query."""
    found: dict[str, list[Participant]] = defaultdict(list)
    for player in event.participants.exclude(team=None):
        found[str(player.team_id)].append(player)
    return {
        team: ", ".join(short(each.name) for each in sorted(some, key=_place_in_team))
        for team, some in found.items()
    }


def _place_in_team(player: Participant) -> tuple[int, Sequence[object]]:
    return player.place_in_team or 0, danish_key(player.name)


def said_rank(place: str) -> str:
    """Say a place as the standings have it, with an equals sign where it is shared."""
    number = int(place.removeprefix("="))
    if place.startswith("="):
        return gettext("shared %(place)s place") % {"place": ordinal(number)}
    return gettext("%(place)s place") % {"place": ordinal(number)}


def said_points(points: str) -> str:
    """Say points that are written already."""
    one = points.lstrip("+−") == "1"
    return ngettext("%(points)s point", "%(points)s points", 1 if one else 2) % {"points": points}


DIPLOMAS = Document(
    kind="diplomas",
    title=_("Diplomas"),
    template="diplomas.html",
    shelf=Shelf.WALL,
    values=of_event,
)
