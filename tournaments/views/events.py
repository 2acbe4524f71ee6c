"""Make an event of those who are here, and look at how far it is."""

from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Person
from lhombre_club.members.queries import attendance, evening
from tournaments.domain import events as domain
from tournaments.domain import teams
from tournaments.domain.queries.board import boards
from tournaments.domain.queries.events import rounds
from tournaments.interfaces.forms import EventForm
from tournaments.interfaces.path import ending, path
from tournaments.models import Event
from tournaments.seating.layout import layout

FEWEST = 3


def _event(request: DirectorRequest, pk: UUID) -> Event:
    """The club's own event, or 404."""
    return get_object_or_404(Event, pk=pk, club=request.club)


@director_required
def new(request: DirectorRequest) -> HttpResponse:
    """Make an event of those who are here tonight."""
    tonight = attendance(request.club, evening())
    here = tonight.here
    form = EventForm(request.POST or None, initial=_first(domain.CLUB_NIGHT))
    fits = len(here) >= FEWEST
    if request.method == "POST" and fits and form.is_valid() and form.is_kind_for(len(here)):
        make = teams.make_team_event if form.is_of_teams else _with(tonight.late)
        event = make(
            club=request.club,
            name=form.cleaned_data["name"],
            date=form.cleaned_data["date"],
            people=here,
            actor=request.user.actor,
            preset=form.preset(),
        )
        return redirect(
            "tournaments:teams" if form.is_of_teams else "tournaments:seating", event.pk
        )
    context = {
        "form": form,
        "here": here,
        "late": tonight.late,
        "fits": fits,
        **_tables(len(here)),
        **form.parts(),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "tournaments/event_new.html", context, status=status)


def _first(start: domain.Preset) -> dict[str, object]:
    """What the form is filled in with."""
    return {
        "name": start.title,
        "date": evening(),
        "rounds": start.rounds,
        "deals": start.deals,
        "kind": start.kind,
        "ruleset": start.ruleset,
        "accounting": start.accounting,
    }


def _with(late: Sequence[Person]) -> Callable[..., Event]:
    """Make an event into which those come who are late."""
    return partial(domain.make_event, late=late)


def _tables(players: int) -> dict[str, int]:
    """Return how many tables of each size so many players make, and who is left over."""
    if players < FEWEST:
        return {"missing": FEWEST - players}
    tables = layout(players, domain.TABLES_OF)
    return {
        "fours": tables.sizes.count(4),
        "threes": tables.sizes.count(3),
        "over": tables.byes,
    }


@require_safe
@director_required
def board(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """How far each table of each round is, and what comes next."""
    event = _event(request, pk)
    plan = rounds(event)
    of_teams = event.kind != Event.Kind.INDIVIDUAL  # released evening by evening
    shown = [round_ for round_ in plan if round_.is_released] if of_teams else plan
    return render(
        request,
        "tournaments/event.html",
        {
            "event": event,
            "of_teams": of_teams,
            "boards": boards(event, shown),
            "path": path(event, plan),
            "released": any(round_.is_released for round_ in shown),
            "draft": next((round_ for round_ in shown if not round_.is_released), None),
            "ending": ending(event, plan),
            "final": bool(plan) and all(round_.is_final for round_ in plan),
        },
    )
