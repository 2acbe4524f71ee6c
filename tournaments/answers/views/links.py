"""Members' own links, for who keeps the members: made, renewed, closed, and printed as slips."""

from typing import Final
from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.models import Membership, PersonalLink
from lhombre_club.members.offices import Deed
from lhombre_club.members.views.offices import ADDRESS
from lhombre_club.printing.domain.asking import demand_room
from lhombre_club.refusal import messages_about
from lhombre_club.visitors import open_only_here
from tournaments.answers.forms import can_be_known
from tournaments.papers.asking import ask_for_link_slips
from tournaments.papers.documents.cut.link_slips import address_of
from tournaments.papers.score_sheet.drawing import qr_code

EVERYBODY: Final = "everybody"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def index(request: DirectorRequest) -> HttpResponse:
    """Say who has a link; by POST give one to those who have none, or to all, as slips."""
    club = request.club
    if request.method == "POST":
        actor = request.user.actor
        demand_room(actor=actor)
        everybody = request.POST.get("who") == EVERYBODY
        sheet = domain.give_links(club=club, everybody=everybody, actor=actor)
        if not sheet:
            messages.info(request, _("Every member has a link already. Nothing was changed."))
            return redirect("tournaments:member-links")
        job = ask_for_link_slips(club=club, sheet=sheet, actor=actor)
        return redirect("tournaments:paper-coming", job.pk)
    links = {link.person_id: link for link in PersonalLink.objects.filter(club=club)}
    rows = [(row, links.get(row.person_id)) for row in queries.members_on(club, queries.evening())]
    none = [row for row, link in rows if link is None]
    guests = sum(row.status == Membership.Status.GUEST for row in none)
    context = {
        "rows": rows,
        "members": len(none) - guests,
        "guests": guests,
        "open_only_here": open_only_here(),
    }
    return render(request, "answers/links.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.MEMBERS)
def of_member(request: DirectorRequest, person: UUID) -> HttpResponse:
    """Show whether a member has a link; by POST make one, which is told once, or close it."""
    membership = member(request, person)
    if request.method == "POST":
        _done(request, membership)
        return redirect("tournaments:member-link", person)
    told = list(messages.get_messages(request))
    address = next((str(each) for each in told if each.extra_tags == ADDRESS), "")
    link = PersonalLink.objects.filter(club=request.club, person=membership.person).first()
    context = {
        "membership": membership,
        "link": link,
        "known": can_be_known(membership.person),
        "by": queries.names_of([link.made_by]).get(link.made_by, "") if link else "",
        "told": [each for each in told if each.extra_tags != ADDRESS],
        "address": address,
        "code": qr_code(address) if address else None,
        "open_only_here": open_only_here(),
    }
    return render(request, "answers/link.html", context)


def _done(request: DirectorRequest, membership: Membership) -> None:
    actor = request.user.actor
    if "close" in request.POST:
        closed = domain.close_link(membership=membership, actor=actor)
        says = _("The link opens nothing any more.")
        messages.success(request, says if closed else _("There was no link."))
        return
    with messages_about(request):
        token = domain.give_link(membership=membership, actor=actor)
        messages.success(request, _("The link is made. It is shown only now."))
        messages.success(request, address_of(token), extra_tags=ADDRESS)
