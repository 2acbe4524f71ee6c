"""A season with everything on it that a paper of it can show, the same every time."""

import datetime as dt

from lhombre_club.members.models import Club, Person
from lhombre_club.printing import registry, renderer
from tests import make
from tests.tournaments.papers.documents import scene
from tournaments.honours.domain import Title, put_up
from tournaments.models import Event, PlannedEvening, Round, Season
from tournaments.standings.domain import SeasonSettings, make_season

ACTOR = "system:test"
DATES = (dt.date(2026, 9, 5), dt.date(2026, 10, 3), dt.date(2026, 11, 7), dt.date(2026, 12, 5))
TITLES = (
    Title(year=2025, title="Klubmester", name="Ørnulf Þorsteinsson"),
    Title(year=2025, title="Parmester", name="Bo – Ída Ýr", remark="efter omkamp"),
    Title(year=2024, title="Klubmester"),
    Title(year=2023, title="Klubmester", name="Anne-Sofie Bjerregaard-Mortensen Østergaard-Holm"),
    *(Title(year=year, title="Klubmester", name="Zita Bo") for year in range(2012, 2023)),
)


def played(club: Club, *, tables: int = 4, evenings: int = 4, best: int | None = 3) -> Season:
    """So many evenings of two rounds each with the same people, a board and a calendar.

    At two tables of each round some deals are played, at the others one.
    """
    settings = SeasonSettings(
        name="Sæson 2026", planned=evenings, best=best, min_deals=0, counts_abandoned=True
    )
    season = make_season(club=club, settings=settings, actor=ACTOR)
    people = make.make_members(club, tables * 4)
    for number, date in enumerate(DATES[:evenings], 1):
        event = make.make_released_event(
            club, tables=tables, rounds=2, deals=8 + number, people=people, season=season
        )
        scene.rename(event)
        name = f"Klubaften {number}"
        Event.objects.filter(pk=event.pk).update(date=date, name=name, language="da")
        scene.entered(event, deals=4 + number, tables=2, seed=f"{number}-")
        PlannedEvening.objects.create(club=club, name=name, date=date, place="Forsamlingshuset")
        people = list(
            Person.objects.filter(participations__event=event).order_by("participations__number")
        )
    Round.objects.filter(event__season=season).update(state=Round.State.FINAL)
    put_up(club=club, titles=TITLES, actor=ACTOR)
    for month in (1, 2, 3):
        PlannedEvening.objects.create(
            club=club, name="Klubaften", date=dt.date(2027, month, 6), begins=dt.time(19)
        )
    return season


def pdf(kind: str, club: Club, season: Season | None = None, **params) -> bytes:
    """A paper of the club or of its season."""
    about = {"club": str(club.pk), **({"season": str(season.pk)} if season else {}), **params}
    return renderer.render(registry.build(kind, about))
