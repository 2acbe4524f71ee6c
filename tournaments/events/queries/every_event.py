"""All events that a director or a visitor may look at."""

import datetime as dt
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q
from django.utils import timezone

from lhombre_club.members.models import Club
from tournaments.models import Event, Participant, Round, Seal

PUBLIC_FOR: Final = dt.timedelta(days=30)
"""So long an archived event stands in the public list."""
RECENT: Final = dt.timedelta(weeks=8)
"""So long any event stands there after its evening, or after whatever last moved its points."""


def events(club: Club) -> list[Event]:
    """The club's events, the newest first."""
    plays = Participant.in_some_round("participants__")
    return list(
        Event.objects.filter(club=club).annotate(
            players=Count("participants", filter=plays, distinct=True),
            released=Count("rounds", filter=Q(rounds__state__in=Round.SHOWN), distinct=True),
        )
    )


def public_events() -> list[Event]:
    """Events that anybody may look at, the newest first: released, recent, not long in the archive.

    A league that is still played has moved points lately, however long ago it began.
    """
    now = timezone.now()
    moved = Seal.objects.filter(event=OuterRef("pk"), at__gte=now - RECENT)
    shown = Event.objects.filter(
        Q(date__gte=timezone.localdate(now) - RECENT) | Exists(moved),
        rounds__state__in=Round.SHOWN,
    ).distinct()
    return list(shown.exclude(archived_at__lt=now - PUBLIC_FOR)[:20])
