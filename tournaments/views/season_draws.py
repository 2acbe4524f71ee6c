"""Draw a season, look at its evenings, and make the event of one."""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Person
from lhombre_club.members.queries import evening as today
from lhombre_club.members.queries import members
from tournaments.domain import season_draws as domain
from tournaments.domain.events import CLUB_NIGHT
from tournaments.interfaces import season_draws as interface
from tournaments.interfaces.paper_words import short
from tournaments.models import Season, SeasonDraw
from tournaments.seating.whist import season_draw


@never_cache
@director_required
def draw(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Show the season's draw; without one, ask who plays and show what would be drawn."""
    season = get_object_or_404(Season, pk=pk, club=request.club)
    known = SeasonDraw.objects.filter(season=season).first()
    if request.method != "POST" and known and "anew" not in request.GET:
        return render(request, "tournaments/season_draw.html", _stored(season, known))
    form = interface.DrawForm(members(request.club), domain.new_seed(), request.POST or None)
    context: dict[str, object] = {"season": season, "form": form, "known": known}
    if request.method == "POST" and form.is_valid():
        people, seed = form.chosen(), form.cleaned_data["seed"]
        if request.POST.get("keep") == form.told():
            return _kept(request, season, people, seed)
        drawn = season_draw(len(people), seed)
        names = [short(person.name) for person in people]
        context["told"] = form.told()
        context["nights"] = interface.nights(drawn.evenings, names)
        context["promise"] = interface.promise(*drawn.meetings)
    status = 400 if form.errors else 200
    return render(request, "tournaments/season_draw_new.html", context, status=status)


def _kept(
    request: DirectorRequest, season: Season, people: list[Person], seed: int
) -> HttpResponse:
    try:
        domain.draw_season(season=season, people=people, seed=seed, actor=request.user.actor)
    except domain.BegunError:
        messages.error(request, _("An evening of the draw is made already, so it stays as it is."))
    else:
        messages.success(request, _("The season is drawn."))
    return redirect("tournaments:season-draw", season.pk)


def _stored(season: Season, known: SeasonDraw) -> dict[str, object]:
    made = dict(known.made.values_list("number", "event_id"))
    return {
        "season": season,
        "begun": bool(made),
        "promise": interface.promise(known.least, known.most),
        "nights": interface.nights(known.evenings, interface.names_of(known), made),
    }


@never_cache
@director_required
def evening(request: DirectorRequest, pk: UUID, number: int) -> HttpResponse:
    """Make the event of one evening, with substitutes for those who are missing."""
    drawn = SeasonDraw.objects.select_related("season")
    known = get_object_or_404(drawn, season=pk, season__club=request.club)
    if not 1 <= number <= len(known.evenings):
        raise Http404
    form = _form(request, known, number)
    if request.method == "POST" and form.is_valid():
        try:
            event = domain.make_evening(
                draw=known,
                wanted=form.evening(number),
                actor=request.user.actor,
                preset=form.preset(),
            )
        except domain.MadeError as error:
            messages.info(request, _("This evening is made already."))
            return redirect("tournaments:seating", error.event.pk)
        except domain.MissingError:
            form.add_error(
                None, _("Everybody can sit on one chair only. Choose another substitute.")
            )
        else:
            messages.success(request, _("The evening is made, and seated as it was drawn."))
            return redirect("tournaments:seating", event.pk)
    context = {"season": known.season, "number": number, "form": form, **form.parts()}
    status = 400 if form.errors else 200
    return render(request, "tournaments/season_evening.html", context, status=status)


def _form(request: DirectorRequest, known: SeasonDraw, number: int) -> interface.EveningForm:
    people = {place.number: place.person for place in known.places.select_related("person")}
    seated = sorted(place for table in known.evenings[number - 1] for place in table)
    on_chairs = {people[place] for place in seated}
    others = [row.person for row in members(request.club) if row.person not in on_chairs]
    name = _("%(season)s, evening %(number)d") % {"season": known.season.name, "number": number}
    initial = {
        "name": name[:120],
        "date": today(),
        "deals": CLUB_NIGHT.deals,
        "ruleset": CLUB_NIGHT.ruleset,
        "accounting": CLUB_NIGHT.accounting,
    }
    places = {place: people[place] for place in seated}
    return interface.EveningForm(places, others, request.POST or None, initial=initial)
