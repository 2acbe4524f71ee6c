"""Years of evenings to look at, and a weekend, made by the same functions as the pages use.

What is there already is left as it is, so that filling in goes on where it was cut off.
"""

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from lhombre_club.members import domain as members
from lhombre_club.members.models import Club, Person
from tournaments.book.begun import CLUB_NIGHT
from tournaments.events.domain.demo import ACTOR, MEMBERS, SEED, play, the_club
from tournaments.events.domain.events import make_event
from tournaments.models import Event, Round, Season, Table
from tournaments.review.domain.rounds import close_round
from tournaments.seating.domain.released import release_rounds
from tournaments.standings.domain import SeasonSettings, make_season, put_into_season

EVENINGS: Final = 12
"""Of a season, every other Monday."""
BEGINS: Final = (9, 15)
"""Month and day from which on."""
BEST: Final = 8
WEEKEND: Final = "Mesterskab"
ROUNDS: Final = 7
PLAYERS: Final = 48
FIRST_NAMES: Final = ("Asta", "Bent", "Cilla", "Dagny", "Elmer", "Folke", "Gerda", "Holger")
LAST_NAMES: Final = ("Aggerholm", "Brinkby", "Dalsø", "Engvang")

Say: TypeAlias = Callable[[str], None]


def fill_seasons(count: int, *, today: dt.date, say: Say) -> None:
    """Fill in ``count`` seasons that are over, the newest last; ``say`` is told of each evening."""
    club = the_club()
    everybody = _members(club, len(MEMBERS.splitlines()) - 1)
    running = today.year - (today < dt.date(today.year, *BEGINS))
    for year in range(running - count, running):
        name = f"{year}/{(year + 1) % 100:02}"
        season = Season.objects.filter(club=club, name=name).first() or make_season(
            club=club,
            settings=SeasonSettings(name=name, planned=EVENINGS, best=BEST),
            actor=ACTOR,
        )
        for number, date in enumerate(_mondays(year), start=1):
            chance = Random(f"{SEED}/{name}/{number}")  # noqa: S311 -- nothing here is a secret
            here = sorted(chance.sample(everybody, chance.randint(11, 16)), key=str)
            event = _evening(club, f"{number}. klubaften", date, here)
            put_into_season(event=event, season=season, actor=ACTOR)
            say(f"{event.name}, {date:%d.%m.%Y}")


def fill_weekend(*, today: dt.date, say: Say) -> None:
    """Fill in a championship of 48 in seven rounds, of the Saturday before ``today``."""
    club = the_club()
    names = [f"{first} {last}" for last in LAST_NAMES for first in FIRST_NAMES]
    rows = [f"{number};{name.replace(' ', ';')};;active" for number, name in enumerate(names, 101)]
    members.import_members(club=club, text="\n".join([MEMBERS.splitlines()[0], *rows]), actor=ACTOR)
    saturday = today - dt.timedelta(days=(today.weekday() - 5) % 7 or 7)
    event = _evening(club, WEEKEND, saturday, _members(club, PLAYERS), rounds=ROUNDS)
    say(f"{event.name}, {saturday:%d.%m.%Y}")


def _members(club: Club, most: int) -> list[Person]:
    rows = club.memberships.filter(status="active").select_related("person")
    return [row.person for row in sorted(rows, key=lambda row: int(row.number))][:most]


def _mondays(year: int) -> Iterator[dt.date]:
    first = dt.date(year, *BEGINS)
    first += dt.timedelta(days=-first.weekday() % 7)
    for number in range(EVENINGS):
        yield first + dt.timedelta(weeks=2 * number)


def _evening(
    club: Club, name: str, date: dt.date, people: Sequence[Person], rounds: int = 2
) -> Event:
    """Return an evening on which everything is played and closed."""
    event = Event.objects.filter(club=club, name=name, date=date).first() or make_event(
        club=club,
        name=name,
        date=date,
        people=people,
        actor=ACTOR,
        preset=replace(CLUB_NIGHT, rounds=rounds),
    )
    release_rounds(event=event, actor=ACTOR)
    open_ = Table.objects.filter(round__event=event).exclude(round__state=Round.State.FINAL)
    for table in open_.select_related("round__event"):
        play(table)
    for round_ in event.rounds.order_by("number"):
        close_round(round_=round_, actor=ACTOR, early=True)
    return event
