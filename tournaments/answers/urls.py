"""Addresses of the room ``answers``."""

from django.urls import path

from tournaments.answers.views import links, own, said

urlpatterns = [
    path("me/<str:token>/", own.page, name="personal"),
    path("me/<str:token>/data/", own.data, name="personal-data"),
    path("members/links/", links.index, name="member-links"),
    path("members/<uuid:person>/link/", links.of_member, name="member-link"),
    path("members/answers/", said.index, name="answers"),
]
