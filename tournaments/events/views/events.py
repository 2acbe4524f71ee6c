"""Make an event of those who are here, and look at how far it is."""

import datetime as dt
from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import conditional_page, require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.queries import evening
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of_event
from tournaments.entry.pages.unsent import unsent_data
from tournaments.events.domain import events as domain
from tournaments.events.pages.again import Field, gathered
from tournaments.events.pages.beginnings import beginnings
from tournaments.events.pages.forms import EventForm
from tournaments.events.pages.links import groups
from tournaments.events.pages.now import now
from tournaments.models import Event
from tournaments.review.queries.board import boards
from tournaments.review.queries.rounds import rounds
from tournaments.teams.domain import teams
from tournaments.words.options import differs_in


@director_required
def new(request: DirectorRequest) -> HttpResponse:
    """Make an event of those who are here on its day, or prepare one that is drawn later."""
    asked = request.POST or request.GET
    day = _day(asked.get("date", ""))
    field = gathered(request.club, asked, day)
    prepares = "prepare" in request.POST
    draws = request.method == "POST" and not field.missing
    begins = beginnings(request.club, request.GET.get("from", ""), day)
    first = {"date": day, "name": request.GET.get("name", "")}
    form = EventForm(
        request.POST or None, club=request.club, begin=begins.chosen.preset, initial=first
    )
    if (prepares or draws) and form.is_valid() and form.is_kind_for(len(field.here)):
        make, following = _deed(form, field, prepares=prepares)
        try:
            event = make(
                club=request.club,
                name=form.cleaned_data["name"],
                date=form.cleaned_data["date"],
                actor=request.user.actor,
                preset=form.preset(),
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            return redirect(f"tournaments:{following}", event.pk)
    context = {
        "form": form,
        "begins": begins,
        "field": field,
        **form.parts(),
    }
    status = 400 if request.method == "POST" else 200
    return render(request, "events/new.html", context, status=status)


def _day(said: str) -> dt.date:
    """Return the day that a form or an address says, or this evening where it says none."""
    try:
        return dt.date.fromisoformat(said)
    except ValueError:
        return evening()


def _deed(form: EventForm, field: Field, *, prepares: bool) -> tuple[Callable[..., Event], str]:
    """Return how the event is made, and the page on which it goes on."""
    if form.is_of_teams:
        return partial(teams.make_team_event, people=field.here), "teams"
    if prepares:
        return domain.prepare_event, "event"
    return partial(domain.make_event, people=field.here, late=field.late), "seating"


@require_POST
@of_event
def fill(request: DirectorRequest, event: Event) -> HttpResponse:
    """Draw an event that was prepared, of those who are here tonight."""
    field = gathered(event.club, request.POST)
    with messages_about(request):
        domain.fill_event(event=event, people=field.here, late=field.late, actor=request.user.actor)
    return redirect("tournaments:seating", event.pk)


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
