"""Make an event of those who are here, and look at how far it is."""

from collections.abc import Callable, Sequence
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Person
from lhombre_club.members.queries import attendance, evening
from lhombre_club.refusal import Refusal
from tournaments.access import of_event
from tournaments.entry.pages.unsent import unsent_data
from tournaments.events.domain import events as domain
from tournaments.events.pages.again import field_of
from tournaments.events.pages.beginnings import beginnings
from tournaments.events.pages.forms import EventForm
from tournaments.events.pages.links import groups
from tournaments.events.pages.now import now
from tournaments.models import Event
from tournaments.plans.layout import layout
from tournaments.review.queries.board import boards
from tournaments.review.queries.rounds import rounds
from tournaments.teams.domain import teams
from tournaments.words.options import differs_in

FEWEST = 3


@director_required
def new(request: DirectorRequest) -> HttpResponse:
    """Make an event of those who are here tonight."""
    there, asked = attendance(request.club, evening()), request.POST or request.GET
    field = field_of(request.club, evening(), there, asked)
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
    stands = now(event, plan)
    # A league is released evening by evening.
    shown = [round_ for round_ in plan if round_.is_released] if stands.of_teams else plan
    context = {
        "event": event,
        "now": stands,
        "boards": boards(event, shown),
        "differs": differs_in(event.ruleset),
        "groups": groups(event),
        "unsent": unsent_data(event),
    }
    return render(request, "events/event.html", context)


@require_safe
@cache_control(private=True, no_cache=True)
@conditional_page
@of_event
def progress(request: DirectorRequest, event: Event) -> HttpResponse:
    """Answer what stands above the rounds alone, or 304 while it is the same.

    Printing moves it too, which makes no new version of the event: so it is compared as it is.
    """
    context = {"event": event, "now": now(event, rounds(event))}
    return render(request, "events/now.html", context)
