"""The page by which a member asks for no e-mail any more; whoever has the address is he."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods

from lhombre_club.lately import too_often
from lhombre_club.members import domain
from lhombre_club.members.models import Membership
from lhombre_club.members.reasons import LinkReason
from lhombre_club.members.shown import tell_everybody
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import counted_at

MOST_OPENED = 60
Reached = Membership.Reached


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_variables("token")
def page(request: HttpRequest, token: str) -> HttpResponse:
    """Ask whether the club is to write by e-mail; by POST let it be so, or not any more."""
    try:
        membership = _opened(request, token)
    except Refusal as refusal:
        context = {"why": str(refusal)}
        return render(request, "letters/closed.html", context, status=refusal.reason.status)
    tell_everybody(membership.club)
    if request.method == "POST":
        way = Reached.EMAIL if "again" in request.POST else Reached.LETTER
        domain.write_by(membership=membership, way=way, actor="device:link")
        messages.success(request, _("It is kept."))
        return HttpResponseRedirect("./")
    is_ended = membership.reached_by == Reached.LETTER
    return render(request, "letters/no_mail.html", {"club": membership.club, "is_ended": is_ended})


def _opened(request: HttpRequest, token: str) -> Membership:
    membership = domain.no_mail_by(token)
    key = f"no-mail:{membership.pk}"
    if too_often(key, MOST_OPENED, device="", address=counted_at(request)):
        raise Refusal(LinkReason.OFTEN)
    return membership
