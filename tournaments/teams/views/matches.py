"""The matches of pairs or teams: draw them, release a round, see who lends whom."""

import secrets
from typing import Final

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import read_whole
from lhombre_club.refusal import Refusal, messages_about
from tournaments.access import of
from tournaments.book.begun import has_results
from tournaments.folders.views import led_to
from tournaments.models import Event, Round
from tournaments.teams.domain import leagues as domain
from tournaments.teams.domain import substitutes
from tournaments.teams.pages.forms import DateForm, LeagueForm
from tournaments.teams.pages.substitutes import ChosenForm, MissingForm, SubstituteForm, plays_for
from tournaments.teams.pages.teams import asked, lent_lines, match_lines
from tournaments.teams.queries import (
    LeagueRound,
    in_none,
    league_rounds,
    others,
    seats_of,
    settings_of,
    unwilling,
)
from tournaments.teams.views.teams import of_team_event

ASKED_BITS: Final = 29
"""Of the seed of a draw that is asked about: it comes back as a number in a request."""
of_team_round = of(
    Round.objects.exclude(event__kind=Event.Kind.INDIVIDUAL).select_related("event"),
    "event__club",
)


@never_cache
@of_team_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show the rounds and their matches, and draw them."""
    form = LeagueForm(event, _sent(request), initial=settings_of(event))
    if request.method == "POST" and form.is_valid():
        try:
            return _draw(request, event, form)
        except Refusal as refusal:
            form.refuse(refusal)
    drawn = league_rounds(event)
    to_come = (round_ for round_ in drawn if not round_.is_released)
    context = {
        "event": event,
        "form": form,
        "rounds": [(round_, match_lines(round_)) for round_ in drawn],
        "drawable": not has_results(event),
        "left": in_none(event),
        "unwilling": unwilling(event),
        "next": None if event.abandoned else next((each.id for each in to_come), None),
        "most_rounds": domain.most_rounds(event),
        "divided": event.teams.exclude(division="").exists(),
    }
    status = 400 if form.errors else 200
    return render(request, "teams/matches.html", context, status=status)


def _draw(request: DirectorRequest, event: Event, form: LeagueForm) -> HttpResponse:
    """Draw, once it was seen what that throws away."""
    settings, sent = form.settings(), read_whole(request.POST.get("seed"))
    seed = secrets.randbits(ASKED_BITS) if sent is None else sent
    again = asked(seed, domain.lost_by_draw(event=event, settings=settings, seed=seed))
    if again.says and request.POST.get("seen") != again.mark:
        return render(request, "teams/lost.html", {"event": event, "form": form, "again": again})
    domain.draw_matches(event=event, settings=settings, actor=request.user.actor, seed=seed)
    messages.success(request, _("The matches are drawn. Look at them, and release a round."))
    return redirect("tournaments:matches", event.pk)


@never_cache
@of_team_round
def detail(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Show one round: who sits where, who sits out, who is missing."""
    form = MissingForm(_drawn(round_).chairs, _sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            lent = substitutes.lend_substitutes(
                round_=round_, missing=form.missing(), actor=request.user.actor
            )
        except Refusal as refusal:
            form.add_error(None, str(refusal))
        else:
            for line in lent_lines(lent):
                messages.info(request, line)
            return redirect("tournaments:round-matches", round_.pk)
    return _shown(request, round_, form=form)


@require_POST
@of_team_round
def substitute(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Let somebody who was chosen play for another."""
    form = _help_form(round_, request.POST)
    if not form.is_valid():
        return _shown(request, round_, help_form=form)
    try:
        substitutes.set_substitute(
            seat=form.seat_chosen,
            person=form.person_chosen,
            name=form.cleaned_data["name"],
            since=form.since,
            later=form.goes_on,
            actor=request.user.actor,
        )
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return _shown(request, round_, help_form=form)
    return redirect("tournaments:round-matches", round_.pk)


@require_POST
@of_team_round
def himself(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Let somebody play on his own chair after all."""
    form = ChosenForm(seats_of(round_), request.POST)
    if form.is_valid():
        with messages_about(request):
            substitutes.set_substitute(seat=form.row, person=None, actor=request.user.actor)
    return redirect("tournaments:round-matches", round_.pk)


@require_POST
@of_team_round
def date(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Play the round on another evening."""
    form = DateForm(request.POST)
    if not form.is_valid():
        return _shown(request, round_, date_form=form)
    domain.set_round_date(round_=round_, date=form.cleaned_data["date"], actor=request.user.actor)
    return redirect("tournaments:round-matches", round_.pk)


@require_POST
@of_team_round
def release(request: DirectorRequest, round_: Round) -> HttpResponse:
    """Open the tables of one round."""
    done = _("Round %(number)d is released. Print the score sheets, and play.")
    there = redirect("tournaments:round-matches", round_.pk)
    try:
        domain.release_round(round_=round_, actor=request.user.actor)
    except Refusal as refusal:
        for sentence in refusal.sentences:
            messages.error(request, sentence)
        return led_to(request, round_.event, refusal) or there
    messages.success(request, done % {"number": round_.number})
    return there


def _sent(request: DirectorRequest) -> QueryDict | None:
    """What a form was sent with, also where nothing in it was ticked; None: it is only shown."""
    return request.POST if request.method == "POST" else None


def _drawn(round_: Round) -> LeagueRound:
    return next(one for one in league_rounds(round_.event) if one.id == round_.pk)


def _help_form(round_: Round, data: QueryDict | None = None) -> SubstituteForm:
    """Return the form that asks who plays on which chair; those first who have no other to play."""
    out = [player.person for player in substitutes.spare(round_) if player.person]
    seats = [(seat, seat.participant.name) for seat in seats_of(round_)]
    people = others(round_.event, round_.date, out)
    return SubstituteForm(_("Who is missing?"), seats, people, data)


def _shown(
    request: DirectorRequest,
    round_: Round,
    *,
    form: MissingForm | None = None,
    help_form: SubstituteForm | None = None,
    date_form: DateForm | None = None,
) -> HttpResponse:
    drawn = _drawn(round_)
    given = [each for each in (form, help_form, date_form) if each is not None]
    context = {
        "event": round_.event,
        "round": drawn,
        "matches": list(zip(match_lines(drawn), drawn.matches, strict=True)),
        "unwilling": [each for each in unwilling(round_.event) if each.round == round_.number],
        "spare": substitutes.spare(round_),
        "replaced": [
            (seat, plays_for(seat.sitter)) for seat in seats_of(round_) if seat.substitute_name
        ],
        "form": form or MissingForm(drawn.chairs),
        "help_form": help_form or _help_form(round_),
        "date_form": date_form or DateForm(initial={"date": drawn.date}),
    }
    wrong = any(each.errors for each in given)
    return render(request, "teams/match_round.html", context, status=400 if wrong else 200)
