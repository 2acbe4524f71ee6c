"""Addresses of the room ``screens``."""

from django.urls import path

from tournaments.screens.views import shown, steering

urlpatterns = [
    path("events/<uuid:pk>/screen/", steering.steer, name="screen-steer"),
    path("events/<uuid:pk>/screen/clock/", steering.clock, name="screen-clock"),
    path("s/<uuid:pk>/screen/", shown.screen, name="screen"),
    path("s/<uuid:pk>/screen/pages/", shown.fragment, name="screen-pages"),
]
