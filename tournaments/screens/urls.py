"""Addresses of the room ``screens``."""

from django.urls import path

from tournaments.screens import views

urlpatterns = [
    path("s/<uuid:pk>/screen/", views.screen, name="screen"),
    path("s/<uuid:pk>/screen/pages/", views.fragment, name="screen-pages"),
]
