"""Matches in words."""

from dataclasses import dataclass

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from lhombre_club.printing.registry import hash_of
from tournaments.teams.domain.again import Lost
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
    is_over: bool
    """No deal of it is awaited: all are in, or its round is closed."""


def match_lines(round_: LeagueRound) -> list[MatchLine]:
    """Return the matches of a round."""
    return [_match(match, closed=round_.is_final) for match in round_.matches]


def lent_lines(lent: Lent) -> list[str]:
    """Return who plays for whom now, and for whom nobody was left."""
    says = [plays_for(seat.sitter) for seat in lent.seats]
    if lent.uncovered:
        names = ", ".join(player.name for player in lent.uncovered)
        says.append(_("Nobody is left to play for %(names)s.") % {"names": names})
    return says


@dataclass(frozen=True, slots=True)
class Asked:
    """Another draw, and what it throws away; known again by its mark when it was seen."""

    seed: int
    says: tuple[str, ...]
    """A sentence for each thing that goes."""

    @property
    def mark(self) -> str:
        """By what it is known again."""
        return hash_of([self.seed, self.says])


def asked(seed: int, lost: Lost) -> Asked:
    """Return a draw from a seed in words."""
    released = _("Round %(number)d is released. It becomes a draft again, to be released anew.")
    date = _("Round %(number)d is no longer played on %(date)s.")
    helps = _("Round %(number)d: %(plays)s")
    return Asked(
        seed,
        (
            *(released % {"number": number} for number in lost.released),
            *(
                date % {"number": number, "date": date_format(day, "DATE_FORMAT")}
                for number, day in lost.dates
            ),
            *(
                helps % {"number": seat.round.number, "plays": plays_for(seat.sitter)}
                for seat in lost.substitutes
            ),
        ),
    )


def _match(match: MatchState, *, closed: bool) -> MatchLine:
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
    over = closed or match.is_complete
    return MatchLine(match.number, home, away, numbers, result, margin, over)


def division_title(name: str) -> str:
    """Return what a division is headed with."""
    return _("Division %(name)s") % {"name": name} if name else _("In no division")
