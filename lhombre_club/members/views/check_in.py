"""Close the check-in: what becomes of each who was expected and is not here."""

from dataclasses import dataclass
from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.models import Attendance, Person
from lhombre_club.members.namesakes import tagged

State = Attendance.State
ANSWERS = {
    State.HERE: _("plays from round 1"),
    State.LATE: _("plays from round 2"),
    State.AWAY: _("does not play tonight"),
}


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked about one person."""

    person: Person
    likely: State
    """The answer that is marked when the page opens."""

    @property
    def field(self) -> str:
        """Under what name the answer comes."""
        return f"of-{self.person.pk}"

    @property
    def answers(self) -> list[tuple[str, str, bool]]:
        """The answer as it is sent, in words, and whether it is the likely one."""
        return [(key, str(words), key == self.likely) for key, words in ANSWERS.items()]


def questions(now: queries.Evening) -> list[Question]:
    """Who is late likely plays from round 2, and who was expected likely does not play."""
    return [
        *(Question(person, State.AWAY) for person in now.expected),
        *(Question(person, State.LATE) for person in now.late),
    ]


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@director_required
def close(request: DirectorRequest) -> HttpResponse:
    """Ask about each absentee, then lead to the event."""
    date = queries.evening()
    now = queries.attendance(request.club, date)
    if request.method == "POST":
        decisions = _decisions(request, now)
        domain.close_check_in(
            club=request.club, date=date, decisions=decisions, actor=request.user.actor
        )
        if any(person.pk not in decisions for person in now.missing):  # said so meanwhile
            return redirect("members:tonight-close")
        return redirect("tournaments:event-new")
    if not now.missing:
        return redirect("tournaments:event-new")
    tagged(request.club.pk, now.missing)
    context = {"now": now, "questions": questions(now), "all": len(now.here) + len(now.missing)}
    return render(request, "members/check_in.html", context)


def _decisions(request: DirectorRequest, now: queries.Evening) -> dict[UUID, State]:
    """Return the answers that were given and can be."""
    said = ((asked.person.pk, request.POST.get(asked.field, "")) for asked in questions(now))
    return {person: State(answer) for person, answer in said if answer in ANSWERS}
