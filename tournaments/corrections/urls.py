"""Addresses of the room ``corrections``."""

from django.urls import path

from tournaments.corrections.views import corrections, which_line, wrong_seats

urlpatterns = [
    path("tables/<uuid:pk>/which-line/", which_line.page, name="which-line"),
    path("tables/<uuid:pk>/sums/", which_line.store, name="sums"),
    path("tables/<uuid:pk>/wrong-seats/", wrong_seats.page, name="wrong-seats"),
    path("tables/<uuid:pk>/correct/", corrections.table, name="correct"),
    path("events/<uuid:pk>/rules/", corrections.rules, name="rules"),
    path("events/<uuid:pk>/corrections/", corrections.index, name="corrections"),
    path("corrections/<uuid:pk>/", corrections.detail, name="correction"),
    path("corrections/<uuid:pk>/undo/", corrections.take_back, name="correction-undo"),
]
