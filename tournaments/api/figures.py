"""How an event was played, as its page for everybody says it, for its directors.

``GET /api/v1/events/<uuid>/figures/`` answers 200 with an ``ETag``, or 304::

    {
        "rules": "dlu",
        "deals": 320,
        "tells_all": true,
        "contracts": [
            {"contract": "spil", "games": 161, "won": 102, "bet": 41, "kodille": 18, "remis": 0,
             "points": 92, "tout_made": 1, "tout_failed": 2},
            ...,
        ],
        "tables": [{"round": 1, "table": 1, "games": 33, ...}, ...],
        "players": [
            {"participant": "<uuid>", "name": "Agnes", "held": 60, "games": 20, ...,
             "squares": 230, "defences": 40, "defended": -17, "out": 0, "beside": -3,
             "total": 15},
            ...,
        ],
        "teams": [{"team": "<uuid>", "name": "Agnes – Bo", "held": 120, ...}, ...],
        "awards": [
            {"title": "The best round", "who": "Agnes", "says": "Deals of round 1: +20."}, ...
        ],
    }

``teams`` are the pairs or the teams, none where everybody plays for himself. Where something is
kept back, ``tells_all`` is false, it is not counted, and no award is given. The other figures are
those of a club's years (``tournaments.api.years``).
"""

from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lhombre_club.members.access import clubs_of
from tournaments.access import found
from tournaments.api.base import ApiView, tag_of, unchanged, with_etag
from tournaments.api.counted import FiguresSerializer
from tournaments.api.serializers import ProblemSerializer
from tournaments.api.years import games_of
from tournaments.figures.counted import (
    Own,
    by_contract,
    by_player,
    by_table,
    by_team,
)
from tournaments.figures.pages import awards
from tournaments.figures.queries import named, played, team_of
from tournaments.models import Event

OWN = ("held", "squares", "defences", "defended", "out", "beside", "total")


class FiguresView(ApiView):
    """How an event was played."""

    @extend_schema(
        operation_id="figures",
        responses={
            200: FiguresSerializer,
            304: None,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request, pk: UUID, version: str) -> HttpResponse:  # noqa: ARG002 -- v1
        """Return how it was played, or 304."""
        own = Event.objects.select_related("folder_plan").filter(club__in=clubs_of(request.user))
        event = found(own, pk)
        tag = tag_of(event)
        return unchanged(request, tag) or with_etag(
            Response(FiguresSerializer(_told(event)).data), tag
        )


def _told(event: Event) -> dict[str, Any]:
    of = played(event)
    names = named(event.participants.all()) | named(event.teams.all())
    return {
        "rules": of.ruleset.id,
        "deals": len(of.deals),
        "tells_all": of.tells_all,
        "contracts": [{"contract": key, **games_of(each)} for key, each in by_contract(of).items()],
        "tables": [
            {"round": number, "table": table, **games_of(each)}
            for (number, table), each in by_table(of).items()
        ],
        "players": [
            {"participant": key, "name": names[key], **_own(each)}
            for key, each in by_player(of).items()
        ],
        "teams": [
            {"team": key, "name": names[key], **_own(each)}
            for key, each in by_team(of, team_of(event)).items()
        ],
        "awards": [
            {"title": each.title, "who": each.who, "says": each.says}
            for each in (awards(of) if of.tells_all else ())
        ],
    }


def _own(own: Own) -> dict[str, int]:
    return {**games_of(own), **{figure: getattr(own, figure) for figure in OWN}}
