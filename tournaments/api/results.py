"""The sheet of a table, and the one way to write on it.

``GET /api/v1/tables/<uuid>/`` answers 200 with the sheet and an ``ETag``, or 304 when the
``If-None-Match`` of the request still holds::

    {"id": "<uuid>", "event": "<uuid>", "round": 1, "table": 2,
     "players": 4, "deals": 40, "first_dealer": 0,
     "seats": [{"seat": 0, "name": "Agnes", "player": "Agnes", "substitute": "",
                "substitute_from": 1}, ...],
     "epoch": "<uuid>", "version": 17, "closed": "",
     "lines": [<line>, ...],                          one for each deal, in order
     "staked": 0, "opening": [0, 0, 0, 0],
     "totals": [3, -1, 0, -2],
     "subtotals": [{"deal": 10, "balances": [1, 0, -1, 0]}, ...],
     "lease": {"name": "Agnes", "seat": 0, "since": "...", "mine": true}}   null: nobody keeps it

``closed`` is a sentence once nothing is entered any more, since the round is provisional or final.

``staked`` is all stakes together, ``opening`` what each seat begins with: its stake, less its ante.

A line; ``revision`` 0 means that nothing was ever entered, and then all that follows is null.
After a withdrawal ``revision`` counts on and ``line``, ``record``, ``changes`` are null.
``balances`` are those after this deal, null where the deal has no result::

    {
        "deal": 7,
        "dealer": 2,
        "sitter": 0,
        "revision": 1,
        "id": "<uuid>",
        "line": "2+",
        "record": {"dealer": 2, "declarer": 1, "contract": "spil", "outcome": "won"},
        "changes": [0, 2, -1, -1],
        "ante": 0,
        "balances": [3, 1, -2, -2],
        "pot": null,
        "value": 1,
        "entered_by": "Karen Holm",
        "at": "2026-11-21T19:42:10+01:00",
    }

``sitter`` is null at a table of three. ``ante`` is what everybody put into a pot first that could
not pay, and ``changes`` contain it. ``pot`` is what is in the pot after this deal, null where
none is kept. ``value`` is the signed value of the (first)
declarer's game, points per opponent, in a pott the points he has from it; 0 when all passed.

``POST /api/v1/tables/<uuid>/results/`` takes ::

    {"id": "<uuid made by the client>", "deal": 7,
     "base": 0,                  the revision that was seen; 0: none
     "line": "2+",               or "record": {...}, or "withdrawn": true: exactly one
     "confirmed": false,         true: what is in doubt is so, such as that all passed
     "reason": "", "claimed_at": null}

and answers

* 201 ``{"status": "stored", "line": <line>, "also": [<line>, ...], "opening": [...],
  "totals": [...], "subtotals": [...], "balances_from": 7, "epoch": "<uuid>", "version": 18}``:
  committed. ``balances`` of entered lines from ``balances_from`` on have changed too; ``also`` are
  the later lines that a pot may have changed besides;
* 200, the same with ``"status": "replayed"``: this id was stored before with the same content,
  and ``line`` is the line as it is now;
* 202 ``{"code": "in_tray" | "in_sheet", "message": "...", "epoch": "<uuid>"}``: received.
  ``in_tray``: this table is drawn anew, its round or the link closed, and the director decides
  where the deal belongs. ``in_sheet``: it was stored before that;
* 409 ``{"code": "stale", "message": "...", "epoch": "<uuid>", "current": <line>,
  "yours": {"deal": 7, "base": 0, "line": "2+", "record": {...}}}``: somebody was first; in
  ``yours`` line and record are null for a withdrawal;
* 422 ``{"code": "id_reused", "message": "..."}``: this id was stored before with other content;
* 400 ``{"code": "refused", "message": "...", "complaints": [{"code": "declarer_sits_out",
  "field": "declarer", "message": "..."}]}``: nothing was stored; ``message`` is all the sentences.
  ``doubtful`` asks: the same with ``confirmed`` is stored;
* 403 ``{"code": "not_open" | "not_released" | "round_closed" | "link_expired" |
  "link_revoked" | "device_barred" | "not_authenticated" | "csrf", "message": "..."}``: not now, or
  not like this;
* 404 ``{"code": "not_found" | "table_gone", "message": "..."}``: no such table for you, or, of a
  sheet that you could read once, not any more.

Every error has ``code`` and ``message``; the messages are sentences in the user's language.
Unsafe requests carry the ``X-CSRFToken`` header, also those of a session that came by a link.
"""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.http import Http404, HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from lhombre_club.refusal import Refusal
from tournaments.api.base import ApiView, tag_of, unchanged, with_etag
from tournaments.api.serializers import (
    ONE_RESULT,
    LineSerializer,
    ProblemSerializer,
    ReceivedSerializer,
    RefusedSerializer,
    ResultSerializer,
    SheetSerializer,
    StaleSerializer,
    StoredSerializer,
    SubtotalSerializer,
)
from tournaments.api.tray import in_tray
from tournaments.book.accounts import Frame, names_at
from tournaments.book.actors import DEVICE
from tournaments.book.reasons import BookReason
from tournaments.book.results import NewResult, StaleError, Stored, enter_result
from tournaments.entry.domain.leases import keep, seen
from tournaments.entry.domain.links import admitted, origin_of
from tournaments.entry.domain.tray import Sent
from tournaments.entry.pages.leases import device_name
from tournaments.entry.reasons import EntryReason
from tournaments.models import Round, Table
from tournaments.review.domain.flags import doubt_what_lay_open
from tournaments.review.domain.rounds import follow
from tournaments.sheets.queries import Sheet, as_read, sheet
from tournaments.typed.grammar import parse

