"""Who may do something at a table beside entering deals, and what was entered, to be read again.

Keeping, confirming and protesting, each a module beside this one, are for a director of the club
and for a session that came by the table's link.
"""

from collections.abc import Callable, Collection
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
from tournaments.entry.pages.surnames import surnames
from tournaments.entry.views.tables import stranger, turned_away
from tournaments.models import Round, Table
from tournaments.sheets.queries import sheet

View = Callable[[HttpRequest, Table, str], HttpResponse]


def _in_states(
    states: Collection[str],
) -> Callable[[View], Callable[[HttpRequest, UUID], HttpResponseBase]]:
    def with_table(view: View) -> Callable[[HttpRequest, UUID], HttpResponseBase]:
        """Give ``view`` the table and under which key the visitor writes; turn others away."""

        @wraps(view)
        def admitted(request: HttpRequest, pk: UUID) -> HttpResponseBase:
            try:
                table, actor = links.admitted(request, pk, states)
            except Http404:
                return stranger(request)
            except Refusal as refusal:
                return turned_away(request, refusal)
            return view(request, table, actor)

        return admitted

    return with_table


at_table = _in_states(Round.DECIDABLE)
reads_table = _in_states(Round.SHOWN)
"""The same, also when the round is closed: then there is nothing to do but to look."""


@require_safe
@never_cache
@reads_table
def recap(request: HttpRequest, table: Table, actor: str) -> HttpResponse:
    """Show the table's deals, to be confirmed or protested against."""
    shown = sheet(table)
    directs = links.is_director(request, table.round.event)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "names": shown.names,
        "surnames": surnames(table),
        "lease": lease_of(table, actor),
        "directs": directs,
        "left": left_data(table),
        "protesters": (actor,),
        **recap_page(shown, actor, directs=directs),
    }
    return render(request, "entry/recap.html", context)
