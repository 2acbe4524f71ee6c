"""The address book."""

from django.urls import include, path

urlpatterns = [
    path("", include("lhombre_club.members.urls")),
    path("", include("tournaments.urls")),
    path("api/<version>/", include("tournaments.api.urls")),
]
