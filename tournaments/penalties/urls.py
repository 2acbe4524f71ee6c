"""Addresses of the room ``penalties``."""

from django.urls import path

from tournaments.penalties.views import bonuses, reason_list
from tournaments.penalties.views import penalties as entries

urlpatterns = [
    path("penalties/", reason_list.index, name="penalty-reasons"),
    path("penalties/<uuid:pk>/", reason_list.change, name="penalty-reason"),
    path("events/<uuid:pk>/penalties/", entries.tables, name="event-penalties"),
    path("tables/<uuid:pk>/entries/", entries.page, name="entries"),
    path("tables/<uuid:pk>/entries/<str:kind>/", entries.make, name="entry-make"),
    path("entries/<uuid:pk>/withdraw/", entries.withdraw, name="entry-withdraw"),
    path("events/<uuid:pk>/bonuses/", bonuses.page, name="bonuses"),
    path("bonuses/<uuid:pk>/withdraw/", bonuses.withdraw, name="bonus-withdraw"),
]
