"""Addresses of the room ``entry``."""

from django.urls import path

from tournaments.entry.views import (
    at_table,
    held,
    imports,
    leases,
    proofs,
    protests,
    scorers,
    tables,
    tray,
)

urlpatterns = [
    path("events/<uuid:pk>/tray/", tray.index, name="tray"),
    path("events/<uuid:pk>/scorers/", scorers.page, name="scorers"),
    path("tray/<uuid:pk>/", tray.place, name="tray-place"),
    path("tray/<uuid:pk>/dismiss/", tray.dismiss, name="tray-dismiss"),
    path("tables/<uuid:pk>/import/", imports.sheet, name="import"),
    path("tables/<uuid:pk>/recap/", at_table.recap, name="recap"),
    path("tables/<uuid:pk>/recap/protest/", protests.complain, name="table-protest"),
    path("protests/<uuid:pk>/withdraw/", protests.withdraw, name="protest-withdraw"),
    path("tables/<uuid:pk>/recap/confirm/", proofs.confirm, name="confirm"),
    path("tables/<uuid:pk>/second/", proofs.second, name="second"),
    path("tables/<uuid:pk>/keeper/", leases.lease, name="keeper"),
    path("tables/<uuid:pk>/keeper/take/", leases.take, name="keeper-take"),
    path("tables/<uuid:pk>/keeper/bar/", leases.bar, name="keeper-bar"),
    path("tables/worker.js", held.worker, name="held-worker"),
    path("tables/<uuid:pk>/", tables.table, name="table"),
    path("tables/<uuid:pk>/next/", tables.next_sheet, name="next-sheet"),
    path("tables/<uuid:pk>/phone/", tables.phone, name="phone"),
    path("tables/<uuid:pk>/close-link/", tables.revoke, name="revoke-links"),
    path("e/", tables.no_code, name="entry-no-code"),
    path("e/<str:token>/", tables.entry_link, name="entry-link"),
    path("e/<str:token>/<str:sheet>/", tables.entry_link, name="entry-link-of-sheet"),
]
