"""Addresses of the room ``calendar``."""

from django.urls import path

from tournaments.calendar import views

urlpatterns = [
    path("calendar/", views.index, name="calendar"),
    path("calendar/<uuid:pk>/", views.evening, name="planned-evening"),
    path("calendar/<uuid:pk>/out/", views.take_out, name="planned-evening-out"),
    path("s/club/<uuid:pk>/calendar/", views.public, name="public-calendar"),
    path("s/club/<uuid:pk>/calendar.ics", views.feed, name="calendar-feed"),
]
