"""Addresses of the room ``players``."""

from django.urls import path

from tournaments.players import views

urlpatterns = [
    path("s/<uuid:pk>/p/<uuid:participant>/", views.player, name="public-player"),
    path("s/<uuid:pk>/p/<uuid:participant>/protest/", views.complain, name="player-protest"),
]
