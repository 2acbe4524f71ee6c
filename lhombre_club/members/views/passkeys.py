"""Somebody's passkeys: added, looked at, removed."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from lhombre_club.members import domain
from lhombre_club.members.access import DirectorRequest, asks_again, may
from lhombre_club.members.domain import passkeys
from lhombre_club.members.forms import PasskeyForm
from lhombre_club.members.logins.passkeys import answer_of, site_of
from lhombre_club.members.offices import Deed
from lhombre_club.members.reasons import FactorReason
from lhombre_club.members.views.factor import knows_code, knows_password
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import address_of


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code", "old", "passkey")
@may(Deed.OWN)
def index(request: DirectorRequest) -> HttpResponse:
    """Show his passkeys; by POST add the one that has answered."""
    user, site = request.user, site_of(request)
    if not domain.has_factor(user):
        messages.info(request, str(FactorReason.NO_FACTOR.sentence))
        return redirect("members:factor")
    form = PasskeyForm(request.POST or None)
    if request.method == "POST" and form.is_valid() and _added(request, form):
        return redirect("members:passkeys")
    context = {
        "form": form,
        "passkeys": user.passkeys.all(),
        "question": passkeys.to_add(user, site) if site else None,
        "place": request.get_host(),
    }
    return render(request, "members/passkeys.html", context, status=400 if form.errors else 200)


def _added(request: DirectorRequest, form: PasskeyForm) -> bool:
    """Whether it is kept; else the form says what is wrong."""
    user, site = request.user, site_of(request)
    is_his = knows_password(request, form) and knows_code(request, user, form)
    if site is None or not is_his:
        return False
    try:
        passkeys.add(
            user=user,
            site=site,
            name=form.cleaned_data["name"],
            signed=request.POST.get("question", ""),
            answer=answer_of(request),
            address=address_of(request),
        )
    except Refusal as refusal:
        form.add_error(None, str(refusal))
        return False
    messages.success(request, _("The passkey is added: it can stand for the code from now on."))
    return True


@require_POST
@never_cache
@asks_again
@may(Deed.OWN)
def remove(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let one of his passkeys answer no more."""
    if passkeys.remove(user=request.user, pk=pk, address=address_of(request)):
        messages.success(request, _("The passkey is removed: it opens nothing here any more."))
    else:
        messages.info(request, _("It was removed already."))
    return redirect("members:passkeys")
