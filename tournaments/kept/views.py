"""What is kept of people; a member's own data; and forgetting: shown first, then done."""

from uuid import UUID

from django.contrib import messages
from django.contrib.auth import authenticate
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from lhombre_club.environment import sends_mail
from lhombre_club.members.access import DirectorRequest, may, member
from lhombre_club.members.models import Membership
from lhombre_club.members.offices import Deed
from lhombre_club.web import shown_first
from tournaments.kept import pages
from tournaments.kept.domain.forgetting import forget_member, plan, why_not
from tournaments.kept.domain.names import stands_for
from tournaments.kept.domain.retention import choose, chosen
from tournaments.kept.forms import ForgetForm, KeptForForm
from tournaments.kept.queries import own_data
from tournaments.kept.reasons import ForgetReason


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.KEPT)
def kept(request: DirectorRequest) -> HttpResponse:
    """Say what is kept, why and for how long; choose what goes by itself."""
    club = request.club
    form = KeptForForm(club, request.POST or None)
    if request.method == "POST" and form.is_valid():
        choose(club=club, months=form.cleaned_data, actor=request.user.actor)
        messages.success(request, _("It is kept for so long from now on."))
        return redirect("tournaments:kept")
    context = {
        "form": form,
        "has_chosen": chosen(club) is not None,
        "no_server": not sends_mail(),
        **pages.about(club),
    }
    return render(request, "kept/kept.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@may(Deed.KEPT)
def data(request: DirectorRequest, person: UUID) -> HttpResponse:
    """Everything that is kept of a member, to be read."""
    membership = member(request, person)
    context = {"membership": membership, **pages.own(request.club, membership.person)}
    return render(request, "kept/data.html", context)


@require_safe
@never_cache
@may(Deed.KEPT)
def file(request: DirectorRequest, person: UUID) -> HttpResponse:
    """Everything that is kept of a member, to be taken along."""
    return own_file(member(request, person))


def own_file(membership: Membership) -> HttpResponse:
    """Return all that is kept of a member as a file."""
    found = own_data(membership.club, membership.person).as_json()
    params = {"ensure_ascii": False, "indent": 1}
    answer = JsonResponse(found, json_dumps_params=params)
    name = pages.file_name(timezone.localdate())
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("old")
@may(Deed.KEPT)
def forget(request: DirectorRequest, person: UUID) -> HttpResponse:
    """Show what forgetting a member would change, ask for the password, and do it."""
    membership = member(request, person)
    refused = why_not(membership.person, request.club, request.clubs)
    found = plan(membership.person, request.club)
    form = ForgetForm(found, request.POST or None)
    if request.method == "POST" and refused is None and form.is_valid():
        if not shown_first.confirmed(request, form.asked()):
            form.add_error(None, _("Something has changed meanwhile: look at it once more."))
        elif not _knows_password(request, form.cleaned_data["old"]):
            form.add_error("old", str(ForgetReason.PASSWORD.sentence))
        else:
            done = forget_member(
                membership=membership, actor=request.user.actor, directed=request.clubs
            )
            said = _("Forgotten. In the place of the name stands %(name)s.")
            messages.success(request, said % {"name": stands_for(done.number)})
            return redirect("members:list")
    context = {
        "membership": membership,
        "plan": found,
        "preview": pages.preview(found),
        "form": form,
        "seen": shown_first.mark(form.asked()),
        "refused": refused,
    }
    return render(request, "kept/forget.html", context, status=400 if form.errors else 200)


def _knows_password(request: DirectorRequest, typed: str) -> bool:
    """Ask as at the log-in, so that nobody tries passwords here without end."""
    name = request.user.username
    return authenticate(request, username=name, password=typed) is not None
