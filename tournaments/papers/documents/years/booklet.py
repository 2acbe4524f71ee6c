"""The booklet of a season: what one keeps of it, from its table to the evenings that come."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from lhombre_club.members.alphabet import danish_key
from lhombre_club.members.models import Club
from scoring.standings import METRICS, rank
from tournaments.calendar.pages import when
from tournaments.calendar.queries import calendar
from tournaments.honours.queries import board
from tournaments.models import Event, Honour
from tournaments.papers.documents import wide
from tournaments.papers.documents.document import Values
from tournaments.papers.documents.of_club import ClubDocument, OfClub
from tournaments.papers.documents.wall import first_places
from tournaments.papers.documents.years.honours_wall import Title, titles
from tournaments.papers.documents.years.season_figures import figures_of
from tournaments.standings.pages import standings as paper_standings
from tournaments.standings.pages.season_chart import season_chart
from tournaments.standings.pages.season_rules import counting, order
from tournaments.standings.pages.seasons import (
    Heading,
    SeasonPlace,
    champion,
    headings,
    places,
)
from tournaments.standings.pages.seasons import rank as place
from tournaments.standings.queries.seasons import SeasonTable, season_table
from tournaments.standings.queries.standings import standings_shown
from tournaments.words.figures import day, signed

BY_POINTS: Final = (METRICS["points"],)
LINES: Final = 5
"""Of an evening."""
MOST_TITLES: Final = 120
"""Titles of the board that are printed; all of it hangs on the wall."""
MOST_COMING: Final = 40


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the season's table."""

    place: SeasonPlace
    cells: tuple[wide.Cell, ...]


@dataclass(frozen=True, slots=True)
class PastPlace:
    """A line of an evening of which only the results were taken in."""

    place: str
    name: str
    points: str


@dataclass(frozen=True, slots=True)
class PastSection:
    """The first of such an evening."""

    places: Sequence[PastPlace]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """An evening of the season."""

    name: str
    date: str
    where: str
    says: str
    """How many played, and who won."""
    sections: Sequence[paper_standings.Section | PastSection]


@dataclass(frozen=True, slots=True)
class Coming:
    """An evening that is planned."""

    when: str
    name: str
    where: str


def values(about: OfClub) -> Values:
    """Return all that the booklet of a season shows: what everybody may see of it."""
    found = season_table(about.the_season(), shown_only=True)
    heads = headings(found)
    return {
        "date": _span(found),
        "evenings": list(_evenings(about.club, found)),
        "champion": champion(found),
        "counting": counting(found),
        "order": order(found),
        **_table(found, heads),
        **season_chart(found, heads),
        **figures_of(about.club, found.events),
        "honours": _honours(about.club),
        "coming": _coming(about, found),
    }


def _span(found: SeasonTable) -> str:
    """Return from when to when the season was played."""
    if not found.evenings:
        return ""
    dates = (found.evenings[0].date, found.evenings[-1].date)
    return " – ".join(dict.fromkeys(date_format(each, "DATE_FORMAT") for each in dates))


def _table(found: SeasonTable, heads: Sequence[Heading]) -> Values:
    """Return the table, parted where its evenings do not go beside each other."""
    how = wide.A5[False]
    lines = [
        Line(each, tuple(wide.Cell(points, strong=counts) for points, counts in each.evenings))
        for each in places(found)
    ]
    short_dates = [date_format(head.evening.date, "j/n") for head in heads]
    columns = wide.Wide(short_dates, [line.cells for line in lines])
    points = [wide.Cell(line.place.points) for line in lines]
    fixed = (
        wide.place_width([line.place.place for line in lines], how)
        + how.name
        + max((wide.cell_width(each, how) for each in points), default=0)
    )
    parts = wide.parts(columns, fixed + 4, how, upright=True)
    return {"lines": lines, "dates": short_dates, "parts": parts}


def _evenings(club: Club, found: SeasonTable) -> Iterator[Evening]:
    where = {each.date: each.place for each in club.calendar.exclude(place="").order_by("name")}
    for each in found.evenings:
        says, sections = _of_event(each.event) if each.event else _of_past(found, each.key)
        yield Evening(each.name, day(each.date), where.get(each.date, ""), says, sections)


def _of_event(event: Event) -> tuple[str, Sequence[paper_standings.Section]]:
    now = standings_shown(event)
    sections = paper_standings.sections(now)
    first = [
        paper_standings.Section(one.title, one.places[:LINES], one.of_players)
        for one in sections
        if not (one.of_players and now.teams)
    ]
    winners = [each for each in first_places(sections[0].places) if each.place.lstrip("=") == "1"]
    is_played = any(each.points != "0" for each in sections[0].places)
    return _says(len(now.rows), [each.name for each in winners if is_played]), first


def _of_past(found: SeasonTable, evening: str) -> tuple[str, Sequence[PastSection]]:
    """Return the same of an evening of which nothing but the points is known."""
    shares = (share for own in found.table.shares.values() for share in own)
    lines = [share.line for share in shares if share.evening == evening]
    placings = rank(sorted(lines, key=lambda line: danish_key(found.names[line.key])), BY_POINTS)
    won = [found.names[each.line.key] for each in placings if each.rank == 1]
    is_played = any(line.total for line in lines)
    first = [
        PastPlace(place(each), found.names[each.line.key], signed(each.line.total))
        for each in placings[:LINES]
    ]
    return _says(len(lines), won if is_played else []), [PastSection(first)]


def _says(players: int, won: Sequence[str]) -> str:
    """Say how many played, and who won."""
    many = ngettext("%(players)d player.", "%(players)d players.", players) % {"players": players}
    if not won:
        return many
    return f"{many} " + gettext("Winner: %(names)s") % {"names": " / ".join(won)}


def _honours(club: Club) -> list[Title]:
    """Return the newest titles, whole years of them."""
    kept: list[Honour] = []
    for _year, some in board(club):
        if kept and len(kept) + len(some) > MOST_TITLES:
            break
        kept += some
    return titles(kept)


def _coming(about: OfClub, found: SeasonTable) -> list[Coming]:
    """Return the evenings that are planned after the last of the season."""
    if not found.evenings:
        return []
    after = calendar(about.club, found.evenings[-1].date + dt.timedelta(days=1)).to_come
    kept = [each.evening for each in after if not each.evening.called_off]
    return [Coming(when(each), each.name, each.place) for each in kept[:MOST_COMING]]


BOOKLET = ClubDocument(
    kind="booklet",
    title=_("Booklet of the season"),
    template="booklet.html",
    of_season=True,
    values=values,
)
