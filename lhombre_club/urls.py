"""The address book."""

from django.urls import include, path

from lhombre_club.health import contact, probes, views
from lhombre_club.web import language, robots, trust

urlpatterns = [
    # Addresses are tried in order, and what phones ask for most comes before all the pages.
    path("api/<version>/", include("tournaments.api.urls")),
    path("robots.txt", robots.robots, name="robots"),
    path("health/", views.page, name="health"),
    path("health/live/", probes.live, name="live"),
    path("health/ready/", probes.ready, name="ready"),
    path("health/status/", views.status, name="status"),
    path(".well-known/security.txt", contact.security_txt, name="security-txt"),
    path("trust/", trust.page, name="trust"),
    path("trust/authority.crt", trust.certificate, name="trust-certificate"),
    path("language/", language.choose, name="set_language"),
    path("", include("lhombre_club.members.urls")),
    path("", include("tournaments.urls")),
]
handler500 = "lhombre_club.trouble.answer"
