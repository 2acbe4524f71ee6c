"""What the evenings of a club came to, for its directors.

``GET /api/v1/clubs/<uuid>/years/?rules=dlu&season=<uuid>&year=2026&person=<uuid>`` answers 200 with
an ``ETag``, or 304; what is not chosen, or is not there to be chosen, is all there is::

    {
        "rules": "dlu",
        "evenings": 12,
        "deals": 3840,
        "contracts": [
            {"contract": "spil", "games": 1961, "won": 1302, "bet": 511, "kodille": 148,
             "remis": 0, "points": 902, "tout_made": 3, "tout_failed": 1},
            ...,
        ],
        "hands": [{"hand": "forehand", "games": 1213, ...}, ...],
        "players": [
            {"person": "<uuid>", "name": "Agnes", "evenings": 11, "held": 660, "games": 204,
             "won": 139, "bet": 48, "kodille": 17, "remis": 0, "points": 188, "squares": 2350,
             "defences": 440, "defended": -170, "out": 0, "beside": -3, "total": 15},
            ...,
        ],
        "company": [
            {"person": "<uuid>", "name": "Bo", "deals": 412, "points": 31, "squares": 2290,
             "declared": 130, "won": 88, "defended": 127, "beaten": 41, "allied": 121,
             "felled": 40},
            ...,
        ],
        "rating": {
            "as_of": "2026-11-21",
            "players": [
                {"place": 1, "person": "<uuid>", "name": "Agnes", "points": 18.2, "low": 7.3,
                 "high": 29.1, "evenings": 24},
                ...,
            ],
        },
    }

``person`` is null for who is no member. Of a player ``points`` are those of his own games,
``defended`` of others' in which he held cards, ``out`` while he sat out or all passed, ``beside``
antes, penalties and entries by hand; ``total`` is their sum. ``squares`` is the sum of the squares
of what each of his own games moved.

``company`` is with whom the ``person`` that was asked for has held cards, null where none was:
``points`` are what those deals moved for him, ``won`` of the games that he ``declared`` against
the other, ``beaten`` those that the other did not win of the ones in which he ``defended`` against
him, ``felled`` those that a third did not win of the ones in which both were ``allied``.

``rating`` is how strong everybody is: what he would win in forty deals at a table of average
players, and between what that lies 19 of 20 times; ``evenings`` are those that tell of it. It is
null where the club does not show it, where nothing is worked out yet, and for a season or a year.
"""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from lhombre_club.members.access import clubs_of
from lhombre_club.members.models import Club, Person
from rules import Outcome, Tout
from tournaments.access import found
from tournaments.api.base import ApiView, unchanged, with_etag
from tournaments.api.counted import YearsSerializer
from tournaments.api.serializers import ProblemSerializer
from tournaments.figures.counted import Tally
from tournaments.years.company import Company, company_of
from tournaments.years.forms import SpanForm, offered
from tournaments.years.queries import (
    Key,
    Span,
    Sums,
    players_of,
    state_of,
    sums,
)
from tournaments.years.rated import Rated, Ratings, ratings

PARAMETERS = [
    OpenApiParameter("rules", OpenApiTypes.STR, description="Id of a rule set."),
    OpenApiParameter("season", OpenApiTypes.UUID),
    OpenApiParameter("year", OpenApiTypes.INT),
    OpenApiParameter("person", OpenApiTypes.UUID, description="Whose company is told."),
]


class YearsView(ApiView):
    """The years of a club."""

    @extend_schema(
        operation_id="years",
        parameters=PARAMETERS,
        responses={
            200: YearsSerializer,
            304: None,
            403: ProblemSerializer,
            404: ProblemSerializer,
        },
    )
    def get(self, request: Request, pk: UUID, version: str) -> HttpResponse:  # noqa: ARG002 -- v1
        """Return what the chosen evenings came to, or 304."""
        club = found(Club.objects.filter(pk__in=[each.pk for each in clubs_of(request.user)]), pk)
        there = offered(club)
        if not there.rules:
            return Response(YearsSerializer(_told("", Sums(), None)).data)
        span = SpanForm(there, request.query_params).span
        person = _person(club, request.query_params.get("person", ""))
        tag = f'"{span.key}-{state_of(span, there.played)}{(person and f"-{person.pk}") or ""}"'
        return unchanged(request, tag) or with_etag(Response(_years(span, person)), tag)


def _person(club: Club, sent: str) -> Person | None:
    """Return who was asked for, of those who have a page of their own years."""
    try:
        return players_of(club).filter(pk=UUID(sent)).first()
    except ValueError:
        return None


def _years(span: Span, person: Person | None) -> Mapping[str, Any]:
    told = _told(span.rules, sums(span), ratings(span))
    company = list(map(_company, company_of(span, person))) if person else None
    return YearsSerializer({**told, "company": company}).data


def _company(one: Company) -> dict[str, Any]:
    return {**_who(one.key), "name": one.name, **vars(one.met)}


def _who(key: Key) -> dict[str, UUID | None]:
    return {"person": key if isinstance(key, UUID) else None}


def _told(rules: str, found: Sums, rated: Ratings | None) -> dict[str, Any]:
    return {
        "rules": rules,
        "evenings": found.evenings,
        "deals": found.deals,
        "contracts": [{"contract": key, **games_of(each)} for key, each in found.contracts.items()],
        "hands": [{"hand": key, **games_of(each)} for key, each in found.hands.items()],
        "players": [
            {
                **_who(key),
                "name": found.names[key],
                **vars(own),
                **games_of(own),
                "total": own.total,
            }
            for key, own in found.players.items()
        ],
        "company": None,
        "rating": rated and {"as_of": rated.as_of, "players": list(map(_rated, rated.players))},
    }


def _rated(one: Rated) -> dict[str, Any]:
    points = one.points
    return {
        "place": one.place,
        **_who(one.key),
        "name": one.name,
        "points": points.is_,
        "low": points.low,
        "high": points.high,
        "evenings": one.evenings,
    }


def games_of(tally: Tally) -> dict[str, int]:
    """Return games as declarer as the API tells them."""
    ended = {str(outcome): tally.outcomes[outcome] for outcome in Outcome}
    touts = {f"tout_{tout}": tally.touts[tout] for tout in Tout}
    return {"games": tally.games, **ended, "points": tally.points, **touts}
