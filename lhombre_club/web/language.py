"""In which language a browser reads."""

from urllib.parse import urlsplit

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language


@csrf_exempt
def choose(request: HttpRequest) -> HttpResponse:
    """Remember the language that was chosen, unless another site's page has sent the form.

    The form stands at the foot of each page. It has no mark of a visitor's own, so that a page can
    be drawn once for all; browsers say themselves from where it was sent.
    """
    if _is_from_elsewhere(request):
        raise PermissionDenied
    return set_language(request)


def _is_from_elsewhere(request: HttpRequest) -> bool:
    """Whether the browser says so; one that is old enough to hide it is believed."""
    site = request.headers.get("Sec-Fetch-Site", "none")
    origin = urlsplit(request.headers.get("Origin", "null")).netloc
    return site not in {"none", "same-origin"} or origin not in {"", request.get_host()}
