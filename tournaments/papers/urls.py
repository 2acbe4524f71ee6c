"""Addresses of the room ``papers``."""

from django.urls import path

from tournaments.papers import views

urlpatterns = [
    path("events/<uuid:pk>/papers/", views.papers, name="papers"),
    path("events/<uuid:pk>/papers/ask/", views.ask, name="papers-ask"),
    path("events/<uuid:pk>/papers/print/<slug:kind>/", views.print_now, name="paper-print"),
    path(
        "events/<uuid:pk>/papers/print/<slug:kind>/<int:number>/",
        views.print_now,
        name="paper-print",
    ),
    path("events/<uuid:pk>/papers/<uuid:batch>/open/", views.wait, name="paper-wait"),
    path("events/<uuid:pk>/papers/<uuid:batch>/", views.papers_batch, name="papers-batch"),
    path("seasons/<uuid:pk>/print/<slug:kind>/", views.print_season, name="season-print"),
    path("honours/print/", views.print_honours, name="honours-print"),
    path("papers/<uuid:pk>/coming/", views.coming, name="paper-coming"),
    path("papers/<uuid:pk>.pdf", views.paper_file, name="paper-file"),
    path("papers/<uuid:pk>/again/", views.again, name="paper-again"),
    path("tables/<uuid:pk>/phone/code/", views.phone_code, name="phone-code"),
]
