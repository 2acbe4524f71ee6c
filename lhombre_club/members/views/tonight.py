"""Who is here tonight: one large row for each member, one touch to say here or away."""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, director_required, member
from lhombre_club.members.answered import answered_on, last_taken
from lhombre_club.members.details import Status
from lhombre_club.members.forms import GuestForm
from lhombre_club.members.models import Answer, Attendance, Club, Membership
from lhombre_club.refusal import Refusal

State = Attendance.State
_TABLE = 4  # players
SHORT = {
    State.HERE: gettext_lazy("here"),
    State.LATE: gettext_lazy("comes later"),
    State.FREE: gettext_lazy("substitute"),
    State.EXPECTED: gettext_lazy("expected"),
    State.AWAY: gettext_lazy("not tonight"),
}
OTHERS: Final[Mapping[State, Promise]] = {
    State.LATE: gettext_lazy("Comes later, plays from round 2"),
    State.FREE: gettext_lazy("Is here, plays only as a substitute"),
    State.EXPECTED: gettext_lazy("Is expected"),
    State.AWAY: gettext_lazy("Does not play tonight"),
}
"""What the buttons say that mark somebody so; ``seating.pages.menu`` offers what can be."""


MARKS: Final[Mapping[str, Promise]] = {
    "is_beginner": gettext_lazy("beginner"),
    "is_instructor": gettext_lazy("instructor"),
    "is_substitute": gettext_lazy("can be called"),
}
"""What a row says of whom it is ticked."""


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """A member on the page."""

    membership: Membership
    state: State | None
    """None: nothing is known of him."""
    answer: Answer | None = None
    """What he has said himself, by his own link."""

    @property
    def here(self) -> bool:
        """Whether he has come and plays."""
        return self.state is State.HERE

    @property
    def word(self) -> str:
        """What is known of him."""
        return str(SHORT[self.state]) if self.state else ""

    @property
    def remark(self) -> str:
        """The status of who is not simply an active member, and what is ticked of him."""
        status = Status(self.membership.status)
        words = [] if status is Status.ACTIVE else [str(status.label)]
        words += [str(word) for flag, word in MARKS.items() if getattr(self.membership, flag)]
        return ", ".join(words)


def tables_sentence(count: int) -> str:
    """What that many players make: full tables of four, or how many are missing for one more."""
    if not count:
        return _("Nobody has been marked yet.")
    missing = -count % _TABLE
    number = (count + missing) // _TABLE
    tables = ngettext("%(count)d full table", "%(count)d full tables", number) % {"count": number}
    if not missing:
        return _("That is %(tables)s.") % {"tables": tables}
    return ngettext(
        "%(count)d more makes %(tables)s.", "%(count)d more make %(tables)s.", missing
    ) % {"count": missing, "tables": tables}


@require_safe
@never_cache
@director_required
def tonight(request: DirectorRequest) -> HttpResponse:
    """The list for tonight."""
    return _page(request, GuestForm())


@require_POST
@never_cache
@director_required
def mark(request: DirectorRequest) -> HttpResponse:
    """Say how it is with one member: outright, so that twice is the same as once."""
    word, key = next(
        ((word, request.POST[word]) for word in ("back", *State.values) if word in request.POST),
        ("", ""),
    )
    membership = _membership(request, key)
    person, date, actor = membership.person, queries.evening(), request.user.actor
    if word == "back":
        domain.take_back(club=request.club, person=person, date=date, actor=actor)
    else:
        domain.mark(club=request.club, person=person, date=date, state=State(word), actor=actor)
    if not request.htmx:
        return redirect(f"{reverse('members:tonight')}#person-{person.pk}")
    now = queries.attendance(request.club, date)
    answers = answers_of(request.club, date, now)
    said = answers["answered"].by_person.get(person.pk)
    context = {
        "row": PresenceRow(membership, now.states.get(person.pk), said),
        **answers,
        **_count(request.club, date, now),
    }
    context["rows"] = [context["row"]]
    return render(request, "members/tonight_marked.html", context)


def _membership(request: DirectorRequest, key: str) -> Membership:
    """The member whose person has that key, or 404."""
    try:
        return member(request, uuid.UUID(key))
    except ValueError as error:
        raise Http404 from error