TOO_LATE = (
    None,
    BookReason.NOT_OPEN,
    EntryReason.ROUND_CLOSED,
    EntryReason.LINK_EXPIRED,
    EntryReason.LINK_REVOKED,
    EntryReason.DEVICE_BARRED,
)
"""Why a deal is kept for the director; None: there is no such table."""


class SheetView(ApiView):
    """A table's sheet."""

    @extend_schema(
        operation_id="sheet",
        responses={
            200: SheetSerializer,
            304: None,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request, pk: UUID, version: str) -> HttpResponse:  # noqa: ARG002 -- v1
        """Return the sheet as it stands, or 304."""
        try:
            table, actor = admitted(request, pk, Round.SHOWN)
        except Http404:
            if origin_of(request, pk) is None:
                raise
            raise Refusal(EntryReason.TABLE_GONE) from None
        seen(table=table, actor=actor)
        tag = tag_of(table.round.event)
        context = {"actor": actor}
        return unchanged(request, tag) or with_etag(
            Response(SheetSerializer(sheet(table), context=context).data), tag
        )


class ResultsView(ApiView):
    """The results of a table: each is a new version of one deal."""

    @extend_schema(
        operation_id="enter_result",
        request=ResultSerializer,
        responses={
            201: StoredSerializer,
            200: StoredSerializer,
            202: ReceivedSerializer,
            400: RefusedSerializer,
            403: ProblemSerializer,
            404: ProblemSerializer,
            409: StaleSerializer,
            422: ProblemSerializer,
        },
    )
    def post(self, request: Request, pk: UUID, version: str) -> Response:  # noqa: ARG002 -- v1
        """Store a result, or say why not; sending the same again is the same as once."""
        try:
            return _entered(request, pk)
        except (Http404, Refusal) as refused:
            reason = refused.reason if isinstance(refused, Refusal) else None
            if reason not in TOO_LATE:
                raise
            # Whoever could write here once is never left alone with his deal.
            sent = _sent(request)
            content = {key: sent[key] for key in ONE_RESULT if sent.get(key, False) is not False}
            told = Sent(_entry(sent, None), content)
            kept = in_tray(request, pk, told, reason)
            if kept is None:
                raise
            return kept


def _entered(request: Request, pk: UUID) -> Response:
    table, actor = admitted(request, pk)
    sent = _sent(request)
    entry = _entry(sent, _record(table, sent))
    try:
        stored = enter_result(table=table, entry=entry, actor=actor)
    except StaleError as stale:
        return _stale(sheet(table), stale, sent)
    agent = request.headers.get("User-Agent", "")
    name, lease = device_name(request.user, agent), stored.opened.lease
    taken = keep(table=table, actor=actor, name=name, lease=lease)
    if entry.base and actor.startswith(DEVICE) and not stored.replayed:
        doubt_what_lay_open(table=table, revision=stored.revision)
    closed = follow(table=table)
    # What was read to store it is the sheet, unless something else has come of it.
    known = as_read(stored.reading, stored.opened.devices)
    return _stored(sheet(table) if taken or closed else known, stored)


def _sent(request: Request) -> dict[str, Any]:
    wanted = ResultSerializer(data=request.data)
    wanted.is_valid(raise_exception=True)
    return dict(wanted.validated_data)


def _entry(sent: dict[str, Any], record: dict[str, Any] | None) -> NewResult:
    return NewResult(
        id=sent["id"],
        deal=sent["deal"],
        base=sent["base"],
        record=record,
        reason=sent["reason"],
        claimed_at=sent["claimed_at"],
        confirmed=sent["confirmed"],
    )


def _record(table: Table, sent: dict[str, Any]) -> dict[str, Any] | None:
    """Return the record that was sent, typed or written out; None for a withdrawal."""
    if "line" not in sent:
        return sent.get("record")
    names = names_at(table)
    frame = Frame.of(table, players=len(names))
    return parse(
        sent["line"],
        dealer=frame.dealer(sent["deal"]),
        names=names.at(sent["deal"]),
        ruleset=frame.ruleset,
        pairs=frame.pairs,
    )


def _lines(shown: Sheet, deals: Iterable[int]) -> list[dict[str, Any]]:
    lines = LineSerializer(context={"sheet": shown})  # its fields are copied once for all
    return [lines.to_representation(shown.lines[deal - 1]) for deal in deals]


def _stored(shown: Sheet, stored: Stored) -> Response:
    event = shown.table.round.event
    line, *also = _lines(shown, [stored.revision.deal, *_also(shown, stored)])
    data = {
        "status": "replayed" if stored.replayed else "stored",
        "line": line,
        "also": also,
        "opening": shown.opening,
        "totals": shown.totals,
        "subtotals": SubtotalSerializer(shown.subtotals, many=True).data,
        "balances_from": stored.first_change,
        "epoch": str(event.epoch),
        "version": event.version,
    }
    return Response(data, status.HTTP_200_OK if stored.replayed else status.HTTP_201_CREATED)


def _also(shown: Sheet, stored: Stored) -> list[int]:
    """Return the deals after the stored one that a pot may have changed."""
    if not shown.keeps_pot:
        return []
    later = shown.lines[stored.revision.deal :]
    return [line.deal for line in later if line.record is not None]


def _stale(shown: Sheet, refusal: StaleError, sent: dict[str, Any]) -> Response:
    entry = refusal.entry
    data = {
        "code": refusal.reason.value,
        "message": str(refusal),
        "epoch": str(shown.table.round.event.epoch),
        "current": _lines(shown, [entry.deal])[0],
        "yours": {
            "deal": entry.deal,
            "base": entry.base,
            "line": sent.get("line"),
            "record": entry.record,
        },
    }
    return Response(data, refusal.reason.status)
