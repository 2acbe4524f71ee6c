"""Who is here tonight: one large row for each member, one touch to say here or away."""

import uuid
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.details import DetailsRefusedError, Status
from lhombre_club.members.forms import GuestForm
from lhombre_club.members.models import Membership, Person

_TABLE = 4  # players


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """A member on the page."""

    membership: Membership
    here: bool

    @property
    def remark(self) -> str:
        """The status of who is not simply an active member."""
        status = Status(self.membership.status)
        return "" if status is Status.ACTIVE else str(status.label)


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
    """Mark one member as here or as away: said outright, so that twice is the same as once."""
    key = request.POST.get("here") or request.POST.get("away") or ""
    try:
        membership = get_object_or_404(
            Membership.objects.select_related("person"),
            club=request.club,
            person_id=uuid.UUID(key),
        )
    except ValueError as error:
        raise Http404 from error
    here = "here" in request.POST
    change = domain.mark_present if here else domain.mark_away
    change(
        club=request.club,
        person=membership.person,
        date=queries.evening(),
        actor=request.user.actor,
    )
    if not request.htmx:
        return redirect(f"{reverse('members:tonight')}#person-{membership.person_id}")
    context = {"row": PresenceRow(membership, here), **_count(_here(request))}
    return render(request, "members/tonight_marked.html", context)


@require_POST
@never_cache
@director_required
def guest(request: DirectorRequest) -> HttpResponse:
    """Make a guest a member of that kind, and mark him as here."""
    form = GuestForm(request.POST)
    if form.is_valid():
        try:
            made = domain.welcome_guest(
                club=request.club,
                name=form.cleaned_data["name"],
                date=queries.evening(),
                actor=request.user.actor,
            )
        except DetailsRefusedError as refused:
            form.add_error("name", str(refused))
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
    """Mark all active members as here, or begin again with nobody."""
    changes = {"active": domain.mark_all_active, "nobody": domain.mark_nobody}
    change = changes.get(request.POST.get("who", ""))
    if change is None:
        raise Http404
    change(club=request.club, date=queries.evening(), actor=request.user.actor)
    return redirect("members:tonight")


def _here(request: DirectorRequest) -> list[Person]:
    return queries.present(request.club, queries.evening())


def _count(here: list[Person]) -> dict[str, object]:
    return {"count": len(here), "sentence": tables_sentence(len(here))}


def _page(request: DirectorRequest, form: GuestForm) -> HttpResponse:
    here = _here(request)
    present = {person.pk for person in here}
    rows = [
        PresenceRow(membership, membership.person_id in present)
        for membership in queries.members(request.club)
    ]
    context = {"date": queries.evening(), "rows": rows, "form": form, **_count(here)}
    return render(request, "members/tonight.html", context)
