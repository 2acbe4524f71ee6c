"""Addresses of the room ``club``."""

from django.urls import path

from tournaments.club.views import club, presets, rules

urlpatterns = [
    path("club/about/", club.page, name="club"),
    path("club/name/", club.name, name="club-name"),
    path("club/words/", club.words, name="club-words"),
    path("club/names/", club.names, name="club-names"),
    path("club/money/", club.money, name="club-money"),
    path("club/rating/", club.rating, name="club-rating"),
    path("club/presets/new/", presets.new, name="preset-new"),
    path("club/presets/<uuid:pk>/", presets.change, name="preset"),
    path("club/presets/<uuid:pk>/remove/", presets.remove, name="preset-remove"),
    path("club/presets/<uuid:pk>/first/", presets.first, name="preset-first"),
    path("club/rules/new/", rules.new, name="own-rules-new"),
    path("club/rules/<slug:slug>/", rules.change, name="own-rules"),
    path("club/rules/<slug:slug>/away/", rules.away, name="own-rules-away"),
]
