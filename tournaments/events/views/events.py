"""Make an event of those who are here, and look at how far it is."""

from collections.abc import Callable, Sequence
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Person
from lhombre_club.members.queries import attendance, evening
from lhombre_club.refusal import Refusal
from tournaments.access import of_event
from tournaments.events.domain import events as domain
from tournaments.events.pages.again import field_of
from tournaments.events.pages.beginnings import beginnings
from tournaments.events.pages.forms import EventForm
from tournaments.events.pages.links import groups
from tournaments.events.pages.path import ending, path
from tournaments.models import Event
from tournaments.penalties.domain.bonuses import is_settled
from tournaments.plans.layout import layout
from tournaments.review.queries.board import boards
from tournaments.review.queries.rounds import rounds
from tournaments.teams.domain import teams
from tournaments.words.options import differs_in

FEWEST = 3


@director_required
def new(request: DirectorRequest) -> HttpResponse:
    """Make an event of those who are here tonight."""
    now, asked = attendance(request.club, evening()), request.POST or request.GET
    field = field_of(request.club, evening(), now, asked)
    here = field.here
    begins = beginnings(request.club, request.GET.get("from", ""))
    first = {"date": evening()}
    form = EventForm(
        request.POST or None, club=request.club, begin=begins.chosen.preset, initial=first
    )
    fits = len(here) >= FEWEST
    if request.method == "POST" and fits and form.is_valid() and form.is_kind_for(len(here)):
        make = teams.make_team_event if form.is_of_teams else _with(field.late)
        try:
            event = make(
                club=request.club,
                name=form.cleaned_data["name"],
                date=form.cleaned_data["date"],
                people=here,
                actor=request.user.actor,
                preset=form.preset(),
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            following = "teams" if form.is_of_teams else "seating"
            return redirect(f"tournaments:{following}", event.pk)
    context = {
        "form": form,
        "begins": begins,
        "here": here,
        "late": field.late,
        "field": field,
        "fits": fits,
        **_tables(len(here)),
        **form.parts(),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "events/new.html", context, status=status)


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
@of_event
def board(request: DirectorRequest, event: Event) -> HttpResponse:
    """How far each table of each round is, and what comes next."""
    plan = rounds(event)
    of_teams = event.kind != Event.Kind.INDIVIDUAL  # released evening by evening
    shown = [round_ for round_ in plan if round_.is_released] if of_teams else plan
    final = bool(plan) and all(round_.is_final for round_ in plan)
    settles = final and event.unit is not None and not is_settled(event)
    return render(
        request,
        "events/event.html",
        {
            "event": event,
            "of_teams": of_teams,
            "boards": boards(event, shown),
            "path": path(event, plan),
            "differs": differs_in(event.ruleset),
            "groups": groups(event),
            "released": any(round_.is_released for round_ in shown),
            "draft": next((round_ for round_ in shown if not round_.is_released), None),
            "ending": ending(event, plan, settles=settles),
            "final": final,
            "settles": settles,
        },
    )
