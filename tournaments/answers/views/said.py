"""What members have answered of the evenings to come, for who keeps the members."""

import datetime as dt
from contextlib import suppress

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.answered import GROUPS, answered_on
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import evening as tonight
from lhombre_club.members.queries import members
from tournaments.answers import pages, queries


@require_safe
@never_cache
@may(Deed.MEMBERS)
def index(request: DirectorRequest) -> HttpResponse:
    """Count the answers of each evening to come; or show those of one, whenever it is."""
    with suppress(ValueError):
        return _of_day(request, dt.date.fromisoformat(request.GET.get("evening", "")))
    found = queries.answered(request.club, queries.coming(request.club, tonight()))
    lines = pages.lines([each for each, _said in found], {}, set())
    rows = [(line, said) for line, (_each, said) in zip(lines, found, strict=True)]
    return render(request, "answers/answers.html", {"rows": rows})


def _of_day(request: DirectorRequest, date: dt.date) -> HttpResponse:
    """Show who has said what of one evening, and when."""
    said = answered_on(request.club, date, members(request.club))
    groups = [
        (GROUPS[key], [(row, said.by_person.get(row.person_id)) for row in rows])
        for key, rows in said.groups.items()
    ]
    context = {
        "when": pages.day(date),
        "answered": said,
        "groups": groups,
        "is_tonight": date == tonight(),
    }
    return render(request, "answers/answers_on.html", context)
