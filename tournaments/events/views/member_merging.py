"""Merge two members who are one person: shown first, then done."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import members
from lhombre_club.refusal import messages_about
from lhombre_club.web import shown_first
from tournaments.events.domain.member_merging import merge_members, merger
from tournaments.events.pages.member_merging import MergeForm
from tournaments.models import Merge


@never_cache
@may(Deed.MEMBERS)
def merge(request: DirectorRequest, person: UUID) -> HttpResponse:
    """Ask who is entered a second time, show what goes over, and merge the two."""
    kept = member(request, person)
    form = MergeForm(kept, members(request.club), request.POST or request.GET or None)
    merges = Merge.objects.filter(club=request.club, person=kept.person_id)
    context: dict[str, object] = {"kept": kept, "form": form, "merges": merges}
    if form.is_bound and form.is_valid():
        gone = form.chosen()
        found = merger(kept, gone)
        if request.method == "POST" and shown_first.confirmed(request, form.asked()):
            names = {"one": gone.person.full_name, "other": kept.person.full_name}
            with messages_about(request, _("%(one)s and %(other)s are one member now.") % names):
                merge_members(kept=kept, gone=gone, actor=request.user.actor)
            return redirect("members:list")
        context |= {"merger": found, "seen": shown_first.mark(form.asked())}
        if found.refused is not None:
            form.add_error("other", str(found.refused.sentence))
    status = 400 if form.errors else 200
    return render(request, "events/merge.html", context, status=status)
