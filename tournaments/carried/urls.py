"""Addresses of the room ``carried``."""

from django.urls import path

from tournaments.carried import views

urlpatterns = [
    path("events/<uuid:pk>/file/", views.event_page, name="event-file"),
    path("events/<uuid:pk>/file.zip", views.event_zip, name="event-file-zip"),
    path("club/file/", views.club_page, name="club-file"),
    path("club/file.zip", views.club_zip, name="club-file-zip"),
]
