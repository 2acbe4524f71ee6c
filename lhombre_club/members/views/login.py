"""Login, logout, and the one-time link with which a director sets a password."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from lhombre_club.members import domain, queries
from lhombre_club.members.access import must_set_up, to_set_up
from lhombre_club.members.forms import LoginForm, WelcomeForm
from lhombre_club.members.logins import brake, passkeys, second
from lhombre_club.members.logins.passwords import worked_out_for
from lhombre_club.members.models import SecurityNote, User
from lhombre_club.members.reasons import FactorReason, SetupReason, SetupRefusedError
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import address_of, can_be_read_along

Kind = SecurityNote.Kind
ANYWAY: Final = "anyway"
P = ParamSpec("P")


def asks_first(
    view: Callable[Concatenate[HttpRequest, P], HttpResponseBase],
) -> Callable[Concatenate[HttpRequest, P], HttpResponseBase]:
    """Ask whoever others can read along with, before he is shown where a password is typed.

    What was sent is taken: it has been read by then, and would have to be typed once more.
    """

    @wraps(view)
    def asked(request: HttpRequest, /, *args: P.args, **named: P.kwargs) -> HttpResponseBase:
        is_known = request.method == "POST" or request.user.is_authenticated
        if is_known or ANYWAY in request.GET or not can_be_read_along(request):
            return view(request, *args, **named)
        onward = request.GET.copy()
        onward[ANYWAY] = "1"
        context = {"onward": f"{request.path}?{onward.urlencode()}"}
        return render(request, "members/read_along.html", context)

    return asked


@method_decorator([never_cache, asks_first], name="dispatch")
class Login(LoginView):
    """Log in and go back to where one came from, on this host only."""

    template_name = "members/login.html"
    authentication_form = LoginForm
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **named: Any) -> HttpResponse:
        """Try what was typed, in the turn of the device."""
        if passkeys.answered(request):
            return self.by_passkey()
        with worked_out_for(brake.asker(request)):
            return super().post(request, *args, **named)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, or ask for the code first."""
        user, onward = form.get_user(), self.get_success_url()
        if domain.has_factor(user):
            return second.begin(self.request, user, onward)
        return welcomed(self.request, user, onward, log_in=login)

    def by_passkey(self) -> HttpResponse:
        """Log in whose passkey has answered; it stands for the password and the code."""
        user = passkeys.known_by(self.request)
        if user is None:
            return not_taken(self.request)
        return welcomed(self.request, user, self.get_success_url(), log_in=second.finish)

    def get_context_data(self, **named: Any) -> dict[str, Any]:
        """Let the page ask a passkey too, where a browser can."""
        return {**super().get_context_data(**named), "question": passkeys.asked(self.request)}


def not_taken(request: HttpRequest) -> HttpResponse:
    """Say that a passkey did not answer as it has to, and ask once more with a new question."""
    messages.error(request, str(FactorReason.NOT_TAKEN.sentence))
    return redirect(f"{request.path}?{urlencode({'next': request.POST.get('next', '')})}")


def welcomed(
    request: HttpRequest, user: User, onward: str, *, log_in: Callable[[HttpRequest, User], None]
) -> HttpResponse:
    """Log in; note it, know the browser from now on, and say what others have done."""
    seen = user.last_login
    log_in(request, user)
    domain.note(Kind.LOGGED_IN, actor=user.actor, user=user, address=address_of(request))
    _tell(request, user, seen)
    answer = to_set_up(request) if must_set_up(user) else redirect(onward)
    brake.remember(request, answer, user)
    return answer


def _tell(request: HttpRequest, user: User, seen: datetime | None) -> None:
    """Say what others have done to the account since he was here."""
    taken = domain.taken_since(user, seen)
    if taken is None:
        return
    by = queries.names_of([taken.actor]).get(taken.actor) or _("the club’s computer")
    says = _(
        "You log in without a code now: %(by)s has taken the second step away. Set it up anew "
        "under “Password and log-ins”. If you did not ask for it, change your password too."
    )
    messages.warning(request, says % {"by": by})


class Logout(LogoutView):
    """Log out, by POST only."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password", "again")
@asks_first
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Set the password of a director, by a link that works once."""
    try:
        domain.setup_link(token)
        form = WelcomeForm(request.POST or None, club=domain.the_club())
        if request.method == "POST" and form.is_valid():
            user = _set_password(request, token, form)
            if user is not None:
                answer = redirect("tournaments:home")
                brake.remember(request, answer, user)
                return answer
    except Refusal as refusal:
        if refusal.reason is not SetupReason.LINK:
            raise
        return render(request, "members/link_refused.html", status=refusal.reason.status)
    return render(request, "members/welcome.html", {"form": form})


def _set_password(request: HttpRequest, token: str, form: WelcomeForm) -> User | None:
    typed = form.cleaned_data
    try:
        user = domain.use_setup_link(
            token=token,
            director=domain.Director(typed["username"], typed["password"], typed["name"]),
            club_name=typed.get("club_name", ""),
            actor="system:setup-link",
            address=address_of(request),
        )
    except SetupRefusedError as refused:
        for field, sentences in refused.complaints.items():
            form.add_error(field, sentences)
        return None
    seen = user.last_login
    login(request, user, backend=second.BACKEND)
    messages.success(request, _("Welcome. Your password is set, and you are logged in."))
    _tell(request, user, seen)
    return user
