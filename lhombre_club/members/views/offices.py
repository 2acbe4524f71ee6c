"""Who has what office in the club: seen, offered by a link, taken, ended."""

from typing import Final
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from lhombre_club.members import domain, queries
from lhombre_club.members.access import DirectorRequest, asks_again, may
from lhombre_club.members.forms import AccountForm, InviteForm
from lhombre_club.members.logins import brake, second
from lhombre_club.members.models import ClubRole, OfficeLink, User
from lhombre_club.members.offices import SAYS, Deed, clubs_for, given_by
from lhombre_club.members.reasons import SetupReason, SetupRefusedError
from lhombre_club.members.views.login import asks_first
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.visitors import address_of, open_only_here

Role = ClubRole.Role
ADDRESS: Final = "address"
"""What tells a message that is an address to be copied."""


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@may(Deed.OFFICES)
def index(request: DirectorRequest) -> HttpResponse:
    """Show who has what office since when; by POST make a link that gives one."""
    club = request.club
    gives = given_by(request.offices, club.pk)
    form = InviteForm(gives - {Role.SCORER}, request.POST or None)
    if request.method == "POST" and form.is_valid():
        offer = domain.Offer(role=Role(form.cleaned_data["office"]))
        offered(request, offer)
        return redirect("members:offices")
    now, over = queries.offices(club)
    links = queries.office_links(club)
    actors = [row.made_by for row in links]
    actors += [actor for role in (*now, *over) for actor in (role.given_by, role.ended_by)]
    context = {
        "form": form,
        "says": [(role.label, SAYS[role]) for role in Role],
        "now": [(role, role.role in gives or role.user_id == request.user.pk) for role in now],
        "steps": queries.with_factor(role.user_id for role in now),
        "over": over,
        "links": [(link, link.role in gives) for link in links],
        "names": queries.names_of(actors),
        "open_only_here": open_only_here(),
    }
    return render(request, "members/offices.html", context, status=400 if form.errors else 200)


def offered(request: DirectorRequest, offer: domain.Offer) -> None:
    """Make a link, and tell it once: it stands nowhere else, and only its digest is kept."""
    actor, address = request.user.actor, address_of(request)
    with messages_about(request):
        token = domain.invite(
            club=request.club, offer=offer, roles=request.offices, actor=actor, address=address
        )
        link = f"{settings.PUBLIC_URL}{reverse('members:office-take', args=[token])}"
        says = _("Send this link to your colleague. It works once, and is shown only now.")
        messages.success(request, says)
        messages.success(request, link, extra_tags=ADDRESS)


@require_POST
@never_cache
@asks_again
@may(Deed.OWN)
def end(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """End an office that he may end, his own too."""
    own = Q(user=request.user)
    of_club = Q(club__in=clubs_for(request.offices, Deed.OFFICES))
    of_events = Q(club__in=clubs_for(request.offices, Deed.DIRECT), role=Role.SCORER)
    rows = ClubRole.objects.select_related("user", "club")
    role = rows.filter(own | of_club | of_events, pk=pk).first()
    if role is None:
        raise Http404
    is_own = role.user_id == request.user.pk
    with messages_about(request):
        ended = domain.end_office(
            role=role,
            roles=request.offices,
            actor=request.user.actor,
            address=address_of(request),
            keep=(request.session.session_key or "") if is_own else "",
        )
        messages.success(
            request, _ended(role, is_own=is_own) if ended else _("That office was over already.")
        )
    return redirect(_back(role, is_own=is_own))


def _ended(role: ClubRole, *, is_own: bool) -> str:
    says = _("%(name)s is %(office)s no longer. All log-ins of that account are ended.")
    if is_own:
        says = _("%(name)s is %(office)s no longer. All other log-ins of this account are ended.")
    name = role.user.get_full_name() or role.user.username
    return says % {"name": name, "office": role.get_role_display()}


def _back(role: ClubRole, *, is_own: bool) -> str:
    if is_own:
        return reverse("tournaments:home")
    if role.event:
        return reverse("tournaments:scorers", args=[role.event])
    return reverse("members:offices")


@require_POST
@never_cache
@asks_again
@may(Deed.OWN)
def withdraw(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Let a link open nothing any more."""
    of_club = Q(club__in=clubs_for(request.offices, Deed.OFFICES))
    of_events = Q(club__in=clubs_for(request.offices, Deed.DIRECT), role=Role.SCORER)
    link = OfficeLink.objects.select_related("club").filter(of_club | of_events, pk=pk).first()
    if link is None:
        raise Http404
    with messages_about(request, _("The link opens nothing any more.")):
        domain.withdraw(link=link, roles=request.offices, actor=request.user.actor)
    if link.event:
        return redirect("tournaments:scorers", link.event)
    return redirect("members:offices")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("password", "again")
@asks_first
def take(request: HttpRequest, token: str) -> HttpResponse:
    """Offer the office of a link: to whoever is logged in, or with a new account."""
    form = AccountForm(request.POST or None)
    try:
        link = domain.office_link(token)
        if request.method == "POST":
            user = _taken(request, token, form)
            if user is not None:
                answer = redirect("tournaments:home")
                brake.remember(request, answer, user)
                return answer
    except Refusal as refusal:
        if refusal.reason is SetupReason.LINK:
            return render(request, "members/office_refused.html", status=refusal.reason.status)
        messages.error(request, str(refusal))
        return redirect("tournaments:home")
    office = link.get_role_display()
    context = {"form": form, "link": link, "office": office, "says": SAYS[Role(link.role)]}
    return render(request, "members/office_take.html", context, status=400 if form.errors else 200)


def _taken(request: HttpRequest, token: str, form: AccountForm) -> User | None:
    """Take the office; None where what was typed is refused."""
    address, user = address_of(request), request.user
    if isinstance(user, User):
        domain.take_office(token=token, user=user, address=address)
        messages.success(request, _("The office is yours from now on."))
        return user
    if not form.is_valid():
        return None
    typed = form.cleaned_data
    who = domain.Director(typed["username"], typed["password"], typed["name"])
    try:
        made = domain.make_account(token=token, who=who, address=address)
    except SetupRefusedError as refused:
        for field, sentences in refused.complaints.items():
            form.add_error(field, sentences)
        return None
    login(request, made, backend=second.BACKEND)
    messages.success(request, _("Welcome. Your password is set, and you are logged in."))
    return made
