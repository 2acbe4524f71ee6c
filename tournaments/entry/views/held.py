"""The script that answers for the server where a browser has no network."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.entry.pages import held


@require_safe
@never_cache
def worker(_request: HttpRequest) -> HttpResponse:
    """Send it from above the pages of the tables: it may answer for what lies below itself."""
    return HttpResponse(held.worker(), content_type="text/javascript; charset=utf-8")
