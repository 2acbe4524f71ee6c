"""Who may do something at a table beside entering deals, and what was entered, to be read again.

Keeping, confirming and protesting, each a module beside this one, are for a director of the club
and for a session that came by the table's link.
"""

from collections.abc import Callable
from functools import wraps
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.refusal import Refusal
from tournaments.entry.domain import links
from tournaments.entry.pages.desk import left_data
from tournaments.entry.pages.leases import lease_of
from tournaments.entry.pages.recap import recap_page
from tournaments.entry.views.tables import stranger, turned_away
from tournaments.models import Table
from tournaments.sheets.queries import sheet

View = Callable[[HttpRequest, Table, str], HttpResponse]


def at_table(view: View) -> Callable[[HttpRequest, UUID], HttpResponseBase]:
    """Give ``view`` the table and under which key the visitor writes; others are turned away."""

    @wraps(view)
    def admitted(request: HttpRequest, pk: UUID) -> HttpResponseBase:
        try:
            table, actor = links.admitted(request, pk)
        except Http404:
            return stranger(request)
        except Refusal as refusal:
            return turned_away(request, refusal)
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
        "protesters": (actor,),
        **recap_page(shown),
    }
    return render(request, "entry/recap.html", context)
