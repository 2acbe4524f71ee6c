"""The account of a whole table, opened into its hands."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from lhombre_club.members.access import DirectorRequest
from tournaments.access import of_table
from tournaments.models import Names, Table
from tournaments.sheets.explaining import Step, steps
from tournaments.sheets.queries import sheet
from tournaments.words.figures import signed


@require_safe
@never_cache
@of_table
def account(request: DirectorRequest, table: Table) -> HttpResponse:
    """Show a director the account of a table: who paid whom in each deal, and why."""
    shown = sheet(table)
    context = {
        "table": table,
        "round": table.round,
        "event": table.round.event,
        "names": shown.names,
        "keeps_pot": shown.keeps_pot,
        "steps": [(step, _cells(step, shown.names)) for step in steps(shown)],
        "final": [
            (name, signed(points)) for name, points in zip(shown.names, shown.final, strict=True)
        ],
    }
    return render(request, "standings/table_account.html", context)


def _cells(step: Step, names: Names) -> list[tuple[str, str, bool]]:
    """Return of each seat its name, what the step moved, and whether it sat out."""
    there = names.at(int(step.number or 0))
    return [(name, step.moved(seat), seat in step.sat_out) for seat, name in enumerate(there)]
