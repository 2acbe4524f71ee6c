"""What the API answers when no sheet takes a deal: the director has it."""

from uuid import UUID

from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from tournaments.domain.links import Origin, origin_of, sender
from tournaments.domain.tray import Sent, TrayFullError, receive, why_not_placed
from tournaments.interfaces.refusals import RECEIVED, Problem, problem
from tournaments.models import Event, Table


def in_tray(request: Request, pk: UUID, sent: Sent, refused: Exception) -> Response | None:
    """Keep ``sent`` for the director and say so; None where ``refused`` is to be said instead.

    Received is only what comes from a session that could write at this table once.
    """
    table = Table.objects.select_related("round").filter(pk=pk).first()
    why = why_not_placed(table, refused)
    origin = origin_of(request, pk) if table is None else Origin.of(table)
    if why is None or origin is None:
        return None
    try:
        kept = receive(origin=origin, sent=sent, why=why, actor=sender(request))
    except TrayFullError:
        return None
    worded = problem(Problem.IN_TRAY if kept else Problem.IN_SHEET)
    message = str(RECEIVED[why]) if kept else worded.message
    epoch = Event.objects.values_list("epoch", flat=True).get(pk=origin.event)
    data = {"code": worded.code, "message": message, "epoch": str(epoch)}
    return Response(data, status.HTTP_202_ACCEPTED)
