"""Addresses of the room ``events``."""

from django.urls import path

from tournaments.events.views import (
    events,
    home,
    log,
    member_merging,
    member_parting,
    member_removing,
    putting_away,
    season_draws,
    season_past,
)

urlpatterns = [
    path("", home.home, name="home"),
    path("events/new/", events.new, name="event-new"),
    path("events/<uuid:pk>/", events.board, name="event"),
    path("events/<uuid:pk>/fill/", events.fill, name="event-fill"),
    path("events/<uuid:pk>/now/", events.progress, name="event-now"),
    path("events/<uuid:pk>/remove/", putting_away.page, name="event-remove"),
    path("events/<uuid:pk>/journal/", log.journal, name="journal"),
    path("members/<uuid:person>/merge/", member_merging.merge, name="merge"),
    path("members/<uuid:person>/merge/<uuid:merge>/back/", member_parting.part, name="part"),
    path("members/<uuid:person>/remove/", member_removing.remove, name="remove"),
    path("seasons/<uuid:pk>/draw/", season_draws.draw, name="season-draw"),
    path("seasons/<uuid:pk>/past/", season_past.past, name="season-past"),
    path("seasons/<uuid:pk>/draw/<int:number>/", season_draws.evening, name="season-evening"),
]
