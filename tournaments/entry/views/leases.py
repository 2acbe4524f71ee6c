"""Who keeps a table: shown, taken, shut out."""

from typing import Final

from django.contrib import messages
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import get_conditional_response, patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from lhombre_club.club_words.speaking import tongue
from lhombre_club.lately import one_more, too_often
from lhombre_club.members.access import DirectorRequest
from lhombre_club.numbers import number_sent
from lhombre_club.refusal import Refusal, messages_about
from lhombre_club.visitors import counted_at
from tournaments.access import of
from tournaments.book.actors import DEVICE, said_name
from tournaments.entry.domain import leases
from tournaments.entry.pages.leases import device_name, lease_of, mark_of
from tournaments.entry.reasons import EntryReason
from tournaments.entry.views.at_table import at_table, reads_table
from tournaments.models import Round, Table
from tournaments.words.figures import clock

MOST_TAKEN: Final = 60
"""How often a device takes a table lately: each time is a line of the log for good."""
EVENING: Final = 6 * 3600
"""Seconds."""
MOST_KEEPERS: Final = 8
"""Devices behind one address that take a table in an evening. Four sit there; who took it with ever
new ones would use up what all of them may change and protest against."""


@require_safe
@reads_table
def lease(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Say who keeps the table, for a place in a page of it, or 304; whoever asks is seen.

    Whoever keeps it anew raises the event's version. A page that stays open when the round is
    closed goes on asking, and is told who kept it.
    """
    if "HX-Request" not in request.headers:
        return redirect("tournaments:table", table.pk)
    if table.round.state in Round.DECIDABLE:
        leases.seen(table=table, actor=actor)
    event = table.round.event
    tag = f'"{event.epoch.hex}-{event.version}-{tongue()}-{table.pk.hex}"'
    answer = get_conditional_response(request, etag=tag)
    if answer is None:
        context = {"table": table, "lease": lease_of(table, actor)}
        answer = render(request, "entry/lease_now.html", context)
    answer["ETag"] = tag
    patch_cache_control(answer, no_cache=True, private=True)
    return answer


@require_POST
@at_table
def take(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Keep the table from now on."""
    name = device_name(request.user, request.headers.get("User-Agent", ""))
    seat = number_sent(request.POST.get("seat")) if request.POST.get("seat") else None
    with messages_about(request, _("You keep this table now. Others can still enter.")):
        address = counted_at(request)
        if too_often(f"taken:{table.pk}", MOST_TAKEN, device=actor, address=address):
            raise Refusal(EntryReason.TAKEN_OFTEN)
        if actor.startswith(DEVICE) and _is_one_too_many(table, actor, address):
            raise Refusal(EntryReason.TAKEN_BY_MANY)
        leases.take(table=table, actor=actor, name=name, seat=seat)
    phone = request.POST.get("page") == "phone"
    return redirect("tournaments:phone" if phone else "tournaments:table", table.pk)


def _is_one_too_many(table: Table, device: str, address: str | None) -> bool:
    """Whether a device comes after as many others behind its address as may take the table.

    Who was let in once is not counted again; who was not comes no further by asking again.
    """
    let_in = f"kept:{table.pk}:{device}"
    if cache.get(let_in):
        return False
    if one_more(f"keepers:{table.pk}:{address}", EVENING) > MOST_KEEPERS:
        return True
    cache.set(let_in, 1, EVENING)
    return False


@require_POST
@of(Table.objects.select_related("round__event", "lease"), "round__event__club")
def bar(request: DirectorRequest, table: Table) -> HttpResponse:
    """Shut the device out that the director saw keep a table, or let in again who was shut out.

    Where another keeps it by now, nothing is done, and the page asks again.
    """
    if "again" in request.POST:
        if leases.let_in(table=table, actor=request.user.actor):
            messages.success(request, _("The device is let in again."))
        if request.POST.get("page") == "tray":
            return redirect("tournaments:tray", table.round.event_id)
        return redirect("tournaments:table", table.pk)
    lease = getattr(table, "lease", None)
    if lease is None or not lease.holder.startswith(DEVICE):
        messages.info(request, _("No device keeps this table."))
    elif request.POST.get("seen") != mark_of(lease):
        says = _(
            "Nobody is shut out: by now this table is kept by %(name)s, since %(time)s. "
            "Press once more if it is that device."
        )
        messages.error(
            request, says % {"name": said_name(lease.name), "time": clock(lease.taken_at)}
        )
    elif leases.bar(table=table, holder=lease.holder, actor=request.user.actor):
        messages.success(request, _("The device is shut out. What it has entered stays."))
    return redirect("tournaments:table", table.pk)
