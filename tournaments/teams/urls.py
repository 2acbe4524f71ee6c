"""Addresses of the room ``teams``."""

from django.urls import path

from tournaments.teams.views import matches, teams

urlpatterns = [
    path("events/<uuid:pk>/teams/", teams.page, name="teams"),
    path("events/<uuid:pk>/teams/anew/", teams.anew, name="teams-anew"),
    path("events/<uuid:pk>/teams/divisions/", teams.divisions, name="teams-divisions"),
    path("events/<uuid:pk>/matches/", matches.page, name="matches"),
    path("rounds/<uuid:pk>/matches/", matches.detail, name="round-matches"),
    path("rounds/<uuid:pk>/matches/substitute/", matches.substitute, name="round-substitute"),
    path("rounds/<uuid:pk>/matches/himself/", matches.himself, name="round-himself"),
    path("rounds/<uuid:pk>/matches/date/", matches.date, name="round-date"),
    path("rounds/<uuid:pk>/matches/release/", matches.release, name="round-release"),
]
