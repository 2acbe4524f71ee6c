"""The director's page from which the room's screen is steered."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from lhombre_club.members.access import DirectorRequest
from lhombre_club.refusal import messages_about
from tournaments.access import of_event
from tournaments.models import Event, Round, Screen
from tournaments.screens import domain
from tournaments.screens.forms import ClockForm, ScreenForm


@require_http_methods(["GET", "HEAD", "POST"])
@of_event
def steer(request: DirectorRequest, event: Event) -> HttpResponse:
    """Let a director say what the screen shows."""
    screen = domain.screen_of(event)
    form = ScreenForm(screen, request.POST if request.method == "POST" else None)
    if form.is_valid():
        domain.set_screen(event=event, **form.cleaned_data, actor=request.user.actor)
        messages.success(request, _("The screen shows it now."))
        return redirect("tournaments:screen-steer", event.pk)
    return _page(request, event, screen, form=form)


@require_POST
@of_event
def clock(request: DirectorRequest, event: Event) -> HttpResponse:
    """Start the clock, give more time, or stop it."""
    screen, actor = domain.screen_of(event), request.user.actor
    form = ClockForm(screen, request.POST)
    if "stop" in request.POST:
        with messages_about(request, _("The clock is off the screen.")):
            domain.stop_clock(event=event, seen=request.POST.get("seen", ""), actor=actor)
    elif form.is_valid():
        with messages_about(request, _("The clock runs.")):
            domain.run_clock(event=event, **form.cleaned_data, actor=actor)
    else:
        return _page(request, event, screen, clock_form=form)
    return redirect("tournaments:screen-steer", event.pk)


def _page(
    request: DirectorRequest,
    event: Event,
    screen: Screen,
    *,
    form: ScreenForm | None = None,
    clock_form: ClockForm | None = None,
) -> HttpResponse:
    context = {
        "event": event,
        "screen": screen,
        "form": form or ScreenForm(screen),
        "clock_form": clock_form or ClockForm(screen),
        "released": event.rounds.filter(state__in=Round.SHOWN).exists(),
    }
    wrong = any(each and each.errors for each in (form, clock_form))
    return render(request, "screens/steering.html", context, status=400 if wrong else 200)
