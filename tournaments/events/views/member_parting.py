"""Take a merge of two members back: shown first, then done."""

from uuid import UUID

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import messages_about
from lhombre_club.web.shown_first import confirmed, mark
from tournaments.events.domain.member_parting import Parting, part_members, parting
from tournaments.models import Merge


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def part(request: DirectorRequest, person: UUID, merge: UUID) -> HttpResponse:
    """Show what goes back to whom; by POST make the two what they were."""
    kept = member(request, person)
    rows = Merge.objects.select_related("club", "person")
    row = rows.filter(club=request.club, person=kept.person_id, pk=merge).first()
    if row is None:
        raise Http404
    found = parting(row)
    if request.method == "POST" and confirmed(request, _shown(found)):
        names = {"one": kept.person.full_name, "other": row.name}
        with messages_about(request, _("%(one)s and %(other)s are two members again.") % names):
            part_members(merge=row, actor=request.user.actor)
        return redirect("members:list")
    context = {"kept": kept, "parting": found, "seen": mark(_shown(found))}
    return render(request, "events/part.html", context)


def _shown(found: Parting) -> list[object]:
    return [found.merge.pk, found.refused, found.evenings, *(each.pk for each in found.events)]
