"""Addresses of the room ``seating``."""

from django.urls import path

from tournaments.seating.views import participants, seating

urlpatterns = [
    path("events/<uuid:pk>/seating/", seating.seating, name="seating"),
    path("events/<uuid:pk>/seating/draw/", seating.draw, name="draw"),
    path("events/<uuid:pk>/seating/undo/", seating.undo, name="undraw"),
    path("events/<uuid:pk>/seating/release/", seating.release, name="release"),
    path("events/<uuid:pk>/seating/rounds/", seating.plan_rounds, name="plan-rounds"),
    path("events/<uuid:pk>/seating/choose/", seating.choose, name="choose"),
    path("events/<uuid:pk>/seating/swap/", seating.swap, name="swap"),
    path("events/<uuid:event>/seating/lock/<uuid:pk>/", seating.lock, name="lock"),
    path("events/<uuid:pk>/players/", participants.index, name="participants"),
    path("events/<uuid:event>/players/<uuid:pk>/", participants.detail, name="participant"),
]
