"""Addresses of the room ``kept``."""

from django.urls import path

from tournaments.kept import views

urlpatterns = [
    path("club/kept/", views.kept, name="kept"),
    path("members/<uuid:person>/forget/", views.forget, name="forget"),
    path("members/<uuid:person>/data/", views.data, name="own-data"),
    path("members/<uuid:person>/data/file/", views.file, name="own-data-file"),
]
