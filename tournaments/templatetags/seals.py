"""On which papers a seal stands."""

from django import template

from tournaments.book.proving.seals import head
from tournaments.models import Event
from tournaments.papers.documents.catalogue import sealed_papers

register = template.Library()


@register.simple_tag
def with_a_seal(event: Event) -> str:
    """Return the titles of the papers of an event that carry its seal, for a sentence."""
    return ", ".join(sealed_papers(event))


@register.simple_tag
def seal_of(event: Event) -> str:
    """Return the seal of an event as it is now."""
    return head(event)
