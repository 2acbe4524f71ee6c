"""Addresses of the room ``honours``."""

from django.urls import path

from tournaments.honours import views

urlpatterns = [
    path("honours/", views.index, name="honours"),
    path("honours/<uuid:pk>/down/", views.take_down, name="honour-down"),
    path("s/club/<uuid:pk>/honours/", views.public, name="public-honours"),
]
