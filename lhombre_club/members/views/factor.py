"""The second step of a log-in: asked for, set up, its codes for paper, ended, taken away."""

from typing import Final
from uuid import UUID

import segno
from django.contrib import messages
from django.contrib.auth import authenticate
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from lhombre_club.members import domain
from lhombre_club.members.access import DirectorRequest, may, offices_held
from lhombre_club.members.forms import CodeForm, EndFactorForm, SetUpForm
from lhombre_club.members.logins import brake, passkeys, second, sessions
from lhombre_club.members.logins.passwords import worked_out_for
from lhombre_club.members.models import User
from lhombre_club.members.offices import Deed
from lhombre_club.members.queries import only_club
from lhombre_club.members.views.login import not_taken, welcomed
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.visitors import address_of

SALT: Final = "lhombre_club.members.factor"
OTHER_ID: Final = "paper_%s"
"""Of the second form of a page that asks for a code."""
KEPT: Final = 60 * 60
"""Seconds for which a secret that was shown can be confirmed."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
def code(request: HttpRequest) -> HttpResponse:
    """Ask for the code of whose password was right, and log him in."""
    found = second.halfway(request)
    if found is None:
        if request.method == "POST":
            messages.info(request, _("That took too long. Type your password once more."))
        return redirect("members:login")
    user, onward = found
    if passkeys.answered(request):
        if passkeys.proves(request, user):
            return welcomed(request, user, onward, log_in=second.finish)
        return not_taken(request)
    form = CodeForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with worked_out_for(brake.asker(request)):
            if knows_code(request, user, form):
                return welcomed(request, user, onward, log_in=second.finish)
    context = {"form": form, "question": passkeys.asked(request, user)}
    return render(request, "members/code.html", context, status=400 if form.errors else 200)


def knows_code(request: HttpRequest, user: User, form: CodeForm | EndFactorForm) -> bool:
    """Whether the code is right; else the form says what to do."""
    if authenticate(request, username=user.username, code=form.cleaned_data["code"]):
        return True
    form.add_error(
        "code",
        _(
            "This code is not right, or was used already. Wait until the app shows the next one. "
            "If it is refused as well, take a code from your paper."
        ),
    )
    return False


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code")
@may(Deed.OWN)
def again(request: DirectorRequest) -> HttpResponse:
    """Ask for a code before something that wants it anew; then go on where he was."""
    onward = request.POST.get("next") or request.GET.get("next", "")
    if not url_has_allowed_host_and_scheme(onward, {request.get_host()}):
        onward = reverse("tournaments:home")
    if second.CODE_AT not in request.session:
        return redirect(onward)
    user, form = request.user, CodeForm(request.POST or None)
    by_passkey = passkeys.answered(request)
    if by_passkey and not passkeys.proves(request, user):
        return not_taken(request)
    if by_passkey or (form.is_valid() and knows_code(request, user, form)):
        second.confirm(request)
        return redirect("members:held" if sessions.HELD in request.session else onward)
    context = {"form": form, "next": onward, "question": passkeys.asked(request, user)}
    return render(request, "members/again.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("code", "old", "secret")
@may(Deed.OWN, offices_held)
def factor(request: DirectorRequest) -> HttpResponse:
    """Show whether he logs in in two steps; by POST let him from now on."""
    user = request.user
    if domain.has_factor(user):
        if request.method == "POST":
            messages.info(request, _("You log in in two steps already."))
            return redirect("members:factor")
        return _page(request)
    secret = _secret_of(request)
    form = SetUpForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        codes = _set_up(request, secret, form)
        if codes is not None:
            return render(request, "members/codes.html", {"codes": codes, "is_new": True})
    club = request.club if request.own_clubs else only_club()
    uri = domain.uri_of(user, secret, club)
    context = {
        "form": form,
        "secret": secret,
        "spoken": [secret[at : at + 4] for at in range(0, len(secret), 4)],
        "signed": signing.dumps([str(user.pk), secret], salt=SALT),
        "uri": uri,
        "picture": _picture(uri),
    }
    return render(request, "members/factor_new.html", context, status=400 if form.errors else 200)


def _secret_of(request: DirectorRequest) -> str:
    """Return the secret that the page has shown, so that its picture stays; else a new one."""
    try:
        owner, secret = signing.loads(request.POST.get("secret", ""), salt=SALT, max_age=KEPT)
    except signing.BadSignature:
        return domain.new_secret()
    return str(secret) if owner == str(request.user.pk) else domain.new_secret()


def _set_up(request: DirectorRequest, secret: str, form: SetUpForm) -> list[str] | None:
    """Return the codes for paper; None where the form says what is wrong."""
    if not knows_password(request, form):
        return None
    try:
        codes = domain.set_up(
            user=request.user,
            secret=secret,
            code=form.cleaned_data["code"],
            address=address_of(request),
            keep=request.session.session_key or "",
        )
    except Refusal as refusal:
        form.add_error("code", str(refusal))
        return None
    second.confirm(request)
    return codes


def knows_password(request: DirectorRequest, form: SetUpForm | EndFactorForm) -> bool:
    """Ask as at the log-in, so that nobody tries passwords here without end."""
    old = form.cleaned_data["old"]
    if authenticate(request, username=request.user.username, password=old):
        return True
    form.add_error("old", _("This is not your password."))
    return False


def _picture(uri: str) -> SafeString:
    """Draw what a phone's camera reads: black on white, also where the page is dark."""
    drawn = segno.make(uri, error="m", micro=False)
    return mark_safe(  # noqa: S308 -- squares of our own, no text
        drawn.svg_inline(omitsize=True, border=4, light="#fff", svgclass="scan", lineclass=None)
    )


