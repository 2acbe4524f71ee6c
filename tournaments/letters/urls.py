"""Addresses of the room ``letters``."""

from django.urls import path

from tournaments.letters.views import no_mail, outbox, writing

urlpatterns = [
    path("post/", outbox.index, name="letters"),
    path("post/write/<str:kind>/<str:about>/", writing.write, name="letter-write"),
    path("post/batches/<uuid:batch>/", outbox.batch, name="letters-batch"),
    path("post/batches/<uuid:batch>/print/", outbox.on_paper, name="letters-print"),
    path("post/letters/<uuid:pk>/", outbox.letter, name="letter"),
    path("post/no/<str:token>/", no_mail.page, name="no-mail"),
]
