"""Addresses of the room ``figures``."""

from django.urls import path

from tournaments.figures import views

urlpatterns = [path("s/<uuid:pk>/figures/", views.public, name="public-figures")]
