"""The page behind a member's own link: whoever has the address is he, and sees no more than that.

The address is never handed on: what these answers lead to says where that is from here.
"""

import datetime as dt
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Final, ParamSpec

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from lhombre_club.lately import one_more, too_often
from lhombre_club.members import domain
from lhombre_club.members.models import Answer, Membership, PersonalLink
from lhombre_club.members.queries import evening as tonight
from lhombre_club.members.reasons import LinkReason
from lhombre_club.members.shown import tell_everybody
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.visitors import counted_at
from tournaments.answers import pages, queries
from tournaments.answers.forms import KnownForm, can_be_known
from tournaments.answers.reasons import AnswerReason
from tournaments.kept.pages import own
from tournaments.kept.views import own_file

MOST_OPENED: Final = 60
"""How often a link is opened lately by those of one address."""
MOST_TRIED: Final = 10
"""How often somebody tries lately what the club has of whose link it is, wherever he is."""
P = ParamSpec("P")


def _opened(request: HttpRequest, token: str) -> tuple[PersonalLink, Membership]:
    link, membership = domain.opened_by(token)
    if too_often(f"me:{link.pk}", MOST_OPENED, device="", address=counted_at(request)):
        raise Refusal(LinkReason.OFTEN)
    return link, membership


def by_link(
    view: Callable[[HttpRequest, PersonalLink, Membership], HttpResponse],
) -> Callable[[HttpRequest, str], HttpResponse]:
    """Let in whoever has the address; to all others nothing tells whether there ever was one."""

    @wraps(view)
    @sensitive_variables("token")
    def opened(request: HttpRequest, token: str) -> HttpResponse:
        try:
            link, membership = _opened(request, token)
        except Refusal as refusal:
            context = {"why": str(refusal), "closed": refusal.reason is LinkReason.CLOSED}
            return render(request, "answers/closed.html", context, status=refusal.reason.status)
        tell_everybody(link.club)
        return view(request, link, membership)

    return opened


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@by_link
def page(request: HttpRequest, link: PersonalLink, membership: Membership) -> HttpResponse:
    """Show a member the evenings to come with three buttons each; keep what he says."""
    club, today = link.club, tonight()
    evenings = [each for each in queries.coming(club, today) if not membership.is_left(each.date)]
    if request.method == "POST":
        place = ""
        with messages_about(request, _("Thank you. Your answer is kept.")):
            place = f"#day-{_answer(request, membership, evenings)}"
        return HttpResponseRedirect(f"./{place}")
    taken = queries.taken(club, [each.date for each in evenings], today)
    lines = pages.lines(evenings, queries.answers_of(club, membership.person, today), taken)
    context = {
        "membership": membership,
        "soon": lines[: pages.SOON],
        "later": lines[pages.SOON :],
        "results": queries.results_of(membership),
        "data": "data/",
    }
    return render(request, "answers/own.html", context)


def _answer(
    request: HttpRequest, membership: Membership, evenings: list[queries.Evening]
) -> dt.date:
    said = request.POST.get("said", "")
    if said not in Answer.Said.values:
        raise Refusal(AnswerReason.NOTHING_SAID)
    date = None
    with suppress(ValueError):
        date = dt.date.fromisoformat(request.POST.get("date", ""))
    asked = next((each for each in evenings if each.date == date), None)
    if asked is None or asked.called_off:
        raise Refusal(AnswerReason.NO_EVENING)
    has_begun = asked.date == tonight() and queries.has_begun(membership.club, asked.date)
    domain.answer(
        membership=membership,
        date=asked.date,
        said=Answer.Said(said),
        has_begun=has_begun,
        actor="device:link",
    )
    return asked.date


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@sensitive_post_parameters("known")
@by_link
def data(request: HttpRequest, link: PersonalLink, membership: Membership) -> HttpResponse:
    """Show a member what is kept of him, or give it to him as a file, once he has said who he is.

    Nothing is stored by it, so that it may be sent as often as one likes.
    """
    person = membership.person
    form = KnownForm(person, request.POST or None)
    context = {"membership": membership, "form": form, "known": can_be_known(person), "up": "../"}
    if request.method != "POST":
        return render(request, "answers/who.html", context)
    if one_more(f"known:{link.pk}") > MOST_TRIED:
        form.add_error(None, str(LinkReason.OFTEN.sentence))
    if not form.is_valid():
        return render(request, "answers/who.html", context, status=400)
    if "file" in request.POST:
        return own_file(membership)
    return render(request, "answers/data.html", {**context, **own(link.club, person)})
