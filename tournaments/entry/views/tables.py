"""One table's entry page, and the link on the score sheet that leads to it."""

from typing import Final
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.lately import one_more, too_often
from lhombre_club.members.access import DirectorRequest, clubs_of
from lhombre_club.refusal import Refusal
from lhombre_club.visitors import counted_at, open_only_here
from tournaments.access import of_table
from tournaments.entry.domain import links
from tournaments.entry.pages import desk, full
from tournaments.entry.pages import phone as phone_page
from tournaments.entry.pages.judging import judging
from tournaments.entry.pages.leases import lease_of
from tournaments.entry.pages.link_words import heading_of
from tournaments.entry.pages.surnames import surnames
from tournaments.entry.reasons import EntryReason
from tournaments.models import EntryLink, Round, Table
from tournaments.review.domain.sheets_in import round_of
from tournaments.review.queries.protests import protests_at, sitters
from tournaments.review.queries.rounds import next_missing, played_before
from tournaments.review.views import protesting
from tournaments.sheets import keys
from tournaments.sheets.explaining import beside, opening_words
from tournaments.sheets.queries import Sheet, sheet, stand_ins

MOST_OPENED: Final = 60
"""How often a device opens a link lately: each time a session is stored for two days."""
MOST_AGAIN: Final = 3
"""Of these, how often whoever has come by a link before, such as in an earlier round, is not asked
what others at his address have opened: with ever new devices one of them uses that up."""


@require_safe
@never_cache
@ensure_csrf_cookie
def table(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Show the sheet to type on."""
    return _entry_page(request, pk, "entry/table.html")


@require_safe
@never_cache
@ensure_csrf_cookie
def phone(request: HttpRequest, pk: UUID) -> HttpResponseBase:
    """Show the page to tap on, for the phone of the table."""
    return _entry_page(request, pk, "entry/phone.html", Round.State.FINAL)


def _entry_page(
    request: HttpRequest, pk: UUID, template: str, *only_read: Round.State
) -> HttpResponseBase:
    """Show a table to a director of its club, or to a session that came by its link.

    In a provisional round the deals are only looked through, and in those ``only_read``. Anybody
    else is told that there is no such table, or, not being logged in, sent to log in.
    """
    try:
        found, actor = links.admitted(request, pk)
    except Http404:
        return gone(request, pk)
    except Refusal as refusal:
        if refusal.reason is EntryReason.ROUND_CLOSED:
            return redirect("tournaments:recap", pk)
        return turned_away(request, refusal)
    if found.round.state in {Round.State.PROVISIONAL, *only_read}:
        return redirect("tournaments:recap", found.pk)
    links.remember(request, found)
    directs = links.is_director(request, found.round.event)
    is_open = found.round.state != Round.State.FINAL
    next_lacks = directs and is_open and next_missing(found) not in {None, found.pk}
    shown = sheet(found)
    context = {
        **_context(shown),
        "before": None if shown.entered else played_before(found),
        "stand_ins": stand_ins(found).values(),
        "sitters": sitters(found),
        "protested": [one for one in protests_at(found, actor).values() if not one.is_answered],
        "directs": directs,
        "proof": full.proof(found, directs=directs),
        "beside": [step.said for step in beside(shown) if step.concerns],
        "next_lacks": next_lacks,
        "closing": full.closing(found.round) if directs and not next_lacks else "",
        "lease": lease_of(found, actor),
        "barred": directs and found.barred.exists(),
        "link_opens": links.opens(found) if directs else None,
        "open_only_here": open_only_here(),
    }
    return render(request, template, context)


def _context(shown: Sheet) -> dict[str, object]:
    """Return what both pages show of a table, whoever looks."""
    pk = shown.table.pk
    data = {
        **desk.page_data(shown),
        "unconfirmed": phone_page.unconfirmed(shown),
        "judging": judging(shown),
        "sheet_url": _api("api:table", pk),
        "results_url": _api("api:results", pk),
        "csrf_cookie": settings.CSRF_COOKIE_NAME,
        "worker": reverse("tournaments:held-worker"),
    }
    return {
        "data": data,
        "surnames": surnames(shown.table),
        "table": shown.table,
        "round": shown.table.round,
        "event": shown.table.round.event,
        **keys.card_of(shown),
        "rows": desk.rows(shown),
        "begins": opening_words(shown),
        "antes": desk.before_antes(shown),
        "keeps_pot": shown.keeps_pot,
        "spans": desk.BESIDE_SEATS + shown.players + shown.keeps_pot,
        "games": desk.games(shown),
        "page_keys": desk.page_keys(shown),
        "jump": desk.jump(shown),
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
        link = _opened(request, token)
    except Refusal as refusal:
        return turned_away(request, refusal)
    links.admit(request, link)
    protesting.learn(request.session, link.table)
    return redirect("tournaments:phone", link.table_id)


def _opened(request: HttpRequest, token: str) -> EntryLink:
    link = links.open_link(token)
    device, address = links.device_of(request), counted_at(request)
    alone = bool(device) and one_more(f"opened:{link.pk}:{device}:again") <= MOST_AGAIN
    if too_often(f"opened:{link.pk}", MOST_OPENED, device=device, address=address, alone=alone):
        raise Refusal(EntryReason.OPENED_OFTEN)
    return link


@require_safe
def no_code(request: HttpRequest) -> HttpResponse:
    """Tell who typed the address without its last part where he finds that."""
    return render(request, "entry/no_code.html")


def _round_of_paper(request: HttpRequest, sheet: str) -> Round | None:
    return round_of(clubs_of(request.user), sheet) if sheet else None


@require_POST
@of_table
def revoke(request: DirectorRequest, found: Table) -> HttpResponse:
    """End every link to this table at once; whoever holds one is out at his next request."""
    ended = links.revoke_links(found, actor=request.user.actor)
    if ended:
        messages.success(request, _("The link on this table’s sheets opens nothing any more."))
    else:
        messages.info(request, _("No link to this table was open."))
    return redirect("tournaments:table", found.pk)


@require_safe
@never_cache
@of_table
def next_sheet(request: DirectorRequest, found: Table) -> HttpResponse:
    """Go on to the next sheet of the round that lacks a deal; to the event where none does."""
    missing = next_missing(found)
    if missing is not None:
        return redirect("tournaments:table", missing)
    messages.success(request, _("Every sheet of this round is full."))
    return redirect("tournaments:event", found.round.event_id)


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
    return turned_away(request, Refusal(EntryReason.TABLE_GONE))


def turned_away(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """Answer that a link does not open its table, and why not; nothing to who never had one."""
    if refusal.reason is EntryReason.NOT_FOUND:
        return stranger(request)
    heading = heading_of(refusal.reason)
    context = {"why": str(refusal), "heading": heading, "left": desk.left_data()}
    return render(request, "entry/link_refused.html", context, status=refusal.reason.status)
