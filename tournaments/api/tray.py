"""What the API answers when no sheet takes a deal: the director has it."""

from uuid import UUID

from django.utils.translation import gettext_lazy as _
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lhombre_club.refusal import Reason
from tournaments.book.actors import USER
from tournaments.entry.domain.links import Origin, origin_of, sender
from tournaments.entry.domain.tray import Sent, receive, why_not_placed
from tournaments.entry.pages.link_words import received
from tournaments.models import Event, Table

IN_SHEET = _("This deal was stored already. The sheet takes nothing more.")


def in_tray(request: Request, pk: UUID, sent: Sent, reason: Reason | None) -> Response | None:
    """Keep ``sent`` for the director and say so; None where it is to be refused instead.

    ``reason`` is why the sheet took it not, None where there is no such table. Received is only
    what comes from a session that could write at this table once. Raises Refusal where it is full.
    """
    table = Table.objects.select_related("round__event").filter(pk=pk).first()
    why = why_not_placed(table, reason)
    origin = origin_of(request, pk) if table is None else Origin.of(table)
    if why is None or origin is None:
        return None
    actor = sender(request)
    kept = receive(origin=origin, sent=sent, why=why, actor=actor)
    epoch = Event.objects.values_list("epoch", flat=True).get(pk=origin.event)
    told = received(why, table, directs=actor.startswith(USER))
    data = {
        "code": "in_tray" if kept else "in_sheet",
        "message": told if kept else IN_SHEET,
        "epoch": str(epoch),
    }
    return Response(data, status.HTTP_202_ACCEPTED)
