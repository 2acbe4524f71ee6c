"""What a page and a paper say, in English and on one line."""

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from lhombre_club.printing import registry

ENGLISH = {"Accept-Language": "en"}


def page(client, name, *args):
    answer = client.get(reverse(f"tournaments:{name}", args=args), headers=ENGLISH)
    return " ".join(answer.content.decode().split())


def paper(kind, **params):
    made = registry.build(kind, {name: str(row.pk) for name, row in params.items()})
    with translation.override("en"):
        return " ".join(render_to_string(f"print/{made.template}", made.context).split())
