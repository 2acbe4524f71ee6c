"""Remove a member who was entered by mistake: asked first, then done."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.offices import Deed
from lhombre_club.refusal import messages_about
from tournaments.events.domain.member_removing import remove_member, why_not


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def remove(request: DirectorRequest, person: UUID) -> HttpResponse:
    """Ask whether a member is removed, or say why he cannot be; remove him."""
    membership = member(request, person)
    if request.method == "POST":
        said = _("%(name)s is no member any more.") % {"name": membership.person.listed}
        with messages_about(request, said):
            remove_member(membership=membership, actor=request.user.actor)
        return redirect("members:list")
    reason = why_not(membership)
    context = {"membership": membership, "why_not": reason.sentence if reason else ""}
    return render(request, "events/remove.html", context)
