"""Addresses of the room ``standings``."""

from django.urls import path

from tournaments.standings.views import accounts, card, elsewhere, next_season, seasons, standings

urlpatterns = [
    path("events/<uuid:pk>/teams/next/", next_season.next_season, name="teams-next"),
    path("events/<uuid:pk>/standings/", standings.director, name="standings"),
    path(
        "events/<uuid:pk>/standings/table/",
        standings.directors_fragment,
        name="standings-directors-table",
    ),
    path("s/<uuid:pk>/", standings.public, name="public-standings"),
    path("s/<uuid:pk>/card.png", card.card, name="card"),
    path("s/<uuid:pk>/standings.txt", elsewhere.text, name="standings-text"),
    path("s/club/<uuid:pk>/standings.txt", elsewhere.latest, name="latest-standings-text"),
    path("s/club/<uuid:pk>/results.atom", elsewhere.feed, name="results-feed"),
    path("s/<uuid:pk>/table/", standings.fragment, name="standings-table"),
    path("events/<uuid:pk>/season/", seasons.of_evening, name="event-season"),
    path("events/<uuid:pk>/places/", seasons.settings, name="standings-settings"),
    path("tables/<uuid:pk>/account/", accounts.account, name="account"),
    path("seasons/", seasons.index, name="seasons"),
    path("seasons/<uuid:pk>/", seasons.detail, name="season"),
    path("seasons/<uuid:pk>/champion/", seasons.champion, name="season-champion"),
    path("s/season/<uuid:pk>/", seasons.public, name="public-season"),
]
