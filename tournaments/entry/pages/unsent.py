"""What a browser holds of an event's tables and has not sent, told on the event's page."""

from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from tournaments.models import Event, Round, Table


def unsent_data(event: Event) -> dict[str, Any]:
    """Return what the page's script needs to tell of each open table what waits; one query."""
    tables = Table.objects.filter(round__event=event, round__state__in=Round.SHOWN)
    known = tables.order_by("round__number", "number")
    return {
        "words": {
            "one": _(
                "%(count)s deal of round %(round)s, table %(table)s waits in this browser. Open "
                "the sheet: it is sent from there."
            ),
            "more": _(
                "%(count)s deals of round %(round)s, table %(table)s wait in this browser. Open "
                "the sheet: they are sent from there."
            ),
        },
        "tables": [
            {
                "key": str(key),
                "round": round_,
                "table": number,
                "url": reverse("tournaments:table", args=[key]),
            }
            for key, round_, number in known.values_list("pk", "round__number", "number")
        ],
    }
