"""What every view of the API has in common: who may come, how errors are worded, what is cached."""

from collections.abc import Callable, Mapping
from typing import IO, Any, Final

from django.http import HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from lhombre_club.club_words.speaking import tongue
from lhombre_club.numbers import read_whole
from tournaments.api.authentication import Known, SessionOrLink
from tournaments.api.errors import answer
from tournaments.models import Event

LARGEST_REQUEST: Final = 64 * 1024
"""Bytes; a result takes a few hundred."""


class SmallJsonParser(JSONParser):
    """JSON of the size that a result has, however it is nested."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Read the request; raise ParseError for what is too large, too deep or no JSON."""
        request = (parser_context or {})["request"]
        length = request.META.get("CONTENT_LENGTH") or "0"
        if read_whole(length, most=LARGEST_REQUEST) is None:
            raise ParseError
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError from error


class ApiView(APIView):
    """A view of the API."""

    parser_classes = [SmallJsonParser]

    authentication_classes = [SessionOrLink]
    permission_classes = [Known]

    def get_exception_handler(self) -> Callable[[Exception, dict[str, Any]], Response | None]:
        """Return what words our errors."""
        return answer


def tag_of(event: Event) -> str:
    """Return the ETag of what this visitor reads of ``event``: its version, and in which words."""
    return f'"{event.epoch.hex}-{event.version}-{tongue()}"'


def unchanged(request: Request | HttpRequest, tag: str) -> HttpResponse | None:
    """Return a 304 if the visitor has what ``tag`` stands for, else None."""
    response = get_conditional_response(request, etag=tag)
    return response if response is None else with_etag(response, tag)


def with_etag(response: HttpResponse, tag: str) -> HttpResponse:
    """Let the visitor's own browser keep ``response``, and ask each time whether it still holds."""
    response["ETag"] = tag
    response["Cache-Control"] = "private, no-cache"
    return response
