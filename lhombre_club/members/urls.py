"""Addresses of people and login."""

from django.urls import URLPattern

app_name = "members"
urlpatterns: list[URLPattern] = []
