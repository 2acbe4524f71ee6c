"""All events that a director or a visitor may look at."""

import datetime as dt
from typing import Final

from django.db.models import Count, Q
from django.utils import timezone

from lhombre_club.members.models import Club
from tournaments.models import Event, Participant, Round

PUBLIC_FOR: Final = dt.timedelta(days=30)
"""So long an archived event stands in the public list."""


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
    """Events that anybody may look at, the newest first: released, and not long in the archive."""
    shown = Event.objects.filter(rounds__state__in=Round.SHOWN).distinct()
    return list(shown.exclude(archived_at__lt=timezone.now() - PUBLIC_FOR)[:20])
