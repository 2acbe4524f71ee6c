"""How far an event is, and what comes next: what stands above its rounds, and follows by itself."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.urls import reverse

from tournaments.events.pages.path import Step, ending, path
from tournaments.events.pages.settles import Settles
from tournaments.models import Event, Season
from tournaments.money.queries import settled_with, unpaid_by_itself
from tournaments.penalties.domain.bonuses import is_settled
from tournaments.review.queries.rounds import RoundState, is_final


@dataclass(frozen=True, slots=True, kw_only=True)
class Now:
    """How far an event is."""

    path: Sequence[Step]
    of_teams: bool
    drawn: bool
    """Whether there is a plan."""
    released: bool
    """A round is, so that the room may see it."""
    draft: RoundState | None
    """The first round that is drawn and to be released; of a league that is never asked for, nor
    of an evening that was broken off."""
    ending: str
    """What is left to do once no sheet is awaited."""
    final: bool
    """Every round is closed."""
    settles: Settles | None
    is_live: bool
    """Whether it still changes without the director."""


def now(event: Event, plan: Sequence[RoundState]) -> Now:
    """Return how far an event is whose rounds are ``plan``."""
    of_teams = event.kind != Event.Kind.INDIVIDUAL
    final = is_final(event, plan)
    settles = _settles(event) if final and event.unit is not None else None
    drafts = [round_ for round_ in plan if not round_.is_released]
    return Now(
        path=path(event, plan),
        of_teams=of_teams,
        drawn=bool(plan),
        released=len(drafts) < len(plan),
        draft=drafts[0] if drafts and not of_teams and not final else None,
        ending=ending(event, plan, settles),
        final=final,
        settles=settles,
        is_live=any(round_.is_released and not round_.is_final for round_ in plan),
    )


def _settles(event: Event) -> Settles | None:
    if not is_settled(event):
        return Settles(reverse("tournaments:money", args=["event", event.pk]))
    scope, stands = settled_with(event)
    unpaid = sum(payment.paid_at is None for payment in stands.payments)
    with_season = isinstance(scope, Season)
    own, of_season = (unpaid_by_itself(event), unpaid) if with_season else (unpaid, 0)
    if not (stands.outdated or own or of_season):
        return None
    is_there = with_season and (stands.outdated or of_season)
    where = ("season", scope.pk) if is_there else ("event", event.pk)
    return Settles(
        reverse("tournaments:money", args=where),
        again=stands.outdated,
        with_season=with_season,
        unpaid=own,
        of_season=of_season,
    )
