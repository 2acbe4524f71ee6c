"""What a printed seal says: of which state a paper is, and what has changed since."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest
from tournaments.access import of_event
from tournaments.models import Event
from tournaments.review.pages.seals import answer

LONGEST = 60


@require_safe
@never_cache
@of_event
def page(request: DirectorRequest, event: Event) -> HttpResponse:
    """Say what the seal is that was typed, if one was."""
    typed = request.GET.get("seal", "").strip()[:LONGEST]
    context = {
        "event": event,
        "typed": typed,
        "answer": answer(event, typed) if typed else None,
    }
    return render(request, "review/seal.html", context)
