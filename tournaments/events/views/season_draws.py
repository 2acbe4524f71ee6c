"""Draw a season, look at its evenings, and make the event of one."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest
from lhombre_club.members.models import Person
from lhombre_club.members.queries import evening as today
from lhombre_club.members.queries import members_on
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.web import shown_first
from tournaments.access import of
from tournaments.events.domain import season_draws as domain
from tournaments.events.pages import season_draws as interface
from tournaments.events.pages.beginnings import beginnings
from tournaments.events.reasons import SeasonDrawReason
from tournaments.models import Season, SeasonDraw
from tournaments.plans.whist import season_draw


@never_cache
@of(Season.objects.all(), "club")
def draw(request: DirectorRequest, season: Season) -> HttpResponse:
    """Show the season's draw; without one, ask who plays and show what would be drawn."""
    known = SeasonDraw.objects.filter(season=season).first()
    if request.method != "POST" and known and "anew" not in request.GET:
        return render(request, "events/season_draw.html", _stored(season, known))
    listed = members_on(request.club, today())
    form = interface.DrawForm(listed, domain.new_seed(), request.POST or None)
    context: dict[str, object] = {"season": season, "form": form, "known": known}
    if request.method == "POST" and form.is_valid():
        people, seed = form.chosen(), form.cleaned_data["seed"]
        if shown_first.confirmed(request, form.asked()):
            return _kept(request, season, people, seed)
        drawn = season_draw(len(people), seed)
        names = interface.names_apart(season, people)
        context["seen"] = shown_first.mark(form.asked())
        context["nights"] = interface.nights(drawn.evenings, names)
        context["promise"] = interface.promise(*drawn.meetings)
    status = 400 if form.errors else 200
    return render(request, "events/season_draw_new.html", context, status=status)


def _kept(
    request: DirectorRequest, season: Season, people: list[Person], seed: int
) -> HttpResponse:
    with messages_about(request, _("The season is drawn.")):
        domain.draw_season(season=season, people=people, seed=seed, actor=request.user.actor)
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
@of(Season.objects.filter(draw__isnull=False).select_related("draw"), "club")
def evening(request: DirectorRequest, season: Season, number: int) -> HttpResponse:
    """Make the event of one evening, with substitutes for those who are missing."""
    known = season.draw
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
        except Refusal as refusal:
            if refusal.reason is SeasonDrawReason.MADE:
                messages.info(request, str(refusal))
                return redirect("tournaments:seating", refusal.facts["event"])
            form.add_error(None, str(refusal))
        else:
            messages.success(request, _("The evening is made, and seated as it was drawn."))
            return redirect("tournaments:seating", event.pk)
    context = {"season": season, "number": number, "form": form, **form.parts()}
    status = 400 if form.errors else 200
    return render(request, "events/season_evening.html", context, status=status)


def _form(request: DirectorRequest, known: SeasonDraw, number: int) -> interface.EveningForm:
    people = {place.number: place.person for place in known.places.select_related("person")}
    seated = sorted(place for table in known.evenings[number - 1] for place in table)
    on_chairs = {people[place] for place in seated}
    listed = members_on(request.club, today())
    others = [row.person for row in listed if row.person not in on_chairs]
    name = _("%(season)s, evening %(number)d") % {"season": known.season.name, "number": number}
    initial = {
        "name": name[:120],
        "date": today(),
    }
    places = {place: people[place] for place in seated}
    begin = beginnings(request.club, "").chosen.preset
    return interface.EveningForm(
        places, others, request.POST or None, club=request.club, begin=begin, initial=initial
    )
