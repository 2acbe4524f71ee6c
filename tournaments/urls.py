"""Addresses of the pages, room by room."""

from django.urls import include, path

app_name = "tournaments"
urlpatterns = [
    path("", include("tournaments.events.urls")),
    path("", include("tournaments.club.urls")),
    path("", include("tournaments.carried.urls")),
    path("", include("tournaments.letters.urls")),
    path("", include("tournaments.answers.urls")),
    path("", include("tournaments.kept.urls")),
    path("", include("tournaments.seating.urls")),
    path("", include("tournaments.teams.urls")),
    path("", include("tournaments.folders.urls")),
    path("", include("tournaments.entry.urls")),
    path("", include("tournaments.review.urls")),
    path("", include("tournaments.corrections.urls")),
    path("", include("tournaments.penalties.urls")),
    path("", include("tournaments.standings.urls")),
    path("", include("tournaments.players.urls")),
    path("", include("tournaments.screens.urls")),
    path("", include("tournaments.figures.urls")),
    path("", include("tournaments.years.urls")),
    path("", include("tournaments.calendar.urls")),
    path("", include("tournaments.honours.urls")),
    path("", include("tournaments.money.urls")),
    path("", include("tournaments.cash.urls")),
    path("", include("tournaments.papers.urls")),
]
