"""The matches of pairs or teams: draw them, release a round, see who lends whom."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import leagues as domain
from tournaments.domain import substitutes
from tournaments.domain.events import HasResultsError, has_results
from tournaments.domain.folders import FoldersError
from tournaments.domain.queries.teams import LeagueRound, league_rounds, settings_of
from tournaments.interfaces import folders as folder_words
from tournaments.interfaces.substitutes import HelpForm, MissingForm
from tournaments.interfaces.team_forms import DateForm, LeagueForm
from tournaments.interfaces.teams import SUBSTITUTE_SENTENCES, match_lines, told
from tournaments.models import Event, Round
from tournaments.views.teams import stays, team_event


@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show the rounds and their matches, and draw them."""
    event = team_event(request, pk)
    form = LeagueForm(event, _sent(request), initial=settings_of(event))
    if request.method == "POST" and form.is_valid():
        try:
            domain.draw_matches(event=event, settings=form.settings(), actor=request.user.actor)
        except domain.LeagueRefusedError as error:
            form.refuse(error)
        except HasResultsError:
            form.add_error(None, stays())
        else:
            messages.success(
                request, _("The matches are drawn. Look at them, and release a round.")
            )
            return redirect("tournaments:matches", event.pk)
    drawn = league_rounds(event)
    context = {
        "event": event,
        "form": form,
        "rounds": [(round_, match_lines(round_)) for round_ in drawn],
        "drawable": not has_results(event),
        "next": next((round_.id for round_ in drawn if not round_.is_released), None),
        "divided": event.teams.exclude(division="").exists(),
    }
    status = 400 if form.errors else 200
    return render(request, "tournaments/teams_matches.html", context, status=status)


@never_cache
@director_required
def one(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show one round: who sits where, who sits out, who is missing."""
    round_ = _round(request, pk)
    form = MissingForm(_drawn(round_).chairs, _sent(request))
    if request.method == "POST" and form.is_valid():
        try:
            lent = substitutes.lend_substitutes(
                round_=round_, missing=form.missing(), actor=request.user.actor
            )
        except substitutes.SubstituteError as error:
            form.add_error(None, str(SUBSTITUTE_SENTENCES[error.code]))
        else:
            for line in told(lent):
                messages.info(request, line)
            return redirect("tournaments:round-matches", round_.pk)
    return _shown(request, round_, form=form)


@require_POST
@director_required
def substitute(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let somebody who was chosen play for another, or the other himself after all."""
    round_ = _round(request, pk)
    form = HelpForm(_drawn(round_).chairs, substitutes.spare(round_), request.POST)
    if not form.is_valid():
        return _shown(request, round_, help_form=form)
    try:
        substitutes.set_substitute(
            round_=round_,
            missing=form.missing(),
            substitute=form.substitute(),
            actor=request.user.actor,
        )
    except substitutes.SubstituteError as error:
        form.add_error(None, str(SUBSTITUTE_SENTENCES[error.code]))
        return _shown(request, round_, help_form=form)
    return redirect("tournaments:round-matches", round_.pk)


@require_POST
@director_required
def date(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Play the round on another evening."""
    round_ = _round(request, pk)
    form = DateForm(request.POST)
    if not form.is_valid():
        return _shown(request, round_, date_form=form)
    domain.set_round_date(round_=round_, date=form.cleaned_data["date"], actor=request.user.actor)
    return redirect("tournaments:round-matches", round_.pk)


@require_POST
@director_required
def release(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Open the tables of one round."""
    round_ = _round(request, pk)
    try:
        domain.release_round(round_=round_, actor=request.user.actor)
    except FoldersError as error:
        for sentence in folder_words.refused(error):
            messages.error(request, sentence)
    else:
        says = _("Round %(number)d is released. Print the score sheets, and play.")
        messages.success(request, says % {"number": round_.number})
    return redirect("tournaments:round-matches", round_.pk)


def _sent(request: DirectorRequest) -> QueryDict | None:
    """What a form was sent with, also where nothing in it was ticked; None: it is only shown."""
    return request.POST if request.method == "POST" else None


def _round(request: DirectorRequest, pk: UUID) -> Round:
    """A round of the club's own pair or team event, or 404."""
    rounds = Round.objects.filter(event__club=request.club)
    rounds = rounds.exclude(event__kind=Event.Kind.INDIVIDUAL)
    return get_object_or_404(rounds.select_related("event"), pk=pk)


def _drawn(round_: Round) -> LeagueRound:
    return next(one for one in league_rounds(round_.event) if one.id == round_.pk)


def _shown(
    request: DirectorRequest,
    round_: Round,
    *,
    form: MissingForm | None = None,
    help_form: HelpForm | None = None,
    date_form: DateForm | None = None,
) -> HttpResponse:
    drawn = _drawn(round_)
    spare = substitutes.spare(round_)
    given = [each for each in (form, help_form, date_form) if each is not None]
    context = {
        "event": round_.event,
        "round": drawn,
        "matches": list(zip(match_lines(drawn), drawn.matches, strict=True)),
        "spare": spare,
        "replaced": [chair for chair in drawn.chairs if chair.substitute],
        "form": form or MissingForm(drawn.chairs),
        "help_form": help_form or HelpForm(drawn.chairs, spare),
        "date_form": date_form or DateForm(initial={"date": drawn.date}),
    }
    wrong = any(each.errors for each in given)
    return render(request, "tournaments/teams_round.html", context, status=400 if wrong else 200)
