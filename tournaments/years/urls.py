"""Addresses of the room ``years``."""

from django.urls import path

from tournaments.years import views

urlpatterns = [
    path("s/club/<uuid:pk>/", views.club, name="public-years"),
    path("s/club/<uuid:pk>/p/<uuid:person>/", views.player, name="public-years-player"),
]
