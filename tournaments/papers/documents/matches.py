"""The plan of the matches of pairs or teams: who meets whom, when, and who sits out."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from tournaments.papers.documents.document import SIZES, About, Document, Shelf, Values
from tournaments.teams.queries import LeagueRound, league_rounds
from tournaments.words.figures import day, short_pair


@dataclass(frozen=True, slots=True)
class MatchLine:
    """Two that meet, and where."""

    home: str
    away: str
    tables: str


@dataclass(frozen=True, slots=True)
class RoundPart:
    """The matches that are played at one time."""

    number: int
    date: str
    matches: tuple[MatchLine, ...]
    byes: tuple[str, ...]


def values(about: About) -> Values:
    """Return the matches of every round, those too that are not released yet."""
    return {"parts": [_part(each) for each in league_rounds(about.event)]}


def _part(each: LeagueRound) -> RoundPart:
    lines = tuple(
        MatchLine(
            short_pair(match.home.name),
            short_pair(match.away.name),
            ", ".join(str(table.state.number) for table in match.tables),
        )
        for match in each.matches
    )
    byes = tuple(short_pair(team.name) for team in each.byes)
    return RoundPart(each.number, day(each.date), lines, byes)


MATCHES = Document(
    kind="matches",
    title=_("Plan of the matches"),
    template="matches.html",
    shelf=Shelf.BEFORE,
    values=values,
    options=SIZES,
)
