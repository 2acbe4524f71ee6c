"""What the event's board says of the tray."""

from typing import Any

from django import template

from tournaments.entry.domain.tray import waiting
from tournaments.models import Event
from tournaments.review.domain.photos import without_table

register = template.Library()


@register.inclusion_tag("entry/tray_notice.html")
def tray_notice(event: Event) -> dict[str, Any]:
    """Say how many deals wait for the director, and how many photos lost their table, if any."""
    return {
        "event": event,
        "count": waiting(event).count(),
        "photos": without_table(event).count(),
    }
