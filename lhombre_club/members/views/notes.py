"""What directors note of a member for a while."""

import uuid

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members import domain
from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.models import Membership
from lhombre_club.members.offices import Deed
from lhombre_club.members.times_forms import NoteForm
from lhombre_club.members.views.people import known_page
from lhombre_club.refusal import Refusal


@require_POST
@never_cache
@may(Deed.MEMBERS)
def note(request: DirectorRequest, person: uuid.UUID) -> HttpResponse:
    """Note something of a member until a day, or take it away."""
    membership = member(request, person)
    if "drop" in request.POST:
        return _drop(request, membership)
    form = NoteForm(request.POST)
    if form.is_valid():
        try:
            domain.keep_note(membership=membership, actor=request.user.actor, **form.cleaned_data)
        except Refusal as refusal:
            form.add_error("until", str(refusal))
        else:
            messages.success(request, _("It is noted."))
            return redirect("members:edit", person)
    return known_page(request, membership, noting=form, status=400)


def _drop(request: DirectorRequest, membership: Membership) -> HttpResponse:
    """Take a note away; twice is once."""
    try:
        key = uuid.UUID(request.POST["drop"])
    except ValueError as error:
        raise Http404 from error
    for each in domain.notes_of(membership):
        if each.pk == key:
            domain.drop_note(note=each, actor=request.user.actor)
    messages.success(request, _("It is taken away."))
    return redirect("members:edit", membership.person_id)