def _page(
    request: DirectorRequest, ends: EndFactorForm | None = None, renews: CodeForm | None = None
) -> HttpResponse:
    """Show what he can do about it, with a form that was refused."""
    context = {
        "form": ends or EndFactorForm(),
        "renew": renews or CodeForm(auto_id=OTHER_ID),
        "left": domain.codes_left(request.user),
    }
    return render(request, "members/factor.html", context, status=400 if ends or renews else 200)


@require_POST
@never_cache
@sensitive_post_parameters("code", "old")
@may(Deed.OWN)
def end(request: DirectorRequest) -> HttpResponse:
    """Let him log in by the password alone again; he stays logged in here, and nowhere else."""
    user, form = request.user, EndFactorForm(request.POST)
    if not domain.has_factor(user):
        messages.info(request, _("You log in by the password alone."))
        return redirect("members:factor")
    is_right = form.is_valid() and knows_password(request, form) and knows_code(request, user, form)
    if not is_right:
        return _page(request, ends=form)
    key = request.session.session_key or ""
    domain.end_factor(user=user, actor=user.actor, address=address_of(request), keep=key)
    request.session.pop(second.CODE_AT, None)
    messages.success(request, _("You log in by the password alone again."))
    return redirect("members:account")


@require_POST
@never_cache
@sensitive_post_parameters("code")
@may(Deed.OWN)
def codes(request: DirectorRequest) -> HttpResponse:
    """Make new codes for paper, and show them once."""
    user, form = request.user, CodeForm(request.POST, auto_id=OTHER_ID)
    if not domain.has_factor(user):
        return redirect("members:factor")
    if not (form.is_valid() and knows_code(request, user, form)):
        return _page(request, renews=form)
    made = domain.renew_codes(user=user, address=address_of(request))
    second.confirm(request)
    return render(request, "members/codes.html", {"codes": made})


@require_POST
@never_cache
@may(Deed.OFFICES)
def take(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Take the second step away from a colleague who has lost his phone."""
    user = User.objects.filter(pk=pk, club_roles__club__in=request.clubs).first()
    if user is None:
        raise Http404
    with messages_about(request):
        taken = domain.take_factor(
            user=user,
            roles=request.offices,
            actor=request.user.actor,
            address=address_of(request),
        )
        says = (
            _("%(name)s logs in by the password alone, and is told so. All log-ins are ended.")
            if taken
            else _("%(name)s logs in by the password alone already.")
        )
        messages.success(request, says % {"name": user.get_full_name() or user.username})
    return redirect("members:offices")
