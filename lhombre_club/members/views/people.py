"""The list of members, and one member."""

import uuid
from dataclasses import asdict

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, director_required
from lhombre_club.members.details import DetailsRefusedError
from lhombre_club.members.forms import MemberForm
from lhombre_club.members.models import Membership


@require_safe
@never_cache
@director_required
def index(request: DirectorRequest) -> HttpResponse:
    """Every member of the club."""
    return render(request, "members/list.html", {"members": queries.members(request.club)})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@director_required
def add(request: DirectorRequest) -> HttpResponse:
    """Add a member by hand."""
    form = MemberForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = domain.add_person(
                club=request.club, details=form.details, actor=request.user.actor
            )
        except DetailsRefusedError as refused:
            form.refuse(refused)
        else:
            messages.success(
                request, _("%(name)s is a member now.") % {"name": made.person.full_name}
            )
            return redirect("members:list")
    return render(request, "members/edit.html", {"form": form})


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@director_required
def edit(request: DirectorRequest, person: uuid.UUID) -> HttpResponse:
    """Change what is kept of a member."""
    membership = get_object_or_404(
        Membership.objects.select_related("person", "club"), club=request.club, person_id=person
    )
    if request.method == "POST":
        form = MemberForm(request.POST)
        if form.is_valid():
            try:
                domain.change_person(
                    membership=membership, details=form.details, actor=request.user.actor
                )
            except DetailsRefusedError as refused:
                form.refuse(refused)
            else:
                messages.success(request, _("Saved."))
                return redirect("members:list")
    else:
        form = MemberForm(initial=asdict(domain.details_of(membership)))
    return render(request, "members/edit.html", {"form": form, "membership": membership})
