"""What somebody at the table does beside entering deals: keep, confirm, protest, read again.

All of it is for a director of the club, and for a session that came by the table's link.
"""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.members.access import DirectorRequest, director_required
from tournaments.domain import leases, links, proofs, rounds
from tournaments.domain.protests import protest
from tournaments.domain.queries.sheets import sheet
from tournaments.domain.results import NotOpenError
from tournaments.interfaces.entry_page import left_data
from tournaments.interfaces.keepers import device_name, lease_of
from tournaments.interfaces.recap import recap_page
from tournaments.interfaces.rounds import REFUSALS, number, refusal
from tournaments.interfaces.second import SecondForm
from tournaments.models import Table
from tournaments.views.tables import refused, stranger

View = Callable[[HttpRequest, Table, str], HttpResponse]


def at_table(view: View) -> Callable[[HttpRequest, UUID], HttpResponseBase]:
    """Give ``view`` the table and under which key the visitor writes; others are turned away."""

    @wraps(view)
    def admitted(request: HttpRequest, pk: UUID) -> HttpResponseBase:
        table = Table.objects.select_related("round__event").filter(pk=pk).first()
        if table is None:
            return stranger(request)
        try:
            actor = links.entrant(request, table)
        except links.LinkRefusedError as error:
            return refused(request, error)
        except links.ForeignTableError:
            return stranger(request)
        return view(request, table, actor)

    return admitted


@require_safe
@never_cache
@at_table
def recap(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Show the table's deals, to be confirmed or protested against."""
    shown = sheet(table)
    directs = links.is_director(request, table.round.event)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "names": shown.names,
        "lease": lease_of(table, actor),
        "directs": directs,
        "left": left_data(table),
        **recap_page(shown),
    }
    return render(request, "tournaments/recap.html", context)


@require_POST
@at_table
def complain(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Protest against a deal of the table."""

    def deed() -> None:
        deal, words = _number(request, "deal"), request.POST.get("words", "")
        protest(table=table, deal=deal, words=words, actor=actor)

    _tell(request, deed, _("The protest is noted. The director answers it here."))
    return redirect("tournaments:recap", table.pk)


@require_POST
@at_table
def confirm(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Let a player say that ten deals are right, or that they are not."""
    says = proofs.deny if "wrong" in request.POST else proofs.confirm

    def deed() -> None:
        deal, seat = _number(request, "deal"), _number(request, "seat")
        says(table=table, deal=deal, seat=seat, actor=actor)
        rounds.follow(table=table)

    done = _("Thank you. It is noted.")
    _tell(request, deed, done)
    return redirect("tournaments:recap", table.pk)


@never_cache
@at_table
def second(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Take a second reading of the sheet, without showing the first."""
    shown = sheet(table)
    form = SecondForm(shown, proofs.agreed(table=table, actor=actor), request.POST or None)
    if request.method == "POST" and form.is_valid():
        readings = form.readings()
        try:
            stop = proofs.read_again(table=table, readings=readings, actor=actor)
        except REFUSALS as error:
            form.add_error(None, refusal(error))
        else:
            if stop is not None:
                form.stop_at(stop)
            elif not form.errors:
                rounds.follow(table=table)
                messages.success(request, _("So far both readings agree."))
                return redirect("tournaments:second", table.pk)
    form.point()
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "form": form,
        "directs": links.is_director(request, table.round.event),
    }
    status = 400 if form.errors else 200
    return render(request, "tournaments/second.html", context, status=status)


@require_safe
@never_cache
@at_table
def keeper(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Say who keeps the table; whoever asks is seen."""
    leases.seen(table=table, actor=actor)
    context = {"table": table, "lease": lease_of(table, actor)}
    return render(request, "tournaments/keeper_now.html", context)


@require_POST
@at_table
def take(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Keep the table from now on."""
    name = device_name(request.user, request.headers.get("User-Agent", ""))
    seat = _number(request, "seat") if request.POST.get("seat") else None

    def deed() -> None:
        leases.take(table=table, actor=actor, name=name, seat=seat)

    _tell(request, deed, _("You keep this table now. Others can still enter."))
    phone = request.POST.get("page") == "phone"
    return redirect("tournaments:phone" if phone else "tournaments:table", table.pk)


@require_POST
@director_required
def bar(request: DirectorRequest, pk: UUID) -> HttpResponse:
    """Shut the device that keeps a table out of it."""
    own = Table.objects.filter(round__event__club=request.club).select_related("lease")
    table = get_object_or_404(own, pk=pk)
    lease = getattr(table, "lease", None)
    if lease is None or not lease.holder.startswith("device:"):
        messages.info(request, _("No device keeps this table."))
    elif leases.bar(table=table, holder=lease.holder, actor=request.user.actor):
        messages.success(request, _("The device is shut out. What it has entered stays."))
    return redirect("tournaments:table", pk)


def _tell(request: HttpRequest, deed: Callable[[], None], done: str) -> None:
    try:
        deed()
    except leases.NoSuchSeatError:
        messages.error(request, refusal(NotOpenError()))
    except REFUSALS as error:
        messages.error(request, refusal(error))
    else:
        messages.success(request, done)


def _number(request: HttpRequest, name: str) -> int:
    """Return the number that was sent; -1, which nothing has, if it is none."""
    return number(request.POST.get(name, ""))
