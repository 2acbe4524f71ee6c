"""Seasons, and what an event says of its standings."""

from dataclasses import dataclass

from django.db import transaction

from lhombre_club.members.models import Club
from scoring.standings import Comparison, Order
from tournaments.domain.activity import note, raise_version
from tournaments.models import Event, Season


class NameTakenError(ValueError):
    """The club has a season of that name."""


class ForeignSeasonError(ValueError):
    """The season is another club's."""


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
    """How an event places its players. Raises ``ChainError`` for a chain that orders nothing."""

    tie_chain: tuple[str, ...]
    comparison: Comparison = Comparison.RAW
    min_deals: int = 0
    season: Season | None = None
    abandoned: bool = False

    def __post_init__(self) -> None:
        Order(self.tie_chain, self.comparison)


def make_season(*, club: Club, settings: SeasonSettings, actor: str) -> Season:
    """Begin a season; raises NameTakenError."""
    del actor  # a season has no diary of its own: its evenings have
    return _save(Season(club=club), settings)


def change_season(*, season: Season, settings: SeasonSettings, actor: str) -> Season:
    """Let a season say something else of itself; raises NameTakenError."""
    changed = _save(season, settings)
    for event in season.events.all():
        note(event=event, verb="season.changed", actor=actor, subject=str(season.pk))
        raise_version(event.pk)
    return changed


@transaction.atomic
def set_standings(*, event: Event, settings: StandingsSettings, actor: str) -> Event:
    """Place the players of ``event`` in another way; raises ForeignSeasonError."""
    if settings.season is not None and settings.season.club_id != event.club_id:
        raise ForeignSeasonError
    event = Event.objects.select_for_update().get(pk=event.pk)
    event.tie_chain = list(settings.tie_chain)
    event.comparison = settings.comparison
    event.min_deals = settings.min_deals
    event.season = settings.season
    event.abandoned = settings.abandoned
    event.save(update_fields=["tie_chain", "comparison", "min_deals", "season", "abandoned"])
    note(event=event, verb="standings.set", actor=actor)
    raise_version(event.pk)
    return event


@transaction.atomic
def _save(season: Season, settings: SeasonSettings) -> Season:
    others = Season.objects.filter(club=season.club, name=settings.name).exclude(pk=season.pk)
    if others.exists():
        raise NameTakenError
    season.name = settings.name
    season.planned = settings.planned
    season.best = settings.best
    season.min_deals = settings.min_deals
    season.counts_abandoned = settings.counts_abandoned
    season.save()
    return season
