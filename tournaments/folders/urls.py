"""Addresses of the room ``folders``."""

from django.urls import path

from tournaments.folders import views

urlpatterns = [
    path("events/<uuid:pk>/folders/", views.page, name="folders"),
    path("events/<uuid:pk>/folders/look/", views.look, name="folders-look"),
    path("events/<uuid:pk>/folders/drop/", views.drop, name="folders-drop"),
    path("s/<uuid:pk>/folders/", views.public, name="public-folders"),
]
