"""The page that says whether all is well with the program and the club's data."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.health.rows import look
from lhombre_club.members.access import DirectorRequest, director_required


@require_safe
@never_cache
@director_required
def page(request: DirectorRequest) -> HttpResponse:
    """Show each thing that may go wrong unseen, and how it is now."""
    return render(request, "health/health.html", {"rows": look(request.club)})
