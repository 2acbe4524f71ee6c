"""Addresses of the API."""

from django.urls import path

from tournaments.api.figures import FiguresView
from tournaments.api.results import ResultsView, SheetView
from tournaments.api.standings import StandingsView
from tournaments.api.years import YearsView

app_name = "api"
urlpatterns = [
    path("tables/<uuid:pk>/", SheetView.as_view(), name="table"),
    path("tables/<uuid:pk>/results/", ResultsView.as_view(), name="results"),
    path("events/<uuid:pk>/standings/", StandingsView.as_view(), name="standings"),
    path("events/<uuid:pk>/figures/", FiguresView.as_view(), name="figures"),
    path("clubs/<uuid:pk>/years/", YearsView.as_view(), name="years"),
]
