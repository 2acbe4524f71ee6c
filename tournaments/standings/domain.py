"""Seasons, and what an event says of its standings."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from django.db import transaction

from lhombre_club.members.alphabet import name_key
from lhombre_club.members.models import Club, Person
from lhombre_club.members.queries import evening as today
from lhombre_club.refusal import Refusal
from scoring.standings import ChainError, Comparison, Order
from tournaments.book.activity import note, raise_version
from tournaments.models import Event, Participant, PastEvening, PastResult, Season
from tournaments.standings.reasons import StandingsReason

MOST_EVENINGS: Final = 60
"""Of a season."""
MOST_LINES: Final = 500
"""Of a past evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonSettings:
    """What a season says of itself."""

    name: str
    planned: int
    """Evenings."""
    best: int | None = None
    """The best so many evenings of each player count; None: all of them."""
    min_deals: int = 0
    counts_abandoned: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class PastSettings:
    """An evening that was played without this program."""

    date: dt.date
    name: str
    deals: int
    """How many each has played."""


@dataclass(frozen=True, slots=True)
class PastLine:
    """What somebody won on it."""

    name: str
    person: Person | None
    points: int

    @property
    def key(self) -> str:
        """Whose line it is."""
        return key_of_past(self.person and self.person.pk, self.name)


def key_of_past(person: object, name: str) -> str:
    """Return the key of a player of a past evening: the person’s, else the same for one name."""
    return str(person) if person else f"past:{name_key(name) or name}"


@dataclass(frozen=True, slots=True, kw_only=True)
class StandingsSettings:
    """How an event places its players. Raises Refusal for a chain that orders nothing."""

    tie_chain: tuple[str, ...]
    comparison: Comparison = Comparison.RAW
    min_deals: int = 0
    abandoned: bool = False
    frozen_after: int | None = None
    """Everybody sees results up to the round with this number; None: of all."""

    def __post_init__(self) -> None:
        try:
            Order(self.tie_chain, self.comparison)
        except ChainError as error:
            raise Refusal(StandingsReason.NO_CHAIN) from error


def make_season(*, club: Club, settings: SeasonSettings, actor: str) -> Season:
    """Begin a season; raises Refusal where the club has one of that name, or too many count."""
    del actor  # a season has no diary of its own: its evenings have
    return _save(Season(club=club), settings)


def change_season(*, season: Season, settings: SeasonSettings, actor: str) -> Season:
    """Let a season say something else of itself; raises Refusal as ``make_season`` does."""
    changed = _save(season, settings)
    _tell_events(season, "season.changed", actor)
    return changed


def why_not_past(
    season: Season, evening: PastSettings, lines: Sequence[PastLine]
) -> Refusal | None:
    """Return why such an evening is not taken in; two queries at most."""
    if season.past.filter(date=evening.date, name=evening.name).exists():
        return Refusal(StandingsReason.TAKEN_IN)
    if season.past.count() >= MOST_EVENINGS:
        return Refusal(StandingsReason.TOO_MANY_EVENINGS, most=MOST_EVENINGS)
    return _why_not(evening, lines)


def _why_not(evening: PastSettings, lines: Sequence[PastLine]) -> Refusal | None:
    if evening.date > today():
        return Refusal(StandingsReason.TO_COME)
    if not lines:
        return Refusal(StandingsReason.NOBODY_NAMED)
    if len(lines) > MOST_LINES:
        return Refusal(StandingsReason.TOO_MANY_LINES, most=MOST_LINES)
    met = Counter(line.key for line in lines)
    twice = next((line for line in lines if met[line.key] > 1), None)
    return Refusal(StandingsReason.NAMED_TWICE, name=twice.name) if twice else None


@transaction.atomic
def take_in_past(
    *, season: Season, evening: PastSettings, lines: Sequence[PastLine], actor: str
) -> PastEvening:
    """Let the results of a past evening count in a season; raises Refusal as said above."""
    season = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
    if refused := why_not_past(season, evening, lines):
        raise refused
    made = PastEvening.objects.create(
        season=season, date=evening.date, name=evening.name, deals=evening.deals, actor=actor
    )
    PastResult.objects.bulk_create(
        PastResult(evening=made, person=line.person, name=line.name, points=line.points)
        for line in lines
    )
    _tell_events(season, "season.changed", actor)
    return made


@transaction.atomic
def drop_past(*, evening: PastEvening, actor: str) -> None:
    """Take the results of a past evening out of its season."""
    season = evening.season
    evening.delete()
    _tell_events(season, "season.changed", actor)


@transaction.atomic
def name_champion(*, season: Season, person: Person | None, why: str, actor: str) -> Season:
    """Give the title to ``person``, or to nobody, and say why; without either as the table says.

    Raises Refusal for a person without a reason, and for one who has no place in the season.
    """
    season = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
    if person and not why.strip():
        raise Refusal(StandingsReason.NO_REASON)
    if person and not _is_of(season, person):
        raise Refusal(StandingsReason.NOT_OF_SEASON)
    season.champion, season.champion_why = person, why.strip()
    season.champion_name = person.name if person else ""
    season.save(update_fields=["champion", "champion_name", "champion_why"])
    _tell_events(season, "season.champion", actor)
    return season


@transaction.atomic
def set_standings(*, event: Event, settings: StandingsSettings, actor: str) -> Event:
    """Place the players of ``event`` in another way."""
    event = Event.objects.select_for_update().get(pk=event.pk)
    event.tie_chain = list(settings.tie_chain)
    event.comparison = settings.comparison
    event.min_deals = settings.min_deals
    event.abandoned = settings.abandoned
    event.frozen_after = settings.frozen_after
    event.save(update_fields=["tie_chain", "comparison", "min_deals", "abandoned", "frozen_after"])
    note(event=event, verb="standings.set", actor=actor)
    raise_version(event.pk)
    return event


@transaction.atomic
def put_into_season(*, event: Event, season: Season | None, actor: str) -> Event:
    """Let an evening count in a season, or in none; raises Refusal for another club's season."""
    if season is not None and season.club_id != event.club_id:
        raise Refusal(StandingsReason.FOREIGN_SEASON)
    event = Event.objects.select_for_update().get(pk=event.pk)
    event.season = season
    event.save(update_fields=["season"])
    name = season.name if season else "–"
    note(event=event, verb="season.put", actor=actor, name=name)
    raise_version(event.pk)
    return event


def _is_of(season: Season, person: Person) -> bool:
    played = Participant.objects.filter(event__season=season, person=person)
    past = PastResult.objects.filter(evening__season=season, person=person)
    return played.exists() or past.exists()


def _tell_events(season: Season, verb: str, actor: str) -> None:
    """Note in every event of a season what was done with the season."""
    for event in season.events.all():
        note(event=event, verb=verb, actor=actor, season=str(season.pk))
        raise_version(event.pk)


@transaction.atomic
def _save(season: Season, settings: SeasonSettings) -> Season:
    others = Season.objects.filter(club=season.club, name=settings.name).exclude(pk=season.pk)
    if others.exists():
        raise Refusal(StandingsReason.NAME_TAKEN)
    if settings.best and settings.best > settings.planned:
        facts = {"best": settings.best, "planned": settings.planned}
        raise Refusal(StandingsReason.MORE_THAN_PLANNED, **facts)
    season.name = settings.name
    season.planned = settings.planned
    season.best = settings.best
    season.min_deals = settings.min_deals
    season.counts_abandoned = settings.counts_abandoned
    season.save()
    return season
