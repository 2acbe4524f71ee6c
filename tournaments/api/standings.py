"""The standings of an event, for its directors.

``GET /api/v1/events/<uuid>/standings/`` answers 200 with an ``ETag``, or 304::

    {
        "rounds": [1, 2],
        "tie_chain": ["points", "won", "kodille", "highest"],
        "rows": [
            {
                "place": 1,
                "shared": false,
                "participant": "<uuid>",
                "number": 5,
                "name": "Agnes",
                "points": 31,
                "won": 7,
                "kodille": 1,
                "highest": 4,
                "deals": 60,
                "rounds": [20, 11],
            },
            ...,
        ],
    }

``rounds`` of a row has one number for each of ``rounds``, null where the player had no seat or
nothing is played there.
"""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lhombre_club.members.access import clubs_of
from tournaments.access import found
from tournaments.api.base import ApiView, tag_of, unchanged, with_etag
from tournaments.api.serializers import ProblemSerializer, StandingsSerializer
from tournaments.models import Event
from tournaments.standings.queries.standings import standings


class StandingsView(ApiView):
    """The standings of an event."""

    @extend_schema(
        operation_id="standings",
        responses={
            200: StandingsSerializer,
            304: None,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request, pk: UUID, version: str) -> HttpResponse:  # noqa: ARG002 -- v1
        """Return the standings, or 304."""
        event = found(Event.objects.filter(club__in=clubs_of(request.user)), pk)
        tag = tag_of(event)
        return unchanged(request, tag) or with_etag(
            Response(StandingsSerializer(standings(event)).data), tag
        )
