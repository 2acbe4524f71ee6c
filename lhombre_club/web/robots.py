"""What search engines are told: to list no page, whoever it is for.

The header stands on every answer, since pictures, papers and parts of pages have no head to say it
in. It is heard by who reads the page, so that ``robots.txt`` shuts nothing but what opens something
when it is read.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.views.decorators.http import require_safe

SHUT: Final = ("/e/", "/me/", "/welcome/")
"""Beginnings of addresses that are keys."""


class NoindexMiddleware:
    """Asks search engines to list nothing."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        """Stand before ``get_response``."""
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Say it on the answer, whatever that is."""
        answer = self.get_response(request)
        answer["X-Robots-Tag"] = "noindex"
        return answer


@require_safe
def robots(_request: HttpRequest) -> HttpResponse:
    """Answer the file that a search engine asks for first."""
    lines = ("User-agent: *", *(f"Disallow: {beginning}" for beginning in SHUT))
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
