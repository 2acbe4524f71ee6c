"""What a director sends and looks at."""

from django.urls import reverse

from tournaments.papers import asking
from tournaments.papers.documents.results import STANDINGS


def page(event):
    return reverse("tournaments:papers", args=[event.pk])


def ask(client, event, **data):
    return client.post(reverse("tournaments:papers-ask", args=[event.pk]), data)


def ask_for_standings(event):
    asking.ask_for(document=STANDINGS, event=event, actor="user:1")
