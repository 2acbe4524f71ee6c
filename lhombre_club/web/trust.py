"""How a phone comes to trust the certificate of a club that has its own authority."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from lhombre_club.web import authority


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Show the steps, for each kind of phone."""
    _certificate()
    context = {"fingerprint": authority.fingerprint(settings.AUTHORITY_DIR)}
    return render(request, "trust.html", context)


@require_safe
def certificate(_request: HttpRequest) -> HttpResponse:
    """Hand out the authority's certificate, which is no secret, in the form that phones take in."""
    answer = HttpResponse(_certificate(), content_type="application/x-x509-ca-cert")
    answer["Content-Disposition"] = 'attachment; filename="lhombre-club.crt"'
    return answer


def _certificate() -> bytes:
    try:
        return bytes((settings.AUTHORITY_DIR / authority.OWN).read_bytes())
    except FileNotFoundError as error:
        raise Http404 from error