@require_POST
@never_cache
@director_required
def guest(request: DirectorRequest) -> HttpResponse:
    """Make a guest a member of that kind, and mark him as here."""
    form = GuestForm(request.POST)
    if form.is_valid():
        name = form.cleaned_data["name"]
        same = queries.namesakes(request.club, name)
        if same and request.POST.get("anyway") != name:
            return _page(request, form, same, name)
        try:
            made = domain.welcome_guest(
                club=request.club,
                name=name,
                date=queries.evening(),
                actor=request.user.actor,
            )
        except Refusal as refusal:
            form.add_error("name", str(refusal))
        else:
            messages.success(
                request, _("%(name)s is here as a guest.") % {"name": made.person.full_name}
            )
            return redirect("members:tonight")
    return _page(request, form)


@require_POST
@never_cache
@director_required
def everybody(request: DirectorRequest) -> HttpResponse:
    """Mark all active members as here or expected, or who was here last; or begin again."""
    date, actor = queries.evening(), request.user.actor
    who = request.POST.get("who", "")
    if who == "nobody":
        domain.mark_nobody(club=request.club, date=date, actor=actor)
    elif who == "last":
        domain.mark_as_last(club=request.club, date=date, actor=actor)
    elif who in {State.HERE, State.EXPECTED}:
        domain.mark_all_active(club=request.club, date=date, actor=actor, state=State(who))
    else:
        raise Http404
    return redirect("members:tonight")


@require_POST
@never_cache
@director_required
def answers(request: DirectorRequest) -> HttpResponse:
    """Mark as here who said that he comes, of those who were shown; or undo that."""
    date, actor = queries.evening(), request.user.actor
    if "back" in request.POST:
        key = next(iter(_keys(request.POST["back"])), uuid.uuid4())
        count = domain.give_list_back(club=request.club, date=date, key=key, actor=actor)
        says = ngettext(
            "Undone: %(count)d is not marked as here any more.",
            "Undone: %(count)d are not marked as here any more.",
            count,
        )
    else:
        people = _keys(request.POST.get("people", ""))
        count = domain.take_list(club=request.club, date=date, people=people, actor=actor)
        says = ngettext("%(count)d is marked as here.", "%(count)d are marked as here.", count)
    messages.success(request, says % {"count": count})
    return redirect("members:tonight")


def _keys(text: str) -> list[uuid.UUID]:
    """Return the keys in a field of a form, or 404."""
    try:
        return [uuid.UUID(key) for key in text.split()]
    except ValueError as error:
        raise Http404 from error


def _count(club: Club, date: dt.date, now: queries.Evening) -> dict[str, object]:
    return {
        "here": [person.pk for person in now.here],
        "now": now,
        "last": None if now.here else queries.last_evening(club, date),
    }


def answers_of(
    club: Club, date: dt.date, now: queries.Evening, members: Sequence[Membership] | None = None
) -> dict[str, Any]:
    """Return what the members have answered, and what taking it over would do."""
    rows = queries.members(club) if members is None else members
    answered = answered_on(club, date, rows)
    taken = last_taken(club, date)
    by = queries.names_of([taken.actor]).get(taken.actor, "") if taken else ""
    to_mark = answered.to_mark(now.states)
    people = " ".join(str(row.person_id) for row in to_mark)
    return {
        "answered": answered,
        "taken": taken,
        "taken_by": by,
        "to_mark": to_mark,
        "people": people,
    }


def others(*, late: int, free: int, expected: int) -> str:
    """How many there are beside those who are here, as in “2 late, 1 substitute”."""
    counted = (
        (late, ngettext("%(count)d comes later", "%(count)d come later", late)),
        (free, ngettext("%(count)d substitute", "%(count)d substitutes", free)),
        (expected, ngettext("%(count)d expected", "%(count)d are expected", expected)),
    )
    return ", ".join(words % {"count": count} for count, words in counted if count)


def _page(
    request: DirectorRequest, form: GuestForm, same: Sequence[Membership] = (), asked: str = ""
) -> HttpResponse:
    """Show the evening; ``same`` are members who may be the guest ``asked`` about."""
    date = queries.evening()
    now = queries.attendance(request.club, date)
    known = now.states
    members = queries.members(request.club)
    answers = answers_of(request.club, date, now, members)
    said = answers["answered"].by_person
    rows = [
        PresenceRow(membership, known.get(membership.person_id), said.get(membership.person_id))
        for membership in members
        if membership.person_id in known or not membership.is_left(date)
    ]
    context = {
        "date": date,
        "rows": rows,
        "form": form,
        "same": same,
        "asked": asked,
        **answers,
        **_count(request.club, date, now),
    }
    return render(request, "members/tonight.html", context)
