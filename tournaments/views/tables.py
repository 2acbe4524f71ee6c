"""One table's entry page, and the link on the score sheet that leads to it."""

from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, club_of, director_required
from tournaments.domain import links
from tournaments.domain.papers_in import round_of
from tournaments.domain.queries.sheets import Sheet, sheet
from tournaments.interfaces import entry_page, phone_page
from tournaments.interfaces.keepers import lease_of
from tournaments.interfaces.refusals import GONE, LINKS
from tournaments.models import Round, Table


@require_safe
@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Show the sheet to type on."""
    return _entry_page(request, pk, "tournaments/table.html")


@require_safe
@never_cache
@ensure_csrf_cookie
def phone(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Show the page to tap on, for the phone of the table."""
    return _entry_page(request, pk, "tournaments/phone.html")


def _entry_page(request: HttpRequest, pk: UUID, template: str) -> HttpResponseBase:
    """Show a table to a director of its club, or to a session that came by its link.

    Anybody else is told that there is no such table, or, not being logged in, sent to log in.
    """
    found = Table.objects.select_related("round__event").filter(pk=pk).first()
    if found is None:
        return gone(request, pk)
    try:
        actor = links.entrant(request, found)
    except links.LinkRefusedError as error:
        return refused(request, error)
    except links.ForeignTableError:
        return stranger(request)
    if found.round.state == Round.State.PROVISIONAL:
        return redirect("tournaments:recap", found.pk)
    links.remember(request, found)
    context = {
        **_context(sheet(found)),
        "directs": links.is_director(request, found.round.event),
        "lease": lease_of(found, actor),
    }
    return render(request, template, context)


def _context(shown: Sheet) -> dict[str, object]:
    """Return what both pages show of a table, whoever looks."""
    pk = shown.table.pk
    data = {
        **entry_page.page_data(shown),
        "unconfirmed": phone_page.unconfirmed(shown),
        "sheet_url": _api("api:table", pk),
        "results_url": _api("api:results", pk),
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
    }
    return {
        "data": data,
        "table": shown.table,
        "round": shown.table.round,
        "event": shown.table.round.event,
        "columns": entry_page.columns(shown),
        "rows": entry_page.rows(shown),
        "keeps_pot": shown.keeps_pot,
        "card": entry_page.card_keys(shown),
        "games": entry_page.games(shown),
        "endings": entry_page.endings(shown),
        "extras": entry_page.extras(shown),
        "result_keys": entry_page.result_keys(shown),
        "page_keys": entry_page.page_keys(),
        "more": phone_page.groups(shown),
    }


@require_safe
@never_cache
@ensure_csrf_cookie
def entry_link(request: HttpRequest, token: str, sheet: str = "") -> HttpResponse:
    """Exchange a link for a session that opens its table, and go there.

    A director who comes by the code on a sheet has the paper in his hand: he is asked that first.
    """
    round_ = _round_of_paper(request, sheet)
    if round_ is not None:
        asked = reverse("tournaments:round-sheets", args=[round_.pk])
        return redirect(f"{asked}?{urlencode({'code': sheet})}")
    try:
        link = links.open_link(token)
    except links.LinkRefusedError as error:
        return refused(request, error)
    links.admit(request, link)
    return redirect("tournaments:phone", link.table_id)


def _round_of_paper(request: HttpRequest, sheet: str) -> Round | None:
    club = club_of(request.user)
    return round_of(club, sheet) if club and sheet else None


@require_POST
@director_required
def revoke(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """End every link to this table at once; whoever holds one is out at his next request."""
    found = get_object_or_404(Table, pk=pk, round__event__club=request.club)
    ended = links.revoke_links(found, actor=request.user.actor)
    if ended:
        messages.success(request, _("The link on this table’s sheets opens nothing any more."))
    else:
        messages.info(request, _("No link to this table was open."))
    return redirect("tournaments:table", pk)


def _api(name: str, pk: UUID) -> str:
    return reverse(name, kwargs={"version": settings.REST_FRAMEWORK["DEFAULT_VERSION"], "pk": pk})


def stranger(request: HttpRequest) -> HttpResponse:
    """Answer the same whether the table is another's or does not exist."""
    if request.user.is_authenticated or links.holds_links(request):
        raise Http404
    if "HX-Request" in request.headers:
        return HttpResponse(status=403)  # a page to log in has no place within a page
    return redirect_to_login(request.get_full_path())


def gone(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Tell who could write at a table that is no more what became of it, anybody else nothing."""
    if links.origin_of(request, pk) is None:
        return stranger(request)
    return _closed(request, GONE, status=404)


def refused(request: HttpRequest, error: links.LinkRefusedError) -> HttpResponse:
    """Answer that a link does not open its table, and why not."""
    return _closed(request, LINKS[error.why], status=403)


def _closed(request: HttpRequest, why: Promise, status: int) -> HttpResponse:
    context = {"why": why, "left": entry_page.left_data()}
    return render(request, "tournaments/link_refused.html", context, status=status)
