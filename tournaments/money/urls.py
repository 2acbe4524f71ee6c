"""Addresses of the room ``money``."""

from django.urls import path

from tournaments.money import views

urlpatterns = [
    path("money/<str:kind>/<uuid:pk>/", views.page, name="money"),
    path("money/<str:kind>/<uuid:pk>/settle/", views.settle, name="settle"),
    path("events/<uuid:pk>/unit/", views.unit, name="unit"),
    path("payments/<uuid:pk>/tick/", views.tick, name="payment-tick"),
    path("s/<uuid:pk>/money/", views.public, name="public-money"),
]
