"""Pairs and teams in forms and words."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.domain.leagues import LeagueCode
from tournaments.domain.queries.teams import (
    Crosstable,
    LeagueRound,
    MatchState,
    Mover,
    NextDivision,
)
from tournaments.domain.substitutes import Lent, SubstituteCode
from tournaments.domain.teams import TeamsCode
from tournaments.interfaces.paper_words import signed

TEAM_SENTENCES: Final[Mapping[TeamsCode, Promise]] = {
    TeamsCode.SIZE: gettext_lazy("Not everybody of the pair or team is chosen."),
    TeamsCode.TWICE: gettext_lazy("Somebody is chosen twice. Choose each player once."),
    TeamsCode.STRANGER: gettext_lazy("Somebody is chosen who does not play in this event."),
    TeamsCode.CAPTAIN: gettext_lazy("The captain is one of the team’s own players."),
    TeamsCode.HANDICAP: gettext_lazy("The handicap is too large."),
    TeamsCode.TOO_FEW: gettext_lazy("At least two pairs or teams are needed."),
    TeamsCode.TOO_MANY: gettext_lazy("There are more pairs or teams than a schedule is known for."),
    TeamsCode.DIVISIONS: gettext_lazy(
        "So many divisions are too many: each needs at least two teams."
    ),
}
LEAGUE_SENTENCES: Final[Mapping[LeagueCode, Promise]] = {
    LeagueCode.ALONE: gettext_lazy("A division has only one team, which has nobody to meet."),
    LeagueCode.BYES: gettext_lazy("Two can only sit out where a division has at least four teams."),
    LeagueCode.ODD_PAIRS: gettext_lazy(
        "Two pairs can only sit out on purpose where the number of pairs is even."
    ),
    LeagueCode.TIMES: gettext_lazy("All meet all at least once, and four times at most."),
}
SUBSTITUTE_SENTENCES: Final[Mapping[SubstituteCode, Promise]] = {
    SubstituteCode.PLAYS: gettext_lazy("This substitute plays in the round already."),
    SubstituteCode.CLOSED: gettext_lazy(
        "The round is closed. Open it again before you change who plays."
    ),
    SubstituteCode.NO_SEAT: gettext_lazy("This player has no seat in the round."),
    SubstituteCode.FORGOTTEN: gettext_lazy("This person is not known any more."),
}


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


@dataclass(frozen=True, slots=True)
class CrossLine:
    """One line of a crosstable."""

    number: int
    name: str
    cells: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CrossSection:
    """The crosstable of one division."""

    title: str
    """Empty where there is only one."""
    numbers: tuple[int, ...]
    lines: tuple[CrossLine, ...]


def match_lines(round_: LeagueRound) -> list[MatchLine]:
    """Return the matches of a round."""
    return [_match(match) for match in round_.matches]


def cross_sections(tables: Sequence[Crosstable]) -> list[CrossSection]:
    """Return what each team has won from each, division by division."""
    several = len(tables) > 1
    return [
        CrossSection(
            division_title(table.division) if several else "",
            tuple(row.team.number for row in table.rows),
            tuple(
                CrossLine(
                    row.team.number,
                    row.team.name,
                    tuple(
                        "·" if place == own else signed(meeting.points) if meeting else ""
                        for place, meeting in enumerate(row.meetings)
                    ),
                )
                for own, row in enumerate(table.rows)
            ),
        )
        for table in tables
    ]


def told(lent: Lent) -> list[str]:
    """Return who plays for whom now, and for whom nobody was left."""
    says = [
        _("%(substitute)s plays for %(player)s.")
        % {"substitute": seat.substitute_name, "player": seat.participant.name}
        for seat in lent.seats
    ]
    if lent.uncovered:
        names = ", ".join(player.name for player in lent.uncovered)
        says.append(_("Nobody is left to play for %(names)s.") % {"names": names})
    return says


def divisions_of(following: Sequence[NextDivision]) -> list[tuple[str, tuple[Mover, ...]]]:
    """Return the divisions of the next season with their headings."""
    return [(division_title(division.name), division.teams) for division in following]


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
