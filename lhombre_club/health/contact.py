"""Whom to tell of a hole in the program, where people who find one look (RFC 9116)."""

from datetime import UTC, timedelta
from typing import Final

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

VALID: Final = timedelta(days=180)
"""For how long an answer may be believed; less than a year is asked for."""


@require_safe
def security_txt(_request: HttpRequest) -> HttpResponse:
    """Name the contact; 404 where nobody is named."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + VALID).astimezone(UTC)
    lines = [
        f"Contact: {settings.SECURITY_CONTACT}",
        f"Expires: {expires:%Y-%m-%dT%H:%M:%SZ}",
        "Preferred-Languages: da, en",
        f"Canonical: {settings.PUBLIC_URL}/.well-known/security.txt",
    ]
    return HttpResponse("\n".join(lines) + "\n", content_type="text/plain; charset=utf-8")
