"""What a director sends and looks at."""

from django.urls import reverse


def page(event):
    return reverse("tournaments:papers", args=[event.pk])


def ask(client, event, **data):
    return client.post(reverse("tournaments:papers-ask", args=[event.pk]), data)
