"""Seasons, and what an event says of its standings."""

from dataclasses import dataclass

from django.db import transaction

from lhombre_club.members.models import Club, Person
from lhombre_club.refusal import Refusal
from scoring.standings import ChainError, Comparison, Order
from tournaments.book.activity import note, raise_version
from tournaments.models import Event, Participant, Season
from tournaments.standings.reasons import StandingsReason


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
    for event in season.events.all():
        note(event=event, verb="season.changed", actor=actor, season=str(season.pk))
        raise_version(event.pk)
    return changed


@transaction.atomic
def name_champion(*, season: Season, person: Person | None, why: str, actor: str) -> Season:
    """Give the title to ``person``, or to nobody, and say why; without either as the table says.

    Raises Refusal for a person without a reason, and for one who has no place in the season.
    """
    season = Season.objects.select_for_update(of=("self",)).get(pk=season.pk)
    if person and not why.strip():
        raise Refusal(StandingsReason.NO_REASON)
    if person and not Participant.objects.filter(event__season=season, person=person).exists():
        raise Refusal(StandingsReason.NOT_OF_SEASON)
    season.champion, season.champion_why = person, why.strip()
    season.champion_name = person.name if person else ""
    season.save(update_fields=["champion", "champion_name", "champion_why"])
    for event in season.events.all():
        note(event=event, verb="season.champion", actor=actor, season=str(season.pk))
        raise_version(event.pk)
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
