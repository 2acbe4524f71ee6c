"""Diplomas of a season: of its champion, and of the first three places of its table."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.standings import Placing, Vacancy
from tournaments.papers.documents.diplomas import Diploma, said_points, said_rank
from tournaments.papers.documents.document import Values
from tournaments.papers.documents.of_club import ClubDocument, OfClub
from tournaments.standings.pages.seasons import champion, has_champion, is_over, rank
from tournaments.standings.queries.seasons import SeasonTable, season_table
from tournaments.words.figures import day, short, signed

FIRST: Final = 3


def values(about: OfClub) -> Values:
    """Return the diplomas of a season; why there is none where it is not over."""
    found = season_table(about.the_season(), shown_only=True)
    diplomas = list(_diplomas(found))
    return {
        "date": day(found.evenings[-1].date) if found.evenings else "",
        "diplomas": diplomas,
        "why": "" if diplomas else champion(found),
        "signs": gettext("For the club"),
    }


def _diplomas(found: SeasonTable) -> Iterator[Diploma]:
    """Yield the champion's first; a title that is not given has none, nor its first place.

    Who is champion by the table has no other; whom the director has named has no second.
    """
    season, table = found.season, found.table
    if not is_over(found):
        return
    key = str(season.champion_id) if season.champion_why else table.champion
    if has_champion(found):
        name = found.names.get(key or "", season.champion_name)
        yield Diploma(short(name), gettext("Champion"), _points_of(found, key))
    for placing in table.ranked.placings:
        given = has_champion(found) or (table.vacancy is Vacancy.SHARED and not season.champion_why)
        if placing.rank <= FIRST and placing.line.key != key and (given or placing.rank > 1):
            yield _placed(found, placing)


def _placed(found: SeasonTable, placing: Placing) -> Diploma:
    points = said_points(signed(placing.line.total))
    return Diploma(short(found.names[placing.line.key]), said_rank(rank(placing)), points)


def _points_of(found: SeasonTable, key: str | None) -> str:
    ranked = found.table.ranked
    lines = [*(each.line for each in ranked.placings), *ranked.too_few_deals]
    return next((said_points(signed(line.total)) for line in lines if line.key == key), "")


SEASON_DIPLOMAS = ClubDocument(
    kind="season-diplomas",
    title=_("Diplomas"),
    template="diplomas.html",
    of_season=True,
    values=values,
)
