"""Addresses of the room ``review``."""

from django.urls import path

from tournaments.review.views import photos, protests, rounds, seals, sheets_in

urlpatterns = [
    path("events/<uuid:pk>/seal/", seals.page, name="seal"),
    path("tables/<uuid:pk>/photos/", photos.page, name="photos"),
    path("photos/<uuid:pk>.jpg", photos.picture, name="photo"),
    path("photos/<uuid:pk>/remove/", photos.remove, name="photo-remove"),
    path("events/<uuid:pk>/rounds/", rounds.settings, name="round-settings"),
    path("rounds/<uuid:pk>/board/", rounds.board, name="round-board"),
    path("rounds/<uuid:pk>/provisional/", rounds.provisional, name="round-provisional"),
    path("rounds/<uuid:pk>/checks/", protests.page, name="round-checks"),
    path("rounds/<uuid:pk>/sheets/", sheets_in.page, name="round-sheets"),
    path("rounds/<uuid:pk>/doubt/", protests.doubt, name="doubt"),
    path("flags/<uuid:pk>/take/", protests.take, name="flag-take"),
    path("flags/<uuid:pk>/clear/", protests.clear, name="flag-clear"),
    path("protests/<uuid:pk>/answer/", protests.answer, name="protest-answer"),
    path("tables/<uuid:pk>/protests/", protests.answer_together, name="protests-answer"),
    path("tables/<uuid:pk>/waive/", protests.waive, name="waive"),
    path("tables/<uuid:pk>/time/", rounds.give_time, name="table-time"),
    path("rounds/<uuid:pk>/close/", rounds.close, name="round-close"),
    path("rounds/<uuid:pk>/reopen/", rounds.reopen, name="round-reopen"),
]
