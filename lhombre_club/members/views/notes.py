"""What directors note of a member for a while."""

import uuid

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from lhombre_club.members import domain
from lhombre_club.members.access import DirectorRequest, may, member, to_drop
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
        for each in to_drop(request, domain.notes_of(membership)):
            domain.drop_note(note=each, actor=request.user.actor)
        messages.success(request, _("It is taken away."))
        return redirect("members:edit", person)
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
