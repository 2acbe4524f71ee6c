"""What a printed seal says: of which state a paper is, and what has changed since."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain.seals import head
from tournaments.interfaces.seals import answer
from tournaments.models import Event

LONGEST = 60


@require_safe
@never_cache
@director_required
def page(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Say what the seal is that was typed, if one was."""
    event = get_object_or_404(Event, pk=pk, club=request.club)
    typed = request.GET.get("seal", "").strip()[:LONGEST]
    context = {
        "event": event,
        "typed": typed,
        "answer": answer(event, typed) if typed else None,
        "now": head(event),
    }
    return render(request, "tournaments/seal.html", context)
