"""Addresses of the pages."""

from django.urls import path

from tournaments.views import events, home, papers, standings, tables

app_name = "tournaments"
urlpatterns = [
    path("", home.home, name="home"),
    path("events/new/", events.new, name="event-new"),
    path("events/<uuid:pk>/", events.board, name="event"),
    path("events/<uuid:pk>/seating/", events.seating, name="seating"),
    path("events/<uuid:pk>/seating/draw/", events.draw, name="draw"),
    path("events/<uuid:pk>/seating/release/", events.release, name="release"),
    path("events/<uuid:pk>/standings/", standings.director, name="standings"),
    path("s/<uuid:pk>/", standings.public, name="public-standings"),
    path("s/<uuid:pk>/table/", standings.fragment, name="standings-table"),
    path("events/<uuid:pk>/papers/", papers.papers, name="papers"),
    path("events/<uuid:pk>/papers/ask/", papers.ask, name="papers-ask"),
    path("papers/<uuid:pk>.pdf", papers.paper_file, name="paper-file"),
    path("papers/<uuid:pk>/again/", papers.again, name="paper-again"),
    path("tables/<uuid:pk>/", tables.table, name="table"),
    path("tables/<uuid:pk>/close-link/", tables.revoke, name="revoke-links"),
    path("e/<str:token>/", tables.entry_link, name="entry-link"),
]
