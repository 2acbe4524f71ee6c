"""Who enters at the tables of an event without directing it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members import queries
from lhombre_club.members.access import DirectorRequest
from lhombre_club.members.views.offices import offered
from lhombre_club.visitors import open_only_here
from tournaments.access import of_event
from tournaments.entry.forms import ScorerForm
from tournaments.models import Event


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@of_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Show the scorers of an event; by POST make a link that makes somebody one."""
    form = ScorerForm(event, request.POST or None)
    if request.method == "POST" and form.is_valid():
        offered(request, form.offer)
        return redirect("tournaments:scorers", event.pk)
    now, _over = queries.offices(event.club)
    links = [link for link in queries.office_links(event.club) if link.event == event.pk]
    context = {
        "event": event,
        "form": form,
        "scorers": [role for role in now if role.event == event.pk],
        "links": [(link, True) for link in links],
        "names": queries.names_of(link.made_by for link in links),
        "open_only_here": open_only_here(),
    }
    return render(request, "entry/scorers.html", context, status=400 if form.errors else 200)
