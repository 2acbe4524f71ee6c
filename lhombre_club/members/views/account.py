"""A director's own password and log-ins, and what directors read of everybody's."""

from typing import Final

from django.contrib import messages
from django.contrib.auth import authenticate, update_session_auth_hash
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, may
from lhombre_club.members.forms import PasswordForm
from lhombre_club.members.logins import brake, devices, sessions
from lhombre_club.members.models import SecurityNote
from lhombre_club.members.offices import Deed
from lhombre_club.members.reasons import SetupRefusedError
from lhombre_club.visitors import address_of

Kind = SecurityNote.Kind
ON_A_PAGE: Final = 100


@require_safe
@never_cache
@may(Deed.OWN)
def index(request: DirectorRequest) -> HttpResponse:
    """His password, and where he is logged in."""
    return _page(request, PasswordForm())


@require_POST
@never_cache
@sensitive_post_parameters("old", "password", "again")
@may(Deed.OWN)
def password(request: DirectorRequest) -> HttpResponse:
    """Change his password; he stays logged in here, and nowhere else."""
    form = PasswordForm(request.POST)
    if not form.is_valid() or not _changed(request, form):
        return _page(request, form)
    update_session_auth_hash(request, request.user)
    sessions.end_others(request)
    messages.success(
        request, _("Your password is changed. You are logged in here, and nowhere else.")
    )
    answer = redirect("members:account")
    brake.remember(request, answer, request.user)
    return answer


def _changed(request: DirectorRequest, form: PasswordForm) -> bool:
    user, typed = request.user, form.cleaned_data
    # Asked as at the log-in, so that nobody tries passwords here without end.
    if authenticate(request, username=user.username, password=typed["old"]) is None:
        form.add_error("old", _("This is not your password until now."))
        return False
    try:
        domain.change_password(user, typed["password"], address=address_of(request))
    except SetupRefusedError as refused:
        for field, sentences in refused.complaints.items():
            form.add_error(field, sentences)
        return False
    return True


@require_POST
@never_cache
@may(Deed.OWN)
def end_session(request: DirectorRequest, key: str) -> HttpResponse:
    """End one of his log-ins."""
    return _ended(request, sessions.end_one(request, key))


@require_POST
@never_cache
@may(Deed.OWN)
def end_others(request: DirectorRequest) -> HttpResponse:
    """End all of his log-ins but this one."""
    return _ended(request, sessions.end_others(request))


def _ended(request: DirectorRequest, count: int) -> HttpResponse:
    if count:
        user, address = request.user, address_of(request)
        domain.note(Kind.ENDED, actor=user.actor, user=user, address=address)
        messages.success(
            request,
            ngettext("%(n)d log-in is ended.", "%(n)d log-ins are ended.", count) % {"n": count},
        )
    else:
        messages.info(request, _("There was none to end any more."))
    return redirect("members:account")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.OWN)
def held(request: DirectorRequest) -> HttpResponse:
    """Offer to send the form that came after the log-in had idled; by POST let go of it."""
    form = request.session.get(sessions.HELD)
    if form is None or form["user"] != str(request.user.pk):
        return redirect("tournaments:home")
    if request.method == "POST":
        del request.session[sessions.HELD]
        messages.info(request, _("It was not sent."))
        return redirect("tournaments:home")
    fields = [(name, value) for name, values in form["fields"] for value in values]
    context = {"to": form["to"], "fields": fields, "why": form.get("why", "")}
    return render(request, "members/held.html", context)


@require_safe
@never_cache
@may(Deed.WATCH)
def security(request: DirectorRequest) -> HttpResponse:
    """Who got in, who did not, and what was changed about it."""
    page = Paginator(queries.security_notes(request.clubs), ON_A_PAGE).get_page(
        request.GET.get("page")
    )
    names = queries.names_of({note.actor for note in page})
    told = [(note, _by(note, names)) for note in page]
    return render(request, "members/security.html", {"page": page, "told": told})


def _by(note: SecurityNote, names: dict[str, str]) -> str:
    """Return who did it, where it is somebody else than whom it is about."""
    own = note.user is not None and note.user.actor == note.actor
    return "" if own else names.get(note.actor, "")


def _page(request: DirectorRequest, form: PasswordForm) -> HttpResponse:
    found = [(each, devices.words(each.agent)) for each in sessions.log_ins(request)]
    has_factor = domain.has_factor(request.user)
    return render(
        request, "members/account.html", {"form": form, "log_ins": found, "has_factor": has_factor}
    )
