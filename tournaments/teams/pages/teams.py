"""Matches in words."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.teams.domain.substitutes import Lent
from tournaments.teams.pages.substitutes import plays_for
from tournaments.teams.queries import LeagueRound, MatchState
from tournaments.words.figures import signed


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match as it is shown."""

    number: int
    home: str
    away: str
    tables: str
    """Their numbers."""
    result: str
    margin: str
    """Who leads by how much; empty before the first deal."""
    is_complete: bool


def match_lines(round_: LeagueRound) -> list[MatchLine]:
    """Return the matches of a round."""
    return [_match(match) for match in round_.matches]


def lent_lines(lent: Lent) -> list[str]:
    """Return who plays for whom now, and for whom nobody was left."""
    says = [plays_for(seat.sitter) for seat in lent.seats]
    if lent.uncovered:
        names = ", ".join(player.name for player in lent.uncovered)
        says.append(_("Nobody is left to play for %(names)s.") % {"names": names})
    return says


def _match(match: MatchState) -> MatchLine:
    home, away = match.home.name, match.away.name
    result = margin = ""
    if match.is_begun:
        result = f"{signed(match.home_points)} : {signed(match.away_points)}"
        ahead = home if match.margin > 0 else away
        margin = (
            _("%(team)s by %(points)d") % {"team": ahead, "points": abs(match.margin)}
            if match.margin
            else _("even")
        )
    numbers = ", ".join(str(table.state.number) for table in match.tables)
    return MatchLine(match.number, home, away, numbers, result, margin, match.is_complete)


def division_title(name: str) -> str:
    """Return what a division is headed with."""
    return _("Division %(name)s") % {"name": name} if name else _("In no division")
