"""The events that everybody finds on the first page."""

import datetime as dt
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournaments.models import Event, Round, Seal

PUBLIC_FOR: Final = dt.timedelta(days=30)
"""So long an archived event stands in the public list."""
RECENT: Final = dt.timedelta(weeks=8)
"""So long any event stands there after its evening, or after whatever last moved its points."""


def listed_events() -> QuerySet[Event]:
    """Events that anybody may look at, the newest first: released, recent, not long in the archive.

    A league that is still played has moved points lately, however long ago it began.
    """
    now = timezone.now()
    moved = Seal.objects.filter(event=OuterRef("pk"), at__gte=now - RECENT)
    shown = Event.objects.filter(
        Q(date__gte=timezone.localdate(now) - RECENT) | Exists(moved),
        rounds__state__in=Round.SHOWN,
    ).distinct()
    return shown.exclude(archived_at__lt=now - PUBLIC_FOR)
